// The pauses before an event is due again: exponential backoff with jitter.

const retryPauses = { firstMs: 2_000, factor: 4, maxMs: 15 * 60_000 };
const leavePauses = { firstMs: 2_000, factor: 1.5, maxMs: 5 * 60_000 };
const postponePauses = { ...leavePauses, maxMs: 60_000 };
/**
 * An event whose longest pause is at least this, the third one, is worked on by itself: it may be what stops the others. Before, the
 * database was probably just slow, and would be slower if a thousand events came one by one.
 */
export const aloneFromMs = leavePauses.firstMs * leavePauses.factor ** 2;

/**
 * The pause after a failed attempt: 2 s, then four times as long each time, up to 15 minutes. The second half is random:
 * events that failed together are not retried together.
 *
 * @param attempts so far, from 1
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function retryDelay(attempts: number, random: number): number {
  const { firstMs, factor, maxMs } = retryPauses;
  const delayMs = Math.min(maxMs, firstMs * factor ** (attempts - 1));
  return Math.round(delayMs * (0.5 + random / 2));
}

/**
 * The longest pause before an event is due again that this release does not know: 2 s, then half as long again each time, up
 * to 5 minutes. A newer worker beside this one gets it soon; where none runs, it costs little.
 *
 * @param before the longest pause before this one
 * @returns milliseconds; a random part of the second half is not waited for
 */
export function leaveDelay(before: number): number {
  return grow(before, leavePauses);
}

/**
 * The longest pause before an event is due again that met a slow or absent database: as `leaveDelay`, up to one minute. It
 * is delivered soon after the database is quick again, and an event that is postponed for ever costs an attempt a minute.
 *
 * @param before the longest pause before this one
 * @returns milliseconds; a random part of the second half is not waited for
 */
export function postponeDelay(before: number): number {
  return grow(before, postponePauses);
}

function grow(before: number, { firstMs, factor, maxMs }: typeof leavePauses): number {
  return Math.min(maxMs, Math.max(firstMs, before * factor));
}
