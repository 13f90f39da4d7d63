// Report: the nominations of a month.
import { pluralize } from '../../platform/lib/pluralize.ts';
import { readPermitted } from '../../platform/access/in-sight.ts';
import { permit, rolesThatHold } from '../../platform/access/permissions.ts';
import { defineReport } from './definition.ts';
import type { Bar, Figure } from './figures.ts';
import type { Row } from './rows.ts';

const barsShown = 15;

export const nominations = defineReport({
  name: 'nominations',
  title: 'Nominations',
  description: 'who was nominated in a month, by whom, and why',
  timeParameter: 'period',
  columns: [
    { name: 'madeAt', title: 'Made at' },
    { name: 'kind', title: 'Kind' },
    { name: 'team', title: 'Team' },
    { name: 'nomineeIds', title: 'Nominee IDs', fileOnly: true },
    { name: 'nominees', title: 'Nominees' },
    { name: 'nomineeEmails', title: 'Nominee emails', fileOnly: true },
    { name: 'nominatorId', title: 'Nominator ID', fileOnly: true },
    { name: 'nominator', title: 'By' },
    { name: 'nominatorEmail', title: 'Nominator email', fileOnly: true },
    { name: 'reason', title: 'Reason' },
  ],
  read: ({ graph, asOperator, now, period }) =>
    readPermitted<{ period: string }, Row>(
      graph,
      ['reports/nominations', { asOperator, now, period, permittedRoles: rolesThatHold('nominations:read') }],
      (standing) => permit(standing, 'nominations:read'),
    ),
  time: ({ period }) => period,
  toResponse: ({ period }) => ({ period }),
  headline(rows) {
    const teams = rows.filter(({ kind }) => kind === 'team').length;
    return {
      figure: rows.length.toLocaleString('en'),
      says: `${pluralize(rows.length, 'nomination')}: ${rows.length - teams} of a person, ${teams} of a team.`,
      amount: rows.length,
    };
  },
  emptyMessage: 'Nobody was nominated in that month.',
  figures(rows) {
    const [people, teams] = ['individual', 'team'].map((wanted) => rows.filter(({ kind }) => kind === wanted));
    return [
      ...createBars(
        'People nominated',
        (people ?? []).map(({ nomineeIds, nominees }) => [first(nomineeIds), first(nominees)]),
      ),
      ...createBars(
        'Teams nominated',
        (teams ?? []).map(({ team }) => [String(team).toLowerCase(), String(team)]),
      ),
    ];
  },
  method: 'A nomination of a team counts once, for the team and not for its members.',
});

const first = (cell: unknown): string => String((cell as string[])[0]);

/** Counts by key, most first; no figure if nobody was nominated. */
function createBars(title: string, nominated: [key: string, name: string][]): Figure[] {
  const groups = [...Map.groupBy(nominated, ([key]) => key).values()].sort((a, b) => b.length - a.length);
  const most = groups[0]?.length ?? 0;
  if (most === 0) return [];
  const shown = groups.slice(0, barsShown);
  const bars = shown.map(([[, name] = ['', ''], ...others]): Bar => {
    const count = others.length + 1;
    return { label: name, text: count.toLocaleString('en'), parts: [{ share: count / most }] };
  });
  const left = groups.length > shown.length ? `; ${shown.length} of ${groups.length} are shown` : '';
  return [{ title, about: `By number of nominations${left}.`, bars }];
}
