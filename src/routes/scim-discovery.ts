// What the SCIM service says about itself, and a search in all of its resources.
import { Type } from '@sinclair/typebox';
import { fail } from '../errors.ts';
import { ScimDocument, ScimList } from '../model/index.ts';
import { toList, toRange } from '../scim/resources.ts';
import { buildConfiguration, resourceTypes, schemas } from '../scim/schemas.ts';
import { defineEndpoint } from './endpoint.ts';
import { getBase, scim, SearchBody, toListQuery } from './scim-endpoint.ts';
import { findGroups } from './scim-groups.ts';
import { findUsers } from './scim-users.ts';

const configuration = defineEndpoint({
  ...scim,
  method: 'GET',
  path: '/scim/v2/ServiceProviderConfig',
  operationId: 'getScimConfiguration',
  summary: 'Say which parts of SCIM are supported.',
  query: Type.Object({}),
  success: 200,
  response: ScimDocument,
  errors: [],
  handler: (call) => Promise.resolve(buildConfiguration(getBase(call)) as never),
});

const kinds = { Schemas: schemas, ResourceTypes: resourceTypes };

const discovery = (['Schemas', 'ResourceTypes'] as const).flatMap((kind) => [
  defineEndpoint({
    ...scim,
    method: 'GET',
    path: `/scim/v2/${kind}`,
    operationId: `listScim${kind}`,
    summary: `List ${kind}.`,
    query: Type.Object({}),
    success: 200,
    response: ScimList,
    etag: false,
    errors: [],
    handler: (call) => {
      const documents = kinds[kind].map((build) => build(getBase(call)));
      return Promise.resolve(toList(documents.length, 0, documents));
    },
  }),
  defineEndpoint({
    ...scim,
    method: 'GET',
    path: `/scim/v2/${kind}/{id}`,
    operationId: `getScim${kind}`,
    summary: `Get one of ${kind}.`,
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({}),
    success: 200,
    response: ScimDocument,
    errors: ['NOT_FOUND'],
    handler: ({ params: { id }, ...call }) => {
      const documents = kinds[kind].map((build) => build(getBase(call)));
      const document = documents.find((one) => one.id.toLowerCase() === id.toLowerCase());
      return Promise.resolve((document ?? fail('NOT_FOUND', 'There is nothing of this name.')) as never);
    },
  }),
]);

/** Users come first, then groups. */
const search = defineEndpoint({
  ...scim,
  method: 'POST',
  safe: true,
  path: '/scim/v2/.search',
  operationId: 'searchScimResources',
  summary: 'List users and groups, with the question in the body.',
  effects: 'Nothing.',
  body: SearchBody,
  success: 200,
  response: ScimList,
  errors: [],
  async handler({ body, ...call }) {
    const query = toListQuery(body);
    const { start, end } = toRange(query);
    const users = await findUsers(call, query);
    const place = { startIndex: Math.max(start - users.totalResults, 0) + 1, count: end - start - users.itemsPerPage };
    const groups = await findGroups(call, { ...query, ...place });
    const resources: object[] = [...users.Resources, ...groups.Resources];
    return toList(users.totalResults + groups.totalResults, start, resources);
  },
});

export const scimDiscovery = [configuration, ...discovery, search];
