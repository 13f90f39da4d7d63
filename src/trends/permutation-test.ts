// How far apart some weeks and the others are, in the order they came in and in every other order, counted exactly.

/**
 * The difference of the two means for every order of the same numbers, by dynamic programming over all choices of the
 * recent ones: the distribution of a permutation test (R. A. Fisher, The Design of Experiments, 1935), without sampling.
 *
 * @param recent integers; @param baseline integers
 * @returns `shares`: of all choices, at the index of what the chosen numbers add up to (above the lowest they can);
 *   `shiftOf` such an index: recent mean minus baseline mean; `found`: the index that did come out
 */
export function permutationDistribution(recent: readonly number[], baseline: readonly number[]): Shifts {
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
    shares: sharesBySum(counts, recent.length),
  };
}

export type Shifts = { observed: number; toShift: (sum: number) => number; shares: Float64Array };

/** Of a bag that holds the number v `counts[v]` times: which share of all choices of `size` adds up to a sum, by the sum. */
function sharesBySum(counts: readonly number[], size: number): Float64Array {
  const width = size * (counts.length - 1) + 1;
  // ways[taken * width + sum]; a number joins the larger hands first, so that it is taken once.
  const ways = new Float64Array((size + 1) * width);
  ways[0] = 1;
  let inBag = 0;
  counts.forEach((count, number) => {
    for (let copy = 0; copy < count; copy += 1) {
      inBag += 1;
      for (let chosen = Math.min(size, inBag); chosen > 0; chosen -= 1) {
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
 * Cliff's delta (N. Cliff, Psychological Bulletin 114, 1993): how much more often a recent number is above a baseline
 * number than below it. Made for ordered scores: it needs no spread, so it is also defined where all were the same.
 *
 * @returns from -1 (every recent one is below every baseline one) to 1
 */
export function computeCliffsDelta(recent: readonly number[], baseline: readonly number[]): number {
  let more = 0;
  for (const one of recent) for (const other of baseline) more += one > other ? 1 : one < other ? -1 : 0;
  return more / (recent.length * baseline.length);
}
