// Finds or starts the two servers everything needs: Neo4j and Redis.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { composeAnswers, startCompose } from './compose.ts';
import type { ComposeServers, ComposeService } from './compose.ts';
import type { RunOptions } from './supervise.ts';
import { installNeo4j, runNeo4j } from './neo4j.ts';
import { installRedis, runRedis } from './redis.ts';
import type { Neo4jAddress, RedisAddress } from './state.ts';
import { sayStill, seconds } from './steps.ts';

export type Source = 'environment' | 'compose' | 'embedded';
/** `died` resolves with a sentence when a server that we run ends, be it because `stop` was called. */
export type Servers = {
  neo4j: Neo4jAddress;
  redis: RedisAddress;
  how: Source;
  died: Promise<string>;
  stop: () => Promise<void>;
};

/** `name` is the data folder below `stateDir`; `fresh` empties it first (never a server of the environment). */
export type ServersOptions = { stateDir: string; name: string; fresh?: boolean; log: (line: string) => void };

type ServerAddresses<Address> = { address: Address; how: Source; died: Promise<string>; stop: () => Promise<void> };

/**
 * Each server on its own: its URL in the environment, else Docker Compose, else embedded. They start together; when
 * one fails the other is stopped again. `how` is where Neo4j came from. Throws an Error that names the three ways.
 */
export async function startServers({ stateDir, name, fresh = false, log }: ServersOptions): Promise<Servers> {
  const addresses = { neo4j: neo4jOfEnvironment(), redis: redisOfEnvironment() };
  const missing = (['neo4j', 'redis'] as const).filter((service) => !addresses[service]);
  const compose = missing.length > 0 ? await tryCompose({ name, services: missing, fresh, log }) : null;

  const dir = join(stateDir, name);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const embedded = { dir, distDir: join(stateDir, 'dist'), fresh, log };
  // the small download first: Neo4j then starts without another Maven beside it
  const redisFound = addresses.redis ?? fromCompose(compose, 'redis') ?? embeddedRedis(embedded);
  const neo4jFound = addresses.neo4j ?? fromCompose(compose, 'neo4j') ?? embeddedNeo4j(embedded);
  const [neo4j, redis] = await assertBothOrNeither(neo4jFound, redisFound);
  const stop = async () => {
    await Promise.all([neo4j.stop(), redis.stop(), compose?.stop()]);
  };
  return {
    neo4j: neo4j.address,
    redis: redis.address,
    how: neo4j.how,
    died: Promise.race([neo4j.died, redis.died]),
    stop,
  };
}

type Embedded = RunOptions & { distDir: string };

async function embeddedNeo4j(options: Embedded): Promise<ServerAddresses<Neo4jAddress>> {
  const installed = await explainChoices('Neo4j', installNeo4j(options.distDir, options.log));
  const started = Date.now();
  const starting = sayStill(options.log, () => 'Neo4j is starting', runNeo4j(installed, options));
  const { uri, user, password, ended, stop } = await starting;
  options.log(`Neo4j ${installed.version} answers at ${uri} (${seconds(started)} s)`);
  return { address: { uri, user, password }, how: 'embedded', died: ended, stop };
}

async function embeddedRedis(options: Embedded): Promise<ServerAddresses<RedisAddress>> {
  const command = await explainChoices('Redis', installRedis(options.distDir, options.log));
  const started = Date.now();
  const { url, ended, stop } = await runRedis(command, options);
  options.log(`Redis answers at ${url} (${seconds(started)} s)`);
  return { address: { url }, how: 'embedded', died: ended, stop };
}

function neo4jOfEnvironment(): ServerAddresses<Neo4jAddress> | null {
  const { NEO4J_URI: uri, NEO4J_USER: user = 'neo4j', NEO4J_PASSWORD: password } = process.env;
  if (!uri) return null;
  if (!password) throw new Error('NEO4J_URI is set, but NEO4J_PASSWORD is not.');
  return { address: { uri, user, password }, how: 'environment', ...notOurs };
}

function redisOfEnvironment(): ServerAddresses<RedisAddress> | null {
  const url = process.env.REDIS_URL;
  return url ? { address: { url }, how: 'environment', ...notOurs } : null;
}

async function tryCompose(options: {
  name: string;
  services: ComposeService[];
  fresh: boolean;
  log: (line: string) => void;
}) {
  if (!(await composeAnswers())) return null;
  try {
    return { ...(await startCompose(options)), services: options.services };
  } catch (error) {
    options.log(`Docker Compose could not start them (${firstLine(error)}); trying the embedded servers`);
    return null;
  }
}

/** What Compose started is stopped once, for all of it together. */
function fromCompose<Service extends ComposeService>(
  compose: (ComposeServers & { services: ComposeService[] }) | null,
  service: Service,
): ServerAddresses<ComposeServers[Service]> | null {
  if (!compose?.services.includes(service)) return null;
  return { address: compose[service], how: 'compose', ...notOurs };
}

/** A server that another program runs: nothing to stop, and no word from it when it ends. */
const notOurs = { died: new Promise<string>(() => {}), stop: () => Promise.resolve() };

async function explainChoices<Installed>(title: 'Neo4j' | 'Redis', installing: Promise<Installed>): Promise<Installed> {
  try {
    return await installing;
  } catch (error) {
    const variables = title === 'Neo4j' ? 'NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD' : 'REDIS_URL';
    const here = title === 'Neo4j' ? '' : ' or a redis-server on the PATH';
    throw new Error(
      `There is no ${title} to run with: ${(error as Error).message}\nThree ways lead to one: set ${variables}; ` +
        `start Docker (with Compose); or have Java 17 or newer and Maven${here}, and it runs embedded.`,
      { cause: error },
    );
  }
}

async function assertBothOrNeither<A extends { stop: () => Promise<void> }, B extends { stop: () => Promise<void> }>(
  first: A | Promise<A>,
  second: B | Promise<B>,
): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value];
  if (a.status === 'fulfilled') await a.value.stop();
  if (b.status === 'fulfilled') await b.value.stop();
  throw a.status === 'rejected' ? a.reason : (b as PromiseRejectedResult).reason;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
