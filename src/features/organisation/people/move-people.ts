// Moves people to other managers: from a file, and in the transaction of whoever has judged the moves.
import { findPlanFaults, planFaultTexts, type PlannedMove } from '../../../platform/chart/move-faults.ts';
import { fail } from '../../../platform/errors.ts';
import type { Graph, GraphClient, Transaction } from '../../../platform/graph/client.ts';
import { isOutOfMemory } from '../../../platform/graph/connection/driver-errors.ts';
import { splitIntoBatches } from '../../../platform/lib/loops.ts';
import { createIdMemory } from '../../../platform/lib/ids.ts';
import { operator, toScope, type Actor } from './actor.ts';
import { findGainedSight, gainedSightFault } from '../../reporting-line/gained-sight.ts';
import { columnAliases, normalizeEmail, normalizeReference } from '../import/columns.ts';
import { readTable, sortByRow, type Fault } from '../import/read-table.ts';
import { listNames, resolveMoves, type KnownPerson, type MoveFault } from './resolve-moves.ts';

/**
 * Thousands of moves take more round trips than other writes: statements of thousands of rows would keep the other
 * requests of this process waiting while their parameters are sent, and fill the database's memory with rows at once.
 */
const batchSize = 500;
/** In milliseconds: operators wait for many moves. */
export const operatorWithinMs = 600_000;

/**
 * A requested move. `managerEmail` has what the file says, and null is the top; `managerId` takes its place once somebody was
 * found by it, and `fault` says why nobody was. `row` is null if the move is not from a file.
 */
type MoveRow = { row: number | null; email: string; managerEmail?: string | null; managerId?: string; fault?: string };
/** The moves of a file, and what is wrong with rows that could not be read. */
export type MoveFile = { rows: MoveRow[]; faults: Fault[] };

/** What was moved, or would be moved in a dry run. With faults, nothing is moved. An empty `from` or `to` is the top. */
export type MoveResult = {
  applied: boolean;
  moved: { email: string; from: string; to: string }[];
  unchanged: string[];
  faults: Fault[];
};

/**
 * Reads moves from a CSV file; rows that cannot be read become faults.
 *
 * @param titles the column that the user means by a title (`--map`), by title
 */
export function readMoves(csv: Buffer, titles: Readonly<Record<string, string>> = {}): MoveFile {
  const { rows, faults } = readTable(csv, { required: ['email', 'managerEmail'], aliases: columnAliases }, titles);
  const moves = rows.map(({ row, cell }) => ({
    row,
    email: normalizeEmail(cell('email')),
    managerEmail: normalizeReference(cell('managerEmail')) || null,
  }));
  return { rows: moves, faults };
}

/** Names the row of each fault, and shows the value that is wrong. */
export function toRowFaults(rows: readonly MoveRow[], faults: readonly MoveFault[]): Fault[] {
  return faults.map(({ index, field, message }) => {
    const move = rows[index];
    const row = move?.row ?? null;
    if (field === null) return { row, message: `${move?.email} ${message}` };
    if (field === 'managerEmail' && move?.fault !== undefined) return { row, message: `manager ${move.fault}` };
    const value = field === 'userId' ? undefined : move?.[field];
    return { row, message: `${field}${value == null ? '' : ` ${JSON.stringify(value)}`} ${message}` };
  });
}

/**
 * Moves people of a tenant by the rules of a plan that is applied at once. Faults in the moves are returned, not thrown.
 *
 * @throws {ApiError} PLAN_TOO_LARGE; DATABASE_UNAVAILABLE, also if the tenant stays locked
 */
export function movePeople(
  graph: Pick<GraphClient, 'bind'>,
  tenantId: string,
  { rows, faults: unread }: MoveFile,
  { dryRun = false, now, by = operator }: { dryRun?: boolean; now: Date; by?: Actor },
): Promise<MoveResult> {
  const newId = createIdMemory();
  const scope = { ...toScope(tenantId, by), withinMs: operatorWithinMs };
  return runAtomically(graph.bind(scope), async (tx) => {
    if (!dryRun) await by.permit(tx);
    if (!dryRun && !(await tx.write('organisation/lock_tenant'))) throw new Error('The tenant no longer exists.');
    const { people } = await tx.one<{ people: KnownPerson[] }>('organisation/find_people', listNames(rows));
    const { moves, faults: unresolved, indexByUser } = resolveMoves(rows, people);
    const changed = moves.filter(({ fromId, toId }) => fromId !== toId);
    const judged = findPlanFaults(people, changed).map(({ userId, code }): MoveFault => ({
      index: indexByUser.get(userId) ?? 0,
      field: null,
      message: planFaultTexts[code],
    }));
    const gained = await findGainedSight(
      tx,
      changed.map(({ userId: id, fromId: fromManagerId, toId: managerId }) => ({ id, fromManagerId, managerId })),
      { now: now.toISOString() },
    );
    for (const userId of gained) {
      judged.push({ index: indexByUser.get(userId) ?? 0, field: null, message: gainedSightFault });
    }
    const known = new Set(unresolved.map(({ index }) => index));
    const faults = sortByRow([
      ...unread,
      ...toRowFaults(rows, [...unresolved, ...judged.filter(({ index }) => !known.has(index))]),
    ]);
    const applied = !dryRun && faults.length === 0;
    if (applied && changed.length > 0) {
      await makeMoves(tx, changed, { now: now.toISOString(), planId: null, newId });
      await tx.write('organisation/increment_revision');
    }
    const emails = new Map(people.map(({ id, email }) => [id, email]));
    const findEmail = (id: string | null): string => emails.get(id ?? '') ?? '';
    return {
      applied,
      moved: changed.map(({ userId, fromId, toId }) => ({
        email: findEmail(userId),
        from: findEmail(fromId),
        to: findEmail(toId),
      })),
      unchanged: moves.filter(({ fromId, toId }) => fromId === toId).map(({ userId }) => findEmail(userId)),
      faults,
    };
  });
}

/**
 * Makes moves, each with an audit entry and a change. The transaction holds the tenant's write lock, and the moves were
 * judged in it.
 *
 * @param moves without people who already report to the new manager
 * @param newId returns the same ids for the same keys when the transaction is repeated
 */
export async function makeMoves(
  tx: Transaction,
  moves: readonly PlannedMove[],
  { newId, ...params }: { now: string; planId: string | null; newId: (key: string) => string },
): Promise<void> {
  const moveId = newId('move');
  for (const batch of splitIntoBatches(moves, batchSize)) {
    const rows = batch.map(({ userId, fromId, toId }) => ({
      id: userId,
      managerId: toId,
      fromManagerId: fromId,
      auditId: newId(userId),
    }));
    await tx.write('organisation/move_people', { rows, moveId, ...params });
  }
}

/** @throws {ApiError} PLAN_TOO_LARGE if the database has too little memory for the transaction */
export function runAtomically<T>(graph: Graph, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return graph.atomically(work).catch((error: unknown) => {
    if (isOutOfMemory(error)) fail('PLAN_TOO_LARGE', undefined, { cause: error });
    throw error;
  });
}
