// Which server and which pool the sessions of requests use.
import neo4j, { type Session, type SessionMode } from 'neo4j-driver';
import type { DatabaseConfig } from './driver.ts';
import type { PoolName, Pools } from './pools.ts';

/** The driver decodes the rows of a fetch in one go; between two of them the process serves other requests. */
const rowsPerFetch = 8;

export type Sessions = {
  openRead: () => Session;
  /** Fetches so many records at once. */
  openList: (fetchSize: number) => Session;
  openWrite: () => Session;
  /** For transactions of requests, which may wait for each other's locks and must not block other requests meanwhile. */
  openAtomic: () => Session;
};

/**
 * Creates the openers of sessions. In a cluster, reads go to the leader: they decide access, and a manager change must take
 * effect at once.
 */
export function createSessions(config: DatabaseConfig, { drivers }: Pick<Pools, 'drivers'>): Sessions {
  const { READ, WRITE } = neo4j.session;
  const readMode = config.NEO4J_URI.startsWith('neo4j') ? WRITE : READ;
  const open = (pool: PoolName, mode: SessionMode, fetchSize = -1): Session =>
    drivers[pool].session({ database: config.NEO4J_DATABASE, defaultAccessMode: mode, fetchSize });
  return {
    openRead: () => open('requests', readMode),
    openList: (fetchSize) => open('lists', readMode, fetchSize),
    openWrite: () => open('requests', WRITE),
    openAtomic: () => open('transactions', WRITE, rowsPerFetch),
  };
}
