// Groups for directories such as Okta and Entra (SCIM 2.0, RFC 7643 and 7644).
import { type Static } from '@sinclair/typebox';
import type { Call, Endpoint } from '../../platform/http/endpoint.ts';
import { ScimGroup } from './schema.ts';
import { toUuid } from '../../platform/schema/validation.ts';
import { createGroup, deleteGroup, failGroupNotFound, findGroup, listGroups, updateGroup } from './groups.ts';
import { readGroup, readGroupPatch } from './read-group.ts';
import { toList, toRange, toScimGroup, type GroupRecord } from './resources.ts';
import { isExcluded, selectAttributes, type Selection } from './select-attributes.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import {
  AnyObject,
  defineLists,
  getBase,
  maxGroupBytes,
  scim,
  SelectionQuery,
  type ListQuery,
} from './define-scim-endpoint.ts';

const maxBodyBytes = maxGroupBytes;

export async function findGroups(
  call: Pick<Call, 'graph' | 'baseUrl'>,
  { filter, startIndex, count, ...selection }: ListQuery,
) {
  const range = toRange({ startIndex, count });
  const withMembers = !isExcluded('members', selection);
  const { total, groups } = await listGroups(call.graph, filter, { ...range, withMembers });
  return toList(
    total,
    range.start,
    groups.map((group) => toResource(call, group, selection)),
  );
}

const read = defineEndpoint({
  ...scim,
  method: 'GET',
  path: '/scim/v2/Groups/{groupId}',
  operationId: 'getScimGroup',
  summary: 'Get a group.',
  query: SelectionQuery,
  response: ScimGroup,
  errors: ['NOT_FOUND'],
  handler: async ({ params, query, ...call }) => {
    const group = await findGroup(call.graph, toGroupId(params.groupId), !isExcluded('members', query));
    return toResource(call, group, query);
  },
});

const resource: NonNullable<Endpoint['resource']> = { read, lock: (graph) => graph.write('organisation/lock_tenant') };

const create = defineEndpoint({
  ...scim,
  method: 'POST',
  path: '/scim/v2/Groups',
  operationId: 'createScimGroup',
  growsWith: ['groups'],
  summary: 'Create a group.',
  effects: 'Its members get the roles and the team that the settings of the tenant map the group to.',
  audit: 'group.create',
  body: AnyObject,
  maxBodyBytes,
  query: SelectionQuery,
  success: 201,
  response: ScimGroup,
  resource,
  errors: ['USER_EXISTS', 'LIMIT_REACHED'],
  location: ({ id }) => `/scim/v2/Groups/${id}`,
  handler: async ({ body, query, ...call }) =>
    toResource(call, await createGroup(call.graph, readGroup(body), call), query),
});

const replace = defineEndpoint({
  ...scim,
  method: 'PUT',
  path: '/scim/v2/Groups/{groupId}',
  operationId: 'replaceScimGroup',
  summary: 'Replace a group with its members.',
  effects: 'Roles and teams follow, as with a new group.',
  audit: 'group.update',
  body: AnyObject,
  maxBodyBytes,
  query: SelectionQuery,
  response: ScimGroup,
  resource,
  errors: ['NOT_FOUND', 'USER_EXISTS'],
  handler: async ({ params, body, query, ...call }) => {
    const groupId = toGroupId(params.groupId);
    await updateGroup(call.graph, groupId, readGroup(body), call);
    return toResource(call, await findGroup(call.graph, groupId), query);
  },
});

const patch = defineEndpoint({
  ...scim,
  method: 'PATCH',
  path: '/scim/v2/Groups/{groupId}',
  operationId: 'patchScimGroup',
  summary: 'Change a group or its members.',
  effects: 'Roles and teams follow, as with a new group.',
  audit: 'group.update',
  body: AnyObject,
  maxBodyBytes,
  resource,
  errors: ['NOT_FOUND', 'USER_EXISTS'],
  async handler({ params, body, ...call }) {
    await updateGroup(call.graph, toGroupId(params.groupId), readGroupPatch(body), call);
  },
});

const remove = defineEndpoint({
  ...scim,
  method: 'DELETE',
  path: '/scim/v2/Groups/{groupId}',
  operationId: 'deleteScimGroup',
  summary: 'Delete a group.',
  effects: 'Its members lose the roles and the team that only this group gave them.',
  audit: 'group.delete',
  resource,
  errors: ['NOT_FOUND'],
  async handler({ params, ...call }) {
    await deleteGroup(call.graph, toGroupId(params.groupId), call);
  },
});

const toGroupId = (text: string): string => toUuid(text) ?? failGroupNotFound();

function toResource(call: Pick<Call, 'baseUrl'>, group: GroupRecord, selection: Selection): Static<typeof ScimGroup> {
  return selectAttributes(toScimGroup(group, getBase(call)), selection);
}

export const scimGroups = [...defineLists('Groups', findGroups), create, read, replace, patch, remove];
