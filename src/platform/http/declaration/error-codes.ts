// The error codes of an endpoint: those it declares, and those that follow from its declaration.
import type { ErrorCode } from '../../errors.ts';
import { isRead } from '../entity-tags.ts';
import { listHeaderNames } from '../request/parser.ts';
import type { Endpoint } from '../endpoint.ts';

/** What every endpoint may answer. */
export const commonErrors = [
  'VALIDATION_ERROR',
  'ORIGIN_NOT_ALLOWED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL',
  'OVERLOADED',
  'ANSWER_TOO_SLOW',
  'DATABASE_UNAVAILABLE',
  'AUTH_UNAVAILABLE',
] as const satisfies ErrorCode[];

/** What every change may also answer. */
const changeErrors = [
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_ANSWER_GONE',
] as const satisfies ErrorCode[];

/** What every endpoint with a body or an upload may also answer. */
export const bodyErrors = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const satisfies ErrorCode[];

/** Every code an endpoint may answer. */
export function listErrorCodes(declared: Endpoint): ErrorCode[] {
  const { body, upload, safe, errors } = declared;
  const bodyCodes = safe ? bodyErrors.filter((code) => code !== 'UNSUPPORTED_MEDIA_TYPE') : bodyErrors;
  return [
    ...commonErrors,
    ...(body || upload ? bodyCodes : []),
    ...(isRead(declared) ? [] : changeErrors),
    ...(listHeaderNames(declared).includes('If-Match') ? (['PRECONDITION_FAILED'] as const) : []),
    ...errors,
  ];
}
