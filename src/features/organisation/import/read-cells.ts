// Reads what the cells of a file say in words: that there is nothing, that somebody has left, or is no employee. No IO.
import { pluralize } from '../../../platform/lib/pluralize.ts';
import type { Cell, FileColumn, mayBeNothing } from './file-columns.ts';
import { readKind, readStatus, readSwitch, saysNothing } from './presence.ts';
import { quote } from './quote.ts';
import { isCalendarDate } from './row-faults.ts';

/** Reads cells that may say that there is nothing. `describe` says which ones did. */
export function createCellReader({ isExport }: { isExport: boolean }): {
  read: (cell: Cell, column: (typeof mayBeNothing)[number]) => string;
  describe: () => string[];
} {
  const counts = new Map<string, number>();
  return {
    read(cell, column) {
      const text = cell(column);
      if (isExport || !saysNothing(text, column)) return text;
      const what = `${quote(text)} of ${column}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      return '';
    },
    describe: () =>
      [...counts]
        .slice(0, mostExamples)
        .map(([what, count]) => `${what} is read as an empty cell: ${pluralize(count, 'row')}`),
  };
}

/** Collects the rows of people who have left, of guests, and words that are not known. */
export function createPresenceReader(today: string): {
  read: (
    row: number,
    given: { all: (column: FileColumn) => string[]; marks: readonly string[]; endDate: string },
  ) => void;
  left: ReadonlyMap<number, string>;
  guests: ReadonlySet<number>;
  describe: () => string[];
} {
  const left = new Map<number, string>();
  const guests = new Set<number>();
  const contractors: number[] = [];
  const unknown = new Map<string, number>();
  const judge = (column: FileColumn, text: string): 'here' | 'left' | null => {
    if (column === 'isActive' || column === 'isOff') return readSwitch(text, { isOff: column === 'isOff' });
    return readStatus(text);
  };
  return {
    left,
    guests,
    read(row, { all, marks, endDate }) {
      const said = [
        ...(['status', 'isActive', 'isOff'] as const).flatMap((column) =>
          all(column).map((text) => ({ column, text })),
        ),
        ...marks.map((text) => ({ column: 'name' as const, text })),
      ].filter(({ text }) => text !== '');
      let isHere = false;
      for (const { column, text } of said) {
        const judged = judge(column, text);
        if (judged === 'left') left.set(row, column);
        if (judged === 'here') isHere = true;
        const word = `${column} ${quote(text)}`;
        if (judged === null) unknown.set(word, (unknown.get(word) ?? 0) + 1);
      }
      if (!isHere && isCalendarDate(endDate) && endDate < today && !left.has(row)) left.set(row, 'endDate');
      if (left.has(row)) return;
      const kinds = [...all('personType'), ...said.map(({ text }) => text)].map(readKind);
      if (kinds.includes('guest')) guests.add(row);
      else if (kinds.includes('contractor')) contractors.push(row);
    },
    describe: () => [
      ...[...Map.groupBy(left, ([, column]) => column)].map(
        ([column, rows]) =>
          `${pluralize(rows.length, 'row')} of people who have left, by the column ${column}, from row ${rows[0]?.[0]} on: not imported`,
      ),
      ...(contractors.length > 0
        ? [
            `${pluralize(contractors.length, 'row')} of contractors, from row ${contractors[0]} on: imported as everybody is`,
          ]
        : []),
      ...[...unknown]
        .slice(0, mostExamples)
        .map(([word, rows]) => `${word} is not known: ${pluralize(rows, 'row')} imported as of people who are here`),
    ],
  };
}

/** Of words that are not known, and cells that say nothing, so many are named. */
const mostExamples = 10;
