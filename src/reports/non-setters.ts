// Report: people without a goal in a week.
import { pluralize } from '../pluralize.ts';
import { rolesWithTenantScope, rolesWithDepartmentGroups, type Standing } from '../access.ts';
import type { Rows } from '../graph/client.ts';
import { formatWeek } from '../rules/format-dates.ts';
import { mapRows, type ReportRequest, type ReportDefinition, permitRows } from './definition.ts';

type NonSetterResult = {
  user: { id: string; name: string; team: string | null };
  department: string | null;
  lastGoalSetAt: string | null;
};

export const nonSetters: ReportDefinition = {
  name: 'non-setters',
  title: 'People without a goal',
  description: 'who has set no goal, and when they last set one',
  timeParameter: 'week',
  columns: [
    { name: 'name', title: 'Name' },
    { name: 'team', title: 'Team' },
    { name: 'department', title: 'Department' },
    { name: 'lastGoalSetAt', title: 'Last goal set' },
  ],
  time: ({ thisWeek }) => `the ${formatWeek(thisWeek)}`,
  rows: async (request) =>
    mapRows(await readRows(request), ({ user, department, lastGoalSetAt }) => ({
      name: user.name,
      team: user.team,
      department,
      lastGoalSetAt,
      userId: user.id,
    })),
  headline(rows) {
    const never = rows.filter((row) => row['lastGoalSetAt'] === null).length;
    return {
      figure: rows.length.toLocaleString('en'),
      says: `${pluralize(rows.length, 'person has', 'people have')} no goal${never === 0 ? '' : `; ${never} never set one`}.`,
    };
  },
  emptyMessage: 'Everybody has a goal.',
  figures: (rows) => [
    {
      title: 'By department',
      about: 'How many people of each department have no goal.',
      spec: {
        data: { values: rows.map(({ department }) => ({ department: department ?? 'No department' })) },
        width: 680,
        height: { step: 26 },
        encoding: {
          y: { field: 'department', type: 'nominal', title: null, sort: '-x' },
          x: { aggregate: 'count', title: null, axis: null },
        },
        layer: [
          { mark: { type: 'bar', cornerRadiusEnd: 3, height: { band: 0.68 } } },
          {
            mark: { type: 'text', align: 'left', dx: 6 },
            encoding: { text: { aggregate: 'count' } },
          },
        ],
      },
    },
  ],
};

/** For a person, runs the query of the API; for an operator, a query over the whole tenant. */
async function readRows({ graph, tenant, person, thisWeek }: ReportRequest): Promise<Rows<NonSetterResult>> {
  if (!person) {
    const params = { weekStart: thisWeek };
    const tenantGraph = graph.bind({ tenantId: tenant.id });
    return (await tenantGraph.list<unknown, NonSetterResult>('reports/non_setters', params)).rows;
  }
  const now = new Date().toISOString();
  const params = {
    period: thisWeek,
    now,
    rolesWithTenantScope: rolesWithTenantScope('non-setters:read'),
    rolesGroupedByDepartment: rolesWithDepartmentGroups,
  };
  const personGraph = graph.bind({ tenantId: tenant.id, userId: person.id });
  const { head, rows } = await personGraph.list<{ standing: Standing | null }, NonSetterResult>(
    'goals/non_setters',
    params,
  );
  return permitRows(rows, head.standing, 'non-setters:read');
}
