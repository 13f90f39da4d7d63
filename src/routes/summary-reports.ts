// Reports from weekly summaries: the digest of a week and trend flags.
import { Type } from '@sinclair/typebox';
import { CalendarDate, TrendFlag, TrendScope, WeeklyDigest, field, strictObject } from '../model/index.ts';
import { readDigest, toDigestRow } from '../reports/digest.ts';
import { readTrends } from '../reports/trends.ts';
import { mapRows } from '../reports/definition.ts';
import { toMonday } from '../rules/weeks.ts';
import { defineEndpoint } from './endpoint.ts';

const weeklyDigest = defineEndpoint({
  method: 'GET',
  path: '/summaries/reports/weekly-digest',
  operationId: 'getWeeklyDigest',
  summary: 'Get who submitted in a week, with scores.',
  description: 'People without a summary have `submitted: false`.',
  permission: 'digest:read',
  query: Type.Object(
    { weekStart: Type.Optional(field(CalendarDate, 'Any day of the week; default: the previous week')) },
    strictObject,
  ),
  success: 200,
  response: WeeklyDigest,
  etag: false,
  errors: [],
  async handler({ query: { weekStart = null }, graph, now }) {
    const { head, rows } = await readDigest({ graph, asOperator: false, now, week: weekStart });
    return { weekStart: head.weekStart, rows: mapRows(rows, toDigestRow) };
  },
});

const trends = defineEndpoint({
  method: 'GET',
  path: '/summaries/insights/trends',
  operationId: 'listTrendFlags',
  summary: 'List notable shifts of scores.',
  description: 'Flags about people in sight, of one week.',
  permission: 'trends:read',
  query: Type.Object(
    {
      scope: Type.Optional(field(TrendScope, 'Only shifts of people, departments or the organisation')),
      weekStart: Type.Optional(field(CalendarDate, 'Any day of the week; default: the newest evaluated week')),
    },
    strictObject,
  ),
  success: 200,
  response: Type.Array(TrendFlag),
  errors: [],
  async handler({ query: { scope = null, weekStart }, graph, now }) {
    const week = weekStart === undefined ? null : toMonday(weekStart);
    const { rows } = await readTrends({ graph, asOperator: false, now, week }, scope);
    return mapRows(rows, ({ flag }) => flag);
  },
});

export const summaryReports = [weeklyDigest, trends];
