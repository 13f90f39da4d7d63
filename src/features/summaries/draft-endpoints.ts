// Drafts of summaries: one per user and week, which nobody else can read.
import { type Static } from '@sinclair/typebox';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { fail } from '../../platform/errors.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { SummaryDraft, SummaryDraftInput } from './schema.ts';
import { sanitizeRichText } from '../../platform/schema/rich-text.ts';
import { toMonday } from '../../platform/time/weeks.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { toMondayInReach } from './endpoints.ts';

const path = '/summary-drafts/{weekStart}';

const readDraft = defineEndpoint({
  method: 'GET',
  path,
  operationId: 'getSummaryDraft',
  summary: "Get the caller's draft of a week.",
  description: 'Nobody else can read it.',
  response: SummaryDraft,
  errors: ['DRAFT_NOT_FOUND'],
  async handler({ params, graph }) {
    const weekStart = toMonday(params.weekStart);
    const { draft } = await graph.one<{ draft: StoredDraft | null }>('summaries/read_draft', { weekStart });
    return draft ? toDraft(weekStart, draft) : fail('DRAFT_NOT_FOUND');
  },
});

const draftResource: Endpoint['resource'] = { read: readDraft, lock: (graph) => graph.write('access/lock_caller') };

const saveDraft = defineEndpoint({
  method: 'PUT',
  path,
  operationId: 'saveSummaryDraft',
  tool: { link: '/summary-drafts/{weekStart}' },
  summary: "Save the caller's draft of a week.",
  description:
    'As often as you like, while there is no summary of the week, which lies from five years back to one week ahead.',
  effects: 'Replaces the draft. Submitting the summary deletes it.',
  audit: { none: "The caller's own." },
  body: SummaryDraftInput,
  response: SummaryDraft,
  resource: draftResource,
  errors: ['SUMMARY_EXISTS'],
  async handler({ params, body, graph, now, newId }) {
    const weekStart = await toMondayInReach(graph, params.weekStart, now);
    const { proud } = body;
    const content = JSON.stringify({
      ...body,
      ...(proud !== undefined && { proud: sanitizeRichText('proud', proud) }),
    });
    const draft = { weekStart, draftId: newId(), content, now };
    const saved = await graph.write<{ summaryId: string | null }>('summaries/save_draft', draft);
    if (!saved) return failMissedWrite(graph, 'UNAUTHENTICATED');
    if (saved.summaryId !== null) fail('SUMMARY_EXISTS', undefined, { location: `/summaries/${saved.summaryId}` });
    return toDraft(weekStart, { content, savedAt: now });
  },
});

const deleteDraft = defineEndpoint({
  method: 'DELETE',
  path,
  operationId: 'deleteSummaryDraft',
  summary: "Delete the caller's draft of a week.",
  effects: 'Deletes the draft, if there is one.',
  audit: { none: "The caller's own." },
  resource: draftResource,
  async handler({ params: { weekStart }, graph }) {
    const deleted = await graph.write('summaries/delete_draft', { weekStart: toMonday(weekStart) });
    if (!deleted) await failMissedWrite(graph, 'UNAUTHENTICATED');
  },
});

type StoredDraft = { content: string; savedAt: string };

function toDraft(weekStart: string, { content, savedAt }: StoredDraft): Static<typeof SummaryDraft> {
  return { weekStart, ...(JSON.parse(content) as Static<typeof SummaryDraftInput>), savedAt };
}

export const summaryDrafts = [readDraft, saveDraft, deleteDraft];
