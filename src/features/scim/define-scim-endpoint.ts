// What the SCIM endpoints have in common.
import { Type, type Static } from '@sinclair/typebox';
import { fail } from '../../platform/errors.ts';
import type { Call, Endpoint } from '../../platform/http/endpoint.ts';
import { scimPrefix } from '../../platform/http/response/errors.ts';
import { ScimList } from './schema.ts';
import { compileValidator } from '../../platform/schema/validation.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

/** Ids that are no UUID are ids of nothing. Unknown query parameters are ignored: Entra sends some of its own. */
export const scim = {
  callers: ['scim'],
  mediaType: 'application/scim+json',
  params: Type.Object({}),
  query: Type.Object({}),
} as const;

/** A group may have thousands of members. */
export const maxGroupBytes = 5 * 1024 * 1024;

export const SelectionQuery = Type.Object({
  attributes: Type.Optional(Type.String()),
  excludedAttributes: Type.Optional(Type.String()),
});
const ListQuery = Type.Object({
  ...SelectionQuery.properties,
  filter: Type.Optional(Type.String()),
  startIndex: Type.Optional(Type.Integer()),
  count: Type.Optional(Type.Integer()),
});
export type ListQuery = Static<typeof ListQuery>;
/** The body of a search, in which names of attributes are a list. */
export const SearchBody = Type.Object({
  attributes: Type.Optional(Type.Array(Type.String())),
  excludedAttributes: Type.Optional(Type.Array(Type.String())),
  filter: Type.Optional(Type.String()),
  startIndex: Type.Optional(Type.Integer()),
  count: Type.Optional(Type.Integer()),
});
export const AnyObject = Type.Object({});

const searchNames = Object.keys(SearchBody.properties);
const validateSearch = compileValidator(SearchBody);

/**
 * A search with the names of a query. Those in the body are read in any case, and validated as they are meant.
 *
 * @throws {ApiError} VALIDATION_ERROR
 */
export function toListQuery(body: object) {
  const known = Object.entries(body).flatMap(([name, value]) => {
    const meant = searchNames.find((one) => one.toLowerCase() === name.toLowerCase());
    return meant === undefined ? [] : [[meant, value] as const];
  });
  const search: Static<typeof SearchBody> = Object.fromEntries(known);
  const fault = validateSearch(search);
  if (fault !== null) fail('VALIDATION_ERROR', fault);
  const { attributes, excludedAttributes, ...rest } = search;
  return {
    ...rest,
    ...(attributes && { attributes: attributes.join() }),
    ...(excludedAttributes && { excludedAttributes: excludedAttributes.join() }),
  };
}

/** The endpoints that list a kind of resource: by GET, and by POST with the question in the body. */
export function defineLists(
  kind: 'Groups' | 'Users',
  find: (call: Pick<Call, 'graph' | 'baseUrl'>, query: ListQuery) => Promise<Static<typeof ScimList>>,
): Endpoint[] {
  const summary = `List ${kind.toLowerCase()}`;
  return [
    defineEndpoint({
      ...scim,
      method: 'GET',
      path: `/scim/v2/${kind}`,
      operationId: `listScim${kind}`,
      isHeavy: true,
      summary: `${summary}.`,
      query: ListQuery,
      response: ScimList,
      etag: false,
      handler: ({ query, ...call }) => find(call, query),
    }),
    defineEndpoint({
      ...scim,
      method: 'POST',
      safe: true,
      path: `/scim/v2/${kind}/.search`,
      operationId: `searchScim${kind}`,
      isHeavy: true,
      summary: `${summary}, with the question in the body.`,
      body: SearchBody,
      response: ScimList,
      handler: ({ body, ...call }) => find(call, toListQuery(body)),
    }),
  ];
}

/** The address of the SCIM endpoints. */
export const getBase = (call: { baseUrl: () => string }): string => call.baseUrl() + scimPrefix;
