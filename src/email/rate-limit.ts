// Limits the rate of sending: slots at even intervals, so no second has more than the rate allows.
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Creates a rate limiter.
 *
 * @param maxWaitMs a caller that would wait longer gets no slot
 */
export function createRateLimiter(maxWaitMs: number) {
  let next = 0;
  /**
   * Waits for the next slot; the first one is immediate.
   *
   * @returns false, without waiting, if the wait would be too long
   * @throws {Error} AbortError when the signal aborts
   */
  return async (ratePerSecond: number, signal?: AbortSignal): Promise<boolean> => {
    const now = performance.now();
    const slot = Math.max(next, now);
    if (slot - now > maxWaitMs) return false;
    next = slot + 1000 / ratePerSecond;
    await delay(slot - now, undefined, signal ? { signal } : {});
    return true;
  };
}
