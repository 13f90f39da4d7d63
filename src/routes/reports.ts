// The People Team's reports over the people in sight, as JSON or as CSV.
import { Type, type TObject, type TProperties } from '@sinclair/typebox';
import {
  CalendarDate,
  CheckInReport,
  NominationReport,
  OrgReport,
  Period,
  ResponseTimeReport,
} from '../model/index.ts';
import { checkIns, readCheckIns } from '../reports/check-ins.ts';
import type { ReportDefinition, ReportResult, ReportScope } from '../reports/definition.ts';
import { nominations, readNominations } from '../reports/nominations.ts';
import { org, readOrg } from '../reports/org.ts';
import { readResponseTimes, responseTimes } from '../reports/response-times.ts';
import { toMonday } from '../rules/weeks.ts';
import { defineEndpoint } from './endpoint.ts';

const weekQuery = {
  weekStart: Type.Optional({ ...CalendarDate, description: 'The last week of the report; default the previous week' }),
};
const periodQuery = { period: Type.Optional({ ...Period, description: 'Default the current month' }) };

/** Declares a report at `/reports/<name>`. `getTime` returns what the response says beside the rows. */
function defineReport<Head extends object>(
  report: ReportDefinition,
  query: TProperties,
  response: TObject,
  read: (scope: ReportScope) => Promise<ReportResult<Head>>,
  getTime: (head: Head) => object,
) {
  return defineEndpoint({
    method: 'GET',
    path: `/reports/${report.name}`,
    summary: `A report: ${report.description}, of the people in sight.`,
    query: Type.Object(query, { additionalProperties: false }),
    success: 200,
    response,
    csv: report.columns,
    errors: [],
    async handler({ query, graph, now }) {
      const { weekStart, period = null } = query as { weekStart?: string; period?: string };
      const week = weekStart === undefined ? null : toMonday(weekStart);
      const { head, rows } = await read({ graph, asOperator: false, now, week, period });
      return { ...getTime(head), rows };
    },
  });
}

export const reports = [
  defineReport(checkIns, weekQuery, CheckInReport, readCheckIns, ({ week }) => ({ weekStart: week })),
  defineReport(responseTimes, weekQuery, ResponseTimeReport, readResponseTimes, ({ weekStart }) => ({ weekStart })),
  defineReport(nominations, periodQuery, NominationReport, readNominations, ({ period }) => ({ period })),
  defineReport(org, {}, OrgReport, readOrg, () => ({})),
];
