// Counts by key that are forgiven with time: how many in a burst, and how many a second later.
import { LRUCache } from 'lru-cache';

/** How many keys are remembered: those that were counted last. Who only asks, by `peek`, keeps no key. */
const maxRemembered = 20_000;

/** The count of a key that is not forgiven yet at `lastAt`, the time of the last one. */
type Remembered = { count: number; lastAt: number };
type Rate = { burst: number; perSecond: number };

export type ForgivingCounts = {
  /** Whether a key has no room for one more. */
  isSpent(key: string): boolean;
  /** Whether there was one within a time. */
  isKnown(key: string, withinMs: number): boolean;
  add(key: string): void;
};

/** @param now milliseconds of a monotonic clock */
export function createForgivingCounts(
  { burst, perSecond }: Rate,
  now: () => number = () => performance.now(),
): ForgivingCounts {
  const records = new LRUCache<string, Remembered>({ max: maxRemembered });
  const countOf = (key: string): number => {
    const { count, lastAt } = records.peek(key) ?? { count: 0, lastAt: 0 };
    return Math.max(0, count - ((now() - lastAt) / 1_000) * perSecond);
  };
  return {
    isSpent: (key) => countOf(key) >= burst,
    isKnown: (key, withinMs) => now() - (records.peek(key)?.lastAt ?? -Infinity) < withinMs,
    add: (key) => void records.set(key, { count: countOf(key) + 1, lastAt: now() }),
  };
}
