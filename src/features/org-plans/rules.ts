// The states of a reorganisation plan, and which action leads from one to another.
import type { PlanStatus } from '../../platform/schema/plan-values.ts';
import type { Settings } from '../../platform/settings/settings.ts';

type Transition = { from: readonly PlanStatus[]; to?: PlanStatus };
const open: readonly PlanStatus[] = ['draft', 'in_review', 'approved', 'scheduled', 'blocked'];

/** `block` is the worker's: a scheduled plan had faults on its day. What has no `to` keeps the status, or approves. */
const transitions = {
  edit: { from: ['draft'] },
  delete: { from: ['draft', 'cancelled'] },
  submit: { from: ['draft'] },
  approve: { from: ['in_review'] },
  reject: { from: ['in_review', 'approved', 'scheduled', 'blocked'], to: 'draft' },
  apply: { from: ['approved', 'scheduled', 'blocked'], to: 'applied' },
  cancel: { from: open, to: 'cancelled' },
  undo: { from: ['applied'], to: 'undone' },
  preview: { from: open },
  block: { from: ['scheduled'], to: 'blocked' },
} satisfies Record<string, Transition>;
export type PlanAction = keyof typeof transitions;

/** What a plan cannot be, when an action is refused. */
export const participles: Record<PlanAction, string> = {
  edit: 'edited',
  delete: 'deleted',
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
  apply: 'applied',
  cancel: 'cancelled',
  undo: 'undone',
  preview: 'previewed',
  block: 'blocked',
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
  approval: Settings['planApproval'],
  today = '',
): PlanStatus | null {
  const { from, to = status }: Transition = transitions[action];
  const mayApply = action === 'apply' && approval === 'none' && statesWithoutReview.includes(status);
  if (!from.includes(status) && !mayApply) return null;
  if (action === 'submit' && approval === 'second_admin') return 'in_review';
  if (action !== 'submit' && action !== 'approve') return to;
  return effectiveOn === undefined || effectiveOn < today ? 'approved' : 'scheduled';
}
