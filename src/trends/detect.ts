// Detects trend flags: people, departments or the organisation whose recent scores differ from the scores before.
import { sum } from 'simple-statistics';
import { dimensions } from '../model/scores.ts';
import { createGroupSeries, type GroupSeries } from './groups.ts';
import { listWeeks, readScore, type History } from './history.ts';
import { computeStepLikelihood, type PersistencePrior } from './persistence.ts';
import { createSeries, createTiming, sharePriorVariance, type Series } from './series.ts';
import { measureSharedWeeks, withoutSharedWeek } from './shared-weeks.ts';
import { selectDiscoveries, testFamily, type Discovery } from './test-series.ts';
import { thresholds } from './thresholds.ts';
import { roundFlag, type Flag, type Subject } from './types.ts';

const last = thresholds.weeks - 1;

/**
 * Returns the flags of the week, lowest p first, after all people have been added. Yields every few milliseconds, so that
 * the caller can let other work run.
 */
export function* selectFlagsInSteps(history: History): Generator<void, Flag[]> {
  const { windows, level, minimumSpread } = thresholds;
  const people: Series[] = [];
  const groups: GroupSeries[] = [];
  const timings = history.areTested.map((isTested, place) =>
    isTested ? createTiming(listWeeks(history, place), last, windows) : null,
  );
  for (const dimension of dimensions.keys()) {
    const shared = measureSharedWeeks(history, dimension);
    yield;
    const own: Series[] = [];
    for (const [place, timing] of timings.entries()) {
      if (timing === null) continue;
      const scores = timing.weeks.map((week) => readScore(history, place, week, dimension));
      const values = Array.from(timing.weeks, (week, i) => {
        const department = history.writtenIn[place * thresholds.weeks + week] as number;
        return withoutSharedWeek(shared, scores[i] as number, week, department);
      });
      const of = { scope: 'individual', subject: history.ids[place], dimension: dimensions[dimension] } as Subject;
      own.push({ ...createSeries(of, timing, values), scores });
      if (place % 1_000 === 999) yield;
    }
    sharePriorVariance(own, minimumSpread.people);
    for (const series of own) people.push(series);
    const series = createGroupSeries(history, dimension, shared);
    for (const kind of Map.groupBy(series, ({ scope }) => scope).values())
      sharePriorVariance(kind, minimumSpread.groups, thresholds.priorWeeks.groups);
    groups.push(...series);
  }
  const peopleTests = yield* testFamily(people, windows, 'people');
  const groupTests = yield* testFamily(groups, windows, 'groups', peopleTests);
  return selectDiscoveries([peopleTests, groupTests], level).flatMap((discovery) => {
    const flag = describeFlag(discovery);
    return flag ? [roundFlag(flag)] : [];
  });
}

/** Returns null if the displayed means do not shift as the tested ones do. */
function describeFlag({ series, count, p, adjustedP, family }: Discovery): Flag | null {
  const { scope, subject, dimension, values, weeks } = series;
  const displayed = [...(series.scores ?? (series as GroupSeries).means)];
  const compare = (of: ArrayLike<number>, recent: number): [recentMean: number, baselineMean: number] => {
    let late = 0;
    let early = 0;
    for (let i = 0; i < of.length; i += 1) {
      if (i >= of.length - recent) late += of[i] as number;
      else early += of[i] as number;
    }
    return [late / recent, early / (of.length - recent)];
  };
  const [tested, before] = compare(values, count);
  const sign = Math.sign(tested - before);
  const start = estimateStart(series, family.prior, (recent) => {
    const [one, other] = compare(displayed, recent);
    const [testedOne, testedOther] = compare(values, recent);
    return (one - other) * sign >= thresholds.minimumShift - 1e-9 && (testedOne - testedOther) * sign > 0;
  });
  if (!start) return null;
  const n = values.length;
  const weeksAgo = (recent: number): number => last - (weeks[n - recent] as number);
  const [recentMean, baselineMean] = compare(displayed, start.likeliest);
  const split = n - start.likeliest;
  return {
    scope,
    subject,
    dimension,
    direction: sign > 0 ? 'up' : 'down',
    n: !series.scores ? sum((series as GroupSeries).people.slice(split)) : start.likeliest,
    recentMean,
    baselineMean,
    effectSize: computeCliffsDelta(displayed.slice(split), displayed.slice(0, split)),
    p,
    adjustedP,
    start: { weeksAgo: weeksAgo(start.likeliest), earliest: weeksAgo(start.earliest), latest: weeksAgo(start.latest) },
    series: displayed.map((value, i) => ({ weeksAgo: last - (weeks[i] as number), value })),
    ...(!series.scores && { hasNumbers: (series as GroupSeries).hasNumbers }),
  };
}

/** The numbers of last values since the start: the likeliest, and the range that holds the start with the confidence. */
type ChangePoint = { likeliest: number; earliest: number; latest: number };

/**
 * Estimates the start of a shift: each value may be the first of it, all equally likely beforehand (A. F. M. Smith,
 * Biometrika 62, 1975). The range has the likeliest starts up to the confidence, and those between them.
 *
 * @param isPossible whether a number of last values can be shown as the shift
 * @returns null if none can
 */
function estimateStart(
  series: Series,
  prior: PersistencePrior,
  isPossible: (count: number) => boolean,
): ChangePoint | null {
  const { minimumScores, confidence } = thresholds.start;
  const counts: { count: number; log: number }[] = [];
  for (let count = minimumScores; count <= series.values.length - thresholds.minimumBaseline; count += 1) {
    if (isPossible(count)) counts.push({ count, log: computeStepLikelihood(series, count, prior) });
  }
  const ranked = counts.sort((a, b) => b.log - a.log);
  const [best] = ranked;
  if (!best) return null;
  const chances = ranked.map(({ log }) => Math.exp(log - best.log));
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  let covered = 0;
  const likely = ranked.filter((_, i) => {
    const isIn = covered < confidence * total;
    covered += chances[i] as number;
    return isIn;
  });
  const all = likely.map(({ count }) => count);
  return { likeliest: best.count, earliest: Math.max(...all), latest: Math.min(...all) };
}

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
