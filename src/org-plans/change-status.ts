// Changes of a plan that move nobody: submit, approve, reject, cancel, delete.
import { fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import type { OrgPlan } from '../model/index.ts';
import type { PlanAction } from '../rules/plan-status.ts';
import { resolveSettings } from '../settings/settings.ts';
import { findPlan, requireNextStatus, toOrgPlan, type PlanAccess, type PlanChange, type StoredPlan } from './plan.ts';

type StatusAction = Extract<PlanAction, 'submit' | 'approve' | 'reject' | 'cancel'>;

/**
 * Submits, approves, rejects or cancels a plan.
 *
 * @param reason of a rejection
 * @throws {ApiError} PLAN_NOT_FOUND, PLAN_STATE; SAME_PERSON if the author approves and the tenant demands a second admin
 */
export async function changeStatus(
  graph: Graph,
  planId: string,
  action: StatusAction,
  change: PlanChange & { reason?: string },
): Promise<OrgPlan> {
  const { changeId, now, reason = null } = change;
  const access = await findPlan(graph, planId, change);
  const { version } = access.plan;
  const status = requireNextStatus(action, access, now);
  const approval = resolveSettings(access.tenant).planApproval;
  if (action === 'approve' && approval === 'second_admin' && access.isAuthor) fail('SAME_PERSON');
  const fields = {
    submit: { reason: null },
    approve: {},
    reject: { reason, approverId: null, faults: null },
    cancel: {},
  }[action];
  const changed = await graph.write<{ plan: StoredPlan }>('org-plans/set_status', {
    ...{ planId, version, status, changeId, now, fields },
    action: `plan.${action}`,
    isApproval: action === 'approve',
  });
  return changed ? toOrgPlan(changed.plan) : failOvertaken();
}

/**
 * Deletes a draft.
 *
 * @throws {ApiError} PLAN_NOT_FOUND, PLAN_STATE
 */
export async function deletePlan(graph: Graph, planId: string, { changeId, now }: PlanChange): Promise<void> {
  const access = await findPlan(graph, planId);
  requireNextStatus('delete', access);
  if (await graph.write('org-plans/delete', { planId, version: access.plan.version, changeId, now })) return;
  const { plan } = await graph.one<PlanAccess>('org-plans/read', { planId });
  if (plan) failOvertaken(); // without a plan, somebody else deleted it, or this transaction when it was made first
}

const failOvertaken = (): never => fail('PLAN_STATE', 'The plan was changed at the same time; read it again.');
