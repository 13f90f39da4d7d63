// What happens to a plan: submit, approve, reject, apply, cancel, undo.
import type { ErrorCode } from '../../platform/errors.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { OrgPlan, OrgPlanRejection } from './schema.ts';
import { applyPlan, undoPlan } from './apply-plan.ts';
import { changeStatus } from './change-status.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { planResource, startChange } from './endpoints.ts';

/** What the endpoints of this file have in common. */
const action = {
  method: 'POST',
  permission: 'plan:manage',
  response: OrgPlan,
  resource: planResource,
} as const;
/** In milliseconds: 100,000 moves are one transaction, which takes half a minute on a fast machine. */
const withinMs = 120_000;
const errors: readonly ErrorCode[] = ['PLAN_NOT_FOUND', 'PLAN_STATE'];

const submitPlan = defineEndpoint({
  ...action,
  path: '/admin/org-plans/{planId}/submit',
  operationId: 'submitOrgPlan',
  summary: 'Submit a draft.',
  effects:
    'The plan is in review. Where the tenant demands no second admin, neither for plans nor for what the plan lets its author see, it is approved at once, or scheduled if it has a day that has not passed.',
  audit: 'plan.submit',
  errors,
  handler: ({ params: { planId }, graph, now, newId }) =>
    changeStatus(graph, planId, 'submit', startChange({ newId, now })),
});

const approvePlan = defineEndpoint({
  ...action,
  path: '/admin/org-plans/{planId}/approve',
  operationId: 'approveOrgPlan',
  summary: 'Approve a plan in review.',
  description: 'Where the tenant demands a second admin, the author must not approve it.',
  effects: 'The plan is approved, or scheduled if it has a day that has not passed.',
  audit: 'plan.approve',
  errors: [...errors, 'SAME_PERSON'],
  handler: ({ params: { planId }, graph, now, newId }) =>
    changeStatus(graph, planId, 'approve', startChange({ newId, now })),
});

const rejectPlan = defineEndpoint({
  ...action,
  path: '/admin/org-plans/{planId}/reject',
  operationId: 'rejectOrgPlan',
  summary: 'Return a plan to its author.',
  description: 'Also one that is approved, scheduled or blocked.',
  effects: 'The plan is a draft again, with the reason.',
  audit: 'plan.reject',
  body: OrgPlanRejection,
  errors,
  handler: ({ params: { planId }, body: { reason }, graph, now, newId }) =>
    changeStatus(graph, planId, 'reject', { ...startChange({ newId, now }), reason }),
});

const applyNow = defineEndpoint({
  ...action,
  path: '/admin/org-plans/{planId}/apply',
  operationId: 'applyOrgPlan',
  summary: 'Apply a plan now.',
  description:
    'Whatever its day is. All of its moves are made, or none if it has a fault. Where the tenant demands no second admin, a draft ' +
    'can be applied. Author and approver must be active admins still, and as many as the tenant demands now.',
  effects: 'Moves people, with an audit entry each, and notifies the admins. Access follows the new lines at once.',
  audit: 'plan.apply',
  withinMs,
  isBulk: true,
  errors: [...errors, 'PLAN_FAULTS', 'PLAN_TOO_LARGE'],
  handler: ({ params: { planId }, graph, now, newId }) => applyPlan(graph, planId, startChange({ newId, now })),
});

const cancelPlan = defineEndpoint({
  ...action,
  path: '/admin/org-plans/{planId}/cancel',
  operationId: 'cancelOrgPlan',
  summary: 'Cancel a plan that is not applied.',
  effects: 'The plan is cancelled for good.',
  audit: 'plan.cancel',
  errors,
  handler: ({ params: { planId }, graph, now, newId }) =>
    changeStatus(graph, planId, 'cancel', startChange({ newId, now })),
});

const undoApplied = defineEndpoint({
  ...action,
  path: '/admin/org-plans/{planId}/undo',
  operationId: 'undoOrgPlan',
  summary: 'Take an applied plan back.',
  description:
    'Only while nobody of the plan has been moved again. People who were erased since have no place to return to. Author and ' +
    'approver must be active admins still; where the tenant demands a second admin, the author must not undo it.',
  effects: 'Everyone of the plan returns to the manager they had, with an audit entry each.',
  audit: 'plan.undo',
  withinMs,
  isBulk: true,
  errors: [...errors, 'SAME_PERSON', 'SECOND_ADMIN', 'PLAN_OVERTAKEN', 'PLAN_FAULTS', 'PLAN_TOO_LARGE'],
  handler: ({ params: { planId }, graph, now, newId }) => undoPlan(graph, planId, startChange({ newId, now })),
});

export const orgPlanActions: Endpoint[] = [submitPlan, approvePlan, rejectPlan, applyNow, cancelPlan, undoApplied];
