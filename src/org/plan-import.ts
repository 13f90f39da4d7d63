// Plans an import: from the existing people and the rows of a file to the changes and the faults. No IO.
import type { FilePerson } from './columns.ts';
import { findCycles } from '../rules/cycles.ts';
import type { Fault, PersonRow } from './read-rows.ts';
import { validateRow, isAddress } from './row-faults.ts';

/** A person in the tenant. A consistent graph has at most one manager and one team per person. */
export type ExistingPerson = Omit<FilePerson, 'managerEmail'> & {
  id: string;
  active: boolean;
  managerEmails: string[];
  teams: number;
};

/** A person whose row differs from the graph. The field `active` means that a deactivated person returns. */
type Change = { person: PersonRow; existing: ExistingPerson; fields: (keyof FilePerson | 'active')[] };
type Move = { person: PersonRow; existing: ExistingPerson; from: string; to: string };

/** All lists are sorted by address, except `teams`, `departments` and `faults`. */
export type ImportPlan = {
  created: PersonRow[];
  changed: Change[];
  moved: Move[];
  /** Teams that are new or change their department. */
  teams: { name: string; department: string }[];
  /** Teams that change their department while active people outside the file (`leftOut`) are in them. */
  departments: { team: string; from: string; to: string; leftOut: string[] }[];
  unchanged: number;
  leftOut: string[];
  faults: Fault[];
};

/** Do not write a plan with faults. */
export function planImport(people: ExistingPerson[], rows: PersonRow[]): ImportPlan {
  const existingByEmail = new Map(people.map((person) => [person.email, person]));
  const faults: Fault[] = rows.flatMap((row) =>
    validateRow(row, { quoteValues: true }).map((message) => ({ row: row.row, message })),
  );
  const rowsByEmail = indexByEmail(rows, faults);
  faults.push(
    ...validateManagers(rows, rowsByEmail, existingByEmail),
    ...validateTeams(rows),
    ...findCycleFaults(rowsByEmail, existingByEmail),
  );

  const plan: ImportPlan = {
    created: [],
    changed: [],
    moved: [],
    teams: [],
    departments: [],
    unchanged: 0,
    leftOut: [],
    faults,
  };
  const sorted = [...rowsByEmail.values()].sort((a, b) => (a.email < b.email ? -1 : 1));
  for (const person of sorted) {
    const before = existingByEmail.get(person.email);
    if (!before) {
      plan.created.push(person);
      continue;
    }
    const fields = diffFields(before, person);
    const moves = before.managerEmails.length > 1 || (before.managerEmails[0] ?? '') !== person.managerEmail;
    if (fields.length > 0) plan.changed.push({ person, existing: before, fields });
    if (moves)
      plan.moved.push({ person, existing: before, from: before.managerEmails.join(', '), to: person.managerEmail });
    if (fields.length === 0 && !moves) plan.unchanged += 1;
  }
  const departments = new Map(
    people.filter(({ team }) => team !== '').map(({ team, department }) => [team, department]),
  );
  for (const { team, department } of sorted) {
    if (team === '' || departments.get(team) === department) continue;
    departments.set(team, department);
    plan.teams.push({ name: team, department });
  }
  const leftOut = people.filter(({ email, active }) => active && !rowsByEmail.has(email));
  plan.leftOut = leftOut.map(({ email }) => email).sort();
  for (const { name, department } of plan.teams) {
    const inTeam = leftOut.filter(({ team }) => team === name);
    const from = inTeam[0]?.department;
    if (from === undefined) continue;
    plan.departments.push({ team: name, from, to: department, leftOut: inTeam.map(({ email }) => email).sort() });
  }
  faults.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return plan;
}

function diffFields(before: ExistingPerson, person: PersonRow): Change['fields'] {
  const fields: Change['fields'] = (['name', 'jobTitle', 'department'] as const).filter(
    (field) => before[field] !== person[field],
  );
  if (before.team !== person.team || before.teams > 1) fields.push('team');
  if ([...before.roles].sort().join() !== [...person.roles].sort().join()) fields.push('roles');
  if (person.startDate !== undefined && (before.startDate ?? '') !== person.startDate) fields.push('startDate');
  if (!before.active) fields.push('active');
  return fields;
}

function indexByEmail(rows: PersonRow[], faults: Fault[]): Map<string, PersonRow> {
  const rowsByEmail = new Map<string, PersonRow>();
  for (const row of rows) {
    const first = rowsByEmail.get(row.email);
    if (first) faults.push({ row: row.row, message: `${row.email} is already in row ${first.row}` });
    else if (row.email !== '') rowsByEmail.set(row.email, row);
  }
  return rowsByEmail;
}

/** A manager must be in the file or active in the tenant. The current manager may stay, even if deactivated. */
function validateManagers(
  rows: PersonRow[],
  rowsByEmail: Map<string, PersonRow>,
  existingByEmail: Map<string, ExistingPerson>,
): Fault[] {
  return rows.flatMap(({ row, email, managerEmail }) => {
    if (managerEmail === '' || rowsByEmail.has(managerEmail) || !isAddress(managerEmail)) return [];
    const manager = existingByEmail.get(managerEmail);
    if (manager?.active || (manager && existingByEmail.get(email)?.managerEmails.includes(managerEmail))) return [];
    const problem = manager
      ? 'has left; add a row for them if they are back'
      : 'is neither in the file nor in the tenant';
    return [{ row, message: `manager ${managerEmail} ${problem}` }];
  });
}

function validateTeams(rows: PersonRow[]): Fault[] {
  const first = new Map<string, PersonRow>();
  return rows.flatMap((row) => {
    if (row.team === '') return [];
    const other = first.get(row.team);
    if (!other) first.set(row.team, row);
    if (!other || other.department === row.department) return [];
    const describeDepartment = (department: string): string =>
      department === '' ? 'no department' : `department ${JSON.stringify(department)}`;
    const message = `team ${JSON.stringify(row.team)} has ${describeDepartment(row.department)} here but ${describeDepartment(other.department)} in row ${other.row}`;
    return [{ row: row.row, message }];
  });
}

/** Finds cycles in the resulting chart, including people who are not in the file. */
function findCycleFaults(rowsByEmail: Map<string, PersonRow>, existingByEmail: Map<string, ExistingPerson>): Fault[] {
  const managersByEmail = new Map<string, string[]>();
  for (const { email, managerEmails } of existingByEmail.values()) managersByEmail.set(email, managerEmails);
  for (const { email, managerEmail } of rowsByEmail.values())
    managersByEmail.set(email, managerEmail === '' ? [] : [managerEmail]);
  return findCycles(managersByEmail).map((cycle) => {
    const rows = cycle.flatMap((email) => rowsByEmail.get(email)?.row ?? []);
    return { row: rows.length > 0 ? Math.min(...rows) : null, message: `cycle: ${cycle.join(' → ')}` };
  });
}
