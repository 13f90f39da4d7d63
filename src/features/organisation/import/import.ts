// Imports an org chart file, all of it or nothing.
import { randomUUID } from 'node:crypto';
import type { GraphClient, Transaction } from '../../../platform/graph/client.ts';
import { resolveSettings, type TenantSettings } from '../../../platform/settings/settings.ts';
import { createRepeatableIds } from '../../../platform/lib/ids.ts';
import { operator, toScope, type Actor } from '../people/actor.ts';
import { findGainedSight } from '../../reporting-line/gained-sight.ts';
import { findMemoryFault } from './import-memory.ts';
import { readAllPeople } from '../people/people.ts';
import { planImport, type ImportPlan } from './plan-import.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import type { ExistingPerson } from './columns.ts';
import { readRows, type PersonRow, type ReadOptions } from './read-rows.ts';
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
  changed: { email: string; fields: string[] }[];
  moved: { email: string; from: string; to: string }[];
  /** People who have left and whose address was given to somebody else. */
  released: { id: string; email: string }[];
  /** People whose manager is not there yet, and those whose manager has come and reports to them. */
  pending: ImportPlan['pending'];
  loops: ImportPlan['pending'];
  /** Teams that change their department while people outside the file are in them. */
  departments: ImportPlan['departments'];
  unchanged: number;
  leftOut: string[];
  faults: Fault[];
  /** Notes: what did not prevent the import, but may not be what the file means. */
  notes: string[];
};

/** `progress` gets the number of written rows. `record` notes the result in the transaction of the import. */
type ImportOptions = ReadOptions & {
  record?: (tx: Transaction, result: ImportResult) => Promise<void>;
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
  { dryRun = false, now, progress, record, by = operator, ...reading }: ImportOptions,
): Promise<ImportResult> {
  const { rows, faults, ignored, notes } = readRows(csv, reading);
  const ids = createRepeatableIds();
  const auditId = randomUUID();
  const scope = toScope(tenant.id, by);
  const lock = async (tx: Transaction): Promise<number> => {
    const [locked] = await tx.rows<{ erasures: number }>('org/lock_tenant');
    if (!locked) throw new Error('The tenant no longer exists.');
    return locked.erasures;
  };
  const erasures = dryRun && record ? await graph.transaction(scope, lock) : null;
  const work = graph.transaction(scope, async (tx) => {
    if (!dryRun) await by.permit(tx);
    if (!dryRun) await lock(tx);
    const people = await readAllPeople(tx);
    const plan = planImport(people, rows);
    plan.faults = sortByRow([...faults, ...plan.faults]);
    plan.faults.push(...findOwnRoles(plan, by), ...(await findUnapproved(tx, plan, by)));
    plan.faults.push(...(await findSightFaults(tx, plan, now)));
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
      notes: [...notes, ...describeNotes(rows, ignored), ...plan.notes],
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

/** Nobody changes their own roles. */
function findOwnRoles({ changed }: ImportPlan, { userId }: Actor): Fault[] {
  const own = changed.find(({ existing, fields }) => existing.id === userId && fields.includes('roles'));
  return own ? [{ row: own.person.row, message: 'your own roles stay as they are: another admin changes them' }] : [];
}

/** A role that needs a second admin is not given by a file of one. */
async function findUnapproved(tx: Transaction, { created, changed }: ImportPlan, by: Actor): Promise<Fault[]> {
  if (by === operator) return [];
  const [row] = await tx.rows<{ tenant: TenantSettings }>('org/settings');
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
  return [
    ...given.map(({ person }) => ({ row: person.row, message: 'its role needs a second admin: request it' })),
    ...renamed.map(({ person }) => ({
      row: person.row,
      message: 'who operates the service changes keys of such a role',
    })),
  ];
}

/** Moves by which an admin would see more people; a new manager stands for who is above them. */
async function findSightFaults(tx: Transaction, { created, moved }: ImportPlan, now: Date): Promise<Fault[]> {
  const managers = new Map(created.map(({ email, managerKey }) => [email, managerKey]));
  const findExisting = (key: string | null): string | null => {
    let found = key;
    for (let step = 0; step <= managers.size && found !== null; step += 1) {
      const above = managers.get(found);
      if (above === undefined) return found;
      found = above;
    }
    return null;
  };
  const moves = moved.map(({ existing, managerKey, fromManagerId }) => ({
    id: existing.id,
    managerId: findExisting(managerKey),
    fromManagerId,
  }));
  const gained = await findGainedSight(tx, moves, now.toISOString());
  return moved
    .filter(({ existing }) => gained.has(existing.id))
    .map(({ row, existing }) => ({
      row,
      message: `${existing.email} would be seen by you, or by a deputy whom you named: this needs a second admin`,
    }));
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

function toResult(plan: ImportPlan, people: readonly ExistingPerson[], applied: boolean): Omit<ImportResult, 'notes'> {
  const { created, changed, moved, released, pending, loops, departments, unchanged, leftOut, faults } = plan;
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
    changed: changed.map(({ person, fields }) => ({ email: person.email, fields })),
    moved: moved.map(({ existing, from, to }) => ({ email: existing.email, from, to })),
    released: released.map(({ id, email }) => ({ id, email })),
    pending,
    loops: loops.map(({ person, manager }) => ({ email: person.email, manager: manager.email })),
    departments,
    unchanged,
    leftOut,
    faults,
  };
}
