// Rows as CSV and as JSON, page by page as they come.
import { stringify } from 'csv-stringify/sync';
import type { Rows } from '../../src/graph/client.ts';
import type { Column, Row } from '../../src/reports/definition.ts';
import { formatHeading } from './cells.ts';

/** CSV with a heading; no cell is a formula to a spreadsheet. */
export async function* toCsv(columns: Column[], pages: Rows<Row>): AsyncGenerator<string, void, void> {
  yield formatCsv([columns.map(formatHeading)]);
  for await (const page of pages) yield formatCsv(page.map((row) => columns.map(({ name }) => toCell(row[name]))));
}

/** A JSON array of the rows, ids included. */
export async function* toJson(pages: Rows<Row>): AsyncGenerator<string, void, void> {
  let before = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

function toCell(cell: Row[string] | undefined): string | number | null {
  if (Array.isArray(cell)) return cell.join('; ');
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : (cell ?? null);
}

function formatCsv(rows: (string | number | null)[][]): string {
  return stringify(rows, { escape_formulas: true });
}
