// Runs writes in transactions, which are retried when the database aborts them, for example after a deadlock.
import { setTimeout as pause } from 'node:timers/promises';
import { isRetryableError, type Record as DriverRecord, type Session, type Transaction } from 'neo4j-driver';
import { ApiError } from '../../errors.ts';
import { sharedWrites } from '../../limits.ts';
import { closeSessionAfter, withoutStackTrace, withTimeout } from '../connection/driver.ts';
import type { StatementObserver } from '../load/observe.ts';
import type { RunWrite } from '../reads/shared-call.ts';
import { joinCalls, type Params } from '../rows.ts';

/** The pauses of retries are random and grow; the driver's own retries would start with a second. */
const minPauseMs = 10;
const maxPauseMs = 200;
/** The database cancels a write this long before its callers stop waiting. */
const headStartMs = 300;

/**
 * Creates a runner for single writes. Each is committed in one round trip: the result of a statement without a transaction
 * of its own arrives after the commit. It is retried after an error that `isTransient`.
 *
 * @param prepare waits until a statement has a plan: before it is repeated, because the database may have restarted
 * @returns a function that rejects with the error of the driver, or with DATABASE_UNAVAILABLE when the time is up
 */
export function createWriteRunner(
  openSession: () => Session,
  prepare: (statement: string) => Promise<unknown> | null,
  observer: Pick<StatementObserver, 'run'>,
): RunWrite {
  async function run(text: string, p: Params, withinMs: number): Promise<DriverRecord[]> {
    if (withinMs <= 0) throw new ApiError('DATABASE_UNAVAILABLE');
    const session = openSession();
    const timeout = Math.max(1, Math.round(withinMs - headStartMs)); // the driver takes 0 for no limit
    let isRepeated = false;
    const result = retry(async () => {
      if (isRepeated) await prepare(text);
      isRepeated = true;
      const { records } = await withoutStackTrace(() => session.run(text, { p }, { timeout }));
      return records;
    });
    // Closing the session when the time is up also ends the retries. A commit in progress may still succeed.
    return closeSessionAfter(session, withTimeout(withinMs, result));
  }
  return (query, calls, withinMs) => {
    const p = joinCalls(query, calls);
    return observer.run(query, 'write', calls, () => run(query.statement, p, withinMs));
  };
}

/**
 * Whether the same statements may succeed in another transaction. A node may have been deleted meanwhile, or the server may
 * have ended the transaction just when a statement came.
 */
function isTransient(error: unknown): boolean {
  const cause = (error instanceof ApiError ? error.cause : error) as (Error & { code?: string }) | undefined;
  if (!cause) return false;
  return (
    isRetryableError(cause) || /^Neo\.ClientError\.(Statement\.EntityNotFound|Request\.Invalid)$/.test(cause.code ?? '')
  );
}

/** Repeats `attempt` while it fails with an error that `isTransient`, until the time for retries is over. */
async function retry<T>(attempt: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (let pauseBoundMs = minPauseMs; ; pauseBoundMs = Math.min(2 * pauseBoundMs, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) || performance.now() - started > sharedWrites.repeatMs) throw error;
      await pause(Math.random() * pauseBoundMs);
    }
  }
}

/**
 * Runs `work` in one transaction and commits it, within `withinMs`. Repeats the whole, in another transaction, while it
 * fails with an error that `isTransient`: also if the connection is lost during the commit, which may then have been
 * made.
 */
export function runTransactionWithRetry<T>(
  openSession: () => Session,
  withinMs: number,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  return retry(() => {
    const rest = deadline - performance.now();
    if (rest <= 0) throw new ApiError('DATABASE_UNAVAILABLE');
    const session = openSession();
    const transaction = session.beginTransaction({ timeout: Math.max(1, Math.round(rest - headStartMs)) }); // sent with the first statement
    const result = work(transaction).then(async (value) => {
      await transaction.commit();
      return value;
    });
    return closeSessionAfter(session, withTimeout(rest, result)); // rolls back what is not committed
  });
}

/** Runs several statements in one transaction and commits it. On an error, returns after the rollback. */
export async function runTransaction<T>(
  session: Session,
  timeoutMs: number,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    const transaction = await session.beginTransaction({ timeout: timeoutMs });
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } finally {
    await session.close();
  }
}
