// Moves by which an admin lets themself see more people: where roles need a second admin, so do these.
import { rolesThatHold } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import { splitIntoBatches } from '../../platform/lib/loops.ts';

/** A move of the person `id`; null is the top. */
export type Moved = { id: string; managerId: string | null; fromManagerId: string | null };

const rowsPerRead = 5_000;

/** Why such a move is refused, and what to do. */
export const gainedSight =
  'You, or a deputy whom you named, would see people whom you do not see now: this needs a second admin. Request it at ' +
  '/admin/approvals/move, or let another admin approve a plan with this move.';

/**
 * The people whom a move lets the caller see, who is an admin: nobody for the operator, or where roles need no second admin.
 */
export async function findGainedSight(
  tx: Pick<Transaction, 'rows'>,
  moves: readonly Moved[],
  now: string,
): Promise<Set<string>> {
  const gained = new Set<string>();
  for (const rows of splitIntoBatches(moves, rowsPerRead)) {
    const params = { rows, rolesWithTenantScope: rolesThatHold('summary:read'), now };
    const [found] = await tx.rows<{ ids: string[] }>('reporting-line/find_gained_sight', params);
    for (const id of found?.ids ?? []) gained.add(id);
  }
  return gained;
}

/** @throws {ApiError} SECOND_ADMIN */
export async function assertNoSightGained(
  tx: Pick<Transaction, 'rows'>,
  moves: readonly Moved[],
  now: string,
): Promise<void> {
  if ((await findGainedSight(tx, moves, now)).size > 0) fail('SECOND_ADMIN', gainedSight);
}
