// What an import would change: the people there are and the rows of a file in, the differences and faults out. No IO.
import type { Person } from './columns.ts';
import { findCycles } from './cycles.ts';
import type { Fault, PersonRow } from './read-rows.ts';
import { validateRow, isAddress } from './row-faults.ts';

/** Someone the tenant knows. A correct graph gives them at most one manager. */
export type ExistingPerson = Omit<Person, 'managerEmail'> & {
  id: string;
  active: boolean;
  managerEmails: string[];
  teams: number;
};

/** Someone whose row says other than the graph; `active` means that they had left and are back. */
export type Change = { person: PersonRow; existing: ExistingPerson; fields: (keyof Person | 'active')[] };
export type Move = { person: PersonRow; existing: ExistingPerson; from: string; to: string };

/** Everything in the order of the addresses, whatever the order of the rows. */
export type Plan = {
  created: PersonRow[];
  changed: Change[];
  moved: Move[];
  /** Teams that are new or change their department. */
  teams: { name: string; department: string }[];
  /** Teams that change it while active people are in them whom the file leaves out: these change it, too. */
  departments: { team: string; from: string; to: string; leftOut: string[] }[];
  unchanged: number;
  leftOut: string[];
  faults: Fault[];
};

/** The plan of an import. With faults it must not be carried out. */
export function planImport(people: ExistingPerson[], rows: PersonRow[]): Plan {
  const known = new Map(people.map((person) => [person.email, person]));
  const faults: Fault[] = rows.flatMap((row) => validateRow(row).map((message) => ({ row: row.row, message })));
  const inFile = indexByEmail(rows, faults);
  faults.push(...validateManagers(rows, inFile, known), ...validateTeams(rows), ...findCycleFaults(inFile, known));

  const plan: Plan = {
    created: [],
    changed: [],
    moved: [],
    teams: [],
    departments: [],
    unchanged: 0,
    leftOut: [],
    faults,
  };
  const sorted = [...inFile.values()].sort((a, b) => (a.email < b.email ? -1 : 1));
  for (const person of sorted) {
    const before = known.get(person.email);
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
  const leftOut = people.filter(({ email, active }) => active && !inFile.has(email));
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
  const inFile = new Map<string, PersonRow>();
  for (const row of rows) {
    const first = inFile.get(row.email);
    if (first) faults.push({ row: row.row, message: `${row.email} stands in row ${first.row} already` });
    else if (row.email !== '') inFile.set(row.email, row);
  }
  return inFile;
}

/** A manager is in the file or active in the tenant; the one somebody has already may stay even after leaving. */
function validateManagers(
  rows: PersonRow[],
  inFile: Map<string, PersonRow>,
  known: Map<string, ExistingPerson>,
): Fault[] {
  return rows.flatMap(({ row, email, managerEmail }) => {
    if (managerEmail === '' || inFile.has(managerEmail) || !isAddress(managerEmail)) return [];
    const manager = known.get(managerEmail);
    if (manager?.active || (manager && known.get(email)?.managerEmails.includes(managerEmail))) return [];
    const why = manager ? 'has left; add a row for them if they are back' : 'is neither in the file nor in the tenant';
    return [{ row, message: `manager ${managerEmail} ${why}` }];
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

/** Cycles in the line as it would be: the file, and whoever the file leaves out. */
function findCycleFaults(inFile: Map<string, PersonRow>, known: Map<string, ExistingPerson>): Fault[] {
  const managersOf = new Map<string, string[]>();
  for (const { email, managerEmails } of known.values()) managersOf.set(email, managerEmails);
  for (const { email, managerEmail } of inFile.values())
    managersOf.set(email, managerEmail === '' ? [] : [managerEmail]);
  return findCycles(managersOf).map((cycle) => {
    const rows = cycle.flatMap((email) => inFile.get(email)?.row ?? []);
    return { row: rows.length > 0 ? Math.min(...rows) : null, message: `cycle: ${cycle.join(' → ')}` };
  });
}
