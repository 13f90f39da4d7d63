// The list of weekly summaries that the caller may read.
import { Type } from '@sinclair/typebox';
import { permitRowsByQuery, type Standing } from '../../platform/access/permissions.ts';
import { recordList } from '../../platform/audit/record-read.ts';
import { CalendarDate, MeOrUuid, stringEnum, optionalField } from '../../platform/schema/values.ts';
import { SummaryListEntry } from './schema.ts';
import { toExcerpt } from '../../platform/schema/rich-text.ts';
import { toWeekRange } from '../../platform/time/weeks.ts';
import { createInstantFilter, defineList, toInstant, type Positioned } from '../../platform/http/declaration/list.ts';

const listSummaries = defineList({
  path: '/summaries',
  operationId: 'listSummaries',
  tool: { link: '/summaries/{id}' },
  isHeavy: true,
  summary: 'List summaries.',
  audit: 'summaries.list',
  description:
    'Newest week first, with the beginning of the texts. `state=unanswered&direct=true` are those that await the caller’s response.',
  permission: 'summary:read',
  filters: {
    author: optionalField(MeOrUuid, 'Summaries of this user; `me` is the caller', 'me'),
    weekFrom: optionalField(CalendarDate, 'Any day of the first week', '2026-10-05'),
    weekTo: optionalField(CalendarDate, 'Any day of the last week'),
    state: optionalField(stringEnum('unanswered', 'answered'), 'With or without a response'),
    direct: optionalField(Type.Boolean({ default: false }), 'Only of those whose next active manager is the caller'),
    updatedSince: createInstantFilter('Only those submitted, edited or answered since'),
  },
  item: SummaryListEntry,
  async load(
    { query: { author = null, state, direct = false, updatedSince, ...weeks }, graph, recordRead, now },
    page,
  ) {
    type Rows = { standing: Standing; items: (Positioned<SummaryListEntry> & { opening: Opening })[] };
    const { standing, items } = await graph.one<Rows>('summaries/list', {
      ...toWeekRange(weeks),
      ...page,
      author,
      now,
      isAnswered: state ? state === 'answered' : null,
      isDirect: direct,
      updatedSince: toInstant('updatedSince', updatedSince),
      rolesWithTenantScope: permitRowsByQuery('summary:read'),
    });
    const about = author === null ? {} : { userId: author };
    // direct summaries depend on the reporting line only, whatever roles the caller has
    const reader = direct ? { ...standing, roles: [] } : standing;
    if (author !== 'me') await recordList(recordRead, reader, 'summary:read', about);
    return items.map(({ opening, ...item }) => addExcerpt(item, opening));
  },
});

export type Opening = { rich: string; plain?: string };

/** Adds the beginning of the texts to a summary; one without any text has none. */
export function addExcerpt<Item extends object>(item: Item, opening: Opening): Item & { excerpt?: string } {
  const excerpt = toExcerpt(opening);
  return excerpt === '' ? item : { ...item, excerpt };
}

export const summaryList = [listSummaries];
