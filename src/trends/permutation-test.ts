// The exact permutation test of a difference of two means, and its effect size.

/**
 * Computes the exact distribution of a permutation test (R. A. Fisher, The Design of Experiments, 1935), without sampling:
 * dynamic programming over all choices of the recent numbers counts how many choices have each sum.
 *
 * @param recent integers
 * @param baseline integers
 * @returns `shares`: the share of all choices with a sum; the index is the sum minus the lowest possible sum.
 *   `toShift`: recent mean minus baseline mean for an index. `observed`: the index of the actual order
 */
export function computePermutationDistribution(recent: readonly number[], baseline: readonly number[]): Shifts {
  let lowest = Infinity;
  for (const value of recent) lowest = Math.min(lowest, value);
  for (const value of baseline) lowest = Math.min(lowest, value);
  const counts: number[] = [];
  let observed = 0;
  let total = 0;
  for (const value of recent) {
    observed += value - lowest;
    counts[value - lowest] = (counts[value - lowest] ?? 0) + 1;
  }
  for (const value of baseline) {
    total += value - lowest;
    counts[value - lowest] = (counts[value - lowest] ?? 0) + 1;
  }
  total += observed;
  return {
    observed,
    toShift: (sum) => sum / recent.length - (total - sum) / baseline.length,
    shares: computeSharesBySum(counts, recent.length),
  };
}

export type Shifts = { observed: number; toShift: (sum: number) => number; shares: Float64Array };

/**
 * Computes the share of all choices of `size` numbers that have each sum, by the sum.
 *
 * @param counts how often each number, the index, is available
 */
function computeSharesBySum(counts: readonly number[], size: number): Float64Array {
  const width = size * (counts.length - 1) + 1;
  // ways[chosen * width + sum]. The inner loop counts down, so each number is chosen at most once.
  const ways = new Float64Array((size + 1) * width);
  ways[0] = 1;
  let available = 0;
  counts.forEach((count, number) => {
    for (let copy = 0; copy < count; copy += 1) {
      available += 1;
      for (let chosen = Math.min(size, available); chosen > 0; chosen -= 1) {
        const into = chosen * width;
        const from = into - width - number;
        for (let sum = number; sum <= chosen * number; sum += 1) {
          ways[into + sum] = (ways[into + sum] as number) + (ways[from + sum] as number);
        }
      }
    }
  });
  const shares = ways.subarray(size * width);
  let choices = 0;
  for (let sum = 0; sum < width; sum += 1) choices += shares[sum] as number;
  for (let sum = 0; sum < width; sum += 1) shares[sum] = (shares[sum] as number) / choices;
  return shares;
}

/**
 * Computes Cliff's delta (N. Cliff, Psychological Bulletin 114, 1993): the share of pairs in which the recent number is
 * higher than the baseline number, minus the share in which it is lower. It is also defined if all numbers are equal.
 *
 * @returns from -1 (every recent number is below every baseline number) to 1
 */
export function computeCliffsDelta(recent: readonly number[], baseline: readonly number[]): number {
  let balance = 0;
  for (const a of recent) for (const b of baseline) balance += Math.sign(a - b);
  return balance / (recent.length * baseline.length);
}
