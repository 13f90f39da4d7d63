// What the SCIM service says about itself, and a search in all of its resources.
import { ApiError, fail } from '../../platform/errors.ts';
import { ScimDocument, ScimList } from './schema.ts';
import { toList, toRange } from './resources.ts';
import { failScim } from './scim-error.ts';
import { buildConfiguration, resourceTypes, schemas } from './schemas.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { getBase, scim, SearchBody, toListQuery } from './define-scim-endpoint.ts';
import { findGroups } from './group-endpoints.ts';
import { findUsers } from './user-endpoints.ts';

const configuration = defineEndpoint({
  ...scim,
  method: 'GET',
  path: '/scim/v2/ServiceProviderConfig',
  operationId: 'getScimConfiguration',
  summary: 'Say which parts of SCIM are supported.',
  response: ScimDocument,
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
    response: ScimList,
    etag: false,
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
  isHeavy: true,
  summary: 'List users and groups, with the question in the body.',
  body: SearchBody,
  response: ScimList,
  async handler({ body, ...call }) {
    const query = toListQuery(body);
    const { start, end } = toRange(query);
    const users = await nullIfInvalidFilter(findUsers(call, query));
    const { totalResults, itemsPerPage } = users ?? emptyList;
    const place = { startIndex: Math.max(start - totalResults, 0) + 1, count: end - start - itemsPerPage };
    const groups = await nullIfInvalidFilter(findGroups(call, { ...query, ...place }));
    if (!users && !groups) failScim('invalidFilter', 'The filter fits neither users nor groups.');
    const resources: object[] = [...(users ?? emptyList).Resources, ...(groups ?? emptyList).Resources];
    return toList(totalResults + (groups ?? emptyList).totalResults, start, resources);
  },
});
const emptyList = toList<object>(0, 0, []);

/** A filter that names an attribute of one kind of resource matches none of the other (RFC 7644, 3.4.2.1): null. */
function nullIfInvalidFilter<List>(list: Promise<List>): Promise<List | null> {
  return list.catch((error: unknown) => {
    if (error instanceof ApiError && error.scimType === 'invalidFilter') return null;
    throw error;
  });
}

export const scimDiscovery = [configuration, ...discovery, search];
