// The teams of a file, and their departments. No IO.
import type { ExistingPerson } from './columns.ts';
import type { CompleteMatch } from './complete-rows.ts';
import type { PersonRow } from './read-rows.ts';
import type { Fault } from './read-table.ts';

export type TeamChanges = {
  /** Teams that are new or change their department. */
  teams: { name: string; department: string }[];
  /** Teams that change their department while active people outside the file (`leftOut`) are in them. */
  departments: { team: string; from: string; to: string; leftOut: string[] }[];
};

/** @param leftOut the active people who are not in the file, and stay */
export function planTeams(
  people: readonly ExistingPerson[],
  matches: readonly CompleteMatch[],
  leftOut: readonly ExistingPerson[],
): TeamChanges {
  const plan: TeamChanges = { teams: [], departments: [] };
  const departments = new Map(
    people.filter(({ team }) => team !== '').map(({ team, department }) => [team, department]),
  );
  for (const { team, department } of matches.map(({ person }) => person)) {
    if (team === '' || departments.get(team) === department) continue;
    departments.set(team, department);
    plan.teams.push({ name: team, department });
  }
  const leftOutOf = Map.groupBy(leftOut, ({ team }) => team);
  for (const { name, department } of plan.teams) {
    const inTeam = leftOutOf.get(name);
    const from = inTeam?.[0]?.department;
    if (!inTeam || from === undefined) continue;
    plan.departments.push({ team: name, from, to: department, leftOut: inTeam.map(({ email }) => email).sort() });
  }
  return plan;
}

/** Rows that give one team two departments. */
export function validateTeams(rows: PersonRow[]): Fault[] {
  const first = new Map<string, PersonRow>();
  return rows.flatMap((row) => {
    const { team, department } = row;
    if (!team || department === undefined) return [];
    const other = first.get(team);
    if (!other) first.set(team, row);
    if (!other || other.department === department) return [];
    const describeDepartment = (name = ''): string =>
      name === '' ? 'no department' : `department ${JSON.stringify(name)}`;
    const message = `team ${JSON.stringify(team)} has ${describeDepartment(department)} here but ${describeDepartment(other.department)} in row ${other.row}`;
    return [{ row: row.row, message }];
  });
}
