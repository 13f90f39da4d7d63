// All reports, in the order of the overview.
import { checkIns } from './check-ins.ts';
import { mapRows, type ReportDefinition, type Row } from './definition.ts';
import { digest } from './digest.ts';
import { nominations } from './nominations.ts';
import { nonSetters } from './non-setters.ts';
import { org } from './org.ts';
import { responseTimes } from './response-times.ts';
import { trends } from './trends.ts';

export const reports: ReportDefinition[] = [digest, nonSetters, trends, checkIns, responseTimes, nominations, org].map(
  withAllColumns,
);

/** Gives every row a cell for each column. The graph leaves out nulls. */
function withAllColumns(report: ReportDefinition): ReportDefinition {
  const fillCells = (row: Row): Row => Object.fromEntries(report.columns.map(({ name }) => [name, row[name] ?? null]));
  const rows: ReportDefinition['rows'] = async (request) =>
    mapRows(await report.rows(request), (row) => ({ ...row, ...fillCells(row) }));
  return { ...report, rows };
}
