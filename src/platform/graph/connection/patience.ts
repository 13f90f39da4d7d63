// How long somebody waits for the database: shortly while it is silent, longer while it answers others.
import { ApiError } from '../../errors.ts';

/** Waits for a result; see `createPatience`. */
export type WaitForAnswer = <T>(result: Promise<T>, withinMs: number) => Promise<T>;

/** The part of the time for an answer after which the database is asked whether it answers at all. */
const doubtAfter = 0.6;

/**
 * Creates the function that waits for a result. If the database is silent, it waits `answerWithinMs`: no statement will be
 * answered soon. If the database answers a probe, it waits `withinMs`: the statement takes long, perhaps because the database
 * makes its plan, as it does again when statistics have changed much.
 *
 * @param probe rejects unless the database answers within its milliseconds
 * @returns a function that rejects with DATABASE_UNAVAILABLE if the database is silent, and with ANSWER_TOO_SLOW when the time
 *   is up; what it waited for goes on
 */
export function createPatience(probe: (ms: number) => Promise<void>, answerWithinMs: number): WaitForAnswer {
  const doubtAfterMs = doubtAfter * answerWithinMs;
  const findOut = (): Promise<void> => probe(answerWithinMs - doubtAfterMs);
  return (result, withinMs) =>
    new Promise((resolve, reject) => {
      const refuse = (cause: unknown): void => reject(new ApiError('DATABASE_UNAVAILABLE', undefined, { cause }));
      const doubt = setTimeout(() => void findOut().catch(refuse), doubtAfterMs);
      // An answer that has come and is only unread, because the event loop was busy, is taken first.
      const end = setTimeout(() => setImmediate(() => reject(new ApiError('ANSWER_TOO_SLOW'))), withinMs);
      result.then(resolve, reject).finally(() => {
        clearTimeout(doubt);
        clearTimeout(end);
      });
    });
}
