// Formats rows as CSV or JSON, page by page.
import { stringify } from 'csv-stringify/sync';
import type { Rows } from '../../src/graph/client.ts';
import type { Column, Row } from '../../src/reports/definition.ts';
import { formatHeading } from './cells.ts';

/** Formats CSV with a heading. Escapes cells that a spreadsheet would evaluate as formulas. */
export async function* formatCsv(columns: Column[], pages: Rows<Row>): AsyncGenerator<string, void, void> {
  yield stringifyRows([columns.map(formatHeading)]);
  for await (const page of pages)
    yield stringifyRows(page.map((row) => columns.map(({ name }) => formatCell(row[name]))));
}

/** Formats a JSON array of the rows, including ids. */
export async function* formatJson(pages: Rows<Row>): AsyncGenerator<string, void, void> {
  let separator = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function formatCell(cell: Row[string] | undefined): string | number | null {
  if (Array.isArray(cell)) return cell.join('; ');
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : (cell ?? null);
}

function stringifyRows(rows: (string | number | null)[][]): string {
  return stringify(rows, { escape_formulas: true });
}
