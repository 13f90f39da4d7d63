// Imports an org chart file, all of it or nothing.
import { randomUUID } from 'node:crypto';
import type { GraphClient, Transaction } from '../../../platform/graph/client.ts';
import { resolveSettings, type TenantSettings } from '../../../platform/settings/settings.ts';
import { createRepeatableIds } from '../../../platform/lib/ids.ts';
import { operator, toScope, type Actor } from '../people/actor.ts';
import {
  closedDepartmentFault,
  findClosedDepartments,
  findGainedSight,
  gainedSightFault,
} from '../../reporting-line/gained-sight.ts';
import { toNameKey } from '../../../platform/lib/names.ts';
import { listValues, type ChangedValue } from './changed-values.ts';
import { findMemoryFault } from './import-memory.ts';
import { readAllPeople } from '../people/people.ts';
import { planImport, type ImportPlan } from './plan-import.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import type { ExistingPerson } from './columns.ts';
import { describeIds, findOddities } from './oddities.ts';
import { readRows, type PersonRow, type ReadOptions } from './read-rows.ts';
import { quote } from './quote.ts';
import { sortByRow, type Fault } from './read-table.ts';
import { runAlone, tidyStaged } from './stage-people.ts';
import { listGiven } from '../people/role-notices.ts';
import { writeImport } from './write-import.ts';

/**
 * What an import changed, or would change in a dry run. With faults, nothing is changed. An empty `from` or `to` is the
 * top.
 */
export type ImportResult = {
  applied: boolean;
  /** `manager`: their address, or the reference to one who is not there yet. */
  created: { email: string; name: string; manager: string; team: string; startDate: string }[];
  /** `name`: of the person so far, whose account is changed; `email`: the address that they will have. */
  changed: { email: string; fields: string[]; name: string; values: ChangedValue[] }[];
  moved: { email: string; from: string; to: string }[];
  /** People who have left and whose address was given to somebody else. */
  released: { id: string; email: string }[];
  /** People whose manager is not there yet, and those whose manager has come and reports to them. */
  pending: ImportPlan['pending'];
  loops: ImportPlan['pending'];
  /** Teams that change their department while people outside the file are in them. */
  departments: ImportPlan['departments'];
  unchanged: number;
  /** Who is not in the file, and leaves. */
  leaving: { email: string; name: string }[];
  /** Who is not in the file, and stays. */
  leftOut: string[];
  faults: Fault[];
  /** What is odd of the file as a whole, to be said first. */
  warnings: string[];
  /** Notes: what did not prevent the import, but may not be what the file means. */
  notes: string[];
};

/**
 * `progress` gets the number of written rows. `record` notes the result in the transaction of the import. With `atMost`, the
 * file is the whole company: people who are not in it leave. The import is refused if they are more than so many percent of the active people.
 */
type ImportOptions = Omit<ReadOptions, 'now'> & {
  record?: (tx: Transaction, result: ImportResult) => Promise<void>;
  atMost?: number | null;
  dryRun?: boolean;
  now: Date;
  progress?: (done: number, total: number) => void;
  by?: Actor;
};

/**
 * Imports a CSV file into a tenant. Faults in the file are returned, not thrown.
 *
 * @throws {ApiError} DATABASE_UNAVAILABLE, also if the tenant stays locked
 */
export async function importPeople(
  graph: GraphClient,
  tenant: { id: string },
  csv: Buffer,
  { dryRun = false, now, progress, record, atMost = null, by = operator, ...reading }: ImportOptions,
): Promise<ImportResult> {
  const file = readRows(csv, { ...reading, now });
  const { rows, faults, ignored, notes } = file;
  const ids = createRepeatableIds();
  const auditId = randomUUID();
  const scope = toScope(tenant.id, by);
  const lock = async (tx: Transaction): Promise<number> => {
    const [locked] = await tx.rows<{ erasures: number }>('organisation/lock_tenant');
    if (!locked) throw new Error('The tenant no longer exists.');
    return locked.erasures;
  };
  const erasures = dryRun && record ? await graph.transaction(scope, lock) : null;
  const work = graph.transaction(scope, async (tx) => {
    if (!dryRun) await by.permit(tx);
    if (!dryRun) await lock(tx);
    const people = await readAllPeople(tx);
    const plan = planImport(people, rows, { atMost });
    plan.faults = sortByRow([...faults, ...plan.faults]);
    plan.faults.push(...findOwnFaults(plan, by), ...(await findUnapproved(tx, plan, people, by)));
    plan.faults.push(...(await findSightFaults(tx, plan, now)), ...(await findDepartmentFaults(tx, plan, people, now)));
    const tooMuch = await findMemoryFault(graph, plan);
    if (tooMuch !== null) plan.faults.push({ row: null, message: tooMuch });
    const applied = !dryRun && plan.faults.length === 0;
    if (applied)
      await writeImport(tx, plan, {
        tenantId: tenant.id,
        runAlone: runAlone(graph, scope),
        people,
        by,
        newId: ids(),
        auditId,
        now,
        ...(progress && { progress }),
      });
    const result = {
      ...toResult(plan, people, applied),
      warnings: findOddities(people, plan, file),
      notes: [...notes, ...describeNotes(rows, ignored), ...describeIds(people, rows), ...plan.notes],
    };
    if (erasures !== null && (await lock(tx)) !== erasures)
      throw new Error('Somebody was erased who may be in the result.');
    await record?.(tx, result);
    return result;
  });
  return work.catch(async (error: unknown) => {
    if (!dryRun) await tidyStaged(graph, tenant.id).catch(() => undefined); // the next import tries again, and so does the relay
    throw error;
  });
}

/** Nobody changes their own roles, or leaves by their own file. */
function findOwnFaults({ changed, leaving }: ImportPlan, { userId }: Actor): Fault[] {
  const self = leaving.find(({ id }) => id === userId);
  if (self) return [{ row: null, message: `you (${self.email}) are not in the file, and would leave` }];
  const own = changed.find(({ existing, fields }) => existing.id === userId && fields.includes('roles'));
  return own ? [{ row: own.person.row, message: 'your own roles stay as they are: another admin changes them' }] : [];
}

/** What needs a second admin is not done by a file of one. */
async function findUnapproved(
  tx: Transaction,
  { created, changed }: ImportPlan,
  people: readonly ExistingPerson[],
  by: Actor,
): Promise<Fault[]> {
  if (by === operator) return [];
  const [row] = await tx.rows<{ tenant: TenantSettings }>('organisation/settings');
  if (resolveSettings(row?.tenant ?? {}).roleApproval === 'none') return [];
  const rows = [...created.map((person) => ({ person, existing: null, fields: [] })), ...changed];
  const given = rows.filter(({ person, existing }) => {
    const before = existing?.active ? existing.roles : [];
    return listGiven(before, person.roles).length > 0;
  });
  // An identity provider may know a person by these: whoever gets them would sign in as somebody with such a role.
  const renamed = changed.filter(
    ({ existing, fields }) =>
      existing.active &&
      listGiven([], existing.roles).length > 0 &&
      fields.some((field) => field === 'email' || field === 'externalId'),
  );
  const managers = new Set(people.flatMap(({ managerEmails }) => managerEmails));
  const returned = changed.filter(({ existing }) => !existing.active && managers.has(existing.email));
  return [
    ...given.map(({ person }) => ({ row: person.row, message: 'its role needs a second admin: request it' })),
    ...renamed.map(({ person }) => ({
      row: person.row,
      message: 'who operates the service changes keys of such a role',
    })),
    ...returned.map(({ person }) => ({
      row: person.row,
      message: 'people still report to them, whom they would see again: first move these people',
    })),
  ];
}

/** Moves that one admin may not make alone. */
async function findSightFaults(tx: Transaction, { created, moved }: ImportPlan, now: Date): Promise<Fault[]> {
  const newcomers = new Set(created.map(({ email }) => email));
  const moves = moved.map(({ existing, managerKey, fromManagerId }) => {
    const isBelowNewcomer = managerKey !== null && newcomers.has(managerKey);
    return { id: existing.id, managerId: isBelowNewcomer ? null : managerKey, fromManagerId, isBelowNewcomer };
  });
  const gained = await findGainedSight(tx, moves, { now: now.toISOString() });
  return moved
    .filter(({ existing }) => gained.has(existing.id))
    .map(({ row, existing }) => ({
      row,
      message: `${existing.email} ${gainedSightFault}`,
    }));
}

/** People, and teams with the people in them, whom one admin may not bring into the department of a partner. */
async function findDepartmentFaults(
  tx: Transaction,
  { changed, teams }: ImportPlan,
  people: readonly ExistingPerson[],
  now: Date,
): Promise<Fault[]> {
  const inhabited = new Set(people.map(({ team }) => team));
  const entries = [
    ...changed.map(({ existing, person }) => ({
      row: person.row,
      who: person.email,
      from: toNameKey(existing.department),
      to: toNameKey(person.department),
    })),
    ...teams
      .filter(({ name }) => inhabited.has(name))
      .map(({ name, department }) => ({
        row: null,
        who: `team ${quote(name)}`,
        from: null,
        to: toNameKey(department),
      })),
  ].filter(({ from, to }) => to !== '' && to !== from);
  const closed = await findClosedDepartments(tx, new Set(entries.map(({ to }) => to)), now.toISOString());
  return entries
    .filter(({ to }) => closed.has(to))
    .map(({ row, who }) => ({ row, message: `${who} ${closedDepartmentFault}` }));
}

function describeNotes(rows: readonly PersonRow[], ignored: readonly string[]): string[] {
  const columns = ignored.map((title) => JSON.stringify(title)).join(', ');
  const [first, ...others] = rows.filter(({ email = '' }) => /[^\0-\x7f].*@/.test(email));
  return [
    ...(ignored.length > 0 ? [`${pluralize(ignored.length, 'column')} ignored: ${columns}`] : []),
    ...(first
      ? [
          `row ${first.row}: ${first.email} gets no e-mail, since Amazon SES sends to no address with letters beyond ASCII` +
            ` before the @${others.length > 0 ? `; the same holds for ${pluralize(others.length, 'further row')}` : ''}`,
        ]
      : []),
  ];
}

function toResult(
  plan: ImportPlan,
  people: readonly ExistingPerson[],
  applied: boolean,
): Omit<ImportResult, 'notes' | 'warnings'> {
  const { created, changed, moved, released, pending, loops, departments, unchanged, leaving, leftOut, faults } = plan;
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  for (const { existing, person } of changed) emails.set(existing.id, person.email);
  return {
    applied,
    created: created.map(({ email, name, managerKey, pendingManager, team, startDate = '' }) => ({
      email,
      name,
      manager: pendingManager ?? emails.get(managerKey ?? '') ?? managerKey ?? '',
      team,
      startDate,
    })),
    changed: changed.map((change) => ({
      email: change.person.email,
      fields: change.fields,
      name: change.existing.name,
      values: listValues(change),
    })),
    moved: moved.map(({ existing, from, to }) => ({ email: existing.email, from, to })),
    released: released.map(({ id, email }) => ({ id, email })),
    pending,
    loops: loops.map(({ person, manager }) => ({ email: person.email, manager: manager.email })),
    departments,
    unchanged,
    leaving: leaving.map(({ email, name }) => ({ email, name })),
    leftOut,
    faults,
  };
}
