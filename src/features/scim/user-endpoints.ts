// Users for directories such as Okta and Entra (SCIM 2.0, RFC 7643 and 7644).
import { type Static } from '@sinclair/typebox';
import { fail } from '../../platform/errors.ts';
import type { Call, Endpoint } from '../../platform/http/endpoint.ts';
import { ScimUser } from './schema.ts';
import { toUuid } from '../../platform/schema/validation.ts';
import type { PersonRecord } from '../organisation/people/person.ts';
import { readUser, readUserPatch } from './read-user.ts';
import { toList, toRange, toScimUser } from './resources.ts';
import { selectAttributes, type Selection } from './select-attributes.ts';
import { changeUser, createUser, deleteUser, findUser, listUsers } from './users.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { AnyObject, defineLists, getBase, scim, SelectionQuery, type ListQuery } from './define-scim-endpoint.ts';

export async function findUsers(
  call: Pick<Call, 'graph' | 'baseUrl'>,
  { filter, startIndex, count, ...selection }: ListQuery,
) {
  const range = toRange({ startIndex, count });
  const { total, people } = await listUsers(call.graph, filter, range);
  return toList(
    total,
    range.start,
    people.map((person) => toResource(call, person, selection)),
  );
}

const read = defineEndpoint({
  ...scim,
  method: 'GET',
  path: '/scim/v2/Users/{userId}',
  operationId: 'getScimUser',
  summary: 'Get a user.',
  query: SelectionQuery,
  response: ScimUser,
  errors: ['USER_NOT_FOUND'],
  handler: async ({ params, query, ...call }) =>
    toResource(call, await findUser(call.graph, toUserId(params.userId)), query),
});

const resource: NonNullable<Endpoint['resource']> = { read, lock: (graph) => graph.write('organisation/lock_tenant') };

const create = defineEndpoint({
  ...scim,
  method: 'POST',
  path: '/scim/v2/Users',
  operationId: 'createScimUser',
  summary: 'Create a user, or bring back one that was deleted.',
  effects: 'The person may sign in.',
  audit: 'person.create',
  body: AnyObject,
  query: SelectionQuery,
  success: 201,
  response: ScimUser,
  resource,
  errors: ['USER_EXISTS', 'USER_LEFT', 'REPORTING_CYCLE'],
  location: ({ id }) => `/scim/v2/Users/${id}`,
  handler: async ({ body, query, ...call }) =>
    toResource(call, await createUser(call.graph, readUser(body), call), query),
});

/** PUT and PATCH differ in how a body is read, and in what becomes of the attributes that it leaves out. */
const defineChange = (
  method: 'PUT' | 'PATCH',
  isWhole: boolean,
  readInput: typeof readUser,
  texts: Record<'operationId' | 'summary' | 'effects' | 'audit', string>,
) =>
  defineEndpoint({
    ...scim,
    ...texts,
    method,
    path: '/scim/v2/Users/{userId}',
    body: AnyObject,
    query: SelectionQuery,
    response: ScimUser,
    resource,
    errors: ['USER_NOT_FOUND', 'USER_EXISTS', 'USER_LEFT', 'REPORTING_CYCLE'],
    handler: async ({ params, body, query, ...call }) => {
      const person = await changeUser(call.graph, toUserId(params.userId), readInput(body), { ...call, isWhole });
      return toResource(call, person, query);
    },
  });

const replace = defineChange('PUT', true, readUser, {
  operationId: 'replaceScimUser',
  summary: 'Replace a user.',
  effects: 'Attributes that are left out are removed, except manager and active.',
  audit: 'person.update',
});

const patch = defineChange('PATCH', false, readUserPatch, {
  operationId: 'patchScimUser',
  summary: 'Change a user.',
  effects: 'Changes the attributes that the operations name.',
  audit: 'person.update',
});

const remove = defineEndpoint({
  ...scim,
  method: 'DELETE',
  path: '/scim/v2/Users/{userId}',
  operationId: 'deleteScimUser',
  summary: 'Delete a user.',
  effects: 'Deactivates the person and hides them here. Their data stays.',
  audit: 'person.deactivate',
  resource,
  errors: ['USER_NOT_FOUND'],
  async handler({ params, ...call }) {
    await deleteUser(call.graph, toUserId(params.userId), call);
  },
});

const toUserId = (text: string): string => toUuid(text) ?? fail('USER_NOT_FOUND');

function toResource(call: Pick<Call, 'baseUrl'>, person: PersonRecord, selection: Selection): Static<typeof ScimUser> {
  return selectAttributes(toScimUser(person, getBase(call)), selection);
}

export const scimUsers = [...defineLists('Users', findUsers), create, read, replace, patch, remove];
