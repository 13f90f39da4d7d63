// Applies a plan, and takes it back: all of its moves or none, checked again under the tenant's write lock.
import { rolesThatHold } from '../../platform/access/permissions.ts';
import { ApiError, fail, type ErrorCode } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import type { OrgPlan } from './schema.ts';
import type { PlanFault, PlanStatus } from '../../platform/schema/plan-values.ts';
import { createIdMemory, deriveId } from '../../platform/lib/ids.ts';
import type { ChartLine } from '../../platform/chart/chart.ts';
import { findPlanFaults, invertMoves, type PlannedMove } from '../../platform/chart/move-faults.ts';
import { resolveSettings } from '../../platform/settings/settings.ts';
import { findGainedSight } from '../reporting-line/gained-sight.ts';
import { makeMoves, runAtomically } from '../organisation/people/move-people.ts';
import { orgPlanNotifications } from './notifications.ts';
import { createNotice, type Notice } from '../../platform/notifications/notices.ts';
import { findBackingFaults, gatherFaults, type PlanBacking } from './backing.ts';
import {
  readSight,
  requireNextStatus,
  requirePlan,
  toOrgPlan,
  toPlannedMove,
  writeStatus,
  type PlanAccess,
  type PlanChange,
  type StoredMove,
  type StoredPlan,
} from './plan.ts';

const maxNamedFaults = 50;

type PlanMoves = PlanAccess & { backing: PlanBacking; isAuthor: boolean } & {
  lostIds: string[];
  displacedIds: string[];
  moves: StoredMove[];
  lines: ChartLine[];
};
/** A plan under the locks of its change. `newId` returns the same ids for the same keys when the transaction is repeated. */
type LockedPlan = PlanMoves & {
  plan: StoredPlan;
  tx: Transaction;
  change: PlanChange;
  newId: (key: string) => string;
};

/**
 * Applies a plan now.
 *
 * @throws {ApiError} PLAN_NOT_FOUND, PLAN_STATE, PLAN_FAULTS, PLAN_TOO_LARGE; nothing is changed
 */
export function applyPlan(graph: Graph, planId: string, change: PlanChange): Promise<OrgPlan> {
  return changeLocked(graph, planId, change, async (locked) => {
    requireNextStatus('apply', locked);
    const { moves, faults } = await judge(locked);
    if (faults.length > 0) failForFaults('PLAN_FAULTS', faults);
    return carryOut(locked, moves, 'apply');
  });
}

/**
 * Takes an applied plan back: everyone returns to the manager they had. People who were erased since have none.
 *
 * @throws {ApiError} PLAN_NOT_FOUND, PLAN_STATE; PLAN_OVERTAKEN if people were moved since, also because their new
 *   manager was erased; PLAN_FAULTS if a former manager, the author or the approver has left; SAME_PERSON if the author
 *   undoes it and the tenant demands a second admin; SECOND_ADMIN if it lets the caller see more; PLAN_TOO_LARGE; nothing is changed
 */
export function undoPlan(graph: Graph, planId: string, change: PlanChange): Promise<OrgPlan> {
  return changeLocked(graph, planId, change, async (locked) => {
    requireNextStatus('undo', locked);
    const unbacked = findBackingFaults(locked.backing, locked.tenant);
    if (unbacked.length > 0) failForFaults('PLAN_FAULTS', unbacked);
    const needsSecond = resolveSettings(locked.tenant).planApproval === 'second_admin';
    if (needsSecond && locked.isAuthor)
      fail('SAME_PERSON', 'The author of a plan must not undo it; another admin can.');
    const moves = invertMoves(locked.moves.map(toPlannedMove));
    const moved = moves.map(({ userId: id, fromId: fromManagerId, toId: managerId }) => ({
      id,
      fromManagerId,
      managerId,
    }));
    const gained = await findGainedSight(locked.tx, moved, { now: change.now });
    if (gained.size > 0)
      fail(
        'SECOND_ADMIN',
        'You, a deputy whom you named, or somebody who is not an established manager would see people again; another admin undoes it.',
      );
    const faults = findPlanFaults(locked.lines, moves);
    const displaced = locked.displacedIds.map((userId): PlanFault => ({ userId, code: 'MOVED_SINCE' }));
    const overtaken = [...displaced, ...faults.filter(({ code }) => code === 'MOVED_SINCE')];
    if (overtaken.length > 0) failForFaults('PLAN_OVERTAKEN', overtaken);
    if (faults.length > 0) failForFaults('PLAN_FAULTS', faults);
    return carryOut(locked, moves, 'undo');
  });
}

/**
 * Applies a plan whose day has come. If the plan has faults or is too large, marks it as blocked and notifies the admins. If
 * several workers try, one does it, and the others find the plan in another state under the lock.
 *
 * @returns the status of the plan now; null if it was not scheduled any more
 */
export async function applyDuePlan(graph: Graph, planId: string, change: PlanChange): Promise<PlanStatus | null> {
  const applyOrBlock = (isTooLarge: boolean): Promise<OrgPlan | null> =>
    changeLocked(graph, planId, change, async (locked) => {
      if (locked.plan.status !== 'scheduled') return null;
      const { moves, faults } = await judge(locked);
      return faults.length > 0 || isTooLarge ? block(locked, faults) : carryOut(locked, moves, 'apply');
    });
  const plan = await applyOrBlock(false).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'PLAN_TOO_LARGE') return applyOrBlock(true);
    throw error;
  });
  return plan && plan.status;
}

/**
 * Loads a plan and the lines that decide about it, after taking the write locks of the tenant and of the plan, and changes
 * it: unless this very change was committed before, and its transaction is repeated because the answer was lost.
 */
function changeLocked<Changed extends OrgPlan | null>(
  graph: Graph,
  planId: string,
  change: PlanChange,
  work: (locked: LockedPlan) => Promise<Changed>,
): Promise<OrgPlan | Changed> {
  const newId = createIdMemory();
  return runAtomically(graph, async (tx) => {
    await tx.write('org-plans/lock', { planId });
    const rows = await tx.rows<PlanMoves>('org-plans/load_moves', {
      planId,
      permittedRoles: rolesThatHold('plan:manage'),
    });
    const [head = fail('INTERNAL')] = rows;
    const access = await requirePlan(tx, head, planId, change);
    if (access.plan.changeId === change.changeId) return toOrgPlan(access.plan);
    return work({
      ...access,
      tx,
      change,
      newId,
      lostIds: rows.flatMap(({ lostIds }) => lostIds),
      displacedIds: rows.flatMap(({ displacedIds }) => displacedIds),
      moves: rows.flatMap(({ moves }) => moves),
      lines: rows.flatMap(({ lines }) => lines),
    });
  });
}

/** Finds the faults of a plan, also about the people who stand behind it, by the current setting. */
async function judge(locked: LockedPlan): Promise<{ moves: PlannedMove[]; faults: PlanFault[] }> {
  const moves = locked.moves.map(toPlannedMove);
  const sight = await readSight(locked.tx, locked.plan.id, locked.change.now);
  return { moves, faults: gatherFaults({ ...locked, sight }, findPlanFaults(locked.lines, moves, locked.lostIds)) };
}

/** Marks a plan as blocked. Without faults it is too large. */
function block({ tx, plan, change }: LockedPlan, faults: readonly PlanFault[]): Promise<OrgPlan> {
  const { id, name: planName, version, effectiveOn = '' } = plan;
  const payload = { planName, effectiveOn, faults: faults.length };
  const notice = createNotice(orgPlanNotifications, 'org.plan.blocked', payload);
  return writeStatus(tx, plan, 'block', 'blocked', change, {
    fields: { faults: JSON.stringify(faults.slice(0, maxNamedFaults)) },
    notices: [ofPlan(notice, `${id}:${version + 1}`)],
  });
}

/** Moves people in the transaction of the change, and records it. People who are there already are not moved. */
async function carryOut(
  { tx, plan, change, newId }: LockedPlan,
  moves: readonly PlannedMove[],
  action: 'apply' | 'undo',
): Promise<OrgPlan> {
  const changed = moves.filter(({ fromId, toId }) => fromId !== toId);
  await makeMoves(tx, changed, { now: change.now, planId: plan.id, newId });
  const fields = { faults: null };
  if (action === 'undo') return writeStatus(tx, plan, 'undo', 'undone', change, { fields });
  const payload = { planName: plan.name, moves: changed.length };
  const notice = createNotice(orgPlanNotifications, 'org.plan.applied', payload);
  return writeStatus(tx, plan, 'apply', 'applied', change, { fields, notices: [ofPlan(notice, plan.id)] });
}

/** A notification that is about nobody. */
const ofPlan = (notice: Notice, eventId: string) => ({
  ...notice,
  id: deriveId(notice.type, eventId),
  eventId,
  aboutIds: [],
});

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
