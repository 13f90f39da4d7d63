// Detects trend flags: people, departments or the organisation whose recent scores differ from the scores before.
import { sum } from 'simple-statistics';
import { dimensions } from '../model/scores.ts';
import { estimateStart } from './change-point.ts';
import { selectDiscoveries, type Discovery } from './false-discoveries.ts';
import { createGroupSeries, type GroupSeries } from './groups.ts';
import { addPerson, createHistory, listWeeks, readScore, type History } from './history.ts';
import { createSeries, createTiming, sharePriorVariance, type Series } from './series.ts';
import { measureSharedWeeks, withoutSharedWeek } from './shared-weeks.ts';
import { testFamily } from './test-series.ts';
import { thresholds } from './thresholds.ts';
import { roundFlag, type CheckIn, type Flag, type Subject } from './types.ts';

/** The state of the detection in a tenant's week. A group's week with fewer people than `minimumGroup` is left out. */
export type Screening = { minimumGroup: number; history: History };

export function createScreening(minimumGroup: number): Screening {
  return { minimumGroup, history: createHistory(thresholds.weeks) };
}

/**
 * Adds a person. Call it once per person.
 *
 * @param userId null for a deactivated user: no flags about them, but their summaries count for their groups
 */
export function screenPerson({ history }: Screening, userId: string | null, checkIns: readonly CheckIn[]): void {
  addPerson(history, userId, checkIns);
}

/**
 * Returns the flags of the week, lowest p first, after all people have been added. Yields every few milliseconds, so that
 * the caller can let other work run.
 */
export function* selectFlagsInSteps({ minimumGroup, history }: Screening): Generator<void, Flag[]> {
  const { windows, level } = thresholds;
  const people: Series[] = [];
  const groups: GroupSeries[] = [];
  const timings = history.ids.map((id, place) =>
    id === null ? null : createTiming(listWeeks(history, place), history.weeks - 1, windows),
  );
  for (const dimension of dimensions.keys()) {
    const shared = measureSharedWeeks(history, dimension, minimumGroup);
    yield;
    const own: Series[] = [];
    for (const [place, timing] of timings.entries()) {
      if (timing === null) continue;
      const scores = timing.weeks.map((week) => readScore(history, place, week, dimension));
      const values = Array.from(timing.weeks, (week, i) => {
        const department = history.writtenIn[place * history.weeks + week] as number;
        return withoutSharedWeek(shared, scores[i] as number, week, department);
      });
      const of = { scope: 'individual', subject: history.ids[place], dimension: dimensions[dimension] } as Subject;
      own.push({ ...createSeries(of, timing, values), scores });
      if (place % 1_000 === 999) yield;
    }
    sharePriorVariance(own, thresholds.minimumSpread.people);
    for (const series of own) people.push(series);
    const series = createGroupSeries(history, dimension, shared, windows, minimumGroup);
    const { groups: spread } = thresholds.minimumSpread;
    const departments = series.filter(({ scope }) => scope === 'department');
    sharePriorVariance(departments, spread, thresholds.priorWeeks.groups);
    const organisation = series.filter(({ scope }) => scope === 'organisation');
    sharePriorVariance(organisation, spread, thresholds.priorWeeks.groups);
    groups.push(...series);
  }
  const peopleTests = yield* testFamily(people, windows, 'people');
  const groupTests = yield* testFamily(groups, windows, 'groups', peopleTests);
  const last = history.weeks - 1;
  return selectDiscoveries([peopleTests, groupTests], level).flatMap((discovery) => {
    const flag = describeFlag(discovery, last);
    return flag ? [roundFlag(flag)] : [];
  });
}

/** Returns null if the displayed means do not shift as the tested ones do. */
function describeFlag({ series, count, p, adjustedP, family }: Discovery, last: number): Flag | null {
  const { scope, subject, dimension, values, weeks } = series;
  const displayed = [...(series.scores ?? (series as GroupSeries).means)];
  const compare = (of: ArrayLike<number>, recent: number): [recentMean: number, baselineMean: number] => {
    let [late, early] = [0, 0];
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
    ...{ scope, subject, dimension, direction: sign > 0 ? 'up' : 'down' },
    n: !series.scores ? sum((series as GroupSeries).people.slice(split)) : start.likeliest,
    ...{ recentMean, baselineMean },
    effectSize: computeCliffsDelta(displayed.slice(split), displayed.slice(0, split)),
    ...{ p, adjustedP },
    start: { weeksAgo: weeksAgo(start.likeliest), earliest: weeksAgo(start.earliest), latest: weeksAgo(start.latest) },
    series: displayed.map((value, i) => ({ weeksAgo: last - (weeks[i] as number), value })),
  };
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
