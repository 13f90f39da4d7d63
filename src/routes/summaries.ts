// Weekly summaries: one per user and week, with one response of a manager; digest and trend flags.
import { Type } from '@sinclair/typebox';
import { failNotFoundOrForbidden, permit, permitReport, rolesWithTenantScope, type Standing } from '../access.ts';
import { failMissedWrite } from '../caller-graph.ts';
import { ApiError, fail, failInvalid } from '../errors.ts';
import type { Rows } from '../graph/client.ts';
import { compileValidator } from '../http/validation.ts';
import {
  CalendarDate,
  DigestRow,
  ManagerResponse,
  RichText,
  Summary,
  SummaryInput,
  TrendFlag,
  TrendScope,
  Uuid,
} from '../model/index.ts';
import { cleanRichText } from '../rules/rich-text.ts';
import { resolveSettings, type Settings } from '../rules/settings.ts';
import { addWeeks, getCurrentMonday, toMonday } from '../rules/weeks.ts';
import { resolveTrendSettings } from '../trends/detect.ts';
import { isDisclosureSafe } from '../trends/groups.ts';
import { defineEndpoint } from './endpoint.ts';

const SummaryPath = Type.Object({ summaryId: Uuid });

type SummaryAccess = { standing: Standing; summary: Summary | null };

const submitSummary = defineEndpoint({
  method: 'POST',
  path: '/summaries',
  summary: "Submit a weekly summary; the submitter's manager is notified.",
  body: SummaryInput,
  success: 201,
  response: Summary,
  errors: ['SUMMARY_EXISTS'],
  location: ({ id }) => summaryPath(id),
  async handler({ body, graph, now, newId }) {
    const summaryId = newId();
    const params = { ...toStored(body, now), summaryId, eventId: newId(), now };
    const created = await graph.write<{ summary: Summary }>('summaries/submit', params);
    if (!created) return failMissedWrite(graph, 'UNAUTHENTICATED');
    if (created.summary.id !== summaryId) failExists('SUMMARY_EXISTS', created.summary.id);
    return created.summary;
  },
});

const readSummary = defineEndpoint({
  method: 'GET',
  path: '/summaries/{summaryId}',
  summary: 'A summary in full, with its response.',
  params: SummaryPath,
  success: 200,
  response: Summary,
  errors: ['SUMMARY_NOT_FOUND'],
  async handler({ params: { summaryId }, graph }) {
    const { summary, standing } = await graph.one<SummaryAccess>('summaries/read', { summaryId });
    if (!summary) return failNotFoundOrForbidden(graph, 'SUMMARY_NOT_FOUND', summaryId);
    permit(standing, 'summary:read');
    return summary;
  },
});

const editSummary = defineEndpoint({
  method: 'PATCH',
  path: '/summaries/{summaryId}',
  summary: 'Edit an own summary: scores, texts, week.',
  params: SummaryPath,
  body: SummaryInput,
  success: 200,
  response: Summary,
  errors: ['SUMMARY_NOT_FOUND', 'SUMMARY_EXISTS'],
  async handler({ params: { summaryId }, body, graph, now }) {
    const { summary, standing } = await graph.one<SummaryAccess>('summaries/read', { summaryId });
    if (!summary) return failNotFoundOrForbidden(graph, 'SUMMARY_NOT_FOUND', summaryId);
    permit(standing, 'summary:edit');
    const edited = { ...toStored(body, now), summaryId, now };
    const updated = await graph
      .write<{ summary: Summary }>('summaries/edit', edited, 'SUMMARY_EXISTS')
      .catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'SUMMARY_EXISTS') throw error;
        const other = await graph.maybe<{ id: string }>('summaries/find_own', { weekStart: edited.weekStart });
        return failExists('SUMMARY_EXISTS', other?.id);
      });
    return updated?.summary ?? failMissedWrite(graph, 'SUMMARY_NOT_FOUND');
  },
});

const respondToSummary = defineEndpoint({
  method: 'POST',
  path: '/summaries/{summaryId}/response',
  summary: 'Answer a summary of somebody further down the chain; they are notified.',
  params: SummaryPath,
  body: Type.Object({ body: RichText }, { additionalProperties: false }),
  success: 201,
  response: ManagerResponse,
  errors: ['SUMMARY_NOT_FOUND', 'RESPONSE_EXISTS'],
  async handler({ params: { summaryId }, body, graph, now, newId }) {
    const { summary, standing } = await graph.one<SummaryAccess>('summaries/read', { summaryId });
    if (!summary) return failNotFoundOrForbidden(graph, 'SUMMARY_NOT_FOUND', summaryId);
    permit(standing, 'summary:respond');
    const responseId = newId();
    const params = { summaryId, responseId, eventId: newId(), body: sanitizeRichText('body', body.body), now };
    const created = await graph.write<{ response: ManagerResponse }>('summaries/respond', params);
    if (!created) return failMissedWrite(graph, 'FORBIDDEN');
    if (created.response.id !== responseId) failExists('RESPONSE_EXISTS', summaryId);
    return created.response;
  },
});

const weeklyDigest = defineEndpoint({
  method: 'GET',
  path: '/summaries/reports/weekly-digest',
  summary: 'Who in sight has written in a week, the previous one unless a date of another is given, with the scores.',
  query: Type.Object({ weekStart: Type.Optional(CalendarDate) }, { additionalProperties: false }),
  success: 200,
  response: Type.Object({ weekStart: CalendarDate, rows: Type.Array(DigestRow) }, { additionalProperties: false }),
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
  summary:
    'Notable shifts of scores in sight, of the newest week that was looked at unless a date of another is given.',
  query: Type.Object(
    { scope: Type.Optional(TrendScope), weekStart: Type.Optional(CalendarDate) },
    { additionalProperties: false },
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
type TrendsHead = { standing: Standing; settings: Partial<Settings> };
type FlagRow = { flag: TrendFlag; unreadable?: number[] };

/** Removes flags from which the reader could infer the scores of people whose summaries they may not read. */
async function* withoutDisclosiveFlags(pages: Rows<FlagRow>, tenant: Partial<Settings>): Rows<TrendFlag> {
  const settings = resolveTrendSettings(resolveSettings(tenant));
  for await (const page of pages) {
    yield page
      .filter(({ unreadable = [] }) => unreadable.every((people) => isDisclosureSafe(people, settings)))
      .map(({ flag }) => flag);
  }
}

/** Refuses with the path of the existing summary: a client that repeats a lost request finds its result. */
function failExists(code: 'SUMMARY_EXISTS' | 'RESPONSE_EXISTS', summaryId: string | undefined): never {
  return fail(code, undefined, summaryId === undefined ? {} : { location: summaryPath(summaryId) });
}

function summaryPath(summaryId: string): string {
  return `/summaries/${summaryId}`;
}

const maxWeeksAhead = 53;
const tooFarAheadMessage = `weekStart must lie at most ${maxWeeksAhead} weeks ahead.`;

/** In the earliest time zone: the tenant's own is not known before the write, and would cost a round trip. */
const getLatestWeek = (now: string): string => addWeeks(getCurrentMonday(now, '+14:00'), maxWeeksAhead);

const checkRichText = compileValidator(RichText);

/** Sanitizes rich text and checks the length again: what clients read they can send back. */
function sanitizeRichText(field: string, text: string): string {
  const clean = cleanRichText(text);
  const fault = checkRichText(clean);
  if (fault) failInvalid([{ pointer: `/${field}`, message: `${field}, cleaned and written as HTML, ${fault}` }]);
  return clean;
}

/** Converts a summary for storage: its week becomes a Monday, its rich text is sanitized. */
function toStored({ weekStart, proud, ...rest }: SummaryInput, now: string): SummaryInput {
  const monday = toMonday(weekStart);
  if (monday > getLatestWeek(now)) failInvalid([{ pointer: '/weekStart', message: tooFarAheadMessage }]);
  return { ...rest, weekStart: monday, proud: sanitizeRichText('proud', proud) };
}

export const summaries = [submitSummary, readSummary, editSummary, respondToSummary, weeklyDigest, trends];
