// The headers of requests and responses, for the OpenAPI document.
import { entityTagsPattern, hasEntityTag, isRead } from '../entity-tags.ts';
import { recordedStatuses } from '../changes/idempotency.ts';
import type { Endpoint } from '../endpoint.ts';
import { listHeaderNames, type HeaderName } from '../request/parser.ts';
import { isInPages } from '../response/next-page.ts';

/** The headers of requests, for `components`. */
export const headerParameters = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to repeat: for 24 hours, the same request of the same caller with the same key gets the first ' +
      'answer again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'One or more ETags of the resource, or `*`. The change is refused with 412 if none is current. A weak one, such as a ' +
      'proxy that compresses makes of it (`W/"…"`), never is: let the proxy pass what the service has compressed.',
    schema: { type: 'string', pattern: entityTagsPattern },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETags of representations that the client has, or `*`. The response is 304 if one is current.',
    schema: { type: 'string', pattern: entityTagsPattern },
  },
} satisfies Record<HeaderName, object>;

const headerComponents = {
  'X-Request-Id': {
    // Not required: the answers of a proxy before the service have none, and a client must be able to read them.
    description: 'Identifies the request in the logs; quote it when you report a problem',
    schema: { type: 'string', examples: ['5d0a3f0e-4c5b-4a53-9a57-3f0f6f3d8c11'] },
  },
  Location: {
    description: 'Path of the resource that was created, or that caused the conflict',
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: { description: 'Strong entity tag of the representation', schema: { type: 'string' } },
  Link: {
    description:
      'In a page of a list: the address of the next page, relative to that of this one, as `rel="next"`. The last page has none. Of a ' +
      'deprecated call: a page that says what replaces it, as `rel="deprecation"` and `rel="sunset"`',
    schema: { type: 'string', examples: ['<?limit=50&cursor=eyJuYW1lIjoiSW5lcyJ9sJ2aX0r7>; rel="next"'] },
  },
  'Last-Modified': {
    description: 'When the resource was written, edited or answered last',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'Sent with the first answer when it is sent again for its Idempotency-Key',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [1] },
  },
  'WWW-Authenticate': {
    description:
      '`Bearer` without credentials; `error="invalid_token"` with a token that is not accepted, and a description of one ' +
      'that has expired (RFC 6750); `resource_metadata` leads to where tokens come from (RFC 9728)',
    required: true,
    schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
  },
  Accept: {
    description: 'The types that the body may have',
    schema: { type: 'string', examples: ['application/json'] },
  },
  'Accept-Patch': {
    description: 'The types that the body of a PATCH may have (RFC 5789)',
    schema: { type: 'string', examples: ['application/json, application/merge-patch+json'] },
  },
  Allow: {
    description: 'The methods that the path supports',
    required: true,
    schema: { type: 'string', examples: ['GET, HEAD'] },
  },
};
/** The headers of deprecated calls, for `components` as soon as there is such a call. */
const deprecationComponents = {
  Deprecation: {
    description: 'Since when clients should not use this call any more: seconds since 1970 after an @ (RFC 9745)',
    schema: { type: 'string', examples: ['@1796083200'] },
  },
  Sunset: {
    description: 'When this call ends (RFC 8594)',
    schema: { type: 'string', examples: ['Wed, 01 Dec 2027 00:00:00 GMT'] },
  },
};
type ResponseHeaderName = keyof typeof headerComponents | keyof typeof deprecationComponents;

/** The headers of responses that these endpoints have, for `components`. */
export const listHeaderComponents = (endpoints: readonly Endpoint[]): object => ({
  ...headerComponents,
  ...(endpoints.some(({ deprecated }) => deprecated) && deprecationComponents),
});

export const referToHeaders = (...names: ResponseHeaderName[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The header parameters of an operation. */
export function describeRequestHeaders(declared: Endpoint): object[] {
  return listHeaderNames(declared).map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Whether an answer of this status is recorded for its Idempotency-Key. */
export function isRecorded(declared: Endpoint, status: number): boolean {
  return !isRead(declared) && (status < 300 || recordedStatuses.includes(status));
}

/** The headers of a success that follow from the declaration. */
export function listRepresentationHeaders(declared: Endpoint): ResponseHeaderName[] {
  return [
    ...(hasEntityTag(declared) ? (['ETag'] as const) : []),
    ...(declared.lastModified ? (['Last-Modified'] as const) : []),
    ...(isInPages(declared) || declared.deprecated ? (['Link'] as const) : []),
    ...(declared.deprecated ? (['Deprecation', 'Sunset'] as const) : []),
  ];
}

/** The response 304 of an operation that has one. */
export function describeNotModified(declared: Endpoint): object {
  if (!listHeaderNames(declared).includes('If-None-Match')) return {};
  const headers = referToHeaders('X-Request-Id', ...listRepresentationHeaders(declared));
  return { 304: { description: 'The client has the current representation', headers } };
}
