// A series of weekly values, its step, and its variance beside that of the tenant's other series.
import type { Subject } from './types.ts';
import { thresholds } from './thresholds.ts';

/** Values in the order of the weeks. A person's have shared weeks taken out; a group's are mean deviations. */
export type Series = Subject & {
  values: Float32Array;
  weeks: Uint8Array;
  /** The numbers of last values that are tested against those before. */
  splits: number[];
  sum: number;
  /** The sum of squared deviations from the mean. */
  squares: number;
  /** The variance that the tenant's other series suggest, which counts as much as `priorWeeks` own values. */
  priorVariance: number;
  priorWeeks: number;
  /** The scores of a person as they wrote them. */
  scores?: Uint8Array;
};

/**
 * Creates a series; null if it cannot be split anywhere.
 *
 * @param last the number of the detected week
 */
export function createSeries(subject: Subject, values: Float32Array, weeks: Uint8Array, last: number): Series | null {
  const { longestRecent, minimumRecent, minimumWritten, minimumBaseline } = thresholds;
  const n = values.length;
  const splits: number[] = [];
  for (let count = minimumRecent; count <= n - minimumBaseline; count += 1) {
    const span = last - (weeks[n - count] as number) + 1;
    if (span > longestRecent) break;
    const gap = last - (weeks[n - count - 1] as number);
    if (count >= gap * minimumWritten - 1e-9) splits.push(count);
  }
  if (splits.length === 0) return null;
  return withValues({ ...subject, weeks, splits, values, sum: 0, squares: 0, priorVariance: 1, priorWeeks: 0 }, values);
}

/** The series with other values in its weeks. */
export function withValues(series: Series, values: Float32Array): Series {
  let [sum, squares] = [0, 0];
  for (const value of values) sum += value;
  for (const value of values) squares += (value - sum / values.length) ** 2;
  return { ...series, values, sum, squares };
}

/** Sets what the series of a kind suggest of each other's variance. */
export function sharePriorVariance(series: readonly Series[], priorWeeks: number): void {
  const variance = series.reduce((sum, one) => sum + measureVariance(one), 0) / series.length;
  for (const one of series) {
    one.priorVariance = Math.max(thresholds.minimumSpread ** 2, variance);
    one.priorWeeks = priorWeeks;
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
  let [late, largest] = [0, 0];
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
 * Estimates how much the variance of a series changes over time: the squared coefficient of variation of the variance in a
 * week. Squared deviations of neighbouring weeks go together where it changes; those of weeks far apart do not, so their
 * products are the scale. From one and two weeks apart follows the value at no distance.
 */
export function estimateVarianceChange(series: readonly Series[]): number {
  const { distances } = thresholds.varianceChange;
  const [near, second, far] = distances.map((distance) => {
    let [total, weights] = [0, 0];
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
