// The list of weekly summaries that the caller may read.
import { Type } from '@sinclair/typebox';
import { Temporal } from 'temporal-polyfill';
import { rolesWithTenantScope } from '../access.ts';
import { fail } from '../errors.ts';
import { CalendarDate, SummaryListEntry, Uuid } from '../model/index.ts';
import { toWeekRange } from '../rules/weeks.ts';
import { defineList, type Positioned } from './list.ts';

const listSummaries = defineList({
  path: '/summaries',
  summary:
    'Summaries that the caller may read, newest week first, without their texts. `state=unanswered&direct=true` are those that ' +
    'await the caller’s response.',
  filters: {
    author: Type.Optional(Type.Union([Type.Literal('me'), Uuid])),
    weekFrom: Type.Optional(CalendarDate),
    weekTo: Type.Optional(CalendarDate),
    state: Type.Optional(Type.Unsafe<'unanswered' | 'answered'>({ type: 'string', enum: ['unanswered', 'answered'] })),
    direct: Type.Optional(
      Type.Boolean({ default: false, description: 'Only of those who report to the caller directly' }),
    ),
    updatedSince: Type.Optional(
      Type.String({ format: 'date-time', description: 'Only those written, edited or answered since' }),
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
