// What waits for a second admin: list, approve, reject.
import { deputyRights, rolesThatHold } from '../../platform/access/permissions.ts';
import type { ErrorCode } from '../../platform/errors.ts';
import { Approval, ApprovalKind, ApprovalReceipt, DeputyRequest, MoveRequest } from './schema.ts';
import { optionalField } from '../../platform/schema/values.ts';
import { decideApproval, requestApproval } from './approvals.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { assertTerm } from '../deputies/endpoints.ts';
import { mostMembers } from '../partners/bounds.ts';
import { assertPart } from '../partners/name-partners.ts';
import { PartnerRequest } from '../partners/schema.ts';
import { toNameKey } from '../../platform/lib/names.ts';
import { defineList, readPermittedPage } from '../../platform/http/declaration/list.ts';

const permission = 'user:manage';
const permittedRoles = rolesThatHold('user:manage');

const listApprovals = defineList({
  path: '/admin/approvals',
  operationId: 'listApprovals',
  summary: 'List what waits for a second admin.',
  description:
    'Requests of other admins and own ones, and the first sign-ins of people after an admin changed what they sign in with.',
  permission,
  filters: { kind: optionalField(ApprovalKind, 'Only of this kind', 'deputy') },
  item: Approval,
  load({ query: { kind = null }, graph, now }, page) {
    return readPermittedPage<Approval>(graph, permission, 'role-requests/list', { ...page, kind, permittedRoles, now });
  },
});

const requestOf = {
  method: 'POST',
  audit: 'approval.request',
  permission,
  success: 201,
  response: ApprovalReceipt,
} as const;
const waits = 'One of a kind waits for a person at a time, for 30 days.';
const effects = 'Stores the request and tells the admins. Another admin approves or rejects it.';

const requestDeputy = defineEndpoint({
  ...requestOf,
  path: '/admin/approvals/deputy',
  operationId: 'requestDeputy',
  summary: 'Request a deputy for a manager.',
  description: `Where roleApproval demands a second admin. ${waits}`,
  effects,
  body: DeputyRequest,
  errors: ['USER_NOT_FOUND', 'APPROVAL_STATE', 'LIMIT_REACHED'],
  async handler({ body, graph, now, newId }) {
    const rights = deputyRights.filter((right) => body.rights.includes(right));
    assertTerm(body, now);
    const { id } = await requestApproval(graph, { ...body, kind: 'deputy', rights }, { now, newId });
    return { id, kind: 'deputy' as const };
  },
});

const requestPartner = defineEndpoint({
  ...requestOf,
  path: '/admin/approvals/partner',
  operationId: 'requestPartner',
  summary: 'Request the partner of a part of the company.',
  description:
    'For a time, a partner reads and does about the people of the part what the People Team may. The part is everyone below a person, or a ' +
    'department; for several parts, ask several times. An admin is nobody’s partner. With groupId, the members of a group of a directory are the ' +
    `partners, at most ${mostMembers}, as long as they are members. ${waits} One waits for a group.`,
  effects,
  body: PartnerRequest,
  errors: ['USER_NOT_FOUND', 'APPROVAL_STATE', 'LIMIT_REACHED'],
  async handler({ body: { userId = null, groupId = null, belowId = null, department, from, to }, graph, now, newId }) {
    const part = {
      userId,
      groupId,
      headId: belowId,
      departmentKey: department === undefined ? null : toNameKey(department),
      from,
      to,
    };
    assertPart(part, now);
    const { id } = await requestApproval(graph, { ...part, kind: 'partner' }, { now, newId });
    return { id, kind: 'partner' as const };
  },
});

const requestMove = defineEndpoint({
  ...requestOf,
  path: '/admin/approvals/move',
  operationId: 'requestMove',
  summary: 'Request another manager for a user.',
  description: `For a move that lets the requester, or a deputy whom they named, see more people, where roleApproval demands a second admin. ${waits}`,
  effects,
  body: MoveRequest,
  errors: ['USER_NOT_FOUND', 'MANAGER_NOT_FOUND', 'REPORTING_CYCLE', 'APPROVAL_STATE', 'LIMIT_REACHED'],
  async handler({ body, graph, now, newId }) {
    const { id } = await requestApproval(graph, { ...body, kind: 'move' }, { now, newId });
    return { id, kind: 'move' as const };
  },
});

const requestPlanApproval = defineEndpoint({
  ...requestOf,
  path: '/admin/approvals/plan-approval',
  operationId: 'requestPlanApproval',
  summary: 'Request that plans need no second admin.',
  description: 'Where roleApproval demands a second admin, one admin does not set planApproval to none.',
  effects,
  errors: ['APPROVAL_STATE', 'LIMIT_REACHED'],
  async handler({ graph, now, newId }) {
    const { id } = await requestApproval(graph, { kind: 'plan_approval' }, { now, newId });
    return { id, kind: 'plan_approval' as const };
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
  [...(['SAME_PERSON', 'OWN_ROLES', 'SECOND_ADMIN', 'REPORTING_CYCLE', 'LIMIT_REACHED'] as const)],
);
const reject = declareDecision('reject', {
  summary: 'Reject a request, or withdraw an own one.',
  description: 'A first sign-in is not rejected: it waits until it is approved.',
  effects: 'The request is deleted.',
});

export const approvals = [
  listApprovals,
  requestDeputy,
  requestPartner,
  requestMove,
  requestPlanApproval,
  approve,
  reject,
];
