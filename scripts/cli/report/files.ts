// Formats rows as CSV or JSON, page by page.
import type { Rows } from '../../../src/graph/client.ts';
import { createCsvFormat } from '../../../src/lib/list-format.ts';
import type { Column, Row } from '../../../src/reports/definition.ts';

/** Formats CSV with a heading, as the API does. */
export async function* formatCsv(columns: Column[], pages: Rows<Row>): AsyncGenerator<string, void, void> {
  const { start, formatPage } = createCsvFormat(columns);
  yield start;
  for await (const page of pages) yield formatPage(page, false);
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
