// Report: the nominations of a month.
import { pluralize } from '../lib/pluralize.ts';
import { readPermitted, type PermittedList } from '../access/in-sight.ts';
import { permit, rolesThatReadNominations } from '../access/permissions.ts';
import { formatMonth } from '../rules/format-dates.ts';
import { toScope, type ReportDefinition, type ReportScope, type Row } from './definition.ts';

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
  rows: async (request) => (await readNominations(toScope(request))).rows,
  headline(rows) {
    const teams = rows.filter(({ kind }) => kind === 'team').length;
    return {
      figure: rows.length.toLocaleString('en'),
      says: `${pluralize(rows.length, 'nomination')}: ${rows.length - teams} of a person, ${teams} of a team.`,
    };
  },
  emptyMessage: 'Nobody was nominated in that month.',
  figures(rows) {
    const counts = new Map<string, number>();
    for (const { nominees } of rows)
      for (const name of nominees as string[]) counts.set(name, (counts.get(name) ?? 0) + 1);
    const highest = [...counts].sort(([, a], [, b]) => b - a).slice(0, nomineesShown);
    return [
      {
        title: 'Most nominated',
        about: `Nominations per person, alone or with a team; ${highest.length} of ${counts.size} people are shown.`,
        spec: {
          data: { values: highest.map(([name, count]) => ({ name, count })) },
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

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export function readNominations(scope: ReportScope): Promise<PermittedList<{ period: string }, Row>> {
  const { graph, asOperator, now, period } = scope;
  const params = { asOperator, now, period, permittedRoles: rolesThatReadNominations };
  return readPermitted(graph, ['reports/nominations', params], (standing) => permit(standing, 'nominations:read'));
}
