// Other ways to find people whose scores have shifted, for comparison with the trend flags.
import { dimensions } from '../../src/model/scores.ts';
import { createRandom } from '../random.ts';
import {
  measureInflation,
  measureWindows,
  shuffleLast,
  countOrders,
  measureStretches,
  average,
  upperTail,
} from './baseline-statistics.ts';
import { readSeries, type Injection, type SimulatedTenant } from './tenants.ts';

/** A person and a dimension. */
type Shift = { person: number; dimension: number };
type BaselineMethod = (tenant: SimulatedTenant, week: number, level: number, injection?: Injection) => Shift[];

const minimumBaseline = 12;

/** The method before: one window of five weeks, exact orders of all people pooled, one correction for persistence. */
const oneWindow: BaselineMethod = (tenant, week, level) => {
  const expected = new Float64Array(2_000);
  const toStep = (distance: number): number => Math.min(1_999, Math.floor(distance / 0.01 + 1e-6));
  const inflation = dimensions.map(() => ({ observed: 0, expected: 0 }));
  const tests = forEachSeries(tenant, week, (values, at) => {
    const recent = at.filter((one) => one > week - 5).length;
    const n = values.length;
    if (recent < 3 || n - recent < minimumBaseline) return null;
    const mean = average(values);
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
    const error = (Math.sqrt(variance) + 0.5) * Math.sqrt(1 / recent + 1 / (n - recent));
    const total = mean * n;
    const toDistance = (sum: number): number => Math.abs(sum / recent - (total - sum) / (n - recent)) / error;
    for (const [sum, share] of countOrders(values, recent).entries()) {
      if (share > 0) expected[toStep(toDistance(sum + recent))]! += share;
    }
    const recentValues = values.slice(n - recent);
    const difference = average(recentValues) - average(values.slice(0, n - recent));
    return { distance: toDistance(average(recentValues) * recent), difference, ...measureStretches(values, at, week) };
  });
  for (const { dimension, observed, byChance } of tests) {
    inflation[dimension]!.observed += observed;
    inflation[dimension]!.expected += byChance;
  }
  for (let i = 1_998; i >= 0; i -= 1) expected[i]! += expected[i + 1] as number;
  const ranked = tests
    .filter(({ difference }) => Math.abs(difference) >= 0.3)
    .map(({ person, dimension, distance }) => {
      const { observed, expected: byChance } = inflation[dimension] as (typeof inflation)[number];
      return {
        person,
        dimension,
        p: expected[toStep(distance / Math.sqrt(Math.max(1, observed / byChance)))] as number,
      };
    });
  return rejectAtLevel(ranked, level / 2);
};

/**
 * The largest difference over windows of 4, 6, 8 and 12 weeks. Chance is what random orders of each person's own weeks give,
 * pooled over all people.
 *
 * @param options.isCorrected whether for autocorrelation, by half that of the person and half that of all
 * @param options.levelShare the share of the level that is used
 */
const bestOfWindows =
  ({ isCorrected = false, levelShare = 1 }): BaselineMethod =>
  (tenant, week, level) => {
    const [lengths, orders] = [[4, 6, 8, 12], 100];
    const random = createRandom('orders of the best of windows');
    const expected = new Float64Array(2_000);
    const toStep = (distance: number): number => Math.min(1_999, Math.floor(distance / 0.01 + 1e-6));
    const tests = forEachSeries(tenant, week, (values, at) => {
      const n = values.length;
      const counts = lengths
        .map((length) => [length, at.filter((one) => one > week - length).length] as const)
        .filter(([length, count]) => count >= Math.max(3, length / 2) && n - count >= minimumBaseline)
        .map(([, count]) => count);
      if (counts.length === 0) return null;
      const distance = measureWindows(values, counts);
      const order = [...values];
      for (let i = 0; i < orders; i += 1) {
        shuffleLast(order, Math.max(...counts), random);
        expected[toStep(measureWindows(order, counts))]! += 1 / orders;
      }
      return { distance, ...measureStretches(values, at, week) };
    });
    for (let i = 1_998; i >= 0; i -= 1) expected[i]! += expected[i + 1] as number;
    const shared = measureInflation(tests);
    const ranked = tests.map(({ distance, ...rest }) => {
      const inflation = isCorrected ? Math.max(1, (measureInflation([rest]) + shared) / 2) : 1;
      return { ...rest, p: expected[toStep(distance / Math.sqrt(inflation))] as number };
    });
    return rejectAtLevel(ranked, level * levelShare);
  };

/** Knows the week and the direction of the shift, and tests everybody for it. */
const oracle: BaselineMethod = (tenant, week, level, injection) => {
  if (!injection || week < injection.onset) return [];
  const tests = forEachSeries(tenant, week, (values, at) => {
    const recent = values.filter((_, i) => (at[i] as number) >= injection.onset);
    const before = values.filter((_, i) => (at[i] as number) < injection.onset);
    if (recent.length === 0 || before.length < minimumBaseline) return null;
    const [late, early] = [average(recent), average(before)];
    const variance = before.reduce((sum, value) => sum + (value - early) ** 2, 0) / (before.length - 1);
    const error = Math.sqrt((variance * 30 + 0.45 * 15) / 45) * Math.sqrt(1 / recent.length + 1 / before.length);
    return { distance: ((late - early) / error) * (early > 3 ? -1 : 1) };
  });
  const ranked = tests.map(({ distance, ...rest }) => ({ ...rest, p: tests.length * upperTail(distance) }));
  return rejectAtLevel(ranked, level);
};

/** Averages over all weeks in which a shift may have begun; flags those whose posterior chances of none are low. */
const bayes: BaselineMethod = (tenant, week, level) => {
  const priorOdds = 0.005;
  const tests = forEachSeries(tenant, week, (values) => {
    const n = values.length;
    if (n < minimumBaseline + 3) return null;
    const squares = (of: number[]): number => {
      const mean = average(of);
      return of.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    };
    const all = squares(values) + 0.45 * 10;
    let [evidence, starts] = [0, 0];
    for (let recent = 2; recent <= Math.min(26, n - minimumBaseline); recent += 1) {
      const split = squares(values.slice(n - recent)) + squares(values.slice(0, n - recent)) + 0.45 * 10;
      const weight = (recent * (n - recent)) / n;
      const spread = split / (n + 8);
      evidence += Math.exp(((n + 9) / 2) * Math.log(all / split)) * Math.sqrt(spread / (spread + weight));
      starts += 1;
    }
    return { odds: (priorOdds * evidence) / starts };
  });
  const ranked = tests.map((test) => ({ ...test, none: 1 / (1 + test.odds) })).sort((a, b) => a.none - b.none);
  let sum = 0;
  return ranked.filter(({ none }, i) => {
    sum += none;
    return sum / (i + 1) <= level;
  });
};

export const baselineMethods = {
  'one window of 5 weeks (before)': oneWindow,
  'best of windows of 4, 6, 8, 12 weeks': bestOfWindows({}),
  'best of windows, 0.6 of the level': bestOfWindows({ levelShare: 0.6 }),
  'best of windows, corrected for autocorrelation': bestOfWindows({ isCorrected: true }),
  'Bayes change point': bayes,
  'oracle that knows the week': oracle,
};

function forEachSeries<Test>(
  tenant: SimulatedTenant,
  week: number,
  test: (values: number[], at: number[]) => Test | null,
): (Test & Shift)[] {
  const tests: (Test & Shift)[] = [];
  for (let person = 0; person < tenant.people; person += 1) {
    for (let dimension = 0; dimension < dimensions.length; dimension += 1) {
      const { values, at } = readSeries(tenant, person, dimension, week);
      const result = test(values, at);
      if (result) tests.push({ ...result, person, dimension });
    }
  }
  return tests;
}

/** Benjamini–Hochberg. @param ranked `p` is the expected number of tests at least as far apart */
function rejectAtLevel(tests: (Shift & { p: number })[], level: number): Shift[] {
  const ranked = [...tests].sort((a, b) => a.p - b.p);
  const last = ranked.findLastIndex(({ p }, i) => p <= level * (i + 1));
  return ranked.slice(0, last + 1);
}
