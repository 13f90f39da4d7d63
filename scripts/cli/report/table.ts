// Rows as a table for a terminal, and cells as a person reads them.
import type { Column } from '../../../src/features/reports/definition.ts';
import type { Cell, Row } from '../../../src/features/reports/rows.ts';
import { formatHeading } from '../../../src/platform/lib/list-format.ts';
import { wordsByLanguage, type Words } from '../../../src/features/reports/words.ts';

/** The longest cell of a table on a terminal. */
export const widest = 60;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** The lines of a table: a heading, a rule, the rows. Cells longer than `longest` are cut; times are those of the time zone. */
export function* formatTable(
  columns: Column[],
  rows: Row[],
  { longest, timezone }: { longest: number; timezone: string },
): Generator<string, void, void> {
  const lines = [
    columns.map(formatHeading),
    ...rows.map((row) =>
      columns.map((column) => toPlainLine(formatCell(row[column.name], column, timezone, wordsByLanguage.en), longest)),
    ),
  ];
  const widths = columns.map((_, at) =>
    lines.reduce((width, line) => Math.max(width, measureWidth(line[at] ?? '')), 0),
  );
  const drawn = (cells: string[]): string =>
    cells
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - measureWidth(cell));
        return columns[at] && isNumeric(columns[at]) ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = lines;
  yield drawn(head);
  yield widths.map((width) => '─'.repeat(width)).join('  ');
  for (const line of body) yield drawn(line);
}

/** How many places of a terminal a text takes. */
export function measureWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** On one line, without characters that steer a terminal, and not too long. */
function toPlainLine(text: string, longest: number): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
  if (line.length <= longest) return line;
  const signs = [...graphemes.segment(line)].map(({ segment }) => segment);
  return signs.length <= longest ? line : `${signs.slice(0, longest - 1).join('')}…`;
}

/** Text for a table or a page; nothing is a dash. */
export function formatCell(
  cell: Cell | undefined,
  { digits, words: values, holds }: Column,
  timezone: string,
  words: Words,
): string {
  if (cell === null || cell === undefined || cell === '') return '–';
  if (typeof cell === 'boolean') return cell ? words.yes : words.no;
  if (Array.isArray(cell)) return cell.join('; ');
  if (typeof cell === 'number') return words.formatNumber(cell, { least: digits ?? 0, most: digits ?? 3 });
  if (holds) return holds === 'week' ? words.formatDateCell(cell) : words.formatMonthCell(cell);
  return (
    values?.[cell] ?? cell.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d\S*Z$/, (time) => words.formatMoment(time, timezone))
  );
}

/** Whether a column holds numbers, which stand on the right. */
export function isNumeric({ digits }: Column): boolean {
  return digits !== undefined;
}
