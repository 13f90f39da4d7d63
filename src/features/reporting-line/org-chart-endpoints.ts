// The org chart: a tree of people as rows.
import { Type } from '@sinclair/typebox';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import type { Rows } from '../../platform/graph/client.ts';
import { ChartRow, type UserRef } from '../../platform/schema/people.ts';
import { Uuid, strictObject, optionalField } from '../../platform/schema/values.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import { toViewAsOf } from '../../platform/time/as-of.ts';
import type { ChartLine } from '../../platform/chart/chart.ts';
import { createOrgChart, type ChartPlace } from '../../platform/chart/org-chart.ts';
import { asOfQuery, assertNotInFuture, toAsOf } from '../../platform/http/declaration/as-of.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

const maxDepth = 10_000;

const readChart = defineEndpoint({
  method: 'GET',
  path: '/org/chart',
  operationId: 'getOrgChart',
  growsWith: ['people'],
  tool: { link: '/users/{id}' },
  isHeavy: true,
  summary: 'Get the org chart as rows.',
  description:
    'Managers come before the people below them. With `asOf`, the reporting line is that of the time; who may read the chart, who is active, and names are those of today.',
  permission: 'chain:read',
  query: Type.Object(
    {
      rootId: optionalField(
        Uuid,
        'The top of the chart; default: the caller, and everyone of the tenant for those who may read every chain',
        exampleIds.manager,
      ),
      depth: optionalField(Type.Integer({ minimum: 0, maximum: maxDepth }), 'Levels below the root; default: all', 3),
      ...asOfQuery,
    },
    strictObject,
  ),
  response: Type.Array(ChartRow),
  errors: ['USER_NOT_FOUND'],
  async handler({ query: { rootId = null, depth = null, asOf }, graph, now }) {
    const params = { rootId, depth, now, rolesWithTenantScope: rolesThatHold('chain:read') };
    const { head, rows } = await (asOf === undefined
      ? graph.list<Heading, ChartSource>('reporting-line/chart', params)
      : graph.list<Heading, ChartSource>('reporting-line/chart_in_view', {
          ...params,
          ...toViewAsOf(toAsOf(asOf), now),
        }));
    assertNotInFuture(head);
    if (!head.userFound) fail('USER_NOT_FOUND');
    permit(head.standing, 'chain:read');
    return placePeople(rows, depth ?? maxDepth);
  },
});
type Heading = { standing: Standing; userFound: boolean; isInFuture: boolean };
/** First the lines of the whole chart, then its people. */
type ChartSource = { line: ChartLine } | UserRef;

async function* placePeople(pages: Rows<ChartSource>, depth: number): Rows<ChartRow> {
  const lines: ChartLine[] = [];
  let findPlace: ((id: string) => ChartPlace | null) | null = null;
  for await (const page of pages) {
    const people: ChartRow[] = [];
    for (const row of page) {
      if ('line' in row) {
        lines.push(row.line);
        continue;
      }
      findPlace ??= createOrgChart(lines);
      const place = findPlace(row.id);
      if (place && place.depth <= depth) people.push({ ...row, ...place });
    }
    if (people.length > 0) yield people;
  }
}

export const orgChart = [readChart];
