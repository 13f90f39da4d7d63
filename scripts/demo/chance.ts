// Chance that repeats itself: the same seed always gives the same numbers.

/** A source of numbers from 0 up to, not including, 1. */
export type Chance = () => number;

/** A source that depends on these words alone (mulberry32, seeded with the FNV-1a hash of the words). */
export function createChance(...words: string[]): Chance {
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

/** A number from `low` up to, not including, `high`. */
export function between(chance: Chance, low: number, high: number): number {
  return low + chance() * (high - low);
}

/** A number around 0, most of them within `spread` (the standard deviation, nearly: six even numbers added up). */
export function around(chance: Chance, spread: number): number {
  let sum = -3;
  for (let i = 0; i < 6; i += 1) sum += chance();
  return sum * Math.SQRT2 * spread;
}

/** One of the items, each as likely as the next. */
export function pick<T>(chance: Chance, items: readonly T[]): T {
  if (items.length === 0) throw new Error('There is nothing to pick from.');
  return items[Math.floor(chance() * items.length)] as T;
}

/** The items in an order of chance. */
export function shuffled<T>(chance: Chance, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: chance() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
