// The kinds of figures that reports have. Each states its numbers as text; bars, colours and lines only repeat them.
import { readNumber, type Row } from './rows.ts';
import type { Words } from './words.ts';

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

/** How many people are excused as a field of a response, of which clients of the interface know nothing: absent where nobody is. */
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
export function createRateLines(
  words: Words,
  rows: Row[],
  names: { rate: string; part: string; whole: string },
): Line[] {
  return groupByDepartment(words, rows).flatMap(([department, weeks]) => {
    const points = weeks.map((row) => ({ at: String(row['week']), value: row[names.rate] as number | null }));
    const newest = weeks.at(-1);
    if (!newest || points.every(({ value }) => value === null)) return [];
    const base = words.formatPart(readNumber(newest, names.part), readNumber(newest, names.whole));
    const rate = points.at(-1)?.value ?? null;
    const changes = [1, 4].flatMap((ago) => {
      const before = points.at(-1 - ago)?.value ?? null;
      return rate === null || before === null ? [] : [words.formatChange(Math.round(rate) - Math.round(before))];
    });
    const [inWeek, inFour] = changes;
    const change = inWeek === undefined || inFour === undefined ? '' : words.sayChanges(inWeek, inFour);
    return [
      {
        title: department,
        text: rate === null ? words.withheld : `${base}, ${words.formatPercent(rate)}${change}`,
        points,
        domain: [0, 100],
      },
    ];
  });
}

const departmentsShown = 24;

/** Rows by department, oldest first: everyone, then the largest departments by name, if there are several. */
export function groupByDepartment({ everyone: all }: Words, rows: Row[]): [department: string, rows: Row[]][] {
  const everyone = rows.filter(({ scope }) => scope === 'everyone');
  const groups = Map.groupBy(
    rows.filter(({ scope }) => scope !== 'everyone'),
    ({ department }) => String(department),
  );
  const whole: [string, Row[]][] = everyone.length > 0 ? [[all, everyone]] : [];
  if (everyone.length > 0 && groups.size === 1) return whole;
  const size = (weeks: Row[]): number => Math.max(...weeks.map((row) => readNumber(row, 'people')));
  const largest = [...groups].sort(([, a], [, b]) => size(b) - size(a)).slice(0, departmentsShown);
  largest.sort(([a], [b]) => a.localeCompare(b));
  return [...whole, ...largest];
}

/** A sentence that names the departments whose figures are withheld in the last week; empty if there are none. */
export function nameWithheld(words: Words, rows: Row[], part: string): string {
  const newest = listWeeks(rows).at(-1);
  const withheld = rows.filter(
    (row) =>
      row['week'] === newest && row['scope'] === 'department' && readNumber(row, 'people') > 0 && row[part] === null,
  );
  const names = withheld.map(({ department }) => String(department));
  return names.length === 0 ? '' : words.nameWithheld(names.join(', '));
}
