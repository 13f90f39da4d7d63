// Report: people without a goal in a week.
import { pluralize } from '../lib/pluralize.ts';
import { readInSight, type PermittedList } from '../access/in-sight.ts';
import { rolesWithDepartmentGroups, type Standing } from '../access/permissions.ts';
import type { NonSetterRow } from '../model/index.ts';
import { formatWeek } from '../rules/format-dates.ts';
import { mapRows, toScope, type ReportDefinition, type ReportScope, type Row } from './definition.ts';

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
  rows: async (request) => mapRows((await readNonSetters({ ...toScope(request), week: request.thisWeek })).rows, toRow),
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

type NonSettersScope = Pick<ReportScope, 'graph' | 'asOperator' | 'now' | 'week'>;
type Heading = { standing: Standing; period: string };

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export function readNonSetters(scope: NonSettersScope): Promise<PermittedList<Heading, NonSetterRow>> {
  const params = { period: scope.week, now: scope.now, rolesGroupedByDepartment: rolesWithDepartmentGroups };
  return readInSight(scope, 'non-setters:read', (sight) => ['goals/non_setters', { ...sight, ...params }]);
}

function toRow({ user: { id: userId, ...user }, ...rest }: NonSetterRow): Row {
  return { ...user, ...rest, userId };
}
