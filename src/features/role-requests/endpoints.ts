// Requests for roles that need a second admin.
import { rolesThatHold } from '../../platform/access/permissions.ts';
import { ApiError, fail, type ErrorCode } from '../../platform/errors.ts';
import {
  RoleRequest,
  RoleRequestDecision,
  RoleRequestInput,
  RoleRequestReceipt,
} from '../organisation/people/schema.ts';
import { decideApproval, requestApproval } from './approvals.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, readPermittedPage } from '../../platform/http/declaration/list.ts';

const permission = 'user:manage';
const permittedRoles = rolesThatHold('user:manage');
const errors: readonly ErrorCode[] = ['USER_NOT_FOUND', 'ROLE_REQUEST_STATE'];

/** Roles were requested before other things: the code of their endpoints is older. */
function renameState(error: unknown): never {
  const isState = error instanceof ApiError && ['APPROVAL_STATE', 'APPROVAL_NOT_FOUND'].includes(error.code);
  if (!isState) throw error;
  return fail('ROLE_REQUEST_STATE', error.code === 'APPROVAL_STATE' ? error.message : undefined);
}

const requestRole = defineEndpoint({
  method: 'POST',
  path: '/admin/users/{userId}/role-request',
  operationId: 'requestRole',
  summary: 'Request a role for a user.',
  description: 'Where the setting roleApproval demands a second admin. One request for a user waits at a time.',
  effects: 'Stores the request and tells the admins. Another admin approves or rejects it.',
  audit: 'role.request',
  permission,
  body: RoleRequestInput,
  success: 201,
  response: RoleRequestReceipt,
  errors: [...errors, 'LIMIT_REACHED'],
  async handler({ params: { userId }, body: { role }, graph, now, newId }) {
    const options = { now, newId, action: 'role' } as const;
    const { id } = await requestApproval(graph, { kind: 'role', userId, role }, options).catch(renameState);
    return { id, role };
  },
});

const declareDecision = (
  action: 'approve' | 'reject',
  texts: { summary: string; effects: string },
  ownErrors: readonly ErrorCode[] = [],
) =>
  defineEndpoint({
    ...texts,
    method: 'POST',
    path: `/admin/users/{userId}/role-request/${action}`,
    operationId: `${action}Role`,
    audit: `role.${action}`,
    permission,
    body: RoleRequestDecision,
    errors: [...errors, ...ownErrors],
    async handler({ params: { userId }, body: { requestId }, graph, now, newId }) {
      const options = { now, newId, action: 'role', of: { kind: 'role', userId } } as const;
      await decideApproval(graph, requestId, action, options).catch(renameState);
    },
  });
const approve = declareDecision(
  'approve',
  {
    summary: 'Approve a role that another admin requested.',
    effects: 'The user has the role from the next request on. Who requested it must be an admin still.',
  },
  ['SAME_PERSON', 'OWN_ROLES'],
);
const reject = declareDecision('reject', {
  summary: 'Reject the request for a role, or withdraw an own one.',
  effects: 'The request is deleted.',
});

const listRequests = defineList({
  path: '/admin/role-requests',
  operationId: 'listRoleRequests',
  summary: 'List the requests for roles that wait.',
  permission,
  item: RoleRequest,
  async load({ graph, now }, page) {
    const params = { ...page, kind: 'role', permittedRoles, now };
    const items = await readPermittedPage<RoleRequest>(graph, permission, 'role-requests/list', params);
    return items.map(({ id, user, role, requesterId, requester, requestedAt, position }) => ({
      id,
      user,
      role,
      requesterId,
      requestedAt,
      position,
      ...(requester && { requester }),
    }));
  },
});

export const roleRequests = [listRequests, requestRole, approve, reject];
