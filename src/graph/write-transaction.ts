// Runs writes in transactions; a single write is retried when the database aborts it, for example after a deadlock.
import { setTimeout as pause } from 'node:timers/promises';
import { isRetryableError, type Record as DriverRecord, type Session, type Transaction } from 'neo4j-driver';
import { withoutStackTrace } from './driver.ts';

/** Retries stop after this time. Their pauses are random and grow; the driver's own retries would start with a second. */
const retryForMs = 1_500;
const minPauseMs = 10;
const maxPauseMs = 200;

/**
 * Runs one write and commits it. Retries it while the database reports a transient error.
 *
 * @param session the caller closes it, which also ends the retries
 * @param timeoutMs the database cancels an attempt that takes much longer
 * @param prepare waits, before each attempt, until the statement has a plan
 */
export async function runWriteWithRetry(
  session: Session,
  text: string,
  params: Record<string, unknown>,
  timeoutMs: number,
  prepare: () => Promise<unknown> | null = () => null,
): Promise<DriverRecord[]> {
  const started = performance.now();
  for (let pauseBoundMs = minPauseMs; ; pauseBoundMs = Math.min(2 * pauseBoundMs, maxPauseMs)) {
    let transaction: Transaction | undefined;
    try {
      await prepare();
      const attempt = (transaction = session.beginTransaction({ timeout: timeoutMs })); // sent with its statement
      const { records } = await withoutStackTrace(() => attempt.run(text, params));
      await attempt.commit();
      return records;
    } catch (error) {
      if (!isRetryableError(error) || performance.now() - started > retryForMs) throw error;
      await transaction?.close().catch(() => undefined);
      await pause(Math.random() * pauseBoundMs);
    }
  }
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
