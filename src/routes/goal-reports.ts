// The report of people without goals in a week.
import { Type } from '@sinclair/typebox';
import { CalendarDate, NonSetters, strictObject, optionalField } from '../model/index.ts';
import { mapRows, omitAddress } from '../reports/definition.ts';
import { readNonSetters, toNonSettersHead } from '../reports/non-setters.ts';
import { defineEndpoint } from './define-endpoint.ts';

const nonSetters = defineEndpoint({
  method: 'GET',
  path: '/goals/reports/non-setters',
  operationId: 'getNonSetters',
  summary: 'Get who has no goal in a week.',
  description: 'Of the people in sight; for the People Team and admins by department.',
  permission: 'non-setters:read',
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
