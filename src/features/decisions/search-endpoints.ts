// Searches of the AuthZEN Authorization API 1.0: who may do something, with which resources, and what.
import { listPermittedActions } from './evaluate.ts';
import { findResources, findSubjects, maxResults, type SearchResults, type SearchPage } from './search.ts';
import { toLine } from './decision-line.ts';
import { ApiError, fail } from '../../platform/errors.ts';
import type { Cursors } from '../../platform/secrets/cursors.ts';
import {
  ActionSearch,
  FoundActions,
  FoundEntities,
  ResourceSearch,
  SubjectSearch,
  type SearchPageRequest,
} from './search-schema.ts';
import { decisionEndpoint, toRequester } from './endpoints.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

const searchSubjects = defineEndpoint({
  ...decisionEndpoint,
  path: '/access/v1/search/subject',
  operationId: 'searchSubjects',
  isHeavy: true,
  summary: 'List who may do something with a resource.',
  description:
    'Active users, by id: the owner, everyone above and whom a role permits it. It is for services and admins. The id of the ' +
    'subject is ignored.',
  body: SubjectSearch,
  response: FoundEntities,
  errors: ['INVALID_CURSOR'],
  async handler({ body, graph, cursors, callerKind, now }) {
    const { subject, action, resource, context, page } = body;
    const { type } = subject;
    const binding = ['subject', { ...subject, id: null }, action, resource, context];
    const question = { type, action: action.name, resource, line: toLine(context, now) };
    const list = await readPage(cursors, page, binding, (at) =>
      findSubjects(graph, toRequester(callerKind), question, at),
    );
    return { ...list, results: list.results.map(({ id }) => ({ type, id })) };
  },
});

const searchResources = defineEndpoint({
  ...decisionEndpoint,
  path: '/access/v1/search/resource',
  operationId: 'searchResources',
  isHeavy: true,
  summary: 'List the resources of a type with which a user may do something.',
  description: 'Users by e-mail address, everything else newest first. The id of the resource is ignored.',
  body: ResourceSearch,
  response: FoundEntities,
  errors: ['INVALID_CURSOR'],
  async handler({ body, graph, cursors, callerKind, now }) {
    const { subject, action, resource, context, page } = body;
    const { type } = resource;
    const binding = ['resource', subject, action, { ...resource, id: null }, context];
    const question = { subject, action: action.name, type, line: toLine(context, now) };
    const list = await readPage(cursors, page, binding, (at) =>
      findResources(graph, toRequester(callerKind), question, at),
    );
    return { ...list, results: list.results.map((id) => ({ type, id })) };
  },
});

const searchActions = defineEndpoint({
  ...decisionEndpoint,
  path: '/access/v1/search/action',
  operationId: 'searchActions',
  summary: 'List what a user may do with a resource.',
  body: ActionSearch,
  response: FoundActions,
  errors: ['INVALID_CURSOR'],
  async handler({ body, graph, cursors, callerKind, now }) {
    const { subject, resource, context, page } = body;
    const list = await readPage(cursors, page, ['action', subject, resource, context], async ({ after, limit }) => {
      const names = await listPermittedActions(graph, toRequester(callerKind), {
        subject,
        resource,
        line: toLine(context, now),
      });
      const start = names.findIndex((name) => name === after) + 1;
      const results = names.slice(start, start + limit);
      return { results, next: start + limit < names.length ? (results.at(-1) ?? after) : null };
    });
    return { ...list, results: list.results.map((name) => ({ name })) };
  },
});

const tokenMessage = 'page.token must be the next_token of the page before, sent with the same request.';

/**
 * Reads a page. Its token is bound to the request, and holds the limit, which later pages may leave out. A limit of 0
 * only asks whether there are results.
 *
 * @throws {ApiError} INVALID_CURSOR for a token of another caller or request, or with another limit
 */
async function readPage<T>(
  cursors: Cursors,
  { token = '', limit }: SearchPageRequest = {},
  binding: unknown[],
  read: (page: SearchPage) => Promise<SearchResults<T>>,
): Promise<{ page: { next_token: string }; results: T[] }> {
  const request = sortFields(binding);
  const previous = token === '' ? null : decodeToken(cursors, token, request);
  if (previous && limit !== undefined && limit !== previous.limit) fail('INVALID_CURSOR', tokenMessage);
  const after = previous?.after ?? null;
  const chosen = previous?.limit ?? limit ?? maxResults;
  const { results, next } = await read({ after, limit: Math.min(Math.max(chosen, 1), maxResults) });
  const encode = (position: unknown): string => cursors.encode({ after: position, limit: chosen }, request);
  if (chosen > 0) return { page: { next_token: next === null ? '' : encode(next) }, results };
  return { page: { next_token: results.length > 0 || next !== null ? encode(after) : '' }, results: [] };
}

function decodeToken(cursors: Cursors, token: string, binding: unknown): SearchPage {
  try {
    return cursors.decode(token, binding) as SearchPage;
  } catch (error) {
    if (error instanceof ApiError) fail(error.code, tokenMessage);
    throw error;
  }
}

/** The same value with the fields of each object in alphabetical order: clients may send them in any. */
function sortFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortFields);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, part]): unknown => [name, sortFields(part)]);
}

export const decisionSearches = [searchSubjects, searchResources, searchActions];
