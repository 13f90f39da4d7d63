// Report: people without a goal in a week.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import { agree } from '../../platform/lib/pluralize.ts';
import { permitRowsByQuery, type Role, type Standing } from '../../platform/access/permissions.ts';
import type { NonSetterRow } from '../goals/schema.ts';
import { createPersonColumns, createShareHeadline, defineReport, omitAddress, type WeekScope } from './definition.ts';
import { sayCountExcused, toPerson } from './figures.ts';

const en = {
  title: 'People without a goal',
  description: 'who has set no goal, and when they last set one',
  lastGoalSetAt: 'Last goal set',
  says: (people: number, never: number): string =>
    `${agree(people, 'has', 'have')} no goal${never === 0 ? '' : `; ${never} never set one`}.`,
  emptyMessage: 'Everybody has a goal.',
  missing: 'Who has no goal',
  method:
    'Everyone in sight who is active today and had started by the end of the week counts. People who have no working day ' +
    'in the week are excused: each of their usual working days is an absence or a public holiday. So are those who need not check in. Goals of the current ' +
    'week can still be set, so its share falls until Sunday.',
};

const de: typeof en = {
  title: 'Personen ohne Ziel',
  description: 'wer kein Ziel hat, und wann zuletzt eines gesetzt wurde',
  lastGoalSetAt: 'Letztes Ziel',
  says: (people, never) =>
    `${agree(people, 'hat', 'haben')} kein Ziel${never === 0 ? '' : `; bisher kein Ziel: ${never}`}.`,
  emptyMessage: 'Alle haben ein Ziel.',
  missing: 'Wer kein Ziel hat',
  method:
    'Es zählen alle in Sicht, die heute aktiv sind und bis zum Ende der Woche angefangen hatten. Nichts erwartet wird von Personen, die in der ' +
    'Woche keinen Arbeitstag haben, weil jeder ihrer üblichen Arbeitstage eine Abwesenheit oder ein Feiertag ist, und von denen, die keinen ' +
    'Wochenbericht abgeben müssen. Ziele der laufenden Woche können noch gesetzt werden, deshalb sinkt ihr Anteil bis Sonntag.',
};

export const nonSetters = defineReport({ en, de }, readNonSetters, (own, words) => ({
  name: 'non-setters',
  timeParameter: 'week',
  columns: [...createPersonColumns(words), { name: 'lastGoalSetAt', title: own.lastGoalSetAt }],
  time: ({ period }) => period,
  toResponse: toNonSettersHead,
  toItem: omitAddress,
  toRow: ({ user: { id: userId, ...user }, ...rest }) => ({ ...user, ...rest, userId }),
  headline(rows, { expected, excused }) {
    const never = rows.filter((row) => row['lastGoalSetAt'] === null).length;
    const says = own.says(rows.length, never) + words.sayExcused(excused);
    return createShareHeadline(words, rows.length, expected, says);
  },
  figures: (rows) => [{ title: own.missing, about: `${words.countPeople(rows.length)}.`, people: rows.map(toPerson) }],
}));

/** The roles that get the list grouped by department. */
export const rolesWithDepartmentGroups: readonly Role[] = ['people_team', 'admin'];

/** `expected`: how many are in sight, had started and are not excused. */
type Heading = { standing: Standing; period: string; expected: number; excused: number };
type Source = NonSetterRow & { email: string };

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export function readNonSetters(scope: WeekScope): Promise<PermittedList<Heading, Source>> {
  const roles = {
    rolesGroupedByDepartment: rolesWithDepartmentGroups,
    rolesThatReadAbsences: permitRowsByQuery('absence:read'),
  };
  const params = { period: scope.week, now: scope.now, ...roles };
  return readInSight(scope, 'non-setters:read', (sight) => ['goals/non_setters', { ...sight, ...params }]);
}

/** What the response says beside the rows. */
export function toNonSettersHead({ period, standing, excused }: Heading) {
  const groupedByDepartment = standing.roles.some((role) => rolesWithDepartmentGroups.includes(role));
  return { period, groupedByDepartment, ...sayCountExcused(excused) };
}
