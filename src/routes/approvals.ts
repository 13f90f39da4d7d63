// What waits for a second admin: list, approve, reject.
import { rolesThatManageUsers } from '../access/permissions.ts';
import type { ErrorCode } from '../errors.ts';
import { Approval, ApprovalKind, optionalField } from '../model/index.ts';
import { decideApproval } from '../org/approvals.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { defineList, readPermittedPage } from './list.ts';

const permission = 'user:manage';
const permittedRoles = rolesThatManageUsers;

const listApprovals = defineList({
  path: '/admin/approvals',
  operationId: 'listApprovals',
  summary: 'List what waits for a second admin.',
  description:
    'Requests of other admins and own ones, and the first sign-ins of people after an admin changed by what they sign in.',
  permission,
  filters: { kind: optionalField(ApprovalKind, 'Only of this kind', 'deputy') },
  item: Approval,
  load({ query: { kind = null }, graph, now }, page) {
    return readPermittedPage<Approval>(graph, permission, 'approvals/list', { ...page, kind, permittedRoles, now });
  },
});

const declareDecision = (
  decision: 'approve' | 'reject',
  texts: { summary: string; description: string; effects: string },
  ownErrors: readonly ErrorCode[] = [],
) =>
  defineEndpoint({
    ...texts,
    method: 'POST',
    path: `/admin/approvals/{approvalId}/${decision}`,
    operationId: `${decision}Approval`,
    audit: `approval.${decision}`,
    permission,
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_STATE', ...ownErrors],
    handler: ({ params: { approvalId }, graph, now, newId }) =>
      decideApproval(graph, approvalId, decision, { now, newId }),
  });

const approve = declareDecision(
  'approve',
  {
    summary: 'Approve what another admin requested.',
    description:
      'Who requested it must be an admin still. Of a first sign-in: not who made the change, nor the person.',
    effects: 'Does what was requested. After the approval of a sign-in, the next one that means the person is let in.',
  },
  ['SAME_PERSON', 'OWN_ROLES'],
);
const reject = declareDecision('reject', {
  summary: 'Reject a request, or withdraw an own one.',
  description: 'A first sign-in is not rejected: it waits until it is approved.',
  effects: 'The request is deleted.',
});

export const approvals = [listApprovals, approve, reject];
