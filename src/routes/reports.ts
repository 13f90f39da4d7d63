// The People Team's reports over the people in sight, as JSON or as CSV.
import { Type, type TObject, type TProperties } from '@sinclair/typebox';
import type { PermittedList } from '../access/in-sight.ts';
import type { AnyPermission } from '../access/permissions.ts';
import {
  CalendarDate,
  CheckInReport,
  NominationReport,
  OrgReport,
  Period,
  ResponseTimeReport,
  field,
  strictObject,
} from '../model/index.ts';
import { checkIns, readCheckIns } from '../reports/check-ins.ts';
import type { ReportDefinition, ReportScope, Row } from '../reports/definition.ts';
import { nominations, readNominations } from '../reports/nominations.ts';
import { org, readOrg } from '../reports/org.ts';
import { readResponseTimes, responseTimes } from '../reports/response-times.ts';
import { toMonday } from '../rules/weeks.ts';
import { asOfQuery, assertNotInFuture, toAsOf } from './as-of.ts';
import { defineEndpoint } from './endpoint.ts';

const weekQuery = {
  weekStart: Type.Optional(field(CalendarDate, 'Any day of the last week; default: the previous week')),
};
const periodQuery = { period: Type.Optional(field(Period, 'The month; default: the current one', '2026-11')) };

/** Declares a report at `/reports/<name>`. `getTime` returns what the response says beside the rows. */
function defineReport<Head extends object>(
  operationId: string,
  permission: AnyPermission,
  report: ReportDefinition,
  query: TProperties,
  response: TObject,
  read: (scope: ReportScope) => Promise<PermittedList<Head, Row>>,
  getTime: (head: Head) => object,
) {
  return defineEndpoint({
    method: 'GET',
    path: `/reports/${report.name}`,
    operationId,
    summary: `Get the report ${report.name}.`,
    description: `${capitalize(report.description)}, of the people in sight. CSV if Accept prefers \`text/csv\`.`,
    permission,
    query: Type.Object(query, strictObject),
    success: 200,
    response,
    csv: report.columns,
    etag: false,
    errors: [],
    async handler({ query, graph, now }) {
      const { weekStart, period = null, asOf } = query as { weekStart?: string; period?: string; asOf?: string };
      const week = weekStart === undefined ? null : toMonday(weekStart);
      const scope = { graph, asOperator: false, now, week, period, asOf: asOf === undefined ? null : toAsOf(asOf) };
      const { head, rows } = await read(scope);
      return { ...getTime(head), rows };
    },
  });
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const reports = [
  defineReport('getCheckInReport', 'check-ins:read', checkIns, weekQuery, CheckInReport, readCheckIns, ({ week }) => ({
    weekStart: week,
  })),
  defineReport(
    'getResponseTimeReport',
    'response-times:read',
    responseTimes,
    weekQuery,
    ResponseTimeReport,
    readResponseTimes,
    ({ weekStart }) => ({ weekStart }),
  ),
  defineReport(
    'getNominationReport',
    'nominations:read',
    nominations,
    periodQuery,
    NominationReport,
    readNominations,
    ({ period }) => ({ period }),
  ),
  defineReport('getOrgReport', 'org:read', org, asOfQuery, OrgReport, readOrg, (head) => {
    assertNotInFuture(head);
    return {};
  }),
];
