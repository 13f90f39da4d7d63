// What departments and the organisation add up to, week by week, so that no number stands for fewer than the minimum.
import { mean, sum } from 'simple-statistics';
import { compared, windowsOf, type Comparison, type Measure } from './compared-weeks.ts';
import { dimensions, type CheckIn, type Subject, type TrendSettings } from './terms.ts';

/** One week of a department: how many answered, and for each dimension the sums of their scores and of their departures. */
type Cell = { people: number; scores: number[]; departures: number[] };

/** Departments' weeks by how many weeks ago; people without a department are under the empty name. */
export type GroupWeeks = Map<string, Cell[]>;

type GroupTest = Subject & { n: number } & Comparison;

/** A departure from a person's own mean is counted in hundredths of a point: integers, as the exact test needs. */
const grain = 100;

/**
 * Adds a person's summaries to the departments they belonged to when they wrote them. Beside the scores it adds up by
 * how much they depart from this person's own mean, so that it shifts nothing when people come, go or pause.
 */
export function addToGroups(groups: GroupWeeks, checkIns: readonly CheckIn[], settings: TrendSettings): void {
  const counted = checkIns.filter(
    ({ weeksAgo }) => weeksAgo >= 0 && weeksAgo < settings.recentWeeks + settings.baselineWeeks,
  );
  if (counted.length === 0) return;
  const own = dimensions.map((dimension) => mean(counted.map(({ scores }) => scores[dimension])));
  for (const { weeksAgo, department, scores } of counted) {
    const weeks = groups.get(department ?? '') ?? [];
    groups.set(department ?? '', weeks);
    const cell = (weeks[weeksAgo] ??= emptyCell());
    cell.people += 1;
    dimensions.forEach((dimension, i) => {
      cell.scores[i] = (cell.scores[i] ?? 0) + scores[dimension];
      cell.departures[i] = (cell.departures[i] ?? 0) + scores[dimension] - (own[i] ?? 0);
    });
  }
}

/** Compares the weeks of each department and of the organisation; those with fewer people than the minimum do not count. */
export function comparedGroups(groups: GroupWeeks, steadiness: number, settings: TrendSettings): GroupTest[] {
  const departments = [...groups].filter(([name]) => name !== '');
  return [
    ...departments.flatMap(([name, weeks]) => comparedGroup('department', name, weeks, steadiness, settings)),
    ...comparedGroup('organisation', '', organisationOf(groups, settings), steadiness, settings),
  ];
}

/**
 * The organisation's weeks. A week is put together from the departments that reach the minimum in it, and from all the
 * others together if they do. So people are only ever counted in lots of at least the minimum: whatever is reckoned from
 * numbers of departments and the organisation, it comes out as numbers of whole lots.
 */
function organisationOf(groups: GroupWeeks, { minimumGroup, recentWeeks, baselineWeeks }: TrendSettings): Cell[] {
  return Array.from({ length: recentWeeks + baselineWeeks }, (_, weeksAgo) => {
    const cells = [...groups.entries()].map(([name, weeks]) => ({ name, ...(weeks[weeksAgo] ?? emptyCell()) }));
    const stands = ({ name, people }: { name: string; people: number }): boolean =>
      name !== '' && people >= minimumGroup;
    const rest = merged(cells.filter((cell) => !stands(cell)));
    return merged([...cells.filter(stands), ...(rest.people >= minimumGroup ? [rest] : [])]);
  });
}

function comparedGroup(
  scope: 'department' | 'organisation',
  subject: string,
  weeks: readonly Cell[],
  steadiness: number,
  settings: TrendSettings,
): GroupTest[] {
  const used = [...weeks.entries()]
    .filter(([, cell]) => cell && cell.people >= settings.minimumGroup)
    .map(([weeksAgo, cell]) => ({ weeksAgo, ...cell }));
  const windows = windowsOf(used, settings);
  if (!windows) return [];
  const n = sum(windows.recent.map(({ people }) => people));
  return dimensions.map((dimension, i) => {
    const shown = ({ people, scores }: Cell): number => (scores[i] ?? 0) / people;
    const tested = ({ people, departures }: Cell): number => wholeNumber(((departures[i] ?? 0) / people) * grain);
    const measure: Measure<Cell & { weeksAgo: number }> = { tested, shown, unit: grain, steadiness };
    return { scope, subject, dimension, n, ...compared(windows, measure, settings) };
  });
}

function merged(cells: readonly Cell[]): Cell {
  const total = emptyCell();
  for (const { people, scores, departures } of cells) {
    total.people += people;
    dimensions.forEach((_, i) => {
      total.scores[i] = (total.scores[i] ?? 0) + (scores[i] ?? 0);
      total.departures[i] = (total.departures[i] ?? 0) + (departures[i] ?? 0);
    });
  }
  return total;
}

function emptyCell(): Cell {
  return { people: 0, scores: dimensions.map(() => 0), departures: dimensions.map(() => 0) };
}

/** To the nearest whole number, halves away from 0: turned around, scores must give the same p. */
function wholeNumber(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

/**
 * Whether a week behind a group's means keeps silent about everyone for a reader who may read some of its people's scores
 * anyway: those who remain must be nobody, or as many as the minimum group.
 */
export function tellsOnNobody(unreadable: number, { minimumGroup }: TrendSettings): boolean {
  return unreadable === 0 || unreadable >= minimumGroup;
}
