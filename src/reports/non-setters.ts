// Who has set no goal for a week.
import { counted } from '../pluralize.ts';
import { permitReport, seeAll, seeDepartments, type Standing } from '../access.ts';
import type { Rows } from '../graph/client.ts';
import { rowsOf, weekInWords, type Asked, type Report } from './definition.ts';

type Found = {
  user: { id: string; name: string; team: string | null };
  department: string | null;
  lastGoalSetAt: string | null;
};

export const nonSetters: Report = {
  name: 'non-setters',
  title: 'People without a goal',
  about: 'who has set no goal, and when they last set one',
  takes: 'week',
  columns: [
    { name: 'name', title: 'Name' },
    { name: 'team', title: 'Team' },
    { name: 'department', title: 'Department' },
    { name: 'lastGoalSetAt', title: 'Last goal set' },
  ],
  time: ({ thisWeek }) => weekInWords(thisWeek),
  rows: async (asked) =>
    rowsOf(await found(asked), ({ user, department, lastGoalSetAt }) => ({
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
      says: `${counted(rows.length, 'person has', 'people have')} no goal${never === 0 ? '' : `; ${never} never set one`}.`,
    };
  },
  nothing: 'Everybody has a goal.',
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

/** For a person by the very query of the API; for an operator by its like without sight. */
async function found({ graph, tenant, person, thisWeek }: Asked): Promise<Rows<Found>> {
  if (!person) {
    const asked = { weekStart: thisWeek };
    const whole = graph.bind({ tenantId: tenant.id });
    return (await whole.list<unknown, Found>('reports/non_setters', asked, () => undefined)).rows;
  }
  const now = new Date().toISOString();
  const asked = { period: thisWeek, now, seeAll: seeAll('non-setters:read'), seeDepartments };
  const own = graph.bind({ tenantId: tenant.id, userId: person.id });
  const { rows } = await own.list<{ standing: Standing }, Found>('goals/non_setters', asked, ({ standing }) =>
    permitReport(standing, 'non-setters:read'),
  );
  return rows;
}
