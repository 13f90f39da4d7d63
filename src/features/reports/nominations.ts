// Report: the nominations of a month.
import { pluralize } from '../../platform/lib/pluralize.ts';
import { readPermitted, type PermittedList } from '../../platform/access/in-sight.ts';
import { permit, rolesThatHold } from '../../platform/access/permissions.ts';
import { defineReport, type ReportScope } from './definition.ts';
import type { Bar, Figure } from './figures.ts';
import type { Row } from './rows.ts';
import type { Words } from './words.ts';

const barsShown = 15;

const en = {
  title: 'Nominations',
  description: 'who was nominated in a month, by whom, and why',
  columns: {
    madeAt: 'Made at',
    kind: 'Kind',
    nomineeIds: 'Nominee IDs',
    nominees: 'Nominees',
    nomineeEmails: 'Nominee emails',
    nominatorId: 'Nominator ID',
    nominator: 'By',
    nominatorEmail: 'Nominator email',
    reason: 'Reason',
  },
  kinds: { individual: 'individual', team: 'team' },
  says: (nominations: number, ofPeople: string, ofTeams: string): string =>
    `${pluralize(nominations, 'nomination')}: ${ofPeople} of a person, ${ofTeams} of a team.`,
  emptyMessage: 'Nobody was nominated in that month.',
  people: 'People nominated',
  teams: 'Teams nominated',
  about: 'By number of nominations.',
  aboutSome: (shown: string, all: string): string => `By number of nominations; ${shown} of ${all} are shown.`,
  method: 'A nomination of a team counts once, for the team and not for its members.',
};

const de: typeof en = {
  title: 'Nominierungen',
  description: 'wer in einem Monat nominiert wurde, von wem und warum',
  columns: {
    madeAt: 'Wann',
    kind: 'Art',
    nomineeIds: 'IDs der Nominierten',
    nominees: 'Nominierte',
    nomineeEmails: 'E-Mails der Nominierten',
    nominatorId: 'ID der nominierenden Person',
    nominator: 'Von',
    nominatorEmail: 'E-Mail der nominierenden Person',
    reason: 'Begründung',
  },
  kinds: { individual: 'Person', team: 'Team' },
  says: (nominations, ofPeople, ofTeams) =>
    `${pluralize(nominations, 'Nominierung', 'Nominierungen', 'de')}, davon für eine Person: ${ofPeople}, für ein Team: ${ofTeams}.`,
  emptyMessage: 'In diesem Monat wurde niemand nominiert.',
  people: 'Nominierte Personen',
  teams: 'Nominierte Teams',
  about: 'Nach Zahl der Nominierungen.',
  aboutSome: (shown, all) => `Nach Zahl der Nominierungen; gezeigt werden ${shown} von ${all}.`,
  method: 'Eine Nominierung eines Teams zählt einmal, für das Team und nicht für seine Mitglieder.',
};

export const nominations = defineReport({ en, de }, readNominations, (own, words) => ({
  name: 'nominations',
  timeParameter: 'period',
  columns: [
    { name: 'madeAt', title: own.columns.madeAt },
    { name: 'kind', title: own.columns.kind, words: own.kinds },
    { name: 'team', title: words.columns.team },
    { name: 'nomineeIds', title: own.columns.nomineeIds, fileOnly: true },
    { name: 'nominees', title: own.columns.nominees },
    { name: 'nomineeEmails', title: own.columns.nomineeEmails, fileOnly: true },
    { name: 'nominatorId', title: own.columns.nominatorId, fileOnly: true },
    { name: 'nominator', title: own.columns.nominator },
    { name: 'nominatorEmail', title: own.columns.nominatorEmail, fileOnly: true },
    { name: 'reason', title: own.columns.reason },
  ],
  time: ({ period }) => period,
  toResponse: ({ period }) => ({ period }),
  headline(rows) {
    const teams = rows.filter(({ kind }) => kind === 'team').length;
    return {
      figure: words.formatNumber(rows.length),
      says: own.says(rows.length, words.formatNumber(rows.length - teams), words.formatNumber(teams)),
      amount: rows.length,
    };
  },
  figures(rows) {
    const [people, teams] = ['individual', 'team'].map((wanted) => rows.filter(({ kind }) => kind === wanted));
    return [
      ...createBars(
        own.people,
        (people ?? []).map(({ nomineeIds, nominees }) => [first(nomineeIds), first(nominees)]),
        own,
        words,
      ),
      ...createBars(
        own.teams,
        (teams ?? []).map(({ team }) => [String(team).toLowerCase(), String(team)]),
        own,
        words,
      ),
    ];
  },
}));

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
function readNominations({ graph, asOperator, now, period }: ReportScope): Promise<PermittedList<Heading, Row>> {
  return readPermitted(
    graph,
    ['reports/nominations', { asOperator, now, period, permittedRoles: rolesThatHold('nominations:read') }],
    (standing) => permit(standing, 'nominations:read'),
  );
}
type Heading = { period: string };

const first = (cell: unknown): string => String((cell as string[])[0]);

/** Counts by key, most first; no figure if nobody was nominated. */
function createBars(title: string, nominated: [key: string, name: string][], own: typeof en, words: Words): Figure[] {
  const groups = [...Map.groupBy(nominated, ([key]) => key).values()].sort((a, b) => b.length - a.length);
  const most = groups[0]?.length ?? 0;
  if (most === 0) return [];
  const shown = groups.slice(0, barsShown);
  const bars = shown.map(([[, name] = ['', ''], ...others]): Bar => {
    const count = others.length + 1;
    return { label: name, text: words.formatNumber(count), parts: [{ share: count / most }] };
  });
  const isCut = groups.length > shown.length;
  const [some, all] = [shown, groups].map(({ length }) => words.formatNumber(length)) as [string, string];
  return [{ title, about: isCut ? own.aboutSome(some, all) : own.about, bars }];
}
