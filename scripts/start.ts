// `npm start`: runs the whole service on this machine, in the foreground, until Ctrl-C.
import { basename, join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { openGraph } from '../src/graph/client.ts';
import { migrate } from '../src/graph/migrations.ts';
import { openStorage } from '../src/storage/storage.ts';
import { operatorOptions, assertReachable } from './connect.ts';
import { seed } from './demo/seed.ts';
import { signTokens } from './demo/tokens.ts';
import { formatGreeting } from './stack/greeting.ts';
import { startMailbox } from './stack/mailbox.ts';
import { startMotivators } from './stack/motivators.ts';
import { isPortTaken, readPort } from './stack/ports.ts';
import { startProcess, waitUntilHealthy } from './stack/processes.ts';
import type { RunningProcess } from './stack/processes.ts';
import { startServers } from './stack/servers.ts';
import { pickSettings } from './stack/settings.ts';
import { dataPaths, erasureLogFile, readStack, removeStack, stateDir, writeStack } from './stack/state.ts';
import { createSteps, reportWhileRunning, formatSeconds } from './stack/steps.ts';
import { startWebApp } from './stack/web-app.ts';

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

process.exitCode = await start()
  .then(() => steps.shutdownRequested)
  .catch((error: Error) => (firstSignalAt ? null : error.message))
  .then(async (reason) => {
    if (reason) console.error(`\n${reason}`);
    await steps.shutDown();
    return reason ? 1 : 0;
  });

/** The first signal starts a graceful shutdown. A later one ends this process; the supervisors then stop the servers. */
function onSignal(): void {
  if (!firstSignalAt) {
    firstSignalAt = Date.now();
    console.log('\nStopping (Ctrl-C again to force)');
    return steps.requestShutdown(null);
  }
  if (Date.now() - firstSignalAt < 500) return; // npm forwards the signal that the terminal has sent to this process, too
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
  console.log('Starting the team check-in service');

  const servers = await steps.step('Neo4j and Redis are ready', async () => {
    const running = await startServers({ stateDir: dir, name: basename(data), log: (line) => log(`  ${line}`) });
    steps.onShutdown('Neo4j and Redis', running.stop);
    void running.ended.then((reason) => steps.requestShutdown(`${reason}.`)); // no effect during a shutdown
    return running;
  });
  const mailbox = await steps.step('mailbox is ready', async () => {
    const server = await startMailbox(join(data, 'mailbox'));
    steps.onShutdown('mailbox', server.stop);
    return server;
  });

  const motivators = await steps.step('motivators sandbox is ready', async () => {
    const server = await startMotivators();
    steps.onShutdown('motivators sandbox', server.stop);
    log(`  listening at ${server.url}`);
    return server;
  });

  const api = `http://127.0.0.1:${port}`;
  const webApp = await steps.step('page for notification links is ready', async () => {
    const server = await startWebApp({ dir: join(data, 'web-app'), api });
    steps.onShutdown('page for notification links', server.stop);
    return server;
  });

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
    TOKEN_KEY_FILE: tokenKeyFile,
    FILES_DIR: files,
    ERASURE_LOG: erasureLogFile(dir),
    MOTIVATORS_URL: process.env.MOTIVATORS_URL || motivators.url,
    WEB_URL: process.env.WEB_URL || webApp.url,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  };

  const config = readConfig(env);
  const graph = openGraph(config, operatorOptions);
  steps.onShutdown('connections', () => graph.close());
  await assertReachable(graph, config);
  await steps.step('database is migrated', () => migrate(graph, (line) => log(`  ${line}`)));
  steps.onShutdown('API and worker', async () => void (await Promise.all(processes.map(({ stop }) => stop()))));
  const { neo4j, redis } = servers;
  const writeDescription = (seeding: boolean): void =>
    writeStack(
      {
        ...{ pid: process.pid, neo4j, redis, ses: { endpoint: mailbox.url }, api: { url: `${api}/v1` } },
        ...{ tokenKeyFile, motivators: { url: env.MOTIVATORS_URL ?? motivators.url }, erasureLog: config.ERASURE_LOG },
        settings: pickSettings(process.env),
        files: { dir: config.FILES_DIR, bucket: config.FILES_BUCKET, endpoint: config.FILES_ENDPOINT },
        ...(seeding && { seeding }),
      },
      dir,
    );
  const seeding = steps.step('demo companies are ready', () =>
    seed(graph, { files: openStorage(config), now: new Date(), report: (line) => log(`  ${line}`) }),
  );
  const [{ tenants }] = await Promise.all([
    seeding,
    steps
      .step('API is ready', () => launch('API', 'scripts/demo/server.ts', env, `${api}/readyz`))
      .then(() => {
        process.once('exit', () => removeStack(dir));
        writeDescription(true); // commands find the servers from now on
      }),
    steps.step('worker is ready', () =>
      launch('worker', 'src/worker.ts', env, `http://127.0.0.1:${env.WORKER_PORT}/readyz`),
    ),
  ]);
  writeDescription(false);
  const [demo] = tenants;
  if (!demo) throw new Error('The demo has no companies.');
  const people = await signTokens(graph, config, { slug: demo.slug, people: demo.people.slice(0, 4), expires: '8h' });
  console.log(
    `\nReady in ${formatSeconds(started)} s.\n\n${formatGreeting({ api, mailbox: mailbox.url, tenant: demo.slug, people })}\n`,
  );
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

async function launch(title: string, file: string, env: NodeJS.ProcessEnv, healthUrl: string): Promise<void> {
  const running = startProcess(title, file, env);
  processes.push(running);
  void running.ended.then((reason) => steps.requestShutdown(reason)); // no effect during a shutdown
  let phase = 'is starting';
  const healthy = waitUntilHealthy(running, healthUrl, { onAnswer: () => (phase = 'is planning its queries') });
  await reportWhileRunning(
    (line) => log(`  ${line}`),
    () => `${title} ${phase}`,
    Promise.race([healthy, steps.shutdownRequested]),
  );
}
