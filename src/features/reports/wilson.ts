// The interval in which a share lies of which few were observed.

/** Of the standard normal distribution: 95 of 100 such intervals contain the share. */
const z = 1.959964;

/**
 * Computes the score interval: E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
 * American Statistical Association 22 (1927), 209–212. It stays between 0 and 1, and has a width where none or all were observed; L. D. Brown,
 * T. T. Cai and A. DasGupta, Interval estimation for a binomial proportion, Statistical Science 16 (2001), 101–133, recommend it for few.
 *
 * @param share 0 to 1
 * @param count how many were observed; may have decimals, above 0
 */
export function findInterval(share: number, count: number): { from: number; to: number } {
  const centre = share + z ** 2 / (2 * count);
  const reach = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  const scale = 1 + z ** 2 / count;
  return { from: Math.max(0, (centre - reach) / scale), to: Math.min(1, (centre + reach) / scale) };
}
