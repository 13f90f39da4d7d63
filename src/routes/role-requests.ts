// Requests for roles that need a second admin.
import { rolesThatManageUsers } from '../access/permissions.ts';
import type { ErrorCode } from '../errors.ts';
import { RoleRequest, RoleRequestDecision, RoleRequestInput, RoleRequestReceipt } from '../model/index.ts';
import { changeRoleRequest } from '../org/role-requests.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { defineList, readPermittedPage } from './list.ts';

const permission = 'user:manage';
const permittedRoles = rolesThatManageUsers;
const errors: readonly ErrorCode[] = ['USER_NOT_FOUND', 'ROLE_REQUEST_STATE'];

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
  errors,
  handler: ({ params: { userId }, body, graph, now, newId }) =>
    changeRoleRequest(graph, userId, { action: 'request', ...body }, { now, newId }),
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
    async handler({ params: { userId }, body, graph, now, newId }) {
      await changeRoleRequest(graph, userId, { action, ...body }, { now, newId });
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
  load({ graph }, page) {
    const params = { ...page, permittedRoles };
    return readPermittedPage<RoleRequest>(graph, permission, 'people/list_role_requests', params);
  },
});

export const roleRequests = [listRequests, requestRole, approve, reject];
