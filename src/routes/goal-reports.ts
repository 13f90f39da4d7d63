// The report of people without goals.
import { Type } from '@sinclair/typebox';
import { NonSetters } from '../model/goals.ts';
import { CalendarDate, strictObject, optionalField } from '../model/values.ts';
import { mapRows, omitAddress } from '../reports/definition.ts';
import { readNonSetters, toNonSettersHead } from '../reports/non-setters.ts';
import { defineEndpoint } from '../http/declaration/define-endpoint.ts';

const nonSetters = defineEndpoint({
  method: 'GET',
  path: '/goals/reports/non-setters',
  operationId: 'getNonSetters',
  summary: 'Get who has no goal in a week.',
  description: 'Of the people in sight; for the People Team and admins by department.',
  permission: 'non-setters:read',
  alsoDecides: ['absence:read'],
  query: Type.Object(
    { period: optionalField(CalendarDate, 'Any day of the week; default: the current week') },
    strictObject,
  ),
  response: NonSetters,
  etag: false,
  async handler({ query: { period = null }, graph, now }) {
    const { head, rows } = await readNonSetters({ graph, asOperator: false, now, week: period });
    return { ...toNonSettersHead(head), rows: mapRows(rows, omitAddress) };
  },
});

export const goalReports = [nonSetters];
