// The connections to Neo4j: driver and settings, the pools and how much of them is in use, starting a statement.
import neo4j, { type Driver, type Session, type SessionMode } from 'neo4j-driver';
import { sum } from 'simple-statistics';
import { ApiError } from '../../errors.ts';
import { waitAtMost } from '../../lib/timeouts.ts';
import { pools, requestTimes } from '../../limits.ts';

/** Connection settings, named as the environment variables. */
export type DatabaseConfig = {
  NEO4J_URI: string;
  NEO4J_USER: string;
  NEO4J_PASSWORD: string;
  NEO4J_DATABASE: string;
};

/**
 * Creates a driver with a pool of at most `connections`. It connects with its first query.
 *
 * @param options.connectionForMs the age at which a connection is replaced, when it is taken from the pool
 * @param options.lossless keeps integers apart from floats
 */
export function openDriver(
  { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD }: DatabaseConfig,
  connections: number,
  { connectionForMs = requestTimes.connectionForMs, lossless = false } = {},
): Driver {
  return neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), {
    disableLosslessIntegers: !lossless,
    maxConnectionPoolSize: connections,
    maxConnectionLifetime: connectionForMs,
    connectionAcquisitionTimeout: 2_500,
    connectionTimeout: 2_000,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
    telemetryDisabled: true,
  });
}

/** Closes the session in the background once `result` settles. */
export function closeSessionAfter<T>(session: Session, result: Promise<T>): Promise<T> {
  return result.finally(() => void session.close().catch(() => undefined));
}

/** Does not cancel the work. @throws {ApiError} DATABASE_UNAVAILABLE after `ms` */
export const withTimeout = <T>(ms: number, result: Promise<T>): Promise<T> =>
  waitAtMost(ms, result, () => new ApiError('DATABASE_UNAVAILABLE'));

/**
 * Starts a statement without capturing a stack trace. The driver captures one per statement, which takes a seventh of its
 * CPU time; `translateError` names the query instead.
 */
export function withoutStackTrace<T>(start: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return start();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

type PoolName = keyof typeof pools;
/** Connections in use and idle, and how many wait for one. */
export type PoolFigures = { pool: PoolName; inUse: number; idle: number; waiting: number };

/** The driver decodes the rows of a fetch in one go; between two of them the process serves other requests. */
const rowsPerFetch = 8;

/**
 * Opens the pools. They connect with the first query. Slow readers of lists must not block other requests, nor must
 * changes, which may wait for locks. In a cluster, reads go to the leader: they decide access, and a manager change must
 * take effect at once.
 */
export function openPools(config: DatabaseConfig, connectionForMs: number) {
  const names = Object.keys(pools) as PoolName[];
  const entries = names.map((name) => [name, openDriver(config, pools[name], { connectionForMs })] as const);
  const drivers = Object.fromEntries(entries) as Record<PoolName, Driver>;
  const { READ, WRITE } = neo4j.session;
  const readMode = config.NEO4J_URI.startsWith('neo4j') ? WRITE : READ;
  const open = (pool: PoolName, mode: SessionMode, fetchSize = -1): Session =>
    drivers[pool].session({ database: config.NEO4J_DATABASE, defaultAccessMode: mode, fetchSize });
  return {
    openRead: () => open('reads', readMode),
    /** Fetches so many records at once. */
    openList: (fetchSize: number) => open('lists', readMode, fetchSize),
    openWrite: () => open('changes', WRITE),
    /** For transactions of several statements. */
    openAtomic: () => open('changes', WRITE, rowsPerFetch),
    readFigures: (): PoolFigures[] => entries.map(([pool, driver]) => ({ pool, ...readPool(driver) })),
    close: async () => void (await Promise.all(entries.map(([, driver]) => driver.close()))),
  };
}

/**
 * Private fields of the driver's connection pool, by the address of the server: it has no public figures. A test fails if
 * a new version of the driver changes them.
 */
type DriverPool = {
  _activeResourceCounts: Record<string, number>;
  _pools: Record<string, { length: number }>;
  _acquireRequests: Record<string, readonly unknown[]>;
};

function readPool(driver: Driver): Omit<PoolFigures, 'pool'> {
  const { _connectionProvider: provider } = driver as unknown as {
    _connectionProvider: { _connectionPool: DriverPool } | null;
  };
  if (!provider) return { inUse: 0, idle: 0, waiting: 0 }; // not connected yet
  const { _activeResourceCounts: counts, _pools: pools, _acquireRequests: requests } = provider._connectionPool;
  const lengths = (lists: Record<string, { length: number }>): number[] =>
    Object.values(lists).map(({ length }) => length);
  return { inUse: sum(Object.values(counts)), idle: sum(lengths(pools)), waiting: sum(lengths(requests)) };
}
