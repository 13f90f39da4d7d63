// Compares recent weeks with a baseline: distance, its distribution over all orders of the weeks, and persistence.
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { computeCliffsDelta, computePermutationDistribution } from './permutation-test.ts';
import type { Flag, TrendSettings } from './types.ts';

export type Windows<Week extends { weeksAgo: number }> = { recent: Week[]; baseline: Week[] };

/** How a week is measured: `toInteger` for the test (`unit` integers are a point), `toPoints` for the displayed mean. */
export type Measure<Week> = {
  toInteger: (week: Week) => number;
  toPoints: (week: Week) => number;
  unit: number;
  /** In points; added to the standard deviation. */
  varianceOffset: number;
};

export type Comparison = Pick<Flag, 'direction' | 'recentMean' | 'baselineMean' | 'effectSize'> & {
  /** Whether the shift is large enough and its direction is consistent. */
  isShifted: boolean;
  distance: number;
  /** The distribution over all orders of the same weeks: the share of each index, and the distance of an index. */
  chances: { shares: Float64Array; toDistance: (index: number) => number };
  persistence: Persistence;
};

/** How much stretches of `recentWeeks` baseline weeks differ from each other, and the difference expected at random. */
export type Persistence = { observed: number; expected: number };

/** Splits weeks into the two windows; null if one of them has too few. Other weeks are ignored. */
export function splitWindows<Week extends { weeksAgo: number }>(
  weeks: readonly Week[],
  { recentWeeks, baselineWeeks, minimumRecent, minimumBaseline }: TrendSettings,
): Windows<Week> | null {
  const recent = weeks.filter(({ weeksAgo }) => weeksAgo >= 0 && weeksAgo < recentWeeks);
  const baseline = weeks.filter(({ weeksAgo }) => weeksAgo >= recentWeeks && weeksAgo < recentWeeks + baselineWeeks);
  const isEnough = recent.length >= Math.max(1, minimumRecent) && baseline.length >= Math.max(2, minimumBaseline);
  return isEnough ? { recent, baseline } : null;
}

/**
 * Compares the two windows. The distance is the difference of the means divided by its standard error. An offset is added
 * to the spread, so a person whose scores hardly ever vary is not flagged for one different score (V. G. Tusher et al.,
 * PNAS 98, 2001). The spread is that of all weeks, so it does not depend on their order.
 *
 * A shift is ignored if the displayed means differ by less than the minimum, or in another direction than the tested ones.
 */
export function compareWindows<Week extends { weeksAgo: number }>(
  windows: Windows<Week>,
  { toInteger, toPoints, unit, varianceOffset }: Measure<Week>,
  { recentWeeks, minimumShift }: TrendSettings,
): Comparison {
  const [recent, baseline] = [windows.recent.map(toInteger), windows.baseline.map(toInteger)];
  const [recentMean, baselineMean] = [mean(windows.recent.map(toPoints)), mean(windows.baseline.map(toPoints))];
  const spread = sampleStandardDeviation([...recent, ...baseline]) + varianceOffset * unit;
  const error = spread * Math.sqrt(1 / recent.length + 1 / baseline.length);
  const { observed, toShift, shares } = computePermutationDistribution(recent, baseline);
  const toDistance = (sum: number): number => Math.abs(toShift(sum)) / error;
  const difference = recentMean - baselineMean;
  const isShifted = Math.abs(difference) >= minimumShift && toShift(observed) * difference > 0;
  const stretches = windows.baseline.map(({ weeksAgo }) => Math.floor(weeksAgo / recentWeeks));
  return {
    direction: difference > 0 ? 'up' : 'down',
    recentMean,
    baselineMean,
    effectSize: isShifted ? computeCliffsDelta(recent, baseline) : 0,
    isShifted,
    distance: toDistance(observed),
    chances: { toDistance, shares },
    persistence: measurePersistence(baseline, stretches),
  };
}

/**
 * Measures how long good and bad times last, from stretches of the baseline as long as the recent window. `observed` is the
 * sum of squares between the stretches, `expected` its mean over all orders of the same values. They are equal on average
 * if weeks are independent; `observed` is larger if good and bad times last.
 */
function measurePersistence(values: number[], stretches: readonly number[]): Persistence {
  const centre = mean(values);
  const variance = sampleStandardDeviation(values) ** 2;
  const sums: { size: number; sum: number }[] = [];
  values.forEach((value, i) => {
    const stretch = (sums[stretches[i] ?? 0] ??= { size: 0, sum: 0 });
    stretch.size += 1;
    stretch.sum += value - centre;
  });
  let observed = 0;
  let expected = 0;
  sums.forEach(({ size, sum }) => {
    observed += sum ** 2 / size;
    expected += variance * (1 - size / values.length);
  });
  return { observed, expected };
}
