// The pauses before an event is due again: exponential backoff with jitter.

const retryPauses = { firstMs: 2_000, factor: 4, maxMs: 15 * 60_000 };
const leavePauses = { firstMs: 2_000, factor: 1.5, maxMs: 5 * 60_000 };

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
  const { firstMs, factor, maxMs } = leavePauses;
  return Math.min(maxMs, Math.max(firstMs, before * factor));
}
