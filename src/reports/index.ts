// The reports there are, in the order in which the overview shows them.
import { checkIns } from './check-ins.ts';
import { rowsOf, type Report, type Row } from './definition.ts';
import { digest } from './digest.ts';
import { nominations } from './nominations.ts';
import { nonSetters } from './non-setters.ts';
import { org } from './org.ts';
import { responseTimes } from './response-times.ts';
import { trends } from './trends.ts';

export const reports: Report[] = [digest, nonSetters, trends, checkIns, responseTimes, nominations, org].map(whole);

/** The report with a cell for every column in every row: what the graph leaves out is null. */
function whole(report: Report): Report {
  const cells = (row: Row): Row => Object.fromEntries(report.columns.map(({ name }) => [name, row[name] ?? null]));
  const rows: Report['rows'] = async (asked) => rowsOf(await report.rows(asked), (row) => ({ ...row, ...cells(row) }));
  return { ...report, rows };
}
