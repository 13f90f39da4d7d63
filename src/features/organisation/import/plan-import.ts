// Plans an import: from the existing people and the rows of a file to the changes and the faults. No IO.
import type { ExistingPerson, FilePerson } from './columns.ts';
import { findCycles } from '../../../platform/chart/cycles.ts';
import { completeRows, type CompleteMatch, type CompleteRow } from './complete-rows.ts';
import { findLeaverFaults } from './leavers.ts';
import { planTeams, validateTeams, type TeamChanges } from './teams.ts';
import { indexManagers, type Named } from '../people/find-manager.ts';
import { matchRows } from './match-rows.ts';
import type { PersonRow } from './read-rows.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import { sortByRow, type Fault } from './read-table.ts';
import { validateRow } from './row-faults.ts';
import { spellNames } from './spell-names.ts';
import { createManagerSearch } from './row-managers.ts';

/** A person whose row differs from the graph. The field `active` means that a person who has left returns. */
export type Change = {
  person: CompleteRow;
  existing: ExistingPerson;
  pendingManager: string | null;
  fields: (keyof FilePerson | 'active' | 'pendingManager')[];
};
/** Keys are the id of a person, or the address of a new one; null is the top. */
type Move = {
  row: number | null;
  existing: ExistingPerson;
  from: string;
  to: string;
  fromManagerId: string | null;
  managerKey: string | null;
};

/** All lists are sorted by address, except `teams`, `departments` and `faults`. */
export type ImportPlan = TeamChanges & {
  created: (CompleteRow & { managerKey: string | null; pendingManager: string | null })[];
  changed: Change[];
  moved: Move[];
  /** People who have left and whose address passes to somebody else. */
  released: ExistingPerson[];
  /** People of the tenant whose manager is not there yet, after the import. */
  pending: { email: string; manager: string }[];
  /** Those whose manager has come, and reports to them: the reference is kept. */
  loops: { person: ExistingPerson; manager: { key: string; name: string; email: string } }[];
  unchanged: number;
  /** Who is not in the file and leaves by the import, and the addresses of who is not in it and stays. */
  leaving: ExistingPerson[];
  leftOut: string[];
  faults: Fault[];
  /** About names that were written in another way, and teams and managers that follow from names. */
  notes: string[];
};

/** A person after the import, `key` as in a move. */
type Result = Named & {
  key: string;
  name: string;
  existing: ExistingPerson | null;
  person: CompleteRow | null;
  managers: string[];
};

/**
 * Do not write a plan with faults.
 *
 * @param options.atMost the file is the whole company: who is not in it leaves, if they are at most so many percent of the active people; null if
 *   they stay
 */
export function planImport(
  people: ExistingPerson[],
  given: PersonRow[],
  { atMost = null }: { atMost?: number | null } = {},
): ImportPlan {
  const { rows, notes } = spellNames(people, given);
  const { matches: found, faults: matchFaults } = matchRows(people, rows);
  const { matches, faults: incomplete, notes: teamNotes } = completeRows(found, people);
  const plan: ImportPlan = {
    created: [],
    changed: [],
    moved: [],
    released: [],
    pending: [],
    loops: [],
    teams: [],
    departments: [],
    unchanged: 0,
    leaving: [],
    leftOut: [],
    notes: [...notes, ...teamNotes],
    faults: [
      ...rows.flatMap((row) => validateRow(row, { quoteValues: true }).map((message) => ({ row: row.row, message }))),
      ...matchFaults,
      ...incomplete,
      ...validateTeams(rows),
    ],
  };
  const sorted = matches.sort((a, b) => (a.person.email < b.person.email ? -1 : 1));
  plan.released = sorted.flatMap(({ releases }) => releases);
  const matched = new Set(matches.map(({ existing }) => existing));
  const absent = people.filter((person) => person.active && !matched.has(person));
  if (atMost === null) plan.leftOut = absent.map(({ email }) => email).sort();
  else plan.leaving = absent.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  const results = buildResults(people, sorted, plan);
  const find = indexManagers(results);
  const inFile = new Set([...rows.map(({ email }) => email), ...sorted.map(({ person }) => person.email)]);
  const managers = createManagerSearch(results, find, plan);
  for (const result of results) if (result.person) planRow(plan, result, { find: managers.find, inFile });
  if (managers.byName > 0) plan.notes.push(`${pluralize(managers.byName, 'manager')} found by their names alone`);
  if (plan.faults.length === 0 && !keepsAdmin(people, results))
    plan.faults.push({ row: null, message: 'Nobody active would be an admin.' });
  const emails = new Map(results.map(({ key, email }) => [key, email || key]));
  plan.faults.push(...findCycleFaults(results, emails));
  settlePending(plan, results, find);
  Object.assign(plan, planTeams(people, sorted, atMost === null ? absent : []));
  if (atMost !== null) plan.faults.push(...findLeaverFaults(plan.leaving, people, results, atMost));
  plan.moved.sort((a, b) => (a.existing.email < b.existing.email ? -1 : 1));
  plan.faults = sortByRow(plan.faults);
  return plan;
}

function buildResults(
  people: ExistingPerson[],
  matches: CompleteMatch[],
  { released, leaving }: Pick<ImportPlan, 'released' | 'leaving'>,
): Result[] {
  const rowsById = new Map(matches.flatMap(({ person, existing }) => (existing ? [[existing.id, person]] : [])));
  const idByEmail = new Map(people.map(({ email, id }) => [email, id]));
  const gone = new Set(released);
  const leavers = new Set(leaving);
  const old = people.map((existing): Result => {
    const person = rowsById.get(existing.id) ?? null;
    return {
      key: existing.id,
      id: existing.id,
      existing,
      person,
      userName: existing.userName,
      name: person?.name ?? existing.name,
      email: gone.has(existing) ? '' : (person?.email ?? existing.email),
      active: (existing.active && !leavers.has(existing)) || person !== null,
      employeeNumber: person?.employeeNumber || existing.employeeNumber,
      externalId: person?.externalId || existing.externalId,
      managers: existing.managerEmails.map((email) => idByEmail.get(email) ?? email),
    };
  });
  const joining = matches.flatMap(({ person, existing }): Result[] => {
    const { email, name, employeeNumber, externalId } = person;
    return existing
      ? []
      : [{ key: email, email, name, employeeNumber, externalId, active: true, existing, person, managers: [] }];
  });
  return [...old, ...joining];
}

/** Whether somebody active is an admin afterwards, if there was one before. */
function keepsAdmin(people: readonly ExistingPerson[], results: readonly Result[]): boolean {
  const isAdmin = ({ roles }: { roles: readonly string[] }): boolean => roles.includes('admin');
  return (
    results.some(({ person, existing, active }) =>
      person ? isAdmin(person) : existing && active && isAdmin(existing),
    ) || !people.some((person) => person.active && isAdmin(person))
  );
}

function planRow(
  plan: ImportPlan,
  result: Result,
  managers: { find: (result: Result) => Result | null; inFile: ReadonlySet<string | undefined> },
): void {
  const { person, existing, managers: before } = result;
  if (!person) return;
  const { row, email, managerEmail } = person;
  if (existing && person.keepsManager) {
    const fields = diffFields(existing, person, existing.pendingManager ?? null);
    if (fields.length > 0)
      plan.changed.push({ person, existing, pendingManager: existing.pendingManager ?? null, fields });
    else plan.unchanged += 1;
    return;
  }
  const { find, inFile } = managers;
  const manager = find(result);
  const isPending = managerEmail !== '' && !manager;
  const pendingManager = isPending ? managerEmail : null;
  if (isPending) plan.pending.push({ email, manager: managerEmail });
  if (manager && !manager.active && !before.includes(manager.key) && !inFile.has(manager.email)) {
    plan.faults.push({ row, message: `manager ${managerEmail} has left; add a row for them if they are back` });
  }
  const managerKey = manager?.key ?? null;
  if (!existing) {
    result.managers = managerKey === null ? [] : [managerKey];
    plan.created.push({ ...person, managerKey, pendingManager });
    return;
  }
  const fields = diffFields(existing, person, pendingManager);
  const moves = !isPending && (before.length > 1 || (before[0] ?? null) !== managerKey);
  if (fields.length > 0) plan.changed.push({ person, existing, pendingManager, fields });
  if (moves) planMove(plan, result, existing, manager);
  if (fields.length === 0 && !moves) plan.unchanged += 1;
}

function planMove(plan: ImportPlan, result: Result, existing: ExistingPerson, manager: Result | null): void {
  const from = existing.managerEmails.join(', ');
  const [fromManagerId = null] = result.managers;
  plan.moved.push({
    row: result.person?.row ?? null,
    existing,
    from,
    to: manager?.email ?? '',
    fromManagerId,
    managerKey: manager?.key ?? null,
  });
  result.managers = manager ? [manager.key] : [];
}

function diffFields(before: ExistingPerson, person: CompleteRow, pendingManager: string | null): Change['fields'] {
  const fields: Change['fields'] = (['email', 'name', 'jobTitle', 'department'] as const).filter(
    (field) => before[field] !== person[field],
  );
  if (before.team !== person.team || before.teams > 1) fields.push('team');
  if ([...before.roles].sort().join() !== [...person.roles].sort().join()) fields.push('roles');
  for (const field of [
    'startDate',
    'timezone',
    'preferredLanguage',
    'region',
    'workingDays',
    'checkInsExpected',
  ] as const) {
    if (person[field] !== undefined && (before[field] ?? '') !== person[field]) fields.push(field);
  }
  for (const key of ['employeeNumber', 'externalId'] as const) {
    if (person[key] && person[key] !== before[key]) fields.push(key);
  }
  if ((before.pendingManager ?? null) !== pendingManager) fields.push('pendingManager');
  if (!before.active) fields.push('active');
  return fields;
}

/** Finds cycles in the resulting chart, including people who are not in the file. */
function findCycleFaults(results: Result[], emails: ReadonlyMap<string, string>): Fault[] {
  const rowsByEmail = new Map(results.map(({ email, person }) => [email, person?.row]));
  const managersByEmail = new Map(
    results.map(({ key, email, managers }) => [email || key, managers.map((key) => emails.get(key) ?? key)]),
  );
  return findCycles(managersByEmail).map((cycle) => {
    const rows = cycle.flatMap((email) => rowsByEmail.get(email) ?? []);
    return { row: rows.length > 0 ? Math.min(...rows) : null, message: `cycle: ${cycle.join(' → ')}` };
  });
}

/** Sets the managers who have come of people outside the file. */
function settlePending(plan: ImportPlan, results: Result[], find: (reference: string) => Result | null): void {
  const waiting = results.filter(
    ({ existing, person }) => existing?.pendingManager !== undefined && (!person || person.keepsManager),
  );
  if (waiting.length === 0) return;
  const byKey = new Map(results.map((result) => [result.key, result]));
  for (const result of waiting) {
    const { existing, email } = result;
    if (!existing?.pendingManager) continue;
    const manager = find(existing.pendingManager);
    if (!manager?.active) {
      if (existing.active) plan.pending.push({ email, manager: existing.pendingManager });
      continue;
    }
    if (isBelow(manager, result, byKey)) {
      const { key, email: address, person } = manager;
      const name = person?.name ?? manager.existing?.name ?? '';
      plan.loops.push({ person: existing, manager: { key, name, email: address } });
      continue;
    }
    planMove(plan, result, existing, manager);
  }
}

function isBelow(lower: Result, upper: Result, byKey: ReadonlyMap<string, Result>): boolean {
  const seen = new Set<Result>();
  for (let at: Result | undefined = lower; at && !seen.has(at); at = byKey.get(at.managers[0] ?? '')) {
    if (at === upper) return true;
    seen.add(at);
  }
  return false;
}
