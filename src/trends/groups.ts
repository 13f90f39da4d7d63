// Weekly sums of departments and the organisation, and their tests. No number is about fewer people than the minimum.
import { mean, sum } from 'simple-statistics';
import { dimensions } from '../model/scores.ts';
import { compareWindows, splitWindows, type Comparison, type Measure } from './compare-windows.ts';
import { type CheckIn, type Subject, type TrendSettings } from './types.ts';

/** A week of a department: the number of check-ins, and by dimension the sums of scores and of deviations. */
type Cell = { people: number; scores: number[]; deviations: number[] };

/** By department, then by the number of weeks ago. The empty name stands for people without a department. */
export type GroupWeeks = Map<string, Cell[]>;

type GroupTest = Subject & { n: number } & Comparison;

/** Deviations are tested in hundredths of a point, because the exact test needs integers. */
const deviationScale = 100;

/**
 * Adds a person's summaries to the departments they belonged to at the time of writing. The deviations from the person's
 * own mean are tested, so a group does not shift when people join, leave or pause.
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

/** Compares the weeks of each department and of the organisation. Weeks with too few people are left out. */
export function compareGroups(groups: GroupWeeks, varianceOffset: number, settings: TrendSettings): GroupTest[] {
  const departments = [...groups].filter(([name]) => name !== '');
  return [
    ...departments.flatMap(([name, weeks]) => compareGroup('department', name, weeks, varianceOffset, settings)),
    ...compareGroup('organisation', '', mergeOrganisation(groups, settings), varianceOffset, settings),
  ];
}

/**
 * Merges departments into the weeks of the organisation. A week includes each department that reaches the minimum, and
 * all others together if they reach it together. So subtracting numbers of departments from those of the organisation
 * always leaves at least the minimum number of people.
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
  const countedWeeks = [...weeks.entries()]
    .filter(([, cell]) => cell && cell.people >= settings.minimumGroup)
    .map(([weeksAgo, cell]) => ({ weeksAgo, ...cell }));
  const windows = splitWindows(countedWeeks, settings);
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

/** Rounds halves away from zero, so reversed scores give the same p. */
function roundAwayFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

/**
 * Whether a week of a department reveals no individual scores to a reader who may read some of them.
 *
 * @param unreadable the number of writers whose scores the reader may not read: safe if none or at least the minimum group
 */
export function isDisclosureSafe(unreadable: number, { minimumGroup }: TrendSettings): boolean {
  return unreadable === 0 || unreadable >= minimumGroup;
}
