// Statistics of a series of scores, for the methods that trend flags are compared with.

/** How much more stretches of weeks vary than in random order. */
export function measureInflation(tests: readonly { observed: number; byChance: number }[]): number {
  const sum = (of: 'observed' | 'byChance'): number => tests.reduce((total, test) => total + test[of], 0);
  return sum('observed') / Math.max(1e-9, sum('byChance'));
}

/** The largest difference between the mean of the last `count` values and that of those before, in standard errors. */
export function measureWindows(values: readonly number[], counts: readonly number[]): number {
  const n = values.length;
  let [total, squares] = [0, 0];
  for (const value of values) {
    total += value;
    squares += value * value;
  }
  let [largest, sum, added] = [0, 0, 0];
  for (const count of counts) {
    for (; added < count; added += 1) sum += values[n - 1 - added] as number;
    const difference = sum / count - (total - sum) / (n - count);
    const within = Math.max(0, squares - sum ** 2 / count - (total - sum) ** 2 / (n - count));
    const error = (Math.sqrt(within / (n - 2)) + 0.25) * Math.sqrt(1 / count + 1 / (n - count));
    largest = Math.max(largest, Math.abs(difference) / error);
  }
  return largest;
}

/** Draws the last `count` values at random from all. */
export function shuffleLast(values: number[], count: number, random: () => number): void {
  for (let at = values.length - 1; at >= values.length - count; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [values[at], values[other]] = [values[other] as number, values[at] as number];
  }
}

/** The share of all choices of `size` values by their sum, less `size`. */
export function countOrders(values: readonly number[], size: number): number[] {
  const width = size * 4 + 1;
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(width));
  ways[0]![0] = 1;
  for (const value of values) {
    for (let chosen = size; chosen > 0; chosen -= 1) {
      for (let sum = width - 1; sum >= value - 1; sum -= 1) ways[chosen]![sum]! += ways[chosen - 1]![sum - value + 1]!;
    }
  }
  const total = ways[size]!.reduce((sum, one) => sum + one, 0);
  return Array.from(ways[size] as Float64Array, (one) => one / total);
}

export function measureStretches(values: number[], at: number[], week: number): { observed: number; byChance: number } {
  const before = values.filter((_, i) => (at[i] as number) <= week - 5);
  const mean = average(before);
  const variance = before.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (before.length - 1);
  const stretches = new Map<number, { size: number; sum: number }>();
  before.forEach((value, i) => {
    const key = Math.floor((week - (at[i] as number)) / 5);
    const stretch = stretches.get(key) ?? { size: 0, sum: 0 };
    stretches.set(key, { size: stretch.size + 1, sum: stretch.sum + value - mean });
  });
  let [observed, byChance] = [0, 0];
  for (const { size, sum } of stretches.values()) {
    observed += sum ** 2 / size;
    byChance += variance * (1 - size / before.length);
  }
  return { observed, byChance };
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The upper tail of the normal distribution (Numerical Recipes, erfcc). */
export function upperTail(z: number): number {
  const t = 1 / (1 + Math.abs(z) / 2 / Math.SQRT2);
  const terms = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
    -1.26551223,
  ];
  const tail = 0.5 * t * Math.exp((-z * z) / 2 + terms.reduce((sum, term) => sum * t + term, 0));
  return z > 0 ? tail : 1 - tail;
}
