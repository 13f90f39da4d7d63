// A reproducible random number generator: the same seed gives the same numbers.

/** Returns numbers from 0 up to, not including, 1. */
export type Random = () => number;

/** Creates a generator seeded with these words (mulberry32, seeded with their FNV-1a hash). */
export function createRandom(...words: string[]): Random {
  let state = 0x811c9dc5;
  for (const character of words.join('\n')) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a number from `low` up to, not including, `high`. */
export function randomBetween(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** Returns a number around 0 with this standard deviation: the sum of six uniform numbers is close to normal. */
export function randomNormal(random: Random, deviation: number): number {
  let sum = -3;
  for (let i = 0; i < 6; i += 1) sum += random();
  return sum * Math.SQRT2 * deviation;
}

/** Returns one of the items, all equally likely. */
export function pick<T>(random: Random, items: readonly T[]): T {
  if (items.length === 0) throw new Error('Cannot pick from an empty list.');
  return items[Math.floor(random() * items.length)] as T;
}

/** Returns the items in random order. */
export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
