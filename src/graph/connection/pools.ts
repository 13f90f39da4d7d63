// The connection pools of requests: how large each is, the sessions that are opened from it, and how much of it is in use.
import neo4j, { type Driver, type Session, type SessionMode } from 'neo4j-driver';
import { sum } from 'simple-statistics';
import { openDriver, type DatabaseConfig } from './driver.ts';
import { pools } from '../../limits.ts';
import type { StatementListener } from '../load/observe.ts';

type PoolName = keyof typeof pools;
/** Connections in use and idle, and how many wait for one. */
type PoolFigures = { pool: PoolName; inUse: number; idle: number; waiting: number };

/** What the metrics show of a graph client. */
export type GraphFigures = {
  /** Calls `listener` with every statement of a query file that ends. */
  onStatement: (listener: StatementListener) => void;
  /** The pools at this moment. */
  readPools: () => PoolFigures[];
};

/** The driver decodes the rows of a fetch in one go; between two of them the process serves other requests. */
const rowsPerFetch = 8;

/** Slow readers of lists must not block other requests, nor must transactions, which may wait for each other's locks. */
export type Pools = {
  openRead: () => Session;
  /** Fetches so many records at once. */
  openList: (fetchSize: number) => Session;
  openWrite: () => Session;
  /** For transactions of several statements. */
  openAtomic: () => Session;
  readFigures: () => PoolFigures[];
  close(): Promise<void>;
};

/**
 * Opens the pools. They connect with the first query. In a cluster, reads go to the leader: they decide access, and a
 * manager change must take effect at once.
 */
export function openPools(config: DatabaseConfig): Pools {
  const names = Object.keys(pools) as PoolName[];
  const entries = names.map((name) => [name, openDriver(config, pools[name])] as const);
  const drivers = Object.fromEntries(entries) as Record<PoolName, Driver>;
  const { READ, WRITE } = neo4j.session;
  const readMode = config.NEO4J_URI.startsWith('neo4j') ? WRITE : READ;
  const open = (pool: PoolName, mode: SessionMode, fetchSize = -1): Session =>
    drivers[pool].session({ database: config.NEO4J_DATABASE, defaultAccessMode: mode, fetchSize });
  return {
    openRead: () => open('requests', readMode),
    openList: (fetchSize) => open('lists', readMode, fetchSize),
    openWrite: () => open('requests', WRITE),
    openAtomic: () => open('transactions', WRITE, rowsPerFetch),
    readFigures: () => entries.map(([pool, driver]) => ({ pool, ...readPool(driver) })),
    close: async () => void (await Promise.all(entries.map(([, driver]) => driver.close()))),
  };
}

/**
 * The pool inside a driver, which has no public figures; by address of a server. A test notices when a driver changes
 * it.
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
