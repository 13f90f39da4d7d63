// Moves, and changes of departments, by which an admin alone would let themself, or an account that may be theirs, see more people: where roles
// need a second admin, so do these.
import { rolesThatHold } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import { settings } from '../../platform/settings/settings.ts';

/** A move of the person `id`; null is the top. `isBelowNewcomer`: the manager, or one above, is created with the move. */
export type Moved = { id: string; managerId: string | null; fromManagerId: string | null; isBelowNewcomer?: boolean };

const rowsPerRead = 5_000;

/** Why such a move is refused, and what to do. */
export const gainedSight =
  'You, a deputy whom you named, or somebody who is not an established manager would see people whom they do not see now: this ' +
  'needs a second admin. Request it at /admin/approvals/move, or let another admin approve a plan with this move.';

/** The same about somebody in a file. */
export const gainedSightFault =
  'would be seen by you, by a deputy whom you named, or by somebody who is not an established manager: this needs a second admin';

/** Why nobody may be brought into a department, and what to do. */
const closedDepartment =
  'The HR partner of the department, whom you requested, or who may be an account of yours, would see people whom they do not see now: ' +
  'another admin can bring them in.';

/** The same about a team in a file. */
export const closedDepartmentFault =
  'has a department whose HR partner, whom you requested, or who may be an account of yours, would see people whom they do not see now: ' +
  'another admin can bring them in';

/** What decides it beside the move (cypher/includes/gains_sight.cypher). */
export const sightParams = () => ({
  rolesWithTenantScope: rolesThatHold('summary:read'),
  establishedDays: settings.establishedDays.default,
});

/**
 * The people of moves that one admin may not make alone: none for the operator, or where roles need no second admin.
 *
 * @param context.isApproved the caller approves what another admin requested, so only what the caller would see is judged
 */
export async function findGainedSight(
  tx: Pick<Transaction, 'rows'>,
  moves: readonly Moved[],
  { now, isApproved = false }: { now: string; isApproved?: boolean },
): Promise<Set<string>> {
  const gained = new Set<string>();
  for (const rows of splitIntoBatches(moves, rowsPerRead)) {
    const params = {
      rows: rows.map(({ isBelowNewcomer = false, ...moved }) => ({ ...moved, isBelowNewcomer })),
      ...sightParams(),
      isApproved,
      now,
    };
    const [found] = await tx.rows<{ ids: string[] }>('reporting-line/find_gained_sight', params);
    for (const id of found?.ids ?? []) gained.add(id);
  }
  return gained;
}

/** @throws {ApiError} SECOND_ADMIN */
export async function assertNoSightGained(
  tx: Pick<Transaction, 'rows'>,
  moves: readonly Moved[],
  context: { now: string; isApproved?: boolean },
): Promise<void> {
  if ((await findGainedSight(tx, moves, context)).size > 0) fail('SECOND_ADMIN', gainedSight);
}

/**
 * The departments of `keys` into which one admin alone may bring nobody: none for the operator, or where roles need no second admin.
 *
 * @param keys of the departments into which the change brings people who were in another
 * @param teamKeys of teams into which it brings people, or may: the departments of these count, too
 */
export async function findClosedDepartments(
  tx: Pick<Transaction, 'rows'>,
  keys: Iterable<string>,
  now: string,
  teamKeys: Iterable<string> = [],
): Promise<Set<string>> {
  const closed = new Set<string>();
  const batches = [
    ...[...splitIntoBatches([...new Set(keys)], rowsPerRead)].map((batch) => ({ keys: batch, teamKeys: [] })),
    ...[...splitIntoBatches([...new Set(teamKeys)], rowsPerRead)].map((batch) => ({ keys: [], teamKeys: batch })),
  ];
  for (const batch of batches) {
    const params = { ...batch, ...sightParams(), now };
    const [found] = await tx.rows<{ keys: string[] }>('reporting-line/find_closed_departments', params);
    for (const key of found?.keys ?? []) closed.add(key);
  }
  return closed;
}

/** Refuses to bring people into these departments, or into the departments of these teams. @throws {ApiError} SECOND_ADMIN */
export async function assertDepartmentsOpen(
  tx: Pick<Transaction, 'rows'>,
  { keys = [], teamKeys = [] }: { keys?: Iterable<string>; teamKeys?: Iterable<string> },
  now: string,
): Promise<void> {
  if ((await findClosedDepartments(tx, keys, now, teamKeys)).size > 0) fail('SECOND_ADMIN', closedDepartment);
}
