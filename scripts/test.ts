// `npm test`: types, lint and the tests, against real servers. The last line is "N passed, N failed", alone.
// --long runs the files that kill, restart, restore or study, --nightly those that take too long for each change. Arguments choose
// test files, --grep <words> chooses titles.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openGraph } from '../src/platform/graph/client.ts';
import { migrate } from '../src/platform/graph/queries/migrations.ts';
import { projectFolder } from '../src/platform/lib/project-folder.ts';
import { operatorOptions } from './cli/connect.ts';
import { shortLivedJava } from './stack/neo4j.ts';
import { describeTime } from './stack/remarks.ts';
import { startServers } from './stack/servers.ts';
import { stateDir } from './stack/state.ts';
import { createFileQueue, findTestFiles, readNeed, type Need } from './stack/test-files.ts';
import type { FileResult, Lane } from './stack/test-lane.ts';

/**
 * A Neo4j and a Redis, as an environment; `migrated` resolves when the database has its schema. `empty` takes everything
 * else out of it.
 */
type Pair = {
  environment: NodeJS.ProcessEnv;
  migrated: Promise<void>;
  empty: () => Promise<void>;
  stop: () => Promise<void>;
};
type Stage = { pair: Pair; needs: readonly Need[] };

const { values, positionals: chosen } = parseArgs({
  options: { long: { type: 'boolean' }, nightly: { type: 'boolean' }, grep: { type: 'string' } },
  allowPositionals: true,
});
const { grep } = values;
const selection = values.nightly ? 'nightly' : values.long ? 'long' : 'usual';
const isUsual = selection === 'usual';
const whole = chosen.length === 0 && grep === undefined;
const printSlowest = 10;
const say = (line: string): void => console.log(line);

process.chdir(projectFolder);
// Also of the stacks that tests start. The parallel collector took 10 to 20 % less processor time of Neo4j than G1.
process.env['NEO4J_JAVA_ARGUMENTS'] ??= '-XX:+UseParallelGC';
// Processes that tests start would spend a minute of a core on plans that no test waits for.
process.env['QUERY_PLANS'] ??= 'everyday';
/** A folder stands for the test files in it. */
const filesIn = (name: string) => {
  const inFolder = globSync(`${name}/**/*.test.ts`).sort();
  return inFolder.length > 0 ? inFolder : [name];
};
const files = chosen.length > 0 ? chosen.flatMap(filesIn) : findTestFiles(selection);
const queue = createFileQueue(files, chosen.length > 0 ? () => 'alone' : readNeed);
const results: FileResult[] = [];
const checks = (!isUsual ? [] : whole ? ['typecheck', 'lint'] : ['typecheck']).map(check);
say(`Node ${process.versions.node}`);
const pairs = await startServerPairs();
const [shared, own] = pairs;
const lanes = planLanes();
try {
  await Promise.all(lanes.map(runLane));
} finally {
  await Promise.all(pairs.map(({ stop }) => stop()));
}
await Promise.all(checks);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, { failures }) => sum + failures.length, 0);
const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, printSlowest);
say(`The slowest of ${results.length} test files and checks:`);
for (const { file, seconds } of slowest) say(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
say(describeTime(results.filter(({ plans }) => plans !== undefined)));
for (const { file, remarks = [] } of results) for (const { kind, text } of remarks) say(`${kind} ${file}: ${text}`);
for (const { file, failures } of results) for (const failure of failures) say(`FAILED ${file}: ${failure}`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/**
 * What each lane takes, stage after stage. A file that needs a database for itself has `own`, whose servers end after the
 * last of them; all others share one, which plans their queries once. Each lane of long files has a database, and waits
 * for most of its time. Chosen files run in their order, in a single lane.
 */
function planLanes(): Stage[][] {
  const all: Need[] = ['alone', 'shared', 'none'];
  if (chosen.length > 0) return [[{ pair: shared, needs: all }]];
  if (!own) return [[{ pair: shared, needs: all }], [{ pair: shared, needs: ['none'] }]];
  if (!isUsual) return pairs.map((pair) => [{ pair, needs: all }]);
  const rest: Stage = { pair: shared, needs: ['shared', 'none'] };
  return [[{ pair: own, needs: ['alone'] }, rest], [rest], [{ pair: shared, needs: ['none'] }, rest]];
}

/** Starts a pair for each database of `planLanes`; one where the environment names the servers or their ports. */
async function startServerPairs(): Promise<[Pair, ...Pair[]]> {
  const isGiven = ['NEO4J_URI', 'NEO4J_PORT', 'REDIS_URL', 'REDIS_PORT'].some((name) => process.env[name]);
  const count = isGiven || chosen.length > 0 ? 1 : isUsual ? 2 : 3;
  const names = ['test', 'test-2', 'test-3'].slice(0, count);
  const started = await Promise.allSettled(names.map(startServerPair));
  const running = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const fault = started.find((result) => result.status === 'rejected');
  if (!fault) return running as [Pair, ...Pair[]];
  await Promise.all(running.map(({ stop }) => stop()));
  throw fault.reason;
}

async function startServerPair(name: string): Promise<Pair> {
  // Test files fill and empty the database, and Neo4j would plan every query again each time.
  const settings = { 'dbms.cypher.min_replan_interval': '1d' };
  const { neo4j, redis, pids, source, stop } = await startServers({
    stateDir: stateDir(),
    name,
    fresh: true,
    log: say,
    settings,
    // Planning every second query took 148 s each time without optimised compilation, and 81, 59 and 59 s with it.
    javaArguments: whole ? [] : shortLivedJava,
  });
  const address = { NEO4J_URI: neo4j.uri, NEO4J_USER: neo4j.user, NEO4J_PASSWORD: neo4j.password };
  const ids = { NEO4J_PID: String(pids.neo4j ?? ''), REDIS_PID: String(pids.redis ?? '') };
  const environment = { ...process.env, ...address, ...ids, REDIS_URL: redis.url };
  const graph = openGraph({ ...address, NEO4J_DATABASE: process.env['NEO4J_DATABASE'] ?? 'neo4j' }, operatorOptions);
  const migrated = migrate(graph).then(() => undefined);
  migrated.catch(() => undefined); // the lanes that await it fail
  let stopped: Promise<void> | null = null;
  return {
    environment,
    migrated,
    async empty() {
      if (source !== 'embedded') return;
      await graph.statement('MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS');
    },
    stop: () => (stopped ??= graph.close().then(stop)),
  };
}

async function runLane(stages: readonly Stage[], lane: number): Promise<void> {
  for (const stage of stages) {
    await runStage(stage, path.join(stateDir(), `lane-${lane + 1}`));
    if (stage.pair === own) await own.stop();
  }
}

/** Runs files of the queue, in a process of its own that writes to `folder`, until none is left. */
async function runStage({ pair, needs }: Stage, folder: string): Promise<void> {
  if (needs.join() !== 'none') await pair.migrated;
  let child: ChildProcess | null = null;
  for (let file = queue.take(needs); file; file = queue.take(needs)) {
    // A worker visits every tenant in the database. With the tenants of earlier files, hold.alone.test.ts took 60 s instead of 15 s.
    if (readNeed(file) === 'alone') await pair.empty();
    child ??= startLane(pair.environment, folder);
    const result = await runFile(child, file);
    if (!result) child = null;
    results.push(result ?? { file, passed: 0, failures: ['did not finish: its process ended before'], seconds: 0 });
  }
  if (!child) return;
  const closed = once(child, 'close');
  child.send({ file: null });
  await closed;
}

function startLane(servers: NodeJS.ProcessEnv, folder: string): ChildProcess {
  mkdirSync(folder, { recursive: true });
  const env = {
    ...servers,
    TOKEN_KEY_FILE: path.join(folder, 'token-key.json'),
    FILES_DIR: path.join(folder, 'files'),
    ERASURE_LOG: path.join(folder, 'erasures.jsonl'),
    FILES_BUCKET: '', // never a bucket that the environment happens to name
    FILES_ENDPOINT: '',
  };
  const child = fork('scripts/stack/test-lane.ts', [JSON.stringify({ grep, whole } satisfies Lane)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  printWholeFiles(child);
  return child;
}

/** Returns the result of a file; null if the process ends before. */
function runFile(child: ChildProcess, file: string): Promise<FileResult | null> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const result = once(child, 'message', { signal }).then(([message]) => message as FileResult);
  const end = once(child, 'close', { signal }).then(() => null);
  child.send({ file });
  return Promise.race([result, end]).finally(() => waiting.abort());
}

/** Prints the output of a lane file by file, so that lanes side by side do not mix; a single lane prints as it goes. */
function printWholeFiles({ stdout, stderr }: ChildProcess): void {
  const endOfFile = /^test\/\S+\.test\.ts: [\d.]+ s\n/gm;
  let text = '';
  const print = (until: number): void => {
    process.stdout.write(text.slice(0, until));
    text = text.slice(until);
  };
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      const last = [...text.matchAll(endOfFile)].at(-1);
      if (lanes.length === 1) print(text.length);
      else if (last) print(last.index + last[0].length);
    });
    stream?.once('end', () => print(text.length));
  }
}

/** Runs an npm script as one test of its name. */
function check(what: string): Promise<void> {
  return new Promise((resolve) => {
    const started = performance.now();
    const npm = spawn('npm', ['--silent', 'run', what], { stdio: ['ignore', 'pipe', 'pipe'] });
    const printed: Buffer[] = [];
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
    npm.on('close', (code) => {
      const failures = code === 0 ? [] : [Buffer.concat(printed).toString()];
      say(code === 0 ? `${what}: ok` : `${what}: FAILED\n${failures.join()}`);
      results.push({
        file: what,
        passed: 1 - failures.length,
        failures,
        seconds: (performance.now() - started) / 1_000,
      });
      resolve();
    });
  });
}
