// `npm start`: runs the whole service on this machine, in the foreground, until Ctrl-C.
import { basename, join } from 'node:path';
import { readConfig } from '../src/platform/config/config.ts';
import { openGraph } from '../src/platform/graph/client.ts';
import { migrate } from '../src/platform/graph/queries/migrations.ts';
import { openStorage } from '../src/platform/storage/storage.ts';
import { operatorOptions, assertReachable } from './cli/connect.ts';
import { companies } from './tools/demo/companies.ts';
import { beginCompany, listShownPeople } from './tools/demo/seed.ts';
import { signTokens } from './tools/demo/tokens.ts';
import { addProviders, startCompanyProvider } from './tools/demo/sign-in.ts';
import { registerStack } from './stack/find-stack.ts';
import { formatGreeting } from './stack/greeting.ts';
import { startMailbox } from './stack/mailbox.ts';
import { startMotivators } from './stack/motivators.ts';
import { isPortTaken, readPort } from './stack/ports.ts';
import { shortLivedJava } from './stack/neo4j.ts';
import {
  explainEnd,
  startProcess,
  waitUntilHealthy,
  waitUntilPlanned,
  type RunningProcess,
} from './stack/processes.ts';
import { startServers } from './stack/servers.ts';
import { findHealthAddress, pickSettings } from './stack/settings.ts';
import { dataPaths, erasureLogFile, readStack, removeStack, stateDir, writeStack } from './stack/state.ts';
import { createSteps, reportWhileRunning, formatSeconds } from './stack/steps.ts';

const log = (line: string) => console.log(`  ${line}`);
/** When this process was started: installing the packages counts. */
const started = performance.timeOrigin;
const dir = stateDir();
const { data, files, tokenKeyFile } = dataPaths(dir);
const steps = createSteps(log);
const processes: RunningProcess[] = [];

let firstSignalAt = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
process.stdout.on('error', () => {}); // the terminal may close before this process ends
stopWithNpm();

const exitCode = await start()
  .then(() => steps.shutdownRequested)
  .catch((error: Error) => (firstSignalAt ? null : error.message))
  .then(async (reason) => {
    if (reason) console.error(`\n${reason}`);
    await steps.shutDown();
    return reason ? 1 : 0;
  });
process.exit(exitCode); // an interrupted seed may still wait for the database that is gone

/** The first signal starts a graceful shutdown. A later one ends this process; the supervisors then stop the servers. */
function onSignal(): void {
  if (!firstSignalAt) {
    firstSignalAt = Date.now();
    console.log('\nStopping (Ctrl-C again to force)');
    return steps.requestShutdown(null);
  }
  if (Date.now() - firstSignalAt < 500) return; // npm forwards the signal that the terminal has sent to this process as well
  for (const running of processes) running.kill();
  process.exit(1);
}

/** Stops when npm was killed: it forwards no signal then, and the terminal could not stop this process. */
function stopWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && steps.requestShutdown('npm has ended.'), 1_000).unref();
}

async function start(): Promise<void> {
  const port = await checkApiPort();
  for (const name of ['HEALTH_PORT', 'WORKER_PORT', 'MAILBOX_PORT']) if (process.env[name]) await checkPort(name);
  console.log(`Starting the team check-in service on Node ${process.versions.node}`);

  const api = `http://127.0.0.1:${port}`;
  const health = findHealthAddress(api, process.env);
  const [servers, mailbox, motivators, provider] = await allOrNone([
    steps.step('Neo4j and Redis are ready', async () => {
      const running = await startServers({
        stateDir: dir,
        name: basename(data),
        log: (line) => log(`  ${line}`),
        javaArguments: shortLivedJava,
      });
      steps.onShutdown('Neo4j and Redis', running.stop);
      void running.ended.then((reason) => steps.requestShutdown(`${reason}.`)); // no effect during a shutdown
      return running;
    }),
    startPart('mailbox', () => startMailbox(join(data, 'mailbox'))),
    startPart('motivators sandbox', startMotivators),
    startPart('identity provider', () => startCompanyProvider(join(data, 'identity-provider'), api)),
  ]);

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    STATE_DIR: dir,
    PORT: String(port),
    WORKER_PORT: String(await readPort('WORKER_PORT')),
    HOST: '127.0.0.1',
    NEO4J_URI: servers.neo4j.uri,
    NEO4J_USER: servers.neo4j.user,
    NEO4J_PASSWORD: servers.neo4j.password,
    REDIS_URL: servers.redis.url,
    SES_ENDPOINT: mailbox.url,
    WEBHOOKS_TO_LOOPBACK: process.env.WEBHOOKS_TO_LOOPBACK || 'allow',
    CORS_ORIGINS: process.env.CORS_ORIGINS || 'http://localhost:*,http://127.0.0.1:*',
    TOKEN_KEY_FILE: tokenKeyFile,
    FILES_DIR: files,
    ERASURE_LOG: erasureLogFile(dir),
    MOTIVATORS_URL: process.env.MOTIVATORS_URL || motivators.url,
    WEB: process.env.WEB || 'on',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  };

  const config = readConfig(env);
  const graph = openGraph(config, operatorOptions);
  steps.onShutdown('connections', () => graph.close());
  await assertReachable(graph, config);
  await steps.step('database is migrated', () => migrate(graph, (line) => log(`  ${line}`)));
  steps.onShutdown('API and worker', async () => void (await Promise.all(processes.map(({ stop }) => stop()))));

  const apiProcess = launch('API', 'scripts/tools/demo/server.ts', env);
  const options = { files: openStorage(config), now: new Date() };
  const [seeds] = await allOrNone([
    steps.step('demo people are there', () => Promise.all(companies.map((one) => beginCompany(graph, one, options)))),
    steps.step('API listens', () => untilHealthy(apiProcess, `${health}/livez`)),
  ]);
  const [demo] = companies;
  if (!demo) throw new Error('The demo has no companies.');
  const shown = { slug: demo.slug, people: listShownPeople(demo).slice(0, 4), expires: '8h' };
  const people = await signTokens(graph, config, shown);
  await steps.step('API answers', () => untilHealthy(apiProcess, `${api}/v1/me`, people[0]?.token));

  await steps.step('people can sign in', () => addProviders(graph, companies, provider.issuer));

  const { neo4j, redis } = servers;
  const writeDescription = (seeding: boolean): void =>
    writeStack(
      {
        pid: process.pid,
        neo4j,
        redis,
        ses: { endpoint: mailbox.url },
        api: { url: `${api}/v1` },
        tokenKeyFile,
        motivators: { url: env.MOTIVATORS_URL ?? motivators.url },
        erasureLog: config.ERASURE_LOG,
        settings: pickSettings(process.env),
        files: { dir: config.FILES_DIR, bucket: config.FILES_BUCKET, endpoint: config.FILES_ENDPOINT },
        ...(seeding && { seeding }),
      },
      dir,
    );
  process.once('exit', () => removeStack(dir));
  writeDescription(true); // commands find the servers from now on
  process.once('exit', registerStack(dir));
  console.log(
    `\nThe API answers after ${formatSeconds(started)} s.\n\n` +
      `${formatGreeting({ api, mailbox: mailbox.url, tenant: demo.slug, people })}\n`,
  );

  const worker = launch('worker', 'src/app/worker.ts', env); // not before: it plans queries beside the API
  const goingOn = new Set<string>();
  const complete = (title: string, work: () => Promise<void>): Promise<void> => {
    goingOn.add(title);
    return steps.step(`${title}: done`, work).finally(() => goingOn.delete(title));
  };
  let isSeeded = true;
  const all = Promise.all([
    complete('history of the demo companies', async () => {
      for (const { finish } of seeds) log(`  ${await finish()}`);
      writeDescription(false);
    }).catch((error: Error) => {
      isSeeded = false;
      if (!steps.isShutdownRequested())
        console.error(`The demo companies are not complete: ${error.message}\nThe next start completes them.`);
    }),
    complete('planning of queries', () => untilHealthy(apiProcess, `${health}/readyz`)),
    complete('start of the worker', () => untilHealthy(worker, `http://127.0.0.1:${env.WORKER_PORT}/readyz`)),
  ]);
  const describe = (): string => `still going on: ${[...goingOn].join(', ')}`;
  log(describe());
  await reportWhileRunning(log, describe, all);
  if (isSeeded) console.log(`\nEverything is there after ${formatSeconds(started)} s.\n`);
  await Promise.race([waitUntilPlanned(apiProcess, `${health}/readyz`), steps.shutdownRequested]);
  if (!steps.isShutdownRequested())
    log(`Every query has its plan after ${formatSeconds(started)} s: a page is now as quick the first time as later.`);
}

/** Starts a part that runs in this process. */
function startPart<Part extends { stop: () => Promise<void> }>(
  title: string,
  start: () => Promise<Part>,
): Promise<Part> {
  return steps.step(`${title} is ready`, async () => {
    const part = await start();
    steps.onShutdown(title, part.stop);
    return part;
  });
}

/** Waits for all, also when one fails: what has started can then be stopped. */
async function allOrNone<const Works extends readonly Promise<unknown>[]>(
  works: Works,
): Promise<{ -readonly [At in keyof Works]: Awaited<Works[At]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Returns the port of the API. @throws {Error} when it is in use, or this checkout is running already */
async function checkApiPort(): Promise<number> {
  const running = readStack(dir);
  if (running) throw new Error(`This checkout is running already: ${running.api.url}, process ${running.pid}.`);
  return checkPort('PORT', 3000);
}

async function checkPort(name: string, defaultPort?: number): Promise<number> {
  const port = defaultPort && !process.env[name] ? defaultPort : await readPort(name);
  if (await isPortTaken(port))
    throw new Error(`Port ${port} is in use. Choose another one: ${name}=${port + 1} npm start`);
  return port;
}

function launch(title: string, file: string, env: NodeJS.ProcessEnv): RunningProcess {
  const started = startProcess(title, file, env);
  const running = { ...started, ended: started.ended.then(explainEnd) };
  processes.push(running);
  void running.ended.then((reason) => steps.requestShutdown(reason)); // no effect during a shutdown
  return running;
}

/** Waits as `waitUntilHealthy`, or until a shutdown is requested. */
async function untilHealthy(running: RunningProcess, url: string, token?: string): Promise<void> {
  await Promise.race([waitUntilHealthy(running, url, { token }), steps.shutdownRequested]);
}
