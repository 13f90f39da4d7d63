// Weekly summaries: one per user and week, with one response of a manager.
import { confirmRefusal } from '../../platform/access/confirm-refusal.ts';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, type Standing } from '../../platform/access/permissions.ts';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { permitRead } from '../../platform/audit/record-read.ts';
import { ApiError, fail, failInvalid } from '../../platform/errors.ts';
import type { Graph } from '../../platform/graph/client.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { ManagerResponse, ResponseInput, Summary, SummaryInput } from './schema.ts';
import { sanitizeRichText } from '../../platform/schema/rich-text.ts';
import { getCurrentMonday, getReach, toMonday } from '../../platform/time/weeks.ts';
import { getWeekOf, type TenantSettings } from '../../platform/settings/settings.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

type SummaryAccess = { standing: Standing; summary: Summary | null };

const readSummary = defineEndpoint({
  method: 'GET',
  path: '/summaries/{summaryId}',
  operationId: 'getSummary',
  tool: { link: '/summaries/{id}' },
  summary: 'Get a summary with its response.',
  audit: 'summary.read',
  permission: 'summary:read',
  response: Summary,
  lastModified: true,
  errors: ['SUMMARY_NOT_FOUND'],
  async handler({ params: { summaryId }, graph, recordRead, now, lastModified }) {
    type Access = SummaryAccess & { updatedAt: string };
    const { summary, standing, updatedAt } = await graph.one<Access>('summaries/read', { summaryId, now });
    if (!summary) return failNotFoundOrForbidden(graph, 'SUMMARY_NOT_FOUND', summaryId);
    await permitRead(recordRead, standing, 'summary:read', { userId: summary.user.id, summaryId });
    lastModified(updatedAt);
    return summary;
  },
});

const summaryResource: Endpoint['resource'] = {
  read: readSummary,
  lock: (graph, { summaryId = '' }) => graph.write('summaries/lock', { summaryId }),
};

const submitSummary = defineEndpoint({
  method: 'POST',
  path: '/summaries',
  operationId: 'submitSummary',
  tool: { link: '/summaries/{id}' },
  summary: 'Submit a weekly summary.',
  description: 'One per user and week, from five years back to one week ahead.',
  effects:
    "Stores the summary and notifies the submitter's manager, the nearest active one, and that manager's deputies.",
  audit: { none: "The caller's own." },
  body: SummaryInput,
  success: 201,
  response: Summary,
  resource: summaryResource,
  errors: ['SUMMARY_EXISTS'],
  location: ({ id }) => summaryPath(id),
  async handler({ body, graph, now, newId }) {
    const summaryId = newId();
    const params = { ...(await toStored(graph, body, now)), summaryId, eventId: newId(), now };
    const created = await graph.write<{ summary: Summary }>('summaries/submit', params);
    if (!created) return failMissedWrite(graph, 'UNAUTHENTICATED');
    if (created.summary.id !== summaryId) failExists('SUMMARY_EXISTS', created.summary.id);
    return created.summary;
  },
});

const editSummary = defineEndpoint({
  method: 'PATCH',
  path: '/summaries/{summaryId}',
  operationId: 'updateSummary',
  tool: { link: '/summaries/{id}' },
  summary: 'Edit an own summary.',
  description: 'Every field is required. The week is the one it has, or lies from five years back to one week ahead.',
  effects: 'Replaces scores, texts and week.',
  audit: { none: "The caller's own." },
  permission: 'summary:edit',
  body: SummaryInput,
  response: Summary,
  resource: summaryResource,
  errors: ['SUMMARY_NOT_FOUND', 'SUMMARY_EXISTS'],
  async handler({ params: { summaryId }, body, graph, now, newId }) {
    const { summary, standing } = await graph.one<SummaryAccess>('summaries/read', { summaryId, now });
    if (!summary) return failNotFoundOrForbidden(graph, 'SUMMARY_NOT_FOUND', summaryId);
    permit(standing, 'summary:edit');
    const stored = await toStored(graph, body, now, summary.weekStart);
    const edited = { ...stored, summaryId, changeId: newId(), now };
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

const withdrawSummary = defineEndpoint({
  method: 'DELETE',
  path: '/summaries/{summaryId}',
  operationId: 'withdrawSummary',
  summary: 'Withdraw an own summary.',
  description: 'Until its week, and any that it had before an edit, is over, and while it has no response.',
  effects: 'Deletes the summary, and the notification about it.',
  audit: { none: "The caller's own." },
  permission: 'summary:edit',
  resource: summaryResource,
  errors: ['SUMMARY_NOT_FOUND', 'SUMMARY_FINAL'],
  async handler({ params: { summaryId }, graph, now }) {
    const { summary, standing } = await graph.one<SummaryAccess>('summaries/read', { summaryId, now });
    if (!summary) return failNotFoundOrForbidden(graph, 'SUMMARY_NOT_FOUND', summaryId);
    permit(standing, 'summary:edit');
    const withdrawn = await graph.write<{ isFinal: boolean }>('summaries/withdraw', { summaryId, now });
    if (withdrawn?.isFinal) fail('SUMMARY_FINAL');
    if (!withdrawn) await graph.one('access/caller'); // withdrawn meanwhile
  },
});

const respondToSummary = defineEndpoint({
  method: 'POST',
  path: '/summaries/{summaryId}/response',
  operationId: 'respondToSummary',
  tool: { link: '/summaries/{summaryId}' },
  summary: 'Respond to a summary.',
  description: 'One response per summary.',
  effects: 'Stores the response and notifies the owner of the summary.',
  audit: { none: 'The response names who gave it, and when.' },
  permission: 'summary:respond',
  body: ResponseInput,
  success: 201,
  response: ManagerResponse,
  errors: ['SUMMARY_NOT_FOUND', 'RESPONSE_EXISTS'],
  async handler({ params: { summaryId }, body, graph, now, newId }) {
    await confirmRefusal(() => permitResponse(graph, summaryId, now));
    const responseId = newId();
    const params = { summaryId, responseId, eventId: newId(), body: sanitizeRichText('body', body.body), now };
    const created = await graph.write<{ response: ManagerResponse }>('summaries/respond', params);
    if (!created) {
      await permitResponse(graph, summaryId, now); // withdrawn, or moved away, meanwhile
      return fail('FORBIDDEN');
    }
    if (created.response.id !== responseId) failExists('RESPONSE_EXISTS', summaryId);
    return created.response;
  },
});

const editResponse = defineEndpoint({
  method: 'PATCH',
  path: '/summaries/{summaryId}/response',
  operationId: 'editResponse',
  summary: 'Edit an own response to a summary.',
  description: 'Within a day of the response, by its author while above the author of the summary.',
  effects: 'Replaces the text.',
  audit: { none: 'The response names who gave it, and when it was edited.' },
  permission: 'summary:respond',
  body: ResponseInput,
  response: ManagerResponse,
  resource: summaryResource,
  errors: ['SUMMARY_NOT_FOUND', 'RESPONSE_NOT_FOUND', 'RESPONSE_FINAL'],
  async handler({ params: { summaryId }, body, graph, now, newId }) {
    const { response } = await confirmRefusal(() => permitResponse(graph, summaryId, now));
    if (!response) fail('RESPONSE_NOT_FOUND');
    type Edited = { response: ManagerResponse; isFinal: boolean };
    const params = { summaryId, body: sanitizeRichText('body', body.body), changeId: newId(), now };
    const edited = await graph.write<Edited>('summaries/edit_response', params);
    if (!edited) return failMissedWrite(graph, 'FORBIDDEN'); // somebody else gave it, or is above now
    if (edited.isFinal) fail('RESPONSE_FINAL');
    return edited.response;
  },
});

/** Loads a summary to which the caller may respond. */
async function permitResponse(graph: Graph, summaryId: string, now: string): Promise<Summary> {
  const { summary, standing } = await graph.one<SummaryAccess>('summaries/read', { summaryId, now });
  if (!summary) return failNotFoundOrForbidden(graph, 'SUMMARY_NOT_FOUND', summaryId);
  permit(standing, 'summary:respond');
  return summary;
}

/** Refuses with the path of the existing summary: a client that repeats a lost request finds its result. */
function failExists(code: 'SUMMARY_EXISTS' | 'RESPONSE_EXISTS', summaryId: string | undefined): never {
  return fail(code, undefined, summaryId === undefined ? {} : { location: summaryPath(summaryId) });
}

function summaryPath(summaryId: string): string {
  return `/summaries/${summaryId}`;
}

/**
 * Converts a summary for storage: its week becomes a Monday, its rich text is sanitized.
 *
 * @param stored the week that it has already: it may keep it
 * @throws {ApiError} VALIDATION_ERROR
 */
async function toStored(
  graph: Pick<Graph, 'one'>,
  { weekStart, proud, ...rest }: SummaryInput,
  now: string,
  stored?: string,
): Promise<SummaryInput> {
  const monday = toMonday(weekStart) === stored ? stored : await toMondayInReach(graph, weekStart, now);
  return { ...rest, weekStart: monday, proud: sanitizeRichText('proud', proud) };
}

/**
 * Returns the Monday of a day. Only a week that is out of reach somewhere on earth costs a round trip, for the caller's
 * time zone.
 *
 * @throws {ApiError} VALIDATION_ERROR if it is more than one week ahead, or more than five years back
 */
export async function toMondayInReach(graph: Pick<Graph, 'one'>, day: string, now: string): Promise<string> {
  const monday = toMonday(day);
  const everywhere = {
    from: getReach(getCurrentMonday(now, '+14:00')).from,
    to: getReach(getCurrentMonday(now, '-12:00')).to,
  };
  if (monday < everywhere.from || monday > everywhere.to) {
    const { tenant } = await graph.one<{ tenant: TenantSettings }>('access/caller');
    const { from, to } = getReach(getWeekOf(tenant, now));
    const refuse = (limit: string) => failInvalid([{ pointer: '/weekStart', message: `weekStart must lie ${limit}.` }]);
    if (monday > to) refuse('at most one week ahead');
    if (monday < from) refuse('at most five years back');
  }
  return monday;
}

export const summaries = [submitSummary, readSummary, editSummary, withdrawSummary, respondToSummary, editResponse];
