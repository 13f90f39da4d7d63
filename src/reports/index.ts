// The reports there are, in the order in which the overview shows them.
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

/** The report with a cell for every column in every row: what the graph leaves out is null. */
function withAllColumns(report: ReportDefinition): ReportDefinition {
  const cells = (row: Row): Row => Object.fromEntries(report.columns.map(({ name }) => [name, row[name] ?? null]));
  const rows: ReportDefinition['rows'] = async (request) =>
    mapRows(await report.rows(request), (row) => ({ ...row, ...cells(row) }));
  return { ...report, rows };
}
