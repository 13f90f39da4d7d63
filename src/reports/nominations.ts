// The nominations of a month: who was named, by whom, and why.
import { pluralize } from '../pluralize.ts';
import { permit, type Standing } from '../access.ts';
import { fail } from '../errors.ts';
import { withoutHead, formatMonth, mapRows, type ReportDefinition, type Row } from './definition.ts';

const nomineesShown = 15;

export const nominations: ReportDefinition = {
  name: 'nominations',
  title: 'Nominations',
  description: 'who was nominated in a month, by whom, and why',
  timeParameter: 'period',
  columns: [
    { name: 'madeAt', title: 'Made at' },
    { name: 'kind', title: 'Kind' },
    { name: 'team', title: 'Team' },
    { name: 'nominees', title: 'Nominees' },
    { name: 'nominator', title: 'By' },
    { name: 'reason', title: 'Reason' },
  ],
  time: ({ period }) => formatMonth(period),
  async rows({ graph, tenant, person, period }) {
    if (person) {
      const personGraph = graph.bind({ tenantId: tenant.id, userId: person.id });
      const caller = await personGraph.one<{ standing: Standing | null }>('access/caller');
      permit(caller.standing ?? fail('FORBIDDEN'), 'nominations:read');
    }
    const tenantGraph = graph.bind({ tenantId: tenant.id });
    const { rows } = await tenantGraph.list<unknown, Row>('reports/nominations', { period });
    return mapRows(rows, withoutHead);
  },
  headline(rows) {
    const teams = rows.filter(({ kind }) => kind === 'team').length;
    return {
      figure: rows.length.toLocaleString('en'),
      says: `${pluralize(rows.length, 'nomination')}: ${rows.length - teams} of a person, ${teams} of a team.`,
    };
  },
  emptyMessage: 'Nobody was nominated in that month.',
  figures(rows) {
    const times = new Map<string, number>();
    for (const { nominees } of rows)
      for (const name of nominees as string[]) times.set(name, (times.get(name) ?? 0) + 1);
    const most = [...times].sort(([, a], [, b]) => b - a).slice(0, nomineesShown);
    return [
      {
        title: 'Most often named',
        about: `How often each person was named, alone or with a team; the first ${most.length} of ${times.size}.`,
        spec: {
          data: { values: most.map(([name, count]) => ({ name, count })) },
          width: 600,
          height: { step: 24 },
          encoding: {
            y: { field: 'name', type: 'nominal', title: null, sort: null },
            x: { field: 'count', type: 'quantitative', title: null, axis: null },
          },
          layer: [
            { mark: { type: 'bar', cornerRadiusEnd: 3, height: { band: 0.66 } } },
            { mark: { type: 'text', align: 'left', dx: 6 }, encoding: { text: { field: 'count' } } },
          ],
        },
      },
    ];
  },
};
