// Applies a plan, and takes it back: all of its moves or none, checked again under the tenant's write lock.
import { rolesThatManagePlans } from '../access/permissions.ts';
import { ApiError, fail, type ErrorCode } from '../errors.ts';
import type { AtomicGraph, Graph } from '../graph/client.ts';
import type { OrgPlan, PlanFault, PlanStatus } from '../model/index.ts';
import { createIdMemory, deriveId } from '../lib/ids.ts';
import { runInTurns } from '../lib/turns.ts';
import type { ChartLine } from '../chart/chart.ts';
import { findPlanFaults, invertMoves, type PlannedMove } from '../chart/move-faults.ts';
import { resolveSettings } from '../settings/settings.ts';
import { makeMoves, runAtomically } from '../org/move-people.ts';
import { createNotice, type Notice } from '../org/notices.ts';
import { findBackingFaults, type PlanBacking } from './backing.ts';
import type { PlanAccess, PlanActor, PlanChange, StoredMove, StoredPlan } from './plan.ts';
import { requireNextStatus, requirePlan, toOrgPlan, toPlannedMove, writeStatus } from './plan.ts';

const maxNamedFaults = 50;

type PlanMoves = PlanAccess & { backing: PlanBacking; isAuthor: boolean } & {
  lostIds: string[];
  displacedIds: string[];
  moves: StoredMove[];
  lines: ChartLine[];
};
type LoadedPlan = PlanMoves & { plan: StoredPlan };

/**
 * Applies a plan now.
 *
 * @throws {ApiError} PLAN_NOT_FOUND, PLAN_STATE, PLAN_FAULTS, PLAN_TOO_LARGE; nothing is changed
 */
export function applyPlan(graph: Graph, planId: string, change: PlanChange): Promise<OrgPlan> {
  const newId = createIdMemory();
  return runAtomically(graph, async (tx) => {
    const loaded = await lockAndLoad(tx, planId, change);
    if (isMade(loaded, change)) return toOrgPlan(loaded.plan);
    requireNextStatus('apply', loaded);
    const { moves, faults } = await judge(loaded);
    if (faults.length > 0) failForFaults('PLAN_FAULTS', faults);
    return carryOut(tx, loaded.plan, moves, change, newId);
  });
}

/**
 * Takes an applied plan back: everyone returns to the manager they had. People who were erased since have none.
 *
 * @throws {ApiError} PLAN_NOT_FOUND, PLAN_STATE; PLAN_OVERTAKEN if people were moved since, also because their new
 *   manager was erased; PLAN_FAULTS if a former manager, the author or the approver has left; SAME_PERSON if the author
 *   undoes it and the tenant demands a second admin; PLAN_TOO_LARGE; nothing is changed
 */
export function undoPlan(graph: Graph, planId: string, change: PlanChange): Promise<OrgPlan> {
  const newId = createIdMemory();
  return runAtomically(graph, async (tx) => {
    const loaded = await lockAndLoad(tx, planId, change);
    if (isMade(loaded, change)) return toOrgPlan(loaded.plan);
    requireNextStatus('undo', loaded);
    const unbacked = findBackingFaults(loaded.backing, loaded.tenant);
    if (unbacked.length > 0) failForFaults('PLAN_FAULTS', unbacked);
    const needsSecond = resolveSettings(loaded.tenant).planApproval === 'second_admin';
    if (needsSecond && loaded.isAuthor)
      fail('SAME_PERSON', 'The author of a plan must not undo it; another admin can.');
    const moves = invertMoves(loaded.moves.map(toPlannedMove));
    const faults = await runInTurns(findPlanFaults(loaded.lines, moves));
    const displaced = loaded.displacedIds.map((userId): PlanFault => ({ userId, code: 'MOVED_SINCE' }));
    const overtaken = [...displaced, ...faults.filter(({ code }) => code === 'MOVED_SINCE')];
    if (overtaken.length > 0) failForFaults('PLAN_OVERTAKEN', overtaken);
    if (faults.length > 0) failForFaults('PLAN_FAULTS', faults);
    return carryOut(tx, loaded.plan, moves, change, newId, 'undo');
  });
}

/**
 * Applies a plan whose day has come, or marks it as blocked, which tells the admins: it has faults, or it is too large.
 * Of several workers, one does it: the others find the plan under the lock in another state.
 *
 * @returns the status of the plan now; null if it was not scheduled any more
 */
export async function applyDuePlan(graph: Graph, planId: string, change: PlanChange): Promise<PlanStatus | null> {
  const newId = createIdMemory();
  const applyOrBlock = (isTooLarge: boolean): Promise<PlanStatus | null> =>
    runAtomically(graph, async (tx) => {
      const loaded = await lockAndLoad(tx, planId, change);
      if (isMade(loaded, change)) return loaded.plan.status;
      if (loaded.plan.status !== 'scheduled') return null;
      const { moves, faults } = await judge(loaded);
      const isPossible = faults.length === 0 && !isTooLarge;
      return isPossible
        ? (await carryOut(tx, loaded.plan, moves, change, newId)).status
        : block(tx, loaded.plan, faults, change);
    });
  return applyOrBlock(false).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'PLAN_TOO_LARGE') return applyOrBlock(true);
    throw error;
  });
}

/** Marks a plan as blocked. Without faults it is too large. */
async function block(
  tx: AtomicGraph,
  plan: StoredPlan,
  faults: readonly PlanFault[],
  change: PlanChange,
): Promise<PlanStatus> {
  const { id, name: planName, version, effectiveOn = '' } = plan;
  const payload = { planName, effectiveOn, faults: faults.length };
  const notice = createNotice('org.plan.blocked', rolesThatManagePlans, payload);
  const { status } = await writeStatus(tx, plan, 'block', 'blocked', change, {
    fields: { faults: JSON.stringify(faults.slice(0, maxNamedFaults)) },
    notices: [ofPlan(notice, `${id}:${version + 1}`)],
  });
  return status;
}

/** A notification that is about nobody. */
const ofPlan = (notice: Notice, eventId: string) => ({
  ...notice,
  ...{ id: deriveId(notice.type, eventId), eventId, aboutIds: [] },
});

/** Loads a plan and the lines that decide about it, after taking the write locks of the tenant and of the plan. */
async function lockAndLoad(tx: AtomicGraph, planId: string, actor: PlanActor): Promise<LoadedPlan> {
  await tx.write('org-plans/lock', { planId });
  const rows = await tx.rows<PlanMoves>('org-plans/load_moves', { planId, permittedRoles: rolesThatManagePlans });
  const [head = fail('INTERNAL')] = rows;
  return {
    ...(await requirePlan(tx, head, planId, actor)),
    lostIds: rows.flatMap(({ lostIds }) => lostIds),
    displacedIds: rows.flatMap(({ displacedIds }) => displacedIds),
    moves: rows.flatMap(({ moves }) => moves),
    lines: rows.flatMap(({ lines }) => lines),
  };
}

/** Also those who stand behind the plan, by the setting of this moment. */
async function judge({
  moves: stored,
  lines,
  lostIds,
  backing,
  tenant,
}: LoadedPlan): Promise<{ moves: PlannedMove[]; faults: PlanFault[] }> {
  const moves = stored.map(toPlannedMove);
  const faults = await runInTurns(findPlanFaults(lines, moves, lostIds));
  return { moves, faults: [...findBackingFaults(backing, tenant), ...faults] };
}

/** Whether this very change was committed before, and its transaction is repeated because the answer was lost. */
const isMade = ({ plan }: LoadedPlan, { changeId }: PlanChange): boolean => plan.changeId === changeId;

/** Moves people in the transaction of `tx`, and records it. People who are there already are not moved. */
async function carryOut(
  tx: AtomicGraph,
  plan: StoredPlan,
  moves: readonly PlannedMove[],
  change: PlanChange,
  newId: (key: string) => string,
  action: 'apply' | 'undo' = 'apply',
): Promise<OrgPlan> {
  const changed = moves.filter(({ fromId, toId }) => fromId !== toId);
  await makeMoves(tx, changed, { now: change.now, planId: plan.id, newId });
  const payload = { planName: plan.name, moves: changed.length };
  const notice = createNotice('org.plan.applied', rolesThatManagePlans, payload);
  const isApplied = action === 'apply';
  return writeStatus(tx, plan, action, isApplied ? 'applied' : 'undone', change, {
    fields: { faults: null },
    notices: isApplied ? [ofPlan(notice, plan.id)] : [],
  });
}

function failForFaults(
  code: Extract<ErrorCode, 'PLAN_FAULTS' | 'PLAN_OVERTAKEN'>,
  faults: readonly PlanFault[],
): never {
  const named = faults.slice(0, maxNamedFaults);
  const more = faults.length > named.length ? ', and others' : '';
  const text =
    code === 'PLAN_FAULTS'
      ? `The plan has faults, and nothing was changed: ${named.map(({ code: name, userId }) => (userId === undefined ? name : `${name} for ${userId}`)).join(', ')}`
      : `Moved after the plan was applied, so nothing was changed: ${named.map(({ userId }) => userId).join(', ')}`;
  return fail(code, `${text}${more}.`);
}
