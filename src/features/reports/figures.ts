// The kinds of figures that reports have. Each states its numbers as text; bars, colours and lines only repeat them.
import { pluralize } from '../../platform/lib/pluralize.ts';
import { formatPercent, readNumber, type Row } from './rows.ts';

/** A colour between low (1) and high (7). */
export type Tone = 1 | 2 | 3 | 4 | 5 | 6 | 7;

type Person = { name: string; about: string };
/** `share` is that of the whole width, 0 to 1. `score`: the part is one of the scores 1 to 5. */
type BarPart = { share: number; score?: number };
/** `interval`: where the share may as well lie, when it is of few. */
export type Bar = { label: string; text: string; parts: BarPart[]; interval?: { from: number; to: number } };
type GridCell = { text: string; tone?: Tone };
/** `columns` are Mondays, oldest first, as in lines; a null cell is blank. */
type Grid = { columns: string[]; rows: { label: string; cells: (GridCell | null)[] }[] };
/** `points` oldest first; `means` are drawn as lines between two Mondays, `start` is marked. */
export type Line = {
  title: string;
  text: string;
  points: { at: string; value: number | null }[];
  domain: [number, number];
  means?: { from: string; to: string; value: number }[];
  start?: string;
};

/** A figure with its title, and a sentence about what it shows. */
export type Figure = { title: string; about: string } & (
  | { people: Person[] }
  | { bars: Bar[] }
  | { grid: Grid }
  | { lines: Line[] }
);

export const countPeople = (count: number): string => `${pluralize(count, 'person', 'people')}.`;

/** A sentence that follows how many did something. */
export const sayExcused = (count: number): string =>
  count === 0 ? '' : ` ${pluralize(count, 'person is', 'people are')} excused.`;

/** The same as a field of a response, of which clients of the interface know nothing: absent where nobody is. */
export const sayCountExcused = (excused: number): { excused?: number } => (excused === 0 ? {} : { excused });

/** A person with their team and department. */
export const toPerson = (row: Row): Person => ({
  name: String(row['name']),
  about: [...new Set([row['team'], row['department']])].filter(Boolean).join(', '),
});

const toneLimits = [2.5, 3, 3.4, 3.7, 4, 4.4];

/** The colour of a mean score. */
export function toTone(mean: number): Tone {
  return (toneLimits.filter((limit) => mean >= limit).length + 1) as Tone;
}

/** The weeks of rows, oldest first. */
export function listWeeks(rows: Row[]): string[] {
  return [...new Set(rows.map(({ week }) => String(week)))].sort();
}

/**
 * Lines of a rate by week, for everyone and for the largest departments, each with its base and its change.
 *
 * @param names columns of the rate in per cent, its part and its whole
 */
export function createRateLines(rows: Row[], names: { rate: string; part: string; whole: string }): Line[] {
  return groupByDepartment(rows).flatMap(([department, weeks]) => {
    const points = weeks.map((row) => ({ at: String(row['week']), value: row[names.rate] as number | null }));
    const newest = weeks.at(-1);
    if (!newest || points.every(({ value }) => value === null)) return [];
    const base = `${readNumber(newest, names.part)} of ${readNumber(newest, names.whole)}`;
    const rate = points.at(-1)?.value ?? null;
    const changes = [1, 4].flatMap((ago) => {
      const before = points.at(-1 - ago)?.value ?? null;
      return rate === null || before === null ? [] : [formatChange(Math.round(rate) - Math.round(before))];
    });
    const change = changes.length === 2 ? `; ${changes[0]} in a week, ${changes[1]} in four` : '';
    return [
      {
        title: department,
        text: rate === null ? 'withheld' : `${base}, ${formatPercent(rate)}${change}`,
        points,
        domain: [0, 100],
      },
    ];
  });
}

/** "+3", "−1", "±0" */
export function formatChange(by: number): string {
  return by > 0 ? `+${by.toLocaleString('en')}` : by < 0 ? `−${(-by).toLocaleString('en')}` : '±0';
}

const departmentsShown = 24;

/** Rows by department, oldest first: everyone, then the largest departments by name, if there are several. */
export function groupByDepartment(rows: Row[]): [department: string, rows: Row[]][] {
  const groups = Map.groupBy(rows, ({ scope, department }) => (scope === 'everyone' ? 'Everyone' : String(department)));
  const size = (weeks: Row[]): number => Math.max(...weeks.map((row) => readNumber(row, 'people')));
  const everyone = groups.get('Everyone');
  const departments = [...groups].filter(([name]) => name !== 'Everyone');
  if (everyone && departments.length === 1) return [['Everyone', everyone]];
  const largest = departments.sort(([, a], [, b]) => size(b) - size(a)).slice(0, departmentsShown);
  largest.sort(([a], [b]) => a.localeCompare(b));
  return everyone ? [['Everyone', everyone], ...largest] : largest;
}

/** A sentence that names the departments whose figures are withheld in the last week; empty if there are none. */
export function nameWithheld(rows: Row[], part: string): string {
  const newest = listWeeks(rows).at(-1);
  const withheld = rows.filter(
    (row) =>
      row['week'] === newest && row['scope'] === 'department' && readNumber(row, 'people') > 0 && row[part] === null,
  );
  const names = withheld.map(({ department }) => String(department));
  return names.length === 0
    ? ''
    : ` Departments that are too small, or from which those could be computed, count for everyone, and are not shown alone: ${names.join(', ')}.`;
}
