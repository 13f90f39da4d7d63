// The headers of requests and responses, for the OpenAPI document.
import { entityTagsPattern, hasEntityTag, isRead } from '../changes/entity-tags.ts';
import { recordedStatuses } from '../changes/idempotency.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import { listHeaderNames, type HeaderName } from '../request/parser.ts';

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

/** The headers of responses, for `components`. */
export const headerComponents = {
  'X-Request-Id': {
    description: 'Identifies the request in the logs; quote it when you report a problem',
    required: true,
    schema: { type: 'string', examples: ['5d0a3f0e-4c5b-4a53-9a57-3f0f6f3d8c11'] },
  },
  Location: {
    description: 'Path of the resource that was created, or that caused the conflict',
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: { description: 'Strong entity tag of the representation', schema: { type: 'string' } },
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
  Allow: {
    description: 'The methods that the path supports',
    required: true,
    schema: { type: 'string', examples: ['GET, HEAD'] },
  },
};
type ResponseHeaderName = keyof typeof headerComponents;

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
  ];
}

/** The response 304 of an operation that has one. */
export function describeNotModified(declared: Endpoint): object {
  if (!listHeaderNames(declared).includes('If-None-Match')) return {};
  const headers = referToHeaders('X-Request-Id', ...listRepresentationHeaders(declared));
  return { 304: { description: 'The client has the current representation', headers } };
}
