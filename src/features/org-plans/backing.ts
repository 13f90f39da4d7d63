// Whether the people who stand behind a plan still do, and whether they are as many as the tenant demands now. No IO.
import type { BackingFault } from '../../platform/schema/plan-values.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';

/** As cypher/includes/plan_backing.cypher returns it. An id may be `operator`, who never leaves. */
export type PlanBacking = {
  authorId: string;
  approverId?: string | null;
  isAuthorAdmin: boolean;
  isApproverAdmin: boolean;
};

const operatorId = 'operator';
const nameUser = (id: string): { userId?: string } => (id === operatorId ? {} : { userId: id });

/**
 * Finds what prevents a plan from being applied or taken back, whatever its moves are.
 *
 * @param givesSight of `readGivesSight`
 */
export function findBackingFaults(
  { authorId, approverId, isAuthorAdmin, isApproverAdmin }: PlanBacking,
  tenant: Pick<TenantSettings, 'planApproval'>,
  givesSight = false,
): BackingFault[] {
  const faults: BackingFault[] = [];
  if (!isAuthorAdmin && authorId !== operatorId) faults.push({ userId: authorId, code: 'AUTHOR_LEFT' });
  if (approverId && !isApproverAdmin && approverId !== operatorId)
    faults.push({ userId: approverId, code: 'APPROVER_LEFT' });
  const isApproved = Boolean(approverId) && approverId !== authorId;
  if (!isApproved && (givesSight || resolveSettings(tenant).planApproval === 'second_admin'))
    faults.push({ ...nameUser(authorId), code: 'NOT_APPROVED' });
  return faults;
}
