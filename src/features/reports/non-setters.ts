// Report: people without a goal in a week.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import { agree } from '../../platform/lib/pluralize.ts';
import { permitRowsByQuery, type Role, type Standing } from '../../platform/access/permissions.ts';
import type { NonSetterRow } from '../goals/schema.ts';
import { createShareHeadline, defineReport, omitAddress, personColumns, type WeekScope } from './definition.ts';
import { countPeople, sayCountExcused, sayExcused, toPerson } from './figures.ts';

export const nonSetters = defineReport({
  name: 'non-setters',
  title: 'People without a goal',
  description: 'who has set no goal, and when they last set one',
  timeParameter: 'week',
  columns: [...personColumns, { name: 'lastGoalSetAt', title: 'Last goal set' }],
  read: readNonSetters,
  time: ({ period }) => period,
  toResponse: toNonSettersHead,
  toItem: omitAddress,
  toRow: ({ user: { id: userId, ...user }, ...rest }) => ({ ...user, ...rest, userId }),
  headline(rows, { expected, excused }) {
    const never = rows.filter((row) => row['lastGoalSetAt'] === null).length;
    const says = `${agree(rows.length, 'has', 'have')} no goal${never === 0 ? '' : `; ${never} never set one`}.${sayExcused(excused)}`;
    return createShareHeadline(rows.length, expected, says);
  },
  emptyMessage: 'Everybody has a goal.',
  figures: (rows) => [{ title: 'Who has no goal', about: countPeople(rows.length), people: rows.map(toPerson) }],
  method:
    'Everyone in sight who is active today and had started by the end of the week counts. People who have no working day ' +
    'in the week are excused: each of their usual working days is an absence or a public holiday. So are those who need not check in. Goals of the current ' +
    'week can still be set, so its share falls until Sunday.',
});

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
