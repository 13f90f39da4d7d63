// Formats rows as CSV or JSON, page by page, as the API does.
import { createCsvFormat, createJsonFormat, type ListFormat } from '../../../src/platform/lib/list-format.ts';
import type { Rows } from '../../../src/platform/graph/client.ts';
import { fillCells, listFileColumns, type ReportDefinition } from '../../../src/features/reports/definition.ts';

/** Formats CSV with a heading; ids and addresses are columns of their own. */
export function formatCsv(
  report: ReportDefinition,
  head: object,
  pages: Rows<object>,
): AsyncGenerator<string, void, void> {
  return formatPages(createCsvFormat(listFileColumns(report, head)), pages, (source) => fillCells(report, source));
}

/** Formats the JSON that the API answers. */
export function formatJson(
  { toResponse, toItem = (source) => source }: ReportDefinition,
  head: object,
  pages: Rows<object>,
): AsyncGenerator<string, void, void> {
  const others = toResponse && JSON.stringify(toResponse(head)).slice(0, -1);
  const prefix = others === undefined ? '' : `${others}${others === '{' ? '' : ','}"rows":`;
  return formatPages(createJsonFormat(prefix, others === undefined ? '\n' : '}\n'), pages, toItem);
}

async function* formatPages(
  { start, formatPage, end }: ListFormat,
  pages: Rows<object>,
  map: (source: object) => object,
): AsyncGenerator<string, void, void> {
  let isFirst = true;
  yield start;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield formatPage(page.map(map), isFirst);
    isFirst = false;
  }
  yield end;
}
