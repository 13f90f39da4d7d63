// The pace of sending: turns at even distances, so that no second holds more than the rate allows.
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Hands out turns.
 *
 * @param maxWaitMs whoever would wait longer gets no turn
 */
export function createRateLimiter(longestWaitMs: number) {
  let next = 0;
  /**
   * Waits for a turn at this rate; the first comes at once.
   *
   * @returns false, at once, when the wait would be too long
   * @throws {Error} AbortError as soon as the signal says so
   */
  return async (ratePerSecond: number, signal?: AbortSignal): Promise<boolean> => {
    const now = performance.now();
    const turn = Math.max(next, now);
    if (turn - now > longestWaitMs) return false;
    next = turn + 1000 / ratePerSecond;
    await delay(turn - now, undefined, signal ? { signal } : {});
    return true;
  };
}
