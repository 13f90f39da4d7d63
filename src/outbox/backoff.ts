// When something that failed is tried again.

const firstMs = 2_000;
const factor = 4;
const maxMs = 15 * 60_000;

/**
 * How long to wait after an attempt: four times as long each time, up to 15 minutes, the later half of it by chance, so
 * that what failed together does not come back together.
 *
 * @param attempts how many there were, from 1
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function retryDelay(attempts: number, random: number): number {
  const delayMs = Math.min(maxMs, firstMs * factor ** (attempts - 1));
  return Math.round(delayMs * (0.5 + random / 2));
}
