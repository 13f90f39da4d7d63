// Reports from weekly summaries: the digest of a week and trend flags.
import { Type } from '@sinclair/typebox';
import { permitReport, rolesWithTenantScope, type Standing } from '../access.ts';
import type { Rows } from '../graph/client.ts';
import {
  CalendarDate,
  TrendFlag,
  TrendScope,
  WeeklyDigest,
  field,
  strictObject,
  type DigestRow,
} from '../model/index.ts';
import { resolveSettings, type TenantSettings } from '../rules/settings.ts';
import { toMonday } from '../rules/weeks.ts';
import { isDisclosureSafe } from '../trends/groups.ts';
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
    const params = { weekStart, now, rolesWithTenantScope: rolesWithTenantScope('digest:read') };
    const { head, rows } = await graph.list<DigestHead, DigestRow>('summaries/weekly_digest', params);
    permitReport(head.standing, 'digest:read');
    return { weekStart: head.weekStart, rows };
  },
});
type DigestHead = { standing: Standing; weekStart: string };

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
  async handler({ query: { scope = null, weekStart }, graph }) {
    const week = weekStart === undefined ? null : toMonday(weekStart);
    const params = { scope, weekStart: week, rolesWithTenantScope: rolesWithTenantScope('trends:read') };
    const { head, rows } = await graph.list<TrendsHead, FlagRow>('summaries/trends', params);
    permitReport(head.standing, 'trends:read');
    return withoutDisclosiveFlags(rows, head.settings);
  },
});
type TrendsHead = { standing: Standing; settings: TenantSettings };
type FlagRow = { flag: TrendFlag; unreadable?: number[] };

/** Removes flags from which the reader could infer the scores of people whose summaries they may not read. */
async function* withoutDisclosiveFlags(pages: Rows<FlagRow>, tenant: TenantSettings): Rows<TrendFlag> {
  const settings = resolveSettings(tenant);
  for await (const page of pages) {
    yield page
      .filter(({ unreadable = [] }) => unreadable.every((people) => isDisclosureSafe(people, settings)))
      .map(({ flag }) => flag);
  }
}

export const summaryReports = [weeklyDigest, trends];
