// Reports from weekly summaries: the digest of a week and trend flags.
import { Type } from '@sinclair/typebox';
import { recordList } from '../../platform/audit/record-read.ts';
import { CalendarDate, strictObject, optionalField } from '../../platform/schema/values.ts';
import { TrendFlag, TrendScope, WeeklyDigest } from '../summaries/schema.ts';
import { readDigest, toDigestHead } from './digest.ts';
import { readTrends } from './trends.ts';
import { mapRows, omitAddress } from './definition.ts';
import { toMonday } from '../../platform/time/weeks.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

const weeklyDigest = defineEndpoint({
  method: 'GET',
  path: '/summaries/reports/weekly-digest',
  operationId: 'getWeeklyDigest',
  growsWith: ['people'],
  tool: { link: ['/summaries/{summaryId}', '/users/{user.id}'] },
  isHeavy: true,
  summary: 'Get who submitted in a week, with scores.',
  audit: 'digest.list',
  description: 'People without a summary have `submitted: false`.',
  permission: 'digest:read',
  alsoDecides: ['absence:read'],
  query: Type.Object(
    { weekStart: optionalField(CalendarDate, 'Any day of the week; default: the previous week') },
    strictObject,
  ),
  response: WeeklyDigest,
  etag: false,
  async handler({ query: { weekStart = null }, graph, now, recordRead }) {
    const { head, rows } = await readDigest({ graph, asOperator: false, now, week: weekStart });
    await recordList(recordRead, head.standing, 'digest:read');
    return { ...toDigestHead(head), rows: mapRows(rows, omitAddress) };
  },
});

const trends = defineEndpoint({
  method: 'GET',
  path: '/summaries/insights/trends',
  operationId: 'listTrendFlags',
  growsWith: ['people'],
  tool: { link: ['/users/{subject.user.id}', '/reports/check-ins?weekStart={weekStart}'] },
  isHeavy: true,
  summary: 'List notable shifts of scores.',
  audit: 'trends.list',
  description: 'Flags about people in sight, of one week.',
  permission: 'trends:read',
  query: Type.Object(
    {
      scope: optionalField(TrendScope, 'Only shifts of people, departments or the organisation'),
      weekStart: optionalField(CalendarDate, 'Any day of the week; default: the newest evaluated week'),
    },
    strictObject,
  ),
  response: Type.Array(TrendFlag),
  async handler({ query: { scope = null, weekStart }, graph, recordRead, now }) {
    const week = weekStart === undefined ? null : toMonday(weekStart);
    const { head, rows } = await readTrends({ graph, asOperator: false, now, week }, scope);
    await recordList(recordRead, head.standing, 'trends:read');
    return mapRows(rows, ({ flag }) => flag);
  },
});

export const summaryReports = [weeklyDigest, trends];
