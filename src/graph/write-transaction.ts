// A change is a transaction of its own, and is made anew at once when the database had to break it off.
import { setTimeout as pause } from 'node:timers/promises';
import { isRetryableError, type Record as Answer, type Session, type Transaction } from 'neo4j-driver';
import { withoutStackTrace } from './driver.ts';

/** For so long it is tried anew, after pauses by chance that grow between these; the driver's own begin with a second. */
const retryForMs = 1_500;
const minPauseMs = 10;
const maxPauseMs = 200;

/**
 * Runs one statement that changes something, and commits it.
 *
 * @param session ends with whoever opened it; closing it ends the tries, too
 * @param timeoutMs the database gives up a try that takes much longer
 * @param prepare waits, before each try, until the statement has a plan
 */
export async function runWriteWithRetry(
  session: Session,
  text: string,
  params: Record<string, unknown>,
  timeoutMs: number,
  prepare: () => Promise<unknown> | null = () => null,
): Promise<Answer[]> {
  const started = performance.now();
  for (let pauseBoundMs = minPauseMs; ; pauseBoundMs = Math.min(2 * pauseBoundMs, maxPauseMs)) {
    let transaction: Transaction | undefined;
    try {
      await prepare();
      const opened = (transaction = session.beginTransaction({ timeout: timeoutMs })); // goes out with its statement
      const { records } = await withoutStackTrace(() => opened.run(text, params));
      await opened.commit();
      return records;
    } catch (error) {
      if (!isRetryableError(error) || performance.now() - started > retryForMs) throw error;
      await transaction?.close().catch(() => undefined);
      await pause(Math.random() * pauseBoundMs);
    }
  }
}

/** Runs several statements in one transaction and commits them; what fails is undone before anybody goes on. */
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
