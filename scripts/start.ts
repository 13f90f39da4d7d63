// `npm start`: the whole service on this machine, in the foreground, until Ctrl-C.
import { join } from 'node:path';
import { readConfig, type Config } from '../src/config.ts';
import { openGraph, type GraphClient } from '../src/graph/client.ts';
import { migrate } from '../src/graph/migrations.ts';
import { signToken } from '../src/http/authentication.ts';
import { findPerson } from '../src/org/find-person.ts';
import { findTenant } from '../src/org/tenants.ts';
import { openStorage } from '../src/storage/storage.ts';
import { operatorLimits, assertReachable } from './connect.ts';
import { seed, type Seeded } from './demo/seed.ts';
import { formatGreeting } from './stack/greeting.ts';
import type { Signed } from './stack/greeting.ts';
import { startMailbox } from './stack/mailbox.ts';
import { startMotivators } from './stack/motivators.ts';
import { isTaken, portFrom } from './stack/ports.ts';
import { run, untilHealthy } from './stack/processes.ts';
import type { Running } from './stack/processes.ts';
import { startServers } from './stack/servers.ts';
import { readStack, removeStack, stateDir, writeStack } from './stack/state.ts';
import { createSteps, sayStill, seconds } from './stack/steps.ts';
import { startWebApp } from './stack/web-app.ts';

const NAME = 'demo';
const log = (line: string) => console.log(`  ${line}`);
/** When the command was given; the packages may have been installed since. */
const started = performance.timeOrigin;
const dir = stateDir();
const steps = createSteps(log);
const processes: Running[] = [];

let firstSignalAt = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
process.stdout.on('error', () => {}); // the terminal may be gone before we are
endWithNpm();

process.exitCode = await start()
  .then(() => steps.requested)
  .catch((error: Error) => (firstSignalAt ? null : error.message))
  .then(async (reason) => {
    if (reason) console.error(`\n${reason}`);
    await steps.unwind();
    return reason ? 1 : 0;
  });

/** The first signal asks for an orderly end, a later one forces it: the supervisors then end the servers without us. */
function onSignal(): void {
  if (!firstSignalAt) {
    firstSignalAt = Date.now();
    console.log('\nStopping (Ctrl-C again to force)');
    return steps.request(null);
  }
  if (Date.now() - firstSignalAt < 500) return; // npm passes on the signal that the terminal has sent us already
  for (const running of processes) running.kill();
  process.exit(1);
}

/** npm killed outright passes on nothing; without it nobody could stop us from the terminal any more. */
function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && steps.request('npm is gone.'), 1_000).unref();
}

async function start(): Promise<void> {
  const port = await freeApiPort();
  for (const name of ['WORKER_PORT', 'MAILBOX_PORT']) if (process.env[name]) await freePortFrom(name);
  console.log('Starting the team check-in service');

  const servers = await steps.step('Neo4j and Redis are up', async () => {
    const servers = await startServers({ stateDir: dir, name: NAME, log: (line) => log(`  ${line}`) });
    steps.onShutdown('Neo4j and Redis', servers.stop);
    void servers.died.then((sentence) => steps.request(`${sentence}.`)); // an orderly end has been requested before
    return servers;
  });
  const mailbox = await steps.step('mailbox is open', async () => {
    const opened = await startMailbox(join(dir, NAME, 'mailbox'));
    steps.onShutdown('mailbox', opened.stop);
    return opened;
  });

  const motivators = await steps.step('sandbox provider of motivators is up', async () => {
    const opened = await startMotivators();
    steps.onShutdown('sandbox provider of motivators', opened.stop);
    log(`  it answers at ${opened.url}`);
    return opened;
  });

  const api = `http://127.0.0.1:${port}`;
  const webApp = await steps.step('page for links in notifications is up', async () => {
    const opened = await startWebApp({ dir: join(dir, NAME, 'web-app'), api });
    steps.onShutdown('page for links', opened.stop);
    return opened;
  });

  const tokenKeyFile = join(dir, NAME, 'token-key.json');
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    STATE_DIR: dir,
    PORT: String(port),
    WORKER_PORT: String(await portFrom('WORKER_PORT')),
    HOST: '127.0.0.1',
    NEO4J_URI: servers.neo4j.uri,
    NEO4J_USER: servers.neo4j.user,
    NEO4J_PASSWORD: servers.neo4j.password,
    REDIS_URL: servers.redis.url,
    SES_ENDPOINT: mailbox.url,
    TOKEN_KEY_FILE: tokenKeyFile,
    FILES_DIR: join(dir, NAME, 'files'),
    MOTIVATORS_URL: process.env.MOTIVATORS_URL || motivators.url,
    WEB_URL: process.env.WEB_URL || webApp.url,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  };

  const config = readConfig(env);
  const graph = openGraph(config, operatorLimits);
  steps.onShutdown('connections', () => graph.close());
  await assertReachable(graph, config);
  await steps.step('database is migrated', () => migrate(graph, (line) => log(`  ${line}`)));
  steps.onShutdown('API and worker', async () => void (await Promise.all(processes.map(({ stop }) => stop()))));
  const { neo4j, redis } = servers;
  const describeStack = (seeding: boolean): void =>
    writeStack(
      {
        ...{ pid: process.pid, neo4j, redis, ses: { endpoint: mailbox.url }, api: { url: `${api}/v1` } },
        ...{ tokenKeyFile, motivators: { url: env.MOTIVATORS_URL ?? motivators.url } },
        files: { dir: config.FILES_DIR, bucket: config.FILES_BUCKET, endpoint: config.FILES_ENDPOINT },
        ...(seeding && { seeding }),
      },
      dir,
    );
  const seeding = steps.step('demo company is there', () =>
    seed(graph, { files: openStorage(config), now: new Date(), report: (line) => log(`  ${line}`) }),
  );
  const [{ tenants }] = await Promise.all([
    seeding,
    steps
      .step('API is ready', () => launch('API', 'dist/src/server.js', env, `${api}/readyz`))
      .then(() => {
        process.once('exit', () => removeStack(dir));
        describeStack(true); // commands find the servers from now on
      }),
    steps.step('worker is ready', () =>
      launch('worker', 'dist/src/worker.js', env, `http://127.0.0.1:${env.WORKER_PORT}/readyz`),
    ),
  ]);
  describeStack(false);
  const [demo] = tenants;
  if (!demo) throw new Error('The demo has no company.');
  const people = await signTokens(graph, config, demo);
  console.log(
    `\nReady in ${seconds(started)} s.\n\n${formatGreeting({ api, mailbox: mailbox.url, tenant: demo.slug, people })}\n`,
  );
}

/** Refuses a second start of this checkout and a port that is taken. */
async function freeApiPort(): Promise<number> {
  const running = readStack(dir);
  if (running) throw new Error(`This checkout runs already: ${running.api.url}, process ${running.pid}.`);
  return freePortFrom('PORT', 3000);
}

async function freePortFrom(name: string, usual?: number): Promise<number> {
  const port = usual && !process.env[name] ? usual : await portFrom(name);
  if (await isTaken(port)) throw new Error(`Port ${port} is taken. Choose another one: ${name}=${port + 1} npm start`);
  return port;
}

async function launch(title: string, file: string, env: NodeJS.ProcessEnv, healthUrl: string): Promise<void> {
  const running = run(title, file, env);
  processes.push(running);
  void running.ended.then((sentence) => steps.request(sentence)); // after an orderly request this changes nothing
  let doing = 'is starting';
  const healthy = untilHealthy(running, healthUrl, { onAnswer: () => (doing = 'is planning its queries') });
  await sayStill(
    (line) => log(`  ${line}`),
    () => `${title} ${doing}`,
    Promise.race([healthy, steps.requested]),
  );
}

/** Tokens for the first four people of the company; the seed puts the telling ones first. */
async function signTokens(graph: GraphClient, config: Config, company: Seeded['tenants'][number]): Promise<Signed[]> {
  const { TOKEN_KEY_FILE = '', TOKEN_ISSUER: issuer, TOKEN_AUDIENCE: audience } = config;
  const { id: tenant } = await findTenant(graph, company.slug);
  return Promise.all(
    company.people.slice(0, 4).map(async (person) => {
      const { id: sub } = await findPerson(graph, tenant, person.email);
      return { ...person, token: await signToken(TOKEN_KEY_FILE, { sub, tenant }, { issuer, audience }, '8h') };
    }),
  );
}
