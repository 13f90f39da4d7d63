// Summaries: one a week and person, and the one answer of somebody above them.
import { Type } from '@sinclair/typebox';
import { missing, permit, permitReport, seeAll, type Standing } from '../access.ts';
import { ApiError, fail } from '../errors.ts';
import type { Rows } from '../graph/client.ts';
import { endpoint } from '../http/endpoint.ts';
import { checkOf } from '../http/validation.ts';
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
import { settingsOf, type Settings } from '../rules/settings.ts';
import { mondayOf } from '../rules/weeks.ts';
import { trendSettingsOf } from '../trends/detect.ts';
import { tellsOnNobody } from '../trends/groups.ts';

const SummaryPath = Type.Object({ summaryId: Uuid });

type Found = { standing: Standing; summary: Summary | null };

const submitSummary = endpoint({
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
    const written = { ...stored(body), summaryId, eventId: newId(), now };
    const made = await graph.write<{ summary: Summary }>('summaries/submit', written);
    if (!made) return fail('UNAUTHENTICATED');
    if (made.summary.id !== summaryId) failExists('SUMMARY_EXISTS', made.summary.id);
    return made.summary;
  },
});

const readSummary = endpoint({
  method: 'GET',
  path: '/summaries/{summaryId}',
  summary: 'A summary in full, with its response.',
  params: SummaryPath,
  success: 200,
  response: Summary,
  errors: ['SUMMARY_NOT_FOUND'],
  async handler({ params: { summaryId }, graph }) {
    const { summary, standing } = await graph.one<Found>('summaries/read', { summaryId });
    if (!summary) return missing(graph, 'SUMMARY_NOT_FOUND', summaryId);
    permit(standing, 'summary:read');
    return summary;
  },
});

const editSummary = endpoint({
  method: 'PATCH',
  path: '/summaries/{summaryId}',
  summary: 'Edit an own summary: scores, texts, week.',
  params: SummaryPath,
  body: SummaryInput,
  success: 200,
  response: Summary,
  errors: ['SUMMARY_NOT_FOUND', 'SUMMARY_EXISTS'],
  async handler({ params: { summaryId }, body, graph, now }) {
    const { summary, standing } = await graph.one<Found>('summaries/read', { summaryId });
    if (!summary) return missing(graph, 'SUMMARY_NOT_FOUND', summaryId);
    permit(standing, 'summary:edit');
    const edited = { ...stored(body), summaryId, now };
    const saved = await graph
      .write<{ summary: Summary }>('summaries/edit', edited, 'SUMMARY_EXISTS')
      .catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'SUMMARY_EXISTS') throw error;
        const other = await graph.maybe<{ id: string }>('summaries/find_own', { weekStart: edited.weekStart });
        return failExists('SUMMARY_EXISTS', other?.id);
      });
    return saved?.summary ?? fail('SUMMARY_NOT_FOUND');
  },
});

const respondToSummary = endpoint({
  method: 'POST',
  path: '/summaries/{summaryId}/response',
  summary: 'Answer a summary of somebody further down the chain; they are notified.',
  params: SummaryPath,
  body: Type.Object({ body: RichText }, { additionalProperties: false }),
  success: 201,
  response: ManagerResponse,
  errors: ['SUMMARY_NOT_FOUND', 'RESPONSE_EXISTS'],
  async handler({ params: { summaryId }, body, graph, now, newId }) {
    const { summary, standing } = await graph.one<Found>('summaries/read', { summaryId });
    if (!summary) return missing(graph, 'SUMMARY_NOT_FOUND', summaryId);
    permit(standing, 'summary:respond');
    const responseId = newId();
    const written = { summaryId, responseId, eventId: newId(), body: cleaned('body', body.body), now };
    const made = await graph.write<{ response: ManagerResponse }>('summaries/respond', written);
    if (!made) return fail('FORBIDDEN');
    if (made.response.id !== responseId) failExists('RESPONSE_EXISTS', summaryId);
    return made.response;
  },
});

const weeklyDigest = endpoint({
  method: 'GET',
  path: '/summaries/reports/weekly-digest',
  summary: 'Who in sight has written in a week, the previous one unless a date of another is given, with the scores.',
  query: Type.Object({ weekStart: Type.Optional(CalendarDate) }, { additionalProperties: false }),
  success: 200,
  response: Type.Object({ weekStart: CalendarDate, rows: Type.Array(DigestRow) }, { additionalProperties: false }),
  errors: [],
  async handler({ query: { weekStart = null }, graph, now }) {
    const asked = { weekStart, now, seeAll: seeAll('digest:read') };
    const { head, rows } = await graph.list<Digest, DigestRow>('summaries/weekly_digest', asked, ({ standing }) =>
      permitReport(standing, 'digest:read'),
    );
    return { weekStart: head.weekStart, rows };
  },
});
type Digest = { standing: Standing; weekStart: string };

const trends = endpoint({
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
    const week = weekStart === undefined ? null : mondayOf(weekStart);
    const asked = { scope, weekStart: week, seeAll: seeAll('trends:read') };
    const { head, rows } = await graph.list<Trends, FoundFlag>('summaries/trends', asked, ({ standing }) =>
      permitReport(standing, 'trends:read'),
    );
    return discreet(rows, head.settings);
  },
});
type Trends = { standing: Standing; settings: Partial<Settings> };
type FoundFlag = { flag: TrendFlag; unreadable?: number[] };

/** The flags that tell a reader of nobody's scores whom they may not read. */
async function* discreet(pages: Rows<FoundFlag>, tenant: Partial<Settings>): Rows<TrendFlag> {
  const settings = trendSettingsOf(settingsOf(tenant));
  for await (const page of pages) {
    yield page
      .filter(({ unreadable = [] }) => unreadable.every((people) => tellsOnNobody(people, settings)))
      .map(({ flag }) => flag);
  }
}

/** Refuses with the address of the summary in the way, so that the repeat of a write that was made finds its result. */
function failExists(code: 'SUMMARY_EXISTS' | 'RESPONSE_EXISTS', summaryId: string | undefined): never {
  return fail(code, undefined, summaryId === undefined ? {} : { location: summaryPath(summaryId) });
}

function summaryPath(summaryId: string): string {
  return `/summaries/${summaryId}`;
}

const checkRichText = checkOf(RichText);

/** Rich text as it is stored: cleaned, and no longer than the field, so that it can be sent back as it was read. */
function cleaned(field: string, text: string): string {
  const kept = cleanRichText(text);
  const fault = checkRichText(kept);
  if (fault) fail('VALIDATION_ERROR', `${field}, cleaned and written as HTML, ${fault}`);
  return kept;
}

/** A summary's fields as they are stored: its week as that week's Monday, its rich text cleaned. */
function stored({ weekStart, proud, ...rest }: SummaryInput): SummaryInput {
  return { ...rest, weekStart: mondayOf(weekStart), proud: cleaned('proud', proud) };
}

export const summaries = [submitSummary, readSummary, editSummary, respondToSummary, weeklyDigest, trends];
