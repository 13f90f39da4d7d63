// The effect size of a shift: Cliff's delta.

/**
 * Computes the effect size of a shift, Cliff's delta (N. Cliff, Psychological Bulletin 114, 1993): the share of pairs in
 * which the recent number is higher than the baseline number, minus the share in which it is lower. It is also defined if
 * all numbers are equal.
 *
 * @returns from -1 (every recent number is below every baseline number) to 1
 */
export function computeCliffsDelta(recent: readonly number[], baseline: readonly number[]): number {
  let balance = 0;
  for (const a of recent) for (const b of baseline) balance += Math.sign(a - b);
  return balance / (recent.length * baseline.length);
}
