// Recent weeks held against a baseline: how far apart, how far they would be in any other order, how much weeks persist.
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { computeCliffsDelta, permutationDistribution } from './exact-shift.ts';
import type { Flag, TrendSettings } from './terms.ts';

/** The weeks of the two windows. */
export type Windows<Week extends { weeksAgo: number }> = { recent: Week[]; baseline: Week[] };

/** What is compared: a week's integer to test, its number in points to show, and points of spread added to everybody's. */
export type Measure<Week> = {
  toInteger: (week: Week) => number;
  toPoints: (week: Week) => number;
  unit: number;
  varianceOffset: number;
};

export type Comparison = Pick<Flag, 'direction' | 'recentMean' | 'baselineMean' | 'effectSize'> & {
  /** Whether there is a shift to speak of. */
  shifted: boolean;
  distance: number;
  /** The shares of all orders of the same weeks that give a distance, each by an index. */
  chances: { shares: Float64Array; toDistance: (index: number) => number };
  persistence: Persistence;
};

/** How much the baseline's stretches of `recentWeeks` weeks differ from each other, and how much they would by chance. */
export type Persistence = { observed: number; expected: number };

/** The weeks that lie in the two windows, or null if one of them has too few. */
export function splitWindows<Week extends { weeksAgo: number }>(
  weeks: readonly Week[],
  { recentWeeks, baselineWeeks, minimumRecent, minimumBaseline }: TrendSettings,
): Windows<Week> | null {
  const recent = weeks.filter(({ weeksAgo }) => weeksAgo >= 0 && weeksAgo < recentWeeks);
  const baseline = weeks.filter(({ weeksAgo }) => weeksAgo >= recentWeeks && weeksAgo < recentWeeks + baselineWeeks);
  const enough = recent.length >= Math.max(1, minimumRecent) && baseline.length >= Math.max(2, minimumBaseline);
  return enough ? { recent, baseline } : null;
}

/**
 * Compares the two windows. The distance is the difference of the means over its own standard error, with some points
 * added to the spread, so that nobody who hardly ever gives another score is flagged for one (V. G. Tusher et al., PNAS
 * 98, 2001). The spread is that of all the weeks, so it is the same in every order.
 *
 * A shift of the means that are shown counts as none when it is smaller than the minimum, or goes the other way than
 * what is tested.
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
  const { observed, toShift, shares } = permutationDistribution(recent, baseline);
  const toDistance = (sum: number): number => Math.abs(toShift(sum)) / error;
  const difference = recentMean - baselineMean;
  const shifted = Math.abs(difference) >= minimumShift && toShift(observed) * difference > 0;
  const stretches = windows.baseline.map(({ weeksAgo }) => Math.floor(weeksAgo / recentWeeks));
  return {
    direction: difference > 0 ? 'up' : 'down',
    recentMean,
    baselineMean,
    effectSize: shifted ? computeCliffsDelta(recent, baseline) : 0,
    shifted,
    distance: toDistance(observed),
    chances: { toDistance, shares },
    persistence: measurePersistence(baseline, stretches),
  };
}

/**
 * How far the means of stretches of the baseline, each as long as the recent weeks, lie from the mean of all: `found`,
 * the sum of squares between the stretches, and `expected`, the mean of that sum over all orders of the same values.
 * Equal on average when weeks are independent of each other; `found` is larger where good and bad times last.
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
