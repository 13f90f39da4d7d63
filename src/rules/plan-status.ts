// The states of a reorganisation plan, and which action leads from one to another.
import type { PlanStatus } from '../model/plan-values.ts';

/** `block` is the worker's: a scheduled plan had faults on its day. */
export type PlanAction =
  | 'edit'
  | 'delete'
  | 'submit'
  | 'approve'
  | 'reject'
  | 'apply'
  | 'cancel'
  | 'undo'
  | 'preview'
  | 'block';

/** The tenant's setting: whether somebody other than the author has to approve a plan. */
export type PlanApproval = 'none' | 'second_admin';

/** The states in which an action is possible. */
const startStates: Record<PlanAction, readonly PlanStatus[]> = {
  edit: ['draft'],
  delete: ['draft'],
  submit: ['draft'],
  approve: ['in_review'],
  reject: ['in_review', 'approved', 'scheduled', 'blocked'],
  apply: ['approved', 'scheduled', 'blocked'],
  cancel: ['draft', 'in_review', 'approved', 'scheduled', 'blocked'],
  undo: ['applied'],
  preview: ['draft', 'in_review', 'approved', 'scheduled', 'blocked'],
  block: ['scheduled'],
};
/** Without a second admin a plan need not be reviewed before it is applied. */
const statesWithoutReview: readonly PlanStatus[] = ['draft', 'in_review'];

/**
 * Returns the status after an action; null if it is not possible. Rejecting returns a plan to its author, also after it was
 * approved or blocked. Without a second admin, submitting approves at once, and a draft can be applied directly. A plan
 * whose day has passed before its approval is not scheduled: it would move people at a time that nobody expects.
 *
 * @param today in the tenant's time zone, `YYYY-MM-DD`; for actions that approve
 */
export function findNextStatus(
  action: PlanAction,
  { status, effectiveOn }: { status: PlanStatus; effectiveOn?: string | undefined },
  approval: PlanApproval,
  today = '',
): PlanStatus | null {
  const mayApply = action === 'apply' && approval === 'none' && statesWithoutReview.includes(status);
  if (!startStates[action].includes(status) && !mayApply) return null;
  const approved = effectiveOn === undefined || effectiveOn < today ? 'approved' : 'scheduled';
  switch (action) {
    case 'submit':
      return approval === 'second_admin' ? 'in_review' : approved;
    case 'approve':
      return approved;
    case 'reject':
      return 'draft';
    case 'apply':
      return 'applied';
    case 'cancel':
      return 'cancelled';
    case 'undo':
      return 'undone';
    case 'block':
      return 'blocked';
    default:
      return status;
  }
}
