// Finds or starts the servers that everything needs: Neo4j and Redis.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isComposeAvailable, startCompose, type ComposeServers, type ComposeService } from './compose.ts';
import { installNeo4j, runNeo4j } from './neo4j.ts';
import { installRedis, runRedis } from './redis.ts';
import type { Neo4jAddress, RedisAddress } from './state.ts';
import { reportWhileRunning, formatSeconds } from './steps.ts';
import type { RunOptions } from './supervise.ts';

type Source = 'environment' | 'compose' | 'embedded';
/**
 * `ended` resolves with a description when an embedded server ends, also after `stop`; `pids` are null where they are not known.
 */
export type Servers = {
  neo4j: Neo4jAddress;
  redis: RedisAddress;
  pids: { neo4j: number | null; redis: number | null };
  source: Source;
  ended: Promise<string>;
  stop: () => Promise<void>;
};

/**
 * `name` is the data folder below `stateDir`; `fresh` empties it first (never a server from the environment).
 * `javaArguments` and `settings` are for an embedded Neo4j.
 */
type ServersOptions = Omit<RunOptions, 'dir' | 'fresh'> & { stateDir: string; name: string; fresh?: boolean };

type ResolvedServer<Address> = {
  address: Address;
  source: Source;
  pid: number | null;
  ended: Promise<string>;
  stop: () => Promise<void>;
};

/**
 * Resolves each server separately: its URL in the environment, else Docker Compose, else embedded. They start together;
 * when one fails, the other is stopped. `source` is the source of Neo4j.
 *
 * @throws {Error} naming the three ways to provide a server
 */
export async function startServers(options: ServersOptions): Promise<Servers> {
  const { stateDir, name, fresh = false, log } = options;
  const configured = { neo4j: readNeo4jFromEnvironment(), redis: readRedisFromEnvironment() };
  const missing = (['neo4j', 'redis'] as const).filter((service) => !configured[service]);
  const compose = missing.length > 0 ? await tryCompose({ name, services: missing, fresh, log }) : null;

  const dir = join(stateDir, name);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const embedded = { ...options, dir, distDir: join(stateDir, 'dist'), fresh };
  // the small download first, so that Neo4j does not start while Maven is running
  const redisServer = configured.redis ?? resolveFromCompose(compose, 'redis') ?? startEmbeddedRedis(embedded);
  const neo4jServer = configured.neo4j ?? resolveFromCompose(compose, 'neo4j') ?? startEmbeddedNeo4j(embedded);
  const [neo4j, redis] = await assertBothOrNeither(neo4jServer, redisServer);
  const stop = async () => {
    await Promise.all([neo4j.stop(), redis.stop(), compose?.stop()]);
  };
  return {
    neo4j: neo4j.address,
    redis: redis.address,
    pids: { neo4j: neo4j.pid, redis: redis.pid },
    source: neo4j.source,
    ended: Promise.race([neo4j.ended, redis.ended]),
    stop,
  };
}

type Embedded = RunOptions & { distDir: string };

async function startEmbeddedNeo4j(options: Embedded): Promise<ResolvedServer<Neo4jAddress>> {
  const installed = await explainAlternatives('Neo4j', installNeo4j(options.distDir, options.log));
  const started = Date.now();
  const starting = reportWhileRunning(options.log, () => 'Neo4j is starting', runNeo4j(installed, options));
  const { uri, user, password, pid, ended, stop } = await starting;
  options.log(
    `Neo4j ${installed.version} on Java ${installed.java.version} answers at ${uri} (${formatSeconds(started)} s)`,
  );
  return { address: { uri, user, password }, source: 'embedded', pid, ended, stop };
}

async function startEmbeddedRedis(options: Embedded): Promise<ResolvedServer<RedisAddress>> {
  const command = await explainAlternatives('Redis', installRedis(options.distDir, options.log));
  const started = Date.now();
  const { url, title, pid, ended, stop } = await runRedis(command, options);
  options.log(`${title} answers at ${url} (${formatSeconds(started)} s)`);
  return { address: { url }, source: 'embedded', pid, ended, stop };
}

function readNeo4jFromEnvironment(): ResolvedServer<Neo4jAddress> | null {
  const { NEO4J_URI: uri, NEO4J_USER: user = 'neo4j', NEO4J_PASSWORD: password } = process.env;
  if (!uri) return null;
  if (!password) throw new Error('NEO4J_URI is set, but NEO4J_PASSWORD is not.');
  return { address: { uri, user, password }, source: 'environment', ...externalServer, pid: readPid('NEO4J_PID') };
}

function readRedisFromEnvironment(): ResolvedServer<RedisAddress> | null {
  const url = process.env.REDIS_URL;
  return url ? { address: { url }, source: 'environment', ...externalServer, pid: readPid('REDIS_PID') } : null;
}

/** `npm test` says it of its servers, so that the benchmark can count their processor time. */
function readPid(name: string): number | null {
  return Number(process.env[name]) || null;
}

async function tryCompose(options: {
  name: string;
  services: ComposeService[];
  fresh: boolean;
  log: (line: string) => void;
}) {
  if (!(await isComposeAvailable())) return null;
  try {
    return { ...(await startCompose(options)), services: options.services };
  } catch (error) {
    options.log(`Docker Compose could not start them (${readCause(error)}); trying the embedded servers`);
    return null;
  }
}

/** Stopping is left to the caller: Compose stops all of its services together. */
function resolveFromCompose<Service extends ComposeService>(
  compose: (ComposeServers & { services: ComposeService[] }) | null,
  service: Service,
): ResolvedServer<ComposeServers[Service]> | null {
  if (!compose?.services.includes(service)) return null;
  return { address: compose[service], source: 'compose', ...externalServer };
}

/** A server run by another program: there is nothing to stop, and its end is not reported. */
const externalServer = { pid: null, ended: new Promise<string>(() => {}), stop: () => Promise.resolve() };

async function explainAlternatives<Installed>(
  title: 'Neo4j' | 'Redis',
  installing: Promise<Installed>,
): Promise<Installed> {
  try {
    return await installing;
  } catch (error) {
    const variables = title === 'Neo4j' ? 'NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD' : 'REDIS_URL';
    const local = title === 'Neo4j' ? '' : ' or Valkey or Redis on the PATH';
    throw new Error(
      `${title} is not available: ${(error as Error).message}\nProvide it in one of three ways: set ${variables}; ` +
        `start Docker (with Compose); or install Java 17 or newer and Maven${local} to run it embedded.`,
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

/** Why a command failed: the last line that it printed as an error, else what the error says first. */
export function readCause(error: unknown): string {
  const { stderr = '' } = error as { stderr?: string };
  const printed = stderr.split('\n').filter((line) => line.trim() !== '');
  return printed.at(-1)?.trim() ?? (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
