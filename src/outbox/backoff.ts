// When something that failed is tried again.

const firstMs = 2_000;
const factor = 4;
const longestMs = 15 * 60_000;

/**
 * How long to wait after an attempt: four times as long each time, up to 15 minutes, the later half of it by chance, so
 * that what failed together does not come back together.
 *
 * @param attempts how many there were, from 1
 * @param chance from 0 to 1
 * @returns milliseconds
 */
export function retryDelay(attempts: number, chance: number): number {
  const whole = Math.min(longestMs, firstMs * factor ** (attempts - 1));
  return Math.round(whole * (0.5 + chance / 2));
}
