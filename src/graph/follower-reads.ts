// Reads by the followers of a cluster, which wait until they have the transactions of the readers' bookmarks.
import type { Record as DriverRecord, Session } from 'neo4j-driver';
import { ApiError } from '../errors.ts';
import { closeSessionAfter, isOutdatedRead, withoutStackTrace, withTimeout, type Limits } from './driver.ts';
import type { StatementObserver } from './observe.ts';
import type { Query } from './query-files.ts';
import type { ReadCall } from './shared-reads.ts';

/** A follower that has failed would let each reader wait; the leader answers all meanwhile. */
const pauseMs = 5_000;

type FollowerReads = {
  /** Whether followers are used and none has failed in the last seconds. */
  isAvailable(): boolean;
  /**
   * Runs a statement for calls that may come from different tenants: the follower waits for the bookmarks of all.
   *
   * @throws {ApiError} DATABASE_UNAVAILABLE at the limit and on every error, for which the leader is to be asked
   */
  read(query: Query, statement: string, params: object, calls: readonly ReadCall[]): Promise<DriverRecord[]>;
};

/**
 * @param openSession opens a session that reads from a follower; null where there is none
 * @param limits `followerWithinMs`: how long a follower may take to catch up and to answer. The database cancels a statement
 *   only after `firstRowWithinMs`, because it may be planned first
 */
export function createFollowerReads(
  openSession: ((bookmarks: string[]) => Session) | null,
  { followerWithinMs, firstRowWithinMs }: Pick<Limits, 'followerWithinMs' | 'firstRowWithinMs'>,
  observer: Pick<StatementObserver, 'run'>,
): FollowerReads {
  let pausedUntil = 0;
  return {
    isAvailable: () => openSession !== null && performance.now() >= pausedUntil,
    async read(query, statement, params, calls) {
      if (!openSession) throw new ApiError('DATABASE_UNAVAILABLE');
      const session = openSession([...new Set(calls.flatMap(({ after = [] }) => after))]);
      const run = async (): Promise<DriverRecord[]> => {
        const result = withoutStackTrace(() => session.run(statement, { p: params }, { timeout: firstRowWithinMs }));
        return (await closeSessionAfter(session, Promise.resolve(result))).records;
      };
      const callers = calls.map(({ caller }) => caller);
      try {
        return await withTimeout(followerWithinMs, observer.run(query, 'read', callers, run));
      } catch (error) {
        if (!isOutdatedRead(error)) pausedUntil = performance.now() + pauseMs;
        throw new ApiError('DATABASE_UNAVAILABLE'); // without the cause: it says nothing about the leader and its plans
      }
    },
  };
}
