// What departments and the organisation add up to, week by week, so that no number stands for fewer than the minimum.
import { mean, sum } from 'simple-statistics';
import { compareWindows, splitWindows, type Comparison, type Measure } from './compared-weeks.ts';
import { dimensions, type CheckIn, type Subject, type TrendSettings } from './terms.ts';

/** One week of a department: how many answered, and for each dimension the sums of their scores and of their departures. */
type Cell = { people: number; scores: number[]; deviations: number[] };

/** Departments' weeks by how many weeks ago; people without a department are under the empty name. */
export type GroupWeeks = Map<string, Cell[]>;

type GroupTest = Subject & { n: number } & Comparison;

/** A departure from a person's own mean is counted in hundredths of a point: integers, as the exact test needs. */
const deviationScale = 100;

/**
 * Adds a person's summaries to the departments they belonged to when they wrote them. Beside the scores it adds up by
 * how much they depart from this person's own mean, so that it shifts nothing when people come, go or pause.
 */
export function addToGroups(groups: GroupWeeks, checkIns: readonly CheckIn[], settings: TrendSettings): void {
  const inWindow = checkIns.filter(
    ({ weeksAgo }) => weeksAgo >= 0 && weeksAgo < settings.recentWeeks + settings.baselineWeeks,
  );
  if (inWindow.length === 0) return;
  const personMeans = dimensions.map((dimension) => mean(inWindow.map(({ scores }) => scores[dimension])));
  for (const { weeksAgo, department, scores } of inWindow) {
    const weeks = groups.get(department ?? '') ?? [];
    groups.set(department ?? '', weeks);
    const cell = (weeks[weeksAgo] ??= createCell());
    cell.people += 1;
    dimensions.forEach((dimension, i) => {
      cell.scores[i] = (cell.scores[i] ?? 0) + scores[dimension];
      cell.deviations[i] = (cell.deviations[i] ?? 0) + scores[dimension] - (personMeans[i] ?? 0);
    });
  }
}

/** Compares the weeks of each department and of the organisation; those with fewer people than the minimum do not count. */
export function compareGroups(groups: GroupWeeks, varianceOffset: number, settings: TrendSettings): GroupTest[] {
  const departments = [...groups].filter(([name]) => name !== '');
  return [
    ...departments.flatMap(([name, weeks]) => compareGroup('department', name, weeks, varianceOffset, settings)),
    ...compareGroup('organisation', '', mergeOrganisation(groups, settings), varianceOffset, settings),
  ];
}

/**
 * The organisation's weeks. A week is put together from the departments that reach the minimum in it, and from all the
 * others together if they do. So people are only ever counted in lots of at least the minimum: whatever is reckoned from
 * numbers of departments and the organisation, it comes out as numbers of whole lots.
 */
function mergeOrganisation(groups: GroupWeeks, { minimumGroup, recentWeeks, baselineWeeks }: TrendSettings): Cell[] {
  return Array.from({ length: recentWeeks + baselineWeeks }, (_, weeksAgo) => {
    const cells = [...groups.entries()].map(([name, weeks]) => ({ name, ...(weeks[weeksAgo] ?? createCell()) }));
    const isLargeEnough = ({ name, people }: { name: string; people: number }): boolean =>
      name !== '' && people >= minimumGroup;
    const rest = mergeCells(cells.filter((cell) => !isLargeEnough(cell)));
    return mergeCells([...cells.filter(isLargeEnough), ...(rest.people >= minimumGroup ? [rest] : [])]);
  });
}

function compareGroup(
  scope: 'department' | 'organisation',
  subject: string,
  weeks: readonly Cell[],
  varianceOffset: number,
  settings: TrendSettings,
): GroupTest[] {
  const used = [...weeks.entries()]
    .filter(([, cell]) => cell && cell.people >= settings.minimumGroup)
    .map(([weeksAgo, cell]) => ({ weeksAgo, ...cell }));
  const windows = splitWindows(used, settings);
  if (!windows) return [];
  const n = sum(windows.recent.map(({ people }) => people));
  return dimensions.map((dimension, i) => {
    const toPoints = ({ people, scores }: Cell): number => (scores[i] ?? 0) / people;
    const toInteger = ({ people, deviations }: Cell): number =>
      roundAwayFromZero(((deviations[i] ?? 0) / people) * deviationScale);
    const measure: Measure<Cell & { weeksAgo: number }> = { toInteger, toPoints, unit: deviationScale, varianceOffset };
    return { scope, subject, dimension, n, ...compareWindows(windows, measure, settings) };
  });
}

function mergeCells(cells: readonly Cell[]): Cell {
  const total = createCell();
  for (const { people, scores, deviations } of cells) {
    total.people += people;
    dimensions.forEach((_, i) => {
      total.scores[i] = (total.scores[i] ?? 0) + (scores[i] ?? 0);
      total.deviations[i] = (total.deviations[i] ?? 0) + (deviations[i] ?? 0);
    });
  }
  return total;
}

function createCell(): Cell {
  return { people: 0, scores: dimensions.map(() => 0), deviations: dimensions.map(() => 0) };
}

/** To the nearest whole number, halves away from 0: turned around, scores must give the same p. */
function roundAwayFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

/**
 * Whether a week behind a group's means keeps silent about everyone for a reader who may read some of its people's scores
 * anyway: those who remain must be nobody, or as many as the minimum group.
 */
export function isDisclosureSafe(unreadable: number, { minimumGroup }: TrendSettings): boolean {
  return unreadable === 0 || unreadable >= minimumGroup;
}
