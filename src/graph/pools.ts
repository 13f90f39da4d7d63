// The connection pools of requests: how large each is, and how much of it is in use.
import type { Driver } from 'neo4j-driver';
import { sum } from 'simple-statistics';
import { openDriver, type DatabaseConfig } from './driver.ts';
import { listConnections } from './list-reads.ts';
import type { StatementListener } from './observe.ts';

const sizes = { requests: 20, lists: listConnections, transactions: 12 };
export type PoolName = keyof typeof sizes;
/** Connections in use and idle, and how many wait for one. */
type PoolFigures = { pool: PoolName; inUse: number; idle: number; waiting: number };

/** What the metrics show of a graph client. */
export type GraphFigures = {
  /** Calls `listener` with every statement of a query file that ends. */
  onStatement: (listener: StatementListener) => void;
  /** The pools at this moment. */
  readPools: () => PoolFigures[];
};

export type Pools = {
  /** `lists`: slow readers of lists must not block other requests. `transactions`: nor must those that wait for locks. */
  drivers: Record<PoolName, Driver>;
  readFigures: () => PoolFigures[];
  close(): Promise<void>;
};

/** Opens the pools. They connect with the first query. */
export function openPools(config: DatabaseConfig): Pools {
  const names = Object.keys(sizes) as PoolName[];
  const entries = names.map((name) => [name, openDriver(config, sizes[name])] as const);
  return {
    drivers: Object.fromEntries(entries) as Record<PoolName, Driver>,
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
