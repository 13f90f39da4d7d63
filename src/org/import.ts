// Imports an org chart file in one transaction.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../graph/client.ts';
import { findMemoryFault } from './import-memory.ts';
import { readAllPeople } from './people.ts';
import { planImport, type ImportPlan } from './plan-import.ts';
import { readRows, type Fault } from './read-rows.ts';
import { writeImport } from './write-import.ts';

/**
 * What an import changed, or would change in a dry run. With faults, nothing is changed. An empty `from` or `to` is the
 * top.
 */
export type ImportResult = {
  applied: boolean;
  created: { email: string; name: string }[];
  changed: { email: string; fields: string[] }[];
  moved: { email: string; from: string; to: string }[];
  /** Teams that change their department while people outside the file are in them. */
  departments: ImportPlan['departments'];
  unchanged: number;
  leftOut: string[];
  faults: Fault[];
};

/** `progress` gets the number of written rows. */
type ImportOptions = { dryRun?: boolean; now: Date; progress?: (done: number, total: number) => void };

/**
 * Imports a CSV file into a tenant. Faults in the file are returned, not thrown.
 *
 * @throws {ApiError} DATABASE_UNAVAILABLE, also if the tenant stays locked
 */
export async function importPeople(
  graph: GraphClient,
  tenant: { id: string },
  csv: Buffer,
  { dryRun = false, now, progress }: ImportOptions,
): Promise<ImportResult> {
  const { rows, faults } = readRows(csv);
  const ids = new Map(
    rows.map(({ email }) => [email, { userId: randomUUID(), auditId: randomUUID(), moveId: randomUUID() }]),
  );
  const auditId = randomUUID();
  return graph.transaction({ tenantId: tenant.id, userId: 'operator' }, async (tx) => {
    if (!dryRun && (await tx.run('org/lock_tenant')).length === 0) throw new Error('The tenant no longer exists.');
    const people = await readAllPeople(tx);
    const plan = planImport(people, rows);
    plan.faults = [...faults, ...plan.faults].sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
    const tooMuch = await findMemoryFault(graph, plan);
    if (tooMuch !== null) plan.faults.push({ row: null, message: tooMuch });
    const applied = !dryRun && plan.faults.length === 0;
    if (applied) await writeImport(tx, plan, { people, ids, auditId, now, ...(progress && { progress }) });
    return toResult(plan, applied);
  });
}

function toResult(plan: ImportPlan, applied: boolean): ImportResult {
  const { created, changed, moved, departments, unchanged, leftOut, faults } = plan;
  return {
    applied,
    created: created.map(({ email, name }) => ({ email, name })),
    changed: changed.map(({ person, fields }) => ({ email: person.email, fields })),
    moved: moved.map(({ person, from, to }) => ({ email: person.email, from, to })),
    departments,
    unchanged,
    leftOut,
    faults,
  };
}
