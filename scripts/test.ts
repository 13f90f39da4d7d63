// `npm test`: types, lint and the tests, compiled, against real servers, started once. Ends with "N passed, N failed" alone.
// Arguments narrow it down: test files to run, and --grep <words of a title>; then lint is left out.
import { fork, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { openGraph, type GraphClient } from '../src/graph/client.ts';
import { migrate } from '../src/graph/migrations.ts';
import { projectFolder } from '../src/project-folder.ts';
import { startServers } from './stack/servers.ts';
import { stateDir } from './stack/state.ts';
import type { Lane, Outcome } from './test-lane.ts';

/** Tests in these folders do not touch the graph (the architecture holds them to it), so they run beside the others. */
const apart = ['email', 'notifications', 'pdf', 'profile-parser', 'queues', 'rules', 'storage', 'trends'].map(
  (folder) => path.join('test', folder),
);

const grepAt = process.argv.indexOf('--grep');
const grep = grepAt > 0 ? process.argv.splice(grepAt, 2)[1] : undefined;
const chosen = process.argv.slice(2);
const everything = chosen.length === 0 && grep === undefined;
const say = (line: string): void => console.log(line);

process.chdir(projectFolder);
const types = check('types', ['run', 'build']);
const checks = everything ? [types, check('lint', ['run', 'lint'])] : [types];
const servers = await startServers({ stateDir: stateDir(), name: 'test', fresh: true, log: say });
const outcome: Outcome = { passed: 0, failed: 0 };
try {
  Object.assign(process.env, {
    NEO4J_URI: servers.neo4j.uri,
    NEO4J_USER: servers.neo4j.user,
    NEO4J_PASSWORD: servers.neo4j.password,
    REDIS_URL: servers.redis.url,
    TOKEN_KEY_FILE: path.join(stateDir(), 'test', 'token-key.json'),
    FILES_DIR: path.join(stateDir(), 'test', 'files'),
    FILES_BUCKET: '', // never a bucket that the environment happens to name
    FILES_ENDPOINT: '',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
  const graph = openGraph({
    NEO4J_URI: servers.neo4j.uri,
    NEO4J_USER: servers.neo4j.user,
    NEO4J_PASSWORD: servers.neo4j.password,
    NEO4J_DATABASE: process.env['NEO4J_DATABASE'] ?? 'neo4j',
  });
  await migrate(graph);
  await planAll(graph); // so that no test waits for the first plan of a query
  await graph.close();
  await types; // a wrong type counts as one that failed; the tests run all the same
  const files = chosen.length > 0 ? chosen : findTests();
  const beside = everything ? files.filter((file) => apart.includes(path.dirname(file))) : [];
  const others = files.filter((file) => !beside.includes(file));
  const ran = [lane(others, 'as it comes'), lane(beside, 'at the end')];
  for (const { passed, failed } of await Promise.all(ran)) {
    outcome.passed += passed;
    outcome.failed += failed;
  }
  for (const passed of await Promise.all(checks)) outcome[passed ? 'passed' : 'failed'] += 1;
} finally {
  await servers.stop();
}
console.log(`${outcome.passed} passed, ${outcome.failed} failed`);
process.exit(outcome.failed === 0 && outcome.passed > 0 ? 0 : 1);

/** Runs test files in a process of their own. One that ends without telling its figures has failed. */
function lane(files: string[], print: 'as it comes' | 'at the end'): Promise<Outcome> {
  if (files.length === 0) return Promise.resolve({ passed: 0, failed: 0 });
  const options = JSON.stringify({ files, grep, whole: everything } satisfies Lane);
  const out = print === 'at the end' ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = fork('dist/scripts/test-lane.js', [options], {
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', out, out, 'ipc'],
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
    let figures: Outcome = { passed: 0, failed: 1 };
    child.on('message', (message: Outcome) => (figures = message));
    child.on('close', () => {
      process.stdout.write(Buffer.concat(printed));
      resolve(figures);
    });
  });
}

async function planAll(graph: GraphClient): Promise<void> {
  const started = Date.now();
  graph.watch(pino({ level: 'silent' }));
  while (graph.state() !== 'ready') await pause(100); // there is no event for it
  say(`queries are planned (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

function findTests(): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .map((file) => path.join('test', file));
}

function check(what: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const npm = spawn('npm', ['--silent', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const printed: Buffer[] = [];
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
    npm.on('close', (code) => {
      say(code === 0 ? `${what}: ok` : `${what}: FAILED\n${Buffer.concat(printed).toString()}`);
      resolve(code === 0);
    });
  });
}
