// The report of people without goals.
import { Type } from '@sinclair/typebox';
import { NonSetters } from '../goals/schema.ts';
import { CalendarDate, strictObject, optionalField } from '../../platform/schema/values.ts';
import { mapRows, omitAddress } from './definition.ts';
import { readNonSetters, toNonSettersHead } from './non-setters.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

const nonSetters = defineEndpoint({
  method: 'GET',
  path: '/goals/reports/non-setters',
  operationId: 'getNonSetters',
  growsWith: ['people'],
  tool: { link: '/goals/board?userId={user.id}' },
  isHeavy: true,
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
