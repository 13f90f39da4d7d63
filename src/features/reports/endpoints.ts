// The People Team's reports over the people in sight, as JSON or as CSV.
import { Type, type TObject, type TProperties } from '@sinclair/typebox';
import type { AnyPermission, ReportPermission } from '../../platform/access/permissions.ts';
import { recordList } from '../../platform/audit/record-read.ts';
import * as model from './schema.ts';
import { CalendarDate, field, optionalField, strictObject, Uuid } from '../../platform/schema/values.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import { Period } from '../nominations/schema.ts';
import { checkIns } from './check-ins.ts';
import type { ReportDefinition } from './definition.ts';
import { goals } from './goals.ts';
import { headcount } from './headcount.ts';
import { nominations } from './nominations.ts';
import { org } from './org.ts';
import { defaultWeeks, mostWeeks, question } from './question.ts';
import { responseTimes } from './response-times.ts';
import { team } from './team.ts';
import { toMonday } from '../../platform/time/weeks.ts';
import { asOfQuery, assertNotInFuture, toAsOf } from '../../platform/http/declaration/as-of.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

const queries: Record<ReportDefinition['timeParameter'], TProperties> = {
  week: { weekStart: optionalField(CalendarDate, 'Any day of the last week; default: the previous week') },
  period: { period: optionalField(Period, 'The month; default: the current one', '2026-11') },
  asOf: asOfQuery,
};

const managerQuery = {
  managerId: optionalField(
    Uuid,
    'Only those who report to this manager, with the totals of everyone below each; default: everyone in sight, or the ' +
      'highest of them if they are more than 1,000',
    exampleIds.manager,
  ),
};

const questionQuery = {
  questionId: field(Uuid, 'The question', exampleIds.question),
  version: optionalField(
    Type.Integer({ minimum: 1 }),
    'Number of the wording to which the answers are counted; default: the current one',
    1,
  ),
  weeks: optionalField(
    Type.Integer({ minimum: 1, maximum: mostWeeks }),
    `Number of weeks; default: ${defaultWeeks}`,
    defaultWeeks,
  ),
};

type Options = {
  audit?: string;
  alsoDecides?: readonly AnyPermission[];
  isBulk?: true;
  tool?: NonNullable<Endpoint['tool']>;
  growsWith?: NonNullable<Endpoint['growsWith']>;
};

/** Declares a report at `/reports/<name>`. */
function declareReport(
  operationId: string,
  permission: AnyPermission,
  { name, description, timeParameter, leadsDown, isOfQuestion, columns, columnsOf, read, toResponse }: ReportDefinition,
  response: TObject,
  { audit, alsoDecides = [], growsWith = ['people'], ...declaration }: Options = {},
) {
  return defineEndpoint({
    method: 'GET',
    path: `/reports/${name}`,
    operationId,
    summary: `Get the report ${name}.`,
    description: `${capitalize(description)}, of the people in sight. CSV if Accept prefers \`text/csv\`.`,
    permission,
    alsoDecides,
    ...(audit && { audit }),
    growsWith,
    ...(declaration.isBulk ? {} : { isHeavy: true }),
    ...declaration,
    query: Type.Object(
      { ...queries[timeParameter], ...(leadsDown && managerQuery), ...(isOfQuestion && questionQuery) },
      strictObject,
    ),
    response,
    csv: columnsOf ?? columns,
    etag: false,
    ...(leadsDown && { errors: ['USER_NOT_FOUND'] as const }),
    ...(isOfQuestion && { errors: ['QUESTION_NOT_FOUND'] as const }),
    async handler({ query, graph, now, recordRead }) {
      const { weekStart, period = null, asOf, managerId = null } = query as Query;
      const { questionId = null, version = null, weeks = null } = query as Query;
      const week = weekStart === undefined ? null : toMonday(weekStart);
      const at = asOf === undefined ? null : toAsOf(asOf);
      const ofQuestion = { questionId, version, weeks };
      const scope = { graph, asOperator: false, now, week, period, asOf: at, managerId, ...ofQuestion };
      const { head, rows } = await read(scope);
      assertNotInFuture(head as { isInFuture?: boolean | null });
      if (audit) await recordList(recordRead, head.standing, permission as ReportPermission);
      return { ...toResponse?.(head), rows };
    },
  });
}

type TextName = 'weekStart' | 'period' | 'asOf' | 'managerId' | 'questionId';
type Query = { [Name in TextName]?: string } & { version?: number; weeks?: number };

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Who was away is excused only for readers who may read their absences. */
const alsoDecides = ['absence:read'] as const;

export const reports = [
  declareReport('getTeamReport', 'digest:read', team, model.TeamReport, {
    audit: 'team.list',
    alsoDecides,
    tool: { link: '/users/{userId}' },
  }),
  declareReport('getCheckInReport', 'check-ins:read', checkIns, model.CheckInReport, {
    audit: 'check-ins.list',
    alsoDecides,
    growsWith: ['people', 'summaries'],
    tool: { link: '/reports/check-ins?weekStart={weekStart}' },
  }),
  declareReport('getQuestionReport', 'check-ins:read', question, model.QuestionReport, {
    audit: 'check-ins.list',
    alsoDecides: [...alsoDecides, 'question:manage'],
    tool: { link: '/reports/question?questionId={questionId}' },
  }),
  declareReport('getGoalReport', 'non-setters:read', goals, model.GoalReport, { alsoDecides }),
  declareReport('getResponseTimeReport', 'response-times:read', responseTimes, model.ResponseTimeReport, {
    alsoDecides,
    growsWith: ['people', 'summaries'],
  }),
  declareReport('getNominationReport', 'nominations:read', nominations, model.NominationReport, {
    growsWith: ['nominations'],
  }),
  declareReport('getHeadcountReport', 'headcount:read', headcount, model.HeadcountReport, { isBulk: true }), // twelve charts
  declareReport('getOrgReport', 'org:read', org, model.OrgReport),
];
