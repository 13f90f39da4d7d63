// Searches of access decisions, in the shapes of the AuthZEN Authorization API 1.0. Requests may have further fields,
// which are ignored.
import { Type, type Static } from '@sinclair/typebox';
import { questionFields } from './schema.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import { field, withName, Uuid, namedObject, optionalField } from '../../platform/schema/values.ts';

const { subject, action, resource, context, properties } = questionFields;

/** What a search looks for; an `id` would be ignored. */
const SearchedEntity = withName(
  'SearchedEntity',
  Type.Object({ type: field(Type.String({ maxLength: 10_000 }), 'Type of the results', 'user'), properties }),
);

const exampleToken = 'eyJhZnRlciI6IjdjIn0sJ2aX0r7kH1dQm9ZtYv3bLw8NcEoPfGuRiTjKyAhMzc';

export const SearchPageRequest = withName(
  'SearchPageRequest',
  Type.Object({
    token: optionalField(
      Type.String({ maxLength: 4_000 }),
      '`next_token` of the previous page; the rest of the request must not change',
      exampleToken,
    ),
    limit: optionalField(
      Type.Integer({ minimum: 0 }),
      'Maximum number of results in a page; default and maximum 1,000',
      100,
    ),
  }),
);
export type SearchPageRequest = Static<typeof SearchPageRequest>;
const page = optionalField(SearchPageRequest, 'Page to return', { limit: 100 });

export const SubjectSearch = withName(
  'SubjectSearch',
  Type.Object({
    subject: field(SearchedEntity, 'Type of the subjects; always `user`', { type: 'user' }),
    action,
    resource,
    context,
    page,
  }),
);
export const ResourceSearch = withName(
  'ResourceSearch',
  Type.Object({
    subject,
    action,
    resource: field(SearchedEntity, 'Resources to search', { type: 'summary' }),
    context,
    page,
  }),
);
export const ActionSearch = withName('ActionSearch', Type.Object({ subject, resource, context, page }));

const NextPage = namedObject('SearchNextPage', {
  next_token: field(Type.String(), 'Token of the next page; empty on the last page', exampleToken),
});

export const FoundEntities = namedObject('FoundEntities', {
  page: field(NextPage, 'Page information; a page may have fewer results than its limit'),
  results: field(
    Type.Array(
      namedObject('FoundEntity', {
        type: field(Type.String(), 'Type of the result', 'user'),
        id: field(Uuid, 'Its id', exampleIds.manager),
      }),
    ),
    'Results of the search',
  ),
});

export const FoundActions = namedObject('FoundActions', {
  page: field(NextPage, 'Page information'),
  results: field(
    Type.Array(namedObject('FoundAction', { name: field(Type.String(), 'Its name', 'summary:read') })),
    'Results of the search',
  ),
});
