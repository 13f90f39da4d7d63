// The list of weekly summaries that the caller may read.
import { Type } from '@sinclair/typebox';
import { Temporal } from 'temporal-polyfill';
import { rolesWithTenantScope } from '../access.ts';
import { fail } from '../errors.ts';
import { CalendarDate, SummaryListEntry, Uuid, field, stringEnum } from '../model/index.ts';
import { toWeekRange } from '../rules/weeks.ts';
import { defineList, type Positioned } from './list.ts';

const listSummaries = defineList({
  path: '/summaries',
  operationId: 'listSummaries',
  summary: 'List summaries without their texts.',
  description: 'Newest week first. `state=unanswered&direct=true` are those that await the caller’s response.',
  permission: 'summary:read',
  filters: {
    author: Type.Optional(
      field(Type.Union([Type.Literal('me'), Uuid]), 'Summaries of this user; `me` is the caller', 'me'),
    ),
    weekFrom: Type.Optional(field(CalendarDate, 'Any day of the first week', '2026-10-05')),
    weekTo: Type.Optional(field(CalendarDate, 'Any day of the last week')),
    state: Type.Optional(field(stringEnum('unanswered', 'answered'), 'With or without a response')),
    direct: Type.Optional(field(Type.Boolean({ default: false }), 'Only of those who report to the caller directly')),
    updatedSince: Type.Optional(
      field(
        Type.String({ format: 'date-time' }),
        'Only those submitted, edited or answered since',
        '2026-11-01T00:00:00Z',
      ),
    ),
  },
  item: SummaryListEntry,
  async load({ query: { author = null, state, direct = false, updatedSince, ...weeks }, graph }, page) {
    const { items } = await graph.one<{ items: Positioned<SummaryListEntry>[] }>('summaries/list', {
      ...toWeekRange(weeks),
      ...page,
      author,
      isAnswered: state ? state === 'answered' : null,
      isDirect: direct,
      updatedSince: updatedSince === undefined ? null : toInstant(updatedSince),
      rolesWithTenantScope: rolesWithTenantScope('summary:read'),
    });
    return items;
  },
});

/** RFC 3339 knows leap seconds and years that the database does not. */
function toInstant(text: string): string {
  try {
    return Temporal.Instant.from(text).toString();
  } catch {
    return fail('VALIDATION_ERROR', 'updatedSince must be an instant such as 2026-11-20T10:00:00.000Z.');
  }
}

export const summaryList = [listSummaries];
