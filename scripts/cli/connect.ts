// Connects a command to its servers: those in the environment, else the running stack of this checkout.
import { randomUUID } from 'node:crypto';
import { readConfig, type Config } from '../../src/platform/config/config.ts';
import { ApiError } from '../../src/platform/errors.ts';
import type { GraphClient } from '../../src/platform/graph/client.ts';
import type { DatabaseConfig } from '../../src/platform/graph/connection/driver.ts';
import type { RowOf } from '../../src/platform/graph/queries/call-types.ts';
import { logToStderr } from './output.ts';
import { readToken } from './sign-in.ts';
import { findStack, noServers } from '../stack/find-stack.ts';
import type { Stack } from '../stack/state.ts';

/** The first statement of a database that has just started takes seconds, on a busy machine many. */
const probeTimeoutMs = 20_000;
const noticeAfterMs = 3_000;
/** Options of a database client for operators: longer time limits, and the messages of the database. */
export const operatorOptions = {
  answerWithinMs: 30_000,
  listWithinMs: 10 * 60_000,
  transactionWithinMs: 24 * 60 * 60_000,
  quoteErrors: true,
  planFirst: false,
};

export type Connection = { config: Config; graph: GraphClient; close(): Promise<void> };

/**
 * Reads the configuration of a command. The environment takes precedence, server by server: its address is never used
 * with the password of the stack.
 *
 * @throws {Error} when there are no servers
 * @throws {ConfigError} when the environment is incomplete
 */
export function resolveConfig(source: NodeJS.ProcessEnv = process.env, stack: Stack | null = findStack()): Config {
  if (!stack && !source['NEO4J_URI']) {
    throw new Error(noServers('set NEO4J_URI, NEO4J_PASSWORD, REDIS_URL and TOKEN_KEY_FILE (or TOKEN_JWKS_URL)'));
  }
  const environment = { ...source };
  const setUnless = (names: string[], values: Record<string, string>): void => {
    if (!names.some((name) => source[name])) Object.assign(environment, values);
  };
  if (stack) {
    const { uri, user, password } = stack.neo4j;
    const { dir, bucket = '', endpoint = '' } = stack.files;
    setUnless(['NEO4J_URI'], { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password });
    setUnless(['REDIS_URL'], { REDIS_URL: stack.redis.url });
    setUnless(['TOKEN_KEY_FILE', 'TOKEN_JWKS_URL'], { TOKEN_KEY_FILE: stack.tokenKeyFile });
    // What follows belongs to the data in the database of the stack.
    setUnless(['NEO4J_URI', 'FILES_DIR', 'FILES_BUCKET'], {
      FILES_DIR: dir,
      FILES_BUCKET: bucket,
      FILES_ENDPOINT: endpoint,
    });
    setUnless(['NEO4J_URI', 'ERASURE_LOG'], { ERASURE_LOG: stack.erasureLog });
    setUnless(['NEO4J_URI', 'MOTIVATORS_URL'], { MOTIVATORS_URL: stack.motivators.url });
    setUnless(['NEO4J_URI', 'WEBHOOKS_TO_LOOPBACK'], { WEBHOOKS_TO_LOOPBACK: 'allow' });
  }
  return readConfig(environment);
}

/**
 * Connects to the database, and checks that it answers and has the current schema.
 *
 * @param options.anySchema skips the check of the schema
 * @throws {Error} with a message for the user
 */
export async function connect({ anySchema = false } = {}): Promise<Connection> {
  const config = resolveConfig();
  // Loaded late: the driver is slow to load, and usage errors, --help and "No servers found" do not need it.
  const [{ openGraph }, { requireSchema }] = await Promise.all([
    import('../../src/platform/graph/client.ts'),
    import('../../src/platform/graph/queries/migrations.ts'),
  ]);
  const graph = openGraph(config, operatorOptions);
  try {
    await assertReachable(graph, config);
    if (!anySchema) await requireSchema(graph);
    return { config, graph, close: () => graph.close() };
  } catch (error) {
    await graph.close();
    throw error;
  }
}

/** Checks that the database answers. @throws {Error} with a message for the user */
export async function assertReachable(graph: GraphClient, at: DatabaseConfig): Promise<void> {
  const notice = setTimeout(() => logToStderr(`Waiting for Neo4j at ${at.NEO4J_URI}.`), noticeAfterMs);
  try {
    await graph.probe(probeTimeoutMs);
  } catch (error) {
    throw new Error(describeFailure(at, error), { cause: error });
  } finally {
    clearTimeout(notice);
  }
}

/** @throws {Error} with the token of a person */
export function assertOperator(): void {
  if (readToken() !== undefined)
    throw new Error('This command is for who operates the service: run "checkin sign-out", or unset CHECKIN_TOKEN.');
}

/**
 * Connects, runs the work of a command of the operator, and always closes the connection. `withCaller` is for those that
 * people may run.
 *
 * @throws {Error} with the token of a person
 */
export async function withConnection<T>(
  work: (to: Connection) => Promise<T>,
  options?: { anySchema: boolean },
): Promise<T> {
  assertOperator();
  const connection = await connect(options);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

function describeFailure({ NEO4J_URI, NEO4J_USER }: DatabaseConfig, error: unknown): string {
  const { code } = (error instanceof ApiError ? (error.cause ?? {}) : {}) as { code?: string };
  if (code?.startsWith('Neo.ClientError.Security.')) {
    return `Neo4j at ${NEO4J_URI} rejects the user ${NEO4J_USER}: check NEO4J_USER and NEO4J_PASSWORD.`;
  }
  return `Neo4j does not answer at ${NEO4J_URI}: start it, or correct NEO4J_URI.`;
}

/** Writes the audit entry of what the operator does with a tenant. `facts`: see src/platform/schema/audit.ts. */
export async function recordOfOperator(
  graph: GraphClient,
  tenantId: string,
  action: string,
  facts: RowOf<'audit/record', 'entries'>['facts'] = {},
): Promise<void> {
  const entries = [{ id: randomUUID(), action, facts }];
  await graph.bind({ tenantId, userId: 'operator' }).write('audit/record', { entries, now: new Date().toISOString() });
}
