// Creates a plan, and replaces its moves.
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import { fail, failInvalid, type Fault } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import type { OrgPlan, PlanMoveInput } from './schema.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { toLocalDate } from '../../platform/time/weeks.ts';
import type { Standing } from '../../platform/access/permissions.ts';
import {
  findPlan,
  permitActor,
  requireNextStatus,
  toOrgPlan,
  type PlanActor,
  type PlanChange,
  type StoredPlan,
} from './plan.ts';
import { listNames, resolveMoves, type KnownPerson, type MoveFault } from '../organisation/people/resolve-moves.ts';

const batchSize = 5_000;
/** Plans of a tenant, in whatever state. */
export const maxPlans = 2_000;
const tooManyPlans = `There are ${maxPlans} plans, which is the limit; delete drafts, or plans that were cancelled.`;

/** `effectiveOn` is a date in the tenant's time zone, `YYYY-MM-DD`. */
type PlanInput = { name: string; effectiveOn?: string | undefined; moves: readonly PlanMoveInput[] };
/** Refuses moves with faults; the default names their places in the body of a request. */
type RefuseMoves = (faults: MoveFault[]) => never;

type People = { standing: Standing; tenant: TenantSettings; people: KnownPerson[] };

/**
 * Creates a plan as a draft.
 *
 * @throws {ApiError} VALIDATION_ERROR that names the faults of the moves and a day that has passed, LIMIT_REACHED; nothing
 *   is written
 */
export function createPlan(
  graph: Graph,
  planId: string,
  input: PlanInput,
  change: PlanChange,
  refuse: RefuseMoves = refuseBody,
): Promise<OrgPlan> {
  return graph.atomically(async (tx) => {
    await tx.write('organisation/lock_tenant');
    const { tenant, people } = await findPeople(tx, input.moves, change);
    const { timezone } = resolveSettings(tenant);
    if (input.effectiveOn !== undefined && input.effectiveOn < toLocalDate(change.now, timezone)) {
      failInvalid([{ pointer: '/effectiveOn', message: 'effectiveOn must not be in the past.' }]);
    }
    return save(tx, planId, input, people, change, refuse);
  });
}

/**
 * Replaces the moves of a draft.
 *
 * @throws {ApiError} PLAN_NOT_FOUND, PLAN_STATE, or as `createPlan`; nothing is changed
 */
export function replaceMoves(
  graph: Graph,
  planId: string,
  moves: readonly PlanMoveInput[],
  change: PlanChange,
): Promise<OrgPlan> {
  return graph.atomically(async (tx) => {
    await tx.write('org-plans/lock', { planId });
    const { people } = await findPeople(tx, moves, change);
    const access = await findPlan(tx, planId, change);
    requireNextStatus('edit', access);
    const { name, effectiveOn } = access.plan;
    return save(tx, planId, { name, effectiveOn, moves }, people, change, refuseBody);
  });
}

/** Finds everyone named in moves. The transaction holds the tenant's write lock. */
async function findPeople(tx: Transaction, moves: readonly PlanMoveInput[], actor: PlanActor): Promise<People> {
  const access = await tx.one<People>('organisation/find_people', listNames(moves));
  permitActor(access.standing, actor);
  return access;
}

/** Writes the same again when the transaction is repeated: the moves that are there are deleted first. */
async function save(
  tx: Transaction,
  planId: string,
  { name, effectiveOn, moves: inputs }: PlanInput,
  people: readonly KnownPerson[],
  { changeId, now }: PlanChange,
  refuse: RefuseMoves,
): Promise<OrgPlan> {
  const { moves, faults } = resolveMoves(inputs, people);
  if (faults.length > 0) return refuse(faults);
  const fields = { planId, name, effectiveOn: effectiveOn ?? null, moveCount: moves.length, changeId, now, maxPlans };
  const saved = await tx.write<{ plan: StoredPlan }>('org-plans/save', fields);
  if (!saved) fail('LIMIT_REACHED', tooManyPlans);
  const rows = moves.map(({ userId, toId, fromId }, position) => ({
    userId,
    position,
    managerId: toId,
    fromManagerId: fromId,
  }));
  for (const batch of splitIntoBatches(rows, batchSize))
    await tx.write('org-plans/write_moves', { planId, rows: batch });
  return toOrgPlan(saved.plan);
}

const refuseBody: RefuseMoves = (faults) => failInvalid(faults.map(toBodyFault));

function toBodyFault({ index, field, message }: MoveFault): Fault {
  const place = `moves.${index}${field === null ? '' : `.${field}`}`;
  return { pointer: `/${place.replaceAll('.', '/')}`, message: `${place} ${message}.` };
}
