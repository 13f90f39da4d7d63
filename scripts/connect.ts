// Where a command finds its servers: in the environment, else in the running stack of this checkout.
import { readConfig, type Config } from '../src/config.ts';
import { ApiError } from '../src/errors.ts';
import type { GraphClient } from '../src/graph/client.ts';
import type { Address } from '../src/graph/driver.ts';
import { readStack, type Stack } from './stack/state.ts';

const probeWithinMs = 5_000;
/** An operator can wait for an answer, and reads what the database says. */
export const operatorLimits = {
  answerWithinMs: 30_000,
  firstRowWithinMs: 5 * 60_000,
  listWithinMs: 10 * 60_000,
  transactionWithinMs: 24 * 60 * 60_000,
  quoteErrors: true,
  planFirst: false,
};

export type Connection = { config: Config; graph: GraphClient; close(): Promise<void> };

/**
 * The configuration a command runs with. The environment wins, server by server: an address there is never paired with
 * a password of the stack.
 *
 * @throws {Error} one sentence when there are no servers, or when the environment is incomplete
 */
export function resolveConfig(source: NodeJS.ProcessEnv = process.env, stack: Stack | null = readStack()): Config {
  if (!stack && !source['NEO4J_URI']) {
    throw new Error(
      'No servers found: run "npm start" in this checkout, or set NEO4J_URI, NEO4J_PASSWORD, REDIS_URL and ' +
        'TOKEN_KEY_FILE (or TOKEN_JWKS_URL).',
    );
  }
  const environment = { ...source };
  if (stack && !source['NEO4J_URI']) {
    const { uri, user, password } = stack.neo4j;
    Object.assign(environment, { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password });
  }
  if (stack && !source['REDIS_URL']) environment['REDIS_URL'] = stack.redis.url;
  if (stack && !source['NEO4J_URI']) {
    environment['MOTIVATORS_URL'] = source['MOTIVATORS_URL'] ?? stack.motivators.url;
  }
  if (stack && !source['NEO4J_URI'] && !source['FILES_DIR'] && !source['FILES_BUCKET']) {
    const { dir, bucket = '', endpoint = '' } = stack.files;
    Object.assign(environment, { FILES_DIR: dir, FILES_BUCKET: bucket, FILES_ENDPOINT: endpoint });
  }
  if (stack && !source['TOKEN_KEY_FILE'] && !source['TOKEN_JWKS_URL'])
    environment['TOKEN_KEY_FILE'] = stack.tokenKeyFile;
  return readConfig(environment);
}

/**
 * Connects to a database that answers and has this program's schema.
 *
 * @param options.anySchema for commands that bring the schema up to date or look at it
 * @throws {Error} one sentence that says what to do
 */
export async function connect({ anySchema = false } = {}): Promise<Connection> {
  const config = resolveConfig();
  // The driver takes long to load, so a wrong call, --help and "No servers found" do without it.
  const [{ openGraph }, { pendingMigrations }] = await Promise.all([
    import('../src/graph/client.ts'),
    import('../src/graph/migrations.ts'),
  ]);
  const graph = openGraph(config, operatorLimits);
  try {
    await assertReachable(graph, config);
    const pending = anySchema ? [] : await pendingMigrations(graph);
    if (pending.length === 0) return { config, graph, close: () => graph.close() };
    throw new Error(
      `The database lacks ${pending.map(({ version }) => version).join(', ')}: run "checkin migrate" first.`,
    );
  } catch (error) {
    await graph.close();
    throw error;
  }
}

/** Looks whether the database answers. @throws {Error} one sentence that says what to do */
export async function assertReachable(graph: GraphClient, at: Address): Promise<void> {
  await graph.probe(probeWithinMs).catch((error: unknown) => {
    throw new Error(describeUnreachable(at, error), { cause: error });
  });
}

/** Connects, works, and closes whatever happens. */
export async function withConnection<T>(
  work: (to: Connection) => Promise<T>,
  options?: { anySchema: boolean },
): Promise<T> {
  const connection = await connect(options);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

function describeUnreachable({ NEO4J_URI, NEO4J_USER }: Address, error: unknown): string {
  const { code } = (error instanceof ApiError ? (error.cause ?? {}) : {}) as { code?: string };
  if (code?.startsWith('Neo.ClientError.Security.')) {
    return `Neo4j at ${NEO4J_URI} refuses the user ${NEO4J_USER}: check NEO4J_USER and NEO4J_PASSWORD.`;
  }
  return `Neo4j does not answer at ${NEO4J_URI}: start it, or correct NEO4J_URI.`;
}
