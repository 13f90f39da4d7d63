// The text of a list: JSON, or CSV for spreadsheets.
import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from './formulas.ts';

/** How a list is written: what comes before the rows, each page of rows, and what comes after them. */
export type ListFormat = {
  type: string;
  start: string;
  formatPage: (rows: readonly unknown[], isFirst: boolean) => string;
  end: string;
};

/** A column of a CSV file; its heading is the title with the unit. */
export type CsvColumn = { name: string; title: string; unit?: string };

export const csvType = 'text/csv';
/** Starts a CSV file: Excel reads one without it in the encoding of the country, and saves names that nobody has. */
export const byteOrderMark = '\uFEFF';

/** `prefix` and `suffix` are the JSON around the list. */
export function createJsonFormat(prefix: string, suffix: string): ListFormat {
  return {
    type: 'application/json',
    start: `${prefix}[`,
    formatPage: (rows, isFirst) => (isFirst ? '' : ',') + JSON.stringify(rows).slice(1, -1),
    end: `]${suffix}`,
  };
}

/** Writes arrays and booleans as words, and no formulas. */
export function createCsvFormat(columns: readonly CsvColumn[]): ListFormat {
  return {
    type: csvType,
    start: byteOrderMark + formatCsvRows([columns.map(formatHeading)]),
    formatPage: (rows) =>
      formatCsvRows(rows.map((row) => columns.map(({ name }) => formatCell((row as Record<string, unknown>)[name])))),
    end: '',
  };
}

/** The heading of a column. */
export function formatHeading({ title, unit }: CsvColumn): string {
  return unit === undefined ? title : `${title} (${unit})`;
}

function formatCell(cell: unknown): unknown {
  if (Array.isArray(cell)) return cell.join('; ');
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : (cell ?? null);
}

/** Formats every CSV text that leaves the service. Escapes texts that a spreadsheet would run as formulas. */
export function formatCsvRows(rows: unknown[][]): string {
  return stringify(rows, { cast: { string: escapeFormula }, quoted_match: /[\r\n]|^\s|\s$|[;|\t]'/ });
}
