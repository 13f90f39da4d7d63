// Whether the people who stand behind a plan still do, and whether they are as many as the tenant demands now. No IO.
import type { BackingFault, MoveFault, PlanFault } from '../../platform/schema/plan-values.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';

/** As cypher/includes/plan_backing.cypher returns it. An id may be `operator`, who never leaves. */
export type PlanBacking = {
  authorId: string;
  approverId?: string | null;
  isAuthorAdmin: boolean;
  isApproverAdmin: boolean;
};

/**
 * `givesSight`: the author may not make its moves alone. `hasGrown`: since it was approved, an admin moved people below somebody of the
 * plan, whom the approver could not know of.
 */
export type PlanSight = { givesSight: boolean; hasGrown: boolean };

const operatorId = 'operator';
const nameUser = (id: string): { userId?: string } => (id === operatorId ? {} : { userId: id });

/** What decides, beside its moves, whether a plan can be applied. `sight` is that of `readSight`. */
export type PlanSupport = { backing: PlanBacking; tenant: Pick<TenantSettings, 'planApproval'>; sight: PlanSight };

/** Gathers the faults for which a plan is not applied. Its preview and its application both list these. */
export function gatherFaults({ backing, tenant, sight }: PlanSupport, moveFaults: readonly MoveFault[]): PlanFault[] {
  return [...findBackingFaults(backing, tenant, sight), ...moveFaults];
}

/**
 * Finds what prevents a plan from being applied or taken back, whatever its moves are.
 *
 * @param sight of `readSight`
 */
export function findBackingFaults(
  { authorId, approverId, isAuthorAdmin, isApproverAdmin }: PlanBacking,
  tenant: Pick<TenantSettings, 'planApproval'>,
  { givesSight, hasGrown }: PlanSight = { givesSight: false, hasGrown: false },
): BackingFault[] {
  const faults: BackingFault[] = [];
  if (!isAuthorAdmin && authorId !== operatorId) faults.push({ userId: authorId, code: 'AUTHOR_LEFT' });
  if (approverId && !isApproverAdmin && approverId !== operatorId)
    faults.push({ userId: approverId, code: 'APPROVER_LEFT' });
  const isApproved = Boolean(approverId) && approverId !== authorId;
  const needsSecond = givesSight || resolveSettings(tenant).planApproval === 'second_admin';
  if (isApproved ? hasGrown : needsSecond) faults.push({ ...nameUser(authorId), code: 'NOT_APPROVED' });
  return faults;
}
