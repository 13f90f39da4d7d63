// The pauses between attempts at an event.

const firstMs = 2_000;
const factor = 4;
const maxMs = 15 * 60_000;

/**
 * The pause after a failed attempt: 2 s, then four times as long each time, up to 15 minutes. The second half is random:
 * events that failed together are not retried together.
 *
 * @param attempts so far, from 1
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function retryDelay(attempts: number, random: number): number {
  const delayMs = Math.min(maxMs, firstMs * factor ** (attempts - 1));
  return Math.round(delayMs * (0.5 + random / 2));
}
