// Moves people to other managers in one transaction.
import { randomUUID } from 'node:crypto';
import { splitIntoBatches } from '../batches.ts';
import type { GraphClient } from '../graph/client.ts';
import { normalizeEmail } from './columns.ts';
import { checkMoves, type MoveRow, type LinePerson } from './check-moves.ts';
import { readTable, type Fault } from './read-rows.ts';

const batchSize = 5_000;

/** What was moved, or would be moved in a dry run. With faults, nothing is moved. An empty `from` or `to` is the top. */
export type MoveResult = {
  applied: boolean;
  moved: { email: string; from: string; to: string }[];
  unchanged: string[];
  faults: Fault[];
};

/** Reads moves from a CSV file; rows that cannot be read become faults. */
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
 * Moves people of a tenant. Faults in the moves are returned, not thrown.
 *
 * @throws {ApiError} DATABASE_UNAVAILABLE, also if the tenant stays locked
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
    if (!dryRun && (await tx.run('org/lock_tenant')).length === 0) throw new Error('The tenant no longer exists.');
    const people = await tx.run<LinePerson>('org/management_chains', { emails });
    const idByEmail = new Map(people.map(({ email, id }) => [email, id]));
    const plan = checkMoves(people, rows);
    const allFaults = [...faults, ...plan.faults].sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
    const applied = !dryRun && allFaults.length === 0;
    const writes = plan.moves.map(({ person, manager }) => ({
      id: person.id,
      auditId: auditIds.get(person.email),
      managerId: manager?.id ?? null,
      fromManagerId: idByEmail.get(person.managerEmails[0] ?? '') ?? null,
    }));
    for (const batch of splitIntoBatches(applied ? writes : [], batchSize)) {
      await tx.run('org/move_people', { rows: batch, now: now.toISOString(), planId: null });
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
