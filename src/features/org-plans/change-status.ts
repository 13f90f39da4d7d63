// Changes of a plan that move nobody: submit, approve, reject, cancel, delete.
import { fail } from '../../platform/errors.ts';
import type { Graph } from '../../platform/graph/client.ts';
import type { OrgPlan } from './schema.ts';
import type { PlanAction } from './rules.ts';
import { resolveSettings } from '../../platform/settings/settings.ts';
import {
  failOvertaken,
  findPlan,
  readSight,
  requireNextStatus,
  writeStatus,
  type PlanAccess,
  type PlanChange,
} from './plan.ts';

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
  { reason = null, ...change }: PlanChange & { reason?: string | null },
): Promise<OrgPlan> {
  const found = await findPlan(graph, planId, change);
  const decides = action === 'submit' || action === 'approve';
  const needsSecond = decides && (await readSight(graph, planId, change.now)).givesSight;
  const tenant = needsSecond ? { ...found.tenant, planApproval: 'second_admin' as const } : found.tenant;
  const access = { ...found, tenant };
  const status = requireNextStatus(action, access, change.now);
  const approval = resolveSettings(access.tenant).planApproval;
  if (action === 'approve' && approval === 'second_admin' && access.isAuthor) fail('SAME_PERSON');
  const fields = {
    submit: { reason: null },
    approve: {},
    reject: { reason, approverId: null, faults: null },
    cancel: {},
  }[action];
  return writeStatus(graph, access.plan, action, status, change, { fields });
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
