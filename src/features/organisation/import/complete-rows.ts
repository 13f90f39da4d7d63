// Adds to the rows of a file what they do not say: how the person is today, or what a new person has. No IO.
import { isSameName, toNameKey } from '../../../platform/lib/names.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import { keyColumns, optionalColumns, type Column, type ExistingPerson, type FilePerson } from './columns.ts';
import { isReleased } from '../people/match-person.ts';
import type { RowMatch } from './match-rows.ts';
import type { PersonRow } from './read-rows.ts';
import type { Fault } from './read-table.ts';

/** `keepsManager`: the row does not say who the manager is, and the person has one, waits for one, or is at the top. */
export type CompleteRow = FilePerson & { row: number; keepsManager: boolean };
export type CompleteMatch = Omit<RowMatch, 'person'> & { person: CompleteRow };

type Team = { name: string; department: string };

/**
 * Completes each row. A department without a team makes a team of its name, as it does for a directory (scim/person-change.ts):
 * whoever is in the department already stays in their team.
 */
export function completeRows(
  matches: readonly RowMatch[],
  people: readonly ExistingPerson[],
): { matches: CompleteMatch[]; faults: Fault[]; notes: string[] } {
  const teams = listTeams(matches, people);
  const faults: Fault[] = [];
  const ofDepartments: number[] = [];
  const kept = new Map<Column, number>();
  const complete = matches.map(({ person: given, existing, releases }): CompleteMatch => {
    const { row, managerEmail } = given;
    const { team, department } = chooseTeam(given, existing, teams);
    if (namesTeamByDepartment(given, existing)) ofDepartments.push(row);
    for (const column of given.empty ?? []) {
      if (existing && isPresent(existing, column)) kept.set(column, (kept.get(column) ?? 0) + 1);
    }
    const rest = optionalColumns.map((name) => [name, given[name] ?? existing?.[name]] as const);
    const person: CompleteRow = {
      row,
      email: given.email ?? existing?.email ?? '',
      name: given.name ?? existing?.name ?? '',
      jobTitle: given.jobTitle ?? existing?.jobTitle ?? '',
      team,
      department,
      managerEmail: managerEmail ?? '',
      keepsManager: managerEmail === undefined && existing !== null,
      roles: given.roles ?? (existing?.active ? existing.roles : []),
      ...(Object.fromEntries(rest.filter(([, value]) => value !== undefined)) as Partial<FilePerson>),
    };
    if (person.name === '') faults.push({ row, message: 'name is missing' });
    if (person.email === '') faults.push({ row, message: describeNobody(given) });
    else if (existing?.active === false && isReleased(person.email)) {
      faults.push({ row, message: `${person.name} has given their address to somebody else: write another one` });
    }
    return { person, existing, releases };
  });
  const notes: string[] = [];
  const [first] = ofDepartments;
  if (first !== undefined) {
    const rows = pluralize(ofDepartments.length, 'row');
    notes.push(`${rows} with a department and no team, from row ${first} on: they join the team of that name`);
  }
  if (kept.size > 0) {
    const counts = [...kept]
      .map(([column, count]) => `${column} of ${pluralize(count, 'person', 'people')}`)
      .join(', ');
    notes.push(`empty cells leave what is there: ${counts}; --empty-clears (emptyClears=true) takes it away`);
  }
  return { matches: complete.filter(({ person }) => person.email !== ''), faults, notes };
}

function isPresent(existing: ExistingPerson, column: Column): boolean {
  if (column === 'managerEmail') return existing.managerEmails.length > 0 || existing.pendingManager !== undefined;
  if (column === 'roles') return existing.active && existing.roles.length > 0;
  return Boolean(existing[column]);
}

/** New people need an address, at which they sign in. */
function describeNobody(given: PersonRow): string {
  const names = [...keyColumns, 'id' as const]
    .filter((name) => given[name])
    .map((name) => `${name} ${JSON.stringify(given[name])}`);
  return names.length === 0 ? 'email is missing' : `email is missing, and nobody has the ${names.join(' or the ')}`;
}

/** The teams after the import, by key: the teams of the tenant, with the departments that rows name for them. */
function listTeams(matches: readonly RowMatch[], people: readonly ExistingPerson[]): Map<string, Team> {
  const teams = new Map<string, Team>();
  for (const { team, department } of people) if (team !== '') teams.set(toNameKey(team), { name: team, department });
  for (const { person, existing } of matches) {
    const name = person.team ?? (person.department === '' ? existing?.team : undefined);
    if (!name || person.department === undefined) continue;
    const key = toNameKey(name);
    teams.set(key, { name: teams.get(key)?.name ?? name, department: person.department });
  }
  for (const { person, existing } of matches) {
    const { department = '' } = person;
    const key = toNameKey(department);
    if (namesTeamByDepartment(person, existing) && !teams.has(key)) teams.set(key, { name: department, department });
  }
  return teams;
}

function namesTeamByDepartment({ team, department }: PersonRow, existing: ExistingPerson | null): boolean {
  if (team || !department) return false;
  return team === '' || !existing?.team || !isSameName(existing.department, department);
}

function chooseTeam(
  given: PersonRow,
  existing: ExistingPerson | null,
  teams: ReadonlyMap<string, Team>,
): { team: string; department: string } {
  const enter = (name: string): { team: string; department: string } => {
    const team = teams.get(toNameKey(name));
    return { team: team?.name ?? name, department: team?.department ?? '' };
  };
  if (given.team)
    return { ...enter(given.team), ...(given.department !== undefined && { department: given.department }) };
  if (given.department && namesTeamByDepartment(given, existing)) return enter(given.department);
  if (given.team === '' || !existing?.team) return { team: '', department: '' };
  return enter(existing.team);
}
