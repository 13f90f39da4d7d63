// Detects trend flags: people, departments or the organisation whose recent scores differ from the scores before.
import { sum } from 'simple-statistics';
import { dimensions } from '../../../platform/schema/scores.ts';
import { createGroupSeries, selectShownGroups, type GroupSeries } from './groups.ts';
import { listWeeks, readScore, type History } from './history.ts';
import { createSeries, createTiming, sharePriorVariance, type Series } from './series.ts';
import { measureSharedWeeks, withoutSharedWeek } from './shared-weeks.ts';
import { selectDiscoveries, type Discovery } from './false-discoveries.ts';
import { createOthers } from './beyond-others.ts';
import { testFamily } from './test-series.ts';
import { thresholds } from './thresholds.ts';
import { roundFlag, type Flag, type Subject } from './types.ts';
import { estimateStart } from './change-point.ts';
import { computeCliffsDelta } from './effect-size.ts';

const last = thresholds.weeks - 1;

/** Returns the flags of the week, lowest p first, after all people have been added. Takes seconds for thousands of people. */
export function selectFlags(history: History): Flag[] {
  const { windows, level, minimumSpread } = thresholds;
  const people: Series[] = [];
  const groups: GroupSeries[] = [];
  const timings = history.areTested.map((isTested, place) =>
    isTested ? createTiming(listWeeks(history, place), last, windows) : null,
  );
  const shown = selectShownGroups(history);
  for (const dimension of dimensions.keys()) {
    const shared = measureSharedWeeks(history, dimension);
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
    }
    sharePriorVariance(own, minimumSpread.people);
    for (const series of own) people.push(series);
    const series = createGroupSeries(history, dimension, shared, shown);
    for (const kind of Map.groupBy(series, ({ scope }) => scope).values())
      sharePriorVariance(kind, minimumSpread.groups, thresholds.priorWeeks.groups);
    groups.push(...series);
  }
  const peopleTests = testFamily(people, windows, 'people');
  const groupTests = testFamily(groups, windows, 'groups', peopleTests);
  const found = selectDiscoveries([peopleTests, groupTests], level).flatMap((discovery) => {
    const flag = describeFlag(discovery);
    return flag ? [{ flag: roundFlag(flag), discovery }] : [];
  });
  return withoutSharedMoves(found, people, groups);
}

type Found = { flag: Flag; discovery: Discovery };

/** Leaves out flags of people and departments that are explained by a flag of the organisation; see beyond-others.ts. */
function withoutSharedMoves(
  found: readonly Found[],
  people: readonly Series[],
  groups: readonly GroupSeries[],
): Flag[] {
  const toKey = ({ dimension, direction }: Flag): string => `${dimension} ${direction}`;
  const ofEverybody = new Set(found.flatMap(({ flag }) => (flag.scope === 'organisation' ? toKey(flag) : [])));
  const others = new Map<string, ReturnType<typeof createOthers>>();
  const findOthers = ({ scope, dimension }: Flag): ReturnType<typeof createOthers> => {
    const key = `${scope} ${dimension}`;
    const known = others.get(key);
    if (known) return known;
    const ofPeople = people.filter((one) => one.dimension === dimension);
    const departments = groups.filter((one) => one.scope === scope && one.dimension === dimension);
    const made = createOthers(scope === 'individual' ? ofPeople : departments, ofPeople);
    others.set(key, made);
    return made;
  };
  return found.flatMap(({ flag, discovery: { series, count } }) => {
    if (flag.scope === 'organisation' || !ofEverybody.has(toKey(flag))) return [flag];
    return findOthers(flag)(series, count) ? [flag] : [];
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
