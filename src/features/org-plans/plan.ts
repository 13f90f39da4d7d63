// A plan as the graph stores it, and how its users are checked.
import { randomUUID } from 'node:crypto';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, type Standing } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import type { RowOf } from '../../platform/graph/queries/call-types.ts';
import type { OrgPlan } from './schema.ts';
import type { PlanFault, PlanStatus } from '../../platform/schema/plan-values.ts';
import type { PlannedMove } from '../../platform/chart/move-faults.ts';
import { sightParams } from '../reporting-line/gained-sight.ts';
import type { PlanSight } from './backing.ts';
import { findNextStatus, participles, type PlanAction } from './rules.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { toLocalDate } from '../../platform/time/weeks.ts';

/** `faults` is JSON. `changeId` names the last change, so that a repeated transaction recognises its own. */
export type StoredPlan = Omit<OrgPlan, 'faults'> & { changeId: string; faults?: string };

/** What decides whether something may be done with a plan. */
export type PlanAccess = {
  standing: Standing;
  tenant: TenantSettings & { orgRevision?: number };
  plan: StoredPlan | null;
};

/** A move as a query returns it, for a preview with the number of summaries that wait for a response. */
export type StoredMove = { userId: string; fromId?: string | null; toId?: string | null; open?: number };

/** Who uses a plan. Commands and the worker act as the operator, who needs no permission. */
export type PlanActor = { asOperator?: boolean };

/** Who makes a change of a plan, and when. `changeId` is the same when its transaction is repeated. */
export type PlanChange = PlanActor & { changeId: string; now: string };

/** A change by a command. */
export function startCommandChange({ asOperator }: Required<PlanActor>): PlanChange {
  return { changeId: randomUUID(), now: new Date().toISOString(), asOperator };
}

/** The plan as the interface shows it. */
export function toOrgPlan({ faults, ...stored }: StoredPlan): OrgPlan {
  const plan: Omit<typeof stored, 'changeId'> & { changeId?: string } = stored;
  delete plan.changeId;
  return { ...plan, ...(faults !== undefined && { faults: JSON.parse(faults) as PlanFault[] }) };
}

export function toPlannedMove({ userId, fromId = null, toId = null }: StoredMove): PlannedMove {
  return { userId, fromId, toId };
}

/**
 * Loads a plan.
 *
 * @throws {ApiError} PLAN_NOT_FOUND; FORBIDDEN without the permission, and if it belongs to another tenant
 */
export async function findPlan(
  graph: Pick<Graph | Transaction, 'one'>,
  planId: string,
  actor: PlanActor = {},
): Promise<PlanAccess & { plan: StoredPlan; isAuthor: boolean }> {
  const access = await graph.one<PlanAccess & { isAuthor: boolean }>('org-plans/read', { planId });
  return requirePlan(graph, access, planId, actor);
}

/** @throws {ApiError} FORBIDDEN */
export function permitActor(standing: Standing, { asOperator = false }: PlanActor): void {
  if (!asOperator) permit(standing, 'plan:manage');
}

/**
 * Whether a plan has moves that its author may not make alone, where roles need a second admin: then the plan needs one as
 * well, whatever the setting is; and whether it would show more people now than when it was approved.
 */
export async function readSight(graph: Pick<Graph, 'one'>, planId: string, now: string): Promise<PlanSight> {
  const params = { planId, ...sightParams(), now };
  return graph.one<PlanSight>('org-plans/gives_sight', params);
}

/** Refuses callers without the permission, and plans that the tenant does not have. Throws as `findPlan`. */
export async function requirePlan<Access extends PlanAccess>(
  graph: Pick<Graph, 'one'>,
  access: Access,
  planId: string,
  actor: PlanActor,
): Promise<Access & { plan: StoredPlan }> {
  permitActor(access.standing, actor);
  const { plan } = access;
  if (!plan) return failNotFoundOrForbidden(graph, 'PLAN_NOT_FOUND', planId);
  return { ...access, plan };
}

/**
 * Returns the status of a plan after an action.
 *
 * @param now ISO 8601; for actions that approve
 * @throws {ApiError} PLAN_STATE if the action is not possible
 */
export function requireNextStatus(
  action: PlanAction,
  { tenant, plan }: PlanAccess & { plan: StoredPlan },
  now?: string,
): PlanStatus {
  const { planApproval, timezone } = resolveSettings(tenant);
  const status = findNextStatus(action, plan, planApproval, now && toLocalDate(now, timezone));
  return (
    status ?? fail('PLAN_STATE', `The plan is ${plan.status.replace('_', ' ')}: it cannot be ${participles[action]}.`)
  );
}

/**
 * Writes the status of a plan after an action, in the transaction of the moves that the action makes.
 *
 * @param extra.notices as rows of organisation/tell_roles
 * @throws {ApiError} PLAN_STATE if the plan was changed since it was read
 */
export async function writeStatus(
  graph: Pick<Graph, 'write'>,
  { id: planId, version, status: from }: StoredPlan,
  action: PlanAction | 'block',
  status: PlanStatus,
  { changeId, now }: PlanChange,
  {
    fields = {},
    notices = [],
  }: { fields?: Record<string, unknown>; notices?: RowOf<'org-plans/set_status', 'notices'>[] } = {},
): Promise<OrgPlan> {
  const changed = await graph.write<{ plan: StoredPlan }>('org-plans/set_status', {
    planId,
    version,
    from,
    status,
    changeId,
    now,
    fields,
    notices,
    action: `plan.${action}`,
  });
  return changed ? toOrgPlan(changed.plan) : failOvertaken();
}

/** @throws {ApiError} PLAN_STATE, always */
export const failOvertaken = (): never => fail('PLAN_STATE', 'The plan was changed at the same time; read it again.');
