// Moves people under other managers: all of them in one transaction, or nobody.
import { randomUUID } from 'node:crypto';
import { splitIntoBatches } from '../batches.ts';
import type { GraphClient } from '../graph/client.ts';
import { normalizeEmail } from './columns.ts';
import { planMoves, type MoveRow, type LinePerson } from './plan-moves.ts';
import { readTable, type Fault } from './read-rows.ts';

const batchSize = 5_000;

/** What moves did, or would do; with faults they did nothing at all. An empty `from` or `to` is the top. */
export type MoveResult = {
  applied: boolean;
  moved: { email: string; from: string; to: string }[];
  unchanged: string[];
  faults: Fault[];
};

/** The moves in a CSV file, with whatever kept a row from being read. */
export function readMoves(csv: Buffer): { rows: MoveRow[]; faults: Fault[] } {
  const { rows, faults } = readTable(csv, ['email', 'managerEmail']);
  const moves = rows.map(({ row, cell }) => ({
    row,
    email: normalizeEmail(cell('email')),
    managerEmail: normalizeEmail(cell('managerEmail')),
  }));
  return { rows: moves, faults };
}

/**
 * Moves people of a tenant. Faults are returned, not thrown: look at `faults` before going on.
 *
 * @throws {ApiError} DATABASE_UNAVAILABLE when the database cannot be reached or someone else holds the tenant's lock
 */
export async function movePeople(
  graph: GraphClient,
  tenantId: string,
  { rows, faults }: { rows: MoveRow[]; faults: Fault[] },
  { dryRun = false, now }: { dryRun?: boolean; now: Date },
): Promise<MoveResult> {
  const auditIds = new Map(rows.map(({ email }) => [email, randomUUID()]));
  const emails = [...new Set(rows.flatMap(({ email, managerEmail }) => [email, managerEmail]))];
  return graph.transaction({ tenantId, userId: 'operator' }, async (tx) => {
    if (!dryRun && (await tx.run('org/lock_tenant')).length === 0)
      throw new Error('There is no such tenant (any more).');
    const people = await tx.run<LinePerson>('org/management_chains', { emails });
    const idOf = new Map(people.map(({ email, id }) => [email, id]));
    const plan = planMoves(people, rows);
    const allFaults = [...faults, ...plan.faults].sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
    const applied = !dryRun && allFaults.length === 0;
    const writes = plan.moves.map(({ person, manager }) => ({
      id: person.id,
      auditId: auditIds.get(person.email),
      managerId: manager?.id ?? null,
      fromManagerId: idOf.get(person.managerEmails[0] ?? '') ?? null,
    }));
    for (const batch of splitIntoBatches(applied ? writes : [], batchSize)) {
      await tx.run('org/move_people', { rows: batch, now: now.toISOString() });
    }
    if (applied && writes.length > 0) await tx.run('org/increment_revision');
    return {
      applied,
      moved: plan.moves.map(({ person, manager, from }) => ({ email: person.email, from, to: manager?.email ?? '' })),
      unchanged: plan.unchanged,
      faults: allFaults,
    };
  });
}
