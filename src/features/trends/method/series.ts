// A series of weekly values with the windows in which it is tested, and the distance of its recent values.
import type { Subject } from './types.ts';
import { thresholds } from './thresholds.ts';

export type Window = { weeks: number; weight: number };

/** Values in the order of the weeks. A person's have shared weeks taken out; a group's are mean deviations. */
export type Series = Subject & {
  values: Float32Array;
  weeks: Uint8Array;
  /** By window: how many of the last values are in it; 0 if there are too few to test. */
  recentCounts: number[];
  sum: number;
  /** The sum of squared deviations from the mean. */
  squares: number;
  /** The variance that the tenant's other series suggest, which counts as much as `priorWeeks` own values. */
  priorVariance: number;
  priorWeeks: number;
  /** The scores of a person as they wrote them. */
  scores?: Uint8Array;
  /** The values of a group before what others have in common was taken out. */
  plain?: readonly number[];
};

/** When the values of a series are from: the same for all dimensions of a person. */
export type Timing = Pick<Series, 'weeks' | 'recentCounts'>;

/** Returns null if no window can be tested. @param last the number of the detected week */
export function createTiming(weeks: readonly number[], last: number, windows: readonly Window[]): Timing | null {
  const n = weeks.length;
  const recentCounts = windows.map((window) => {
    let count = 0;
    while (count < n && (weeks[n - 1 - count] as number) > last - window.weeks) count += 1;
    const isEnough = count >= Math.max(thresholds.minimumRecent, window.weeks * thresholds.minimumWritten - 1e-9);
    return isEnough && n - count >= thresholds.minimumBaseline ? count : 0;
  });
  return recentCounts.some((count) => count > 0) ? { weeks: Uint8Array.from(weeks), recentCounts } : null;
}

export function createSeries(subject: Subject, timing: Timing, values: ArrayLike<number>): Series {
  const moments = { values: new Float32Array(), sum: 0, squares: 0, priorVariance: 1, priorWeeks: 0 };
  return withValues({ ...subject, ...timing, ...moments }, values);
}

/** The series with other values in its weeks. */
export function withValues(series: Series, numbers: ArrayLike<number>): Series {
  const values = Float32Array.from(numbers);
  let sum = 0;
  let squares = 0;
  for (const value of values) sum += value;
  for (const value of values) squares += (value - sum / values.length) ** 2;
  return { ...series, values, sum, squares };
}

/** Sets what the series of a kind suggest of each other's variance. */
export function sharePriorVariance(series: readonly Series[], minimumSpread: number, priorWeeks?: number): void {
  if (series.length === 0) return;
  const variances = series.map(measureVariance);
  const average = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const mean = average(variances);
  const noise = average(series.map(({ values }) => 2 / (values.length - 1)));
  const observed = mean > 0 ? average(variances.map((variance) => variance ** 2)) / mean ** 2 - 1 : 0;
  const spread = Math.max(0.01, (observed - noise) / (1 + noise)); // squared coefficient of variation of true variances
  const { atLeast, atMost } = thresholds.priorWeeks;
  for (const one of series) {
    one.priorVariance = Math.max(minimumSpread ** 2, mean);
    one.priorWeeks = priorWeeks ?? Math.max(atLeast, Math.min(atMost, 4 + 2 / spread));
  }
}

/**
 * Finds the step that explains a series best, wherever it is: `count` last values are after it. The squared distance of the
 * step is that of independent values.
 */
export function findStep({ values, sum, squares, priorWeeks, priorVariance }: Series): {
  count: number;
  distance: number;
} {
  const n = values.length;
  const best = { count: 0, distance: 0 };
  let late = 0;
  let largest = 0;
  for (let count = 1; count <= n - thresholds.minimumBaseline; count += 1) {
    late += values[n - count] as number;
    if (count < thresholds.start.minimumScores) continue;
    const between = ((late / count - (sum - late) / (n - count)) ** 2 * count * (n - count)) / n;
    if (between <= largest) continue;
    largest = between;
    best.count = count;
    best.distance = (between * (n - 2 + priorWeeks)) / (priorWeeks * priorVariance + Math.max(0, squares - between));
  }
  return best;
}

/** The variance of a series around its step, if it has a clear one: a shift is no spread. */
function measureVariance(series: Series): number {
  const { squares, values } = series;
  const { distance } = findStep(series);
  const degrees = values.length - 2;
  if (distance < thresholds.clearStep ** 2) return squares / (degrees + 1);
  return squares / (1 + distance / degrees) / degrees;
}

/**
 * Turns a squared distance into that of a normal variable with the same chance (D. L. Wallace, Ann. Math. Stat. 30,
 * 1959).
 */
export function toNormalDistance(distance: number, degrees: number): number {
  return degrees * ((8 * degrees + 1) / (8 * degrees + 3)) ** 2 * Math.log(1 + distance / degrees);
}

/**
 * Estimates how much the variance of a series changes over time: the squared coefficient of variation of the variance in a
 * week. If the variance changes, squared deviations of neighbouring weeks are similar. Squared deviations of weeks far apart are not,
 * so their products are the scale. The value at no distance follows from the values one and two weeks apart.
 */
export function estimateVarianceChange(series: readonly Series[]): number {
  const { distances } = thresholds.varianceChange;
  const [near, second, far] = distances.map((distance) => {
    let total = 0;
    let weights = 0;
    for (const { values, sum, squares, priorVariance } of series) {
      const n = values.length;
      const variance = squares / (n - 1);
      if (variance < priorVariance / 20 || n < 2 * distances[2]) continue;
      const mean = sum / n;
      let products = 0;
      for (let i = distance; i < n; i += 1) {
        products += (((values[i] as number) - mean) * ((values[i - distance] as number) - mean)) ** 2;
      }
      total += products / (n - distance) / variance ** 2;
      weights += 1;
    }
    return weights >= thresholds.varianceChange.series ? total / weights : 1;
  }) as [number, number, number];
  const change = (2 * near - second) / far - 1;
  return change > thresholds.varianceChange.least ? change : 0;
}

/**
 * Returns a 32-bit hash of the values: FNV-1a (G. Fowler, L. C. Noll and P. Vo, draft-eastlake-fnv) with the final mix of
 * MurmurHash3 (A. Appleby, 2011). Values are rounded to 1/16, because shared weeks are sums over people, and the last digits
 * of a sum depend on their order.
 */
export function hashValues({ values }: Pick<Series, 'values'>): number {
  let hash = 0x811c9dc5;
  for (const value of values) hash = Math.imul(hash ^ Math.round(value * 16), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
