// The catalogue of errors: every code with its HTTP status and default message, and whether its response has a Location.

const catalogue = {
  VALIDATION_ERROR: [400, 'The request is invalid.'],
  INVALID_CURSOR: [400, 'cursor must be the nextCursor of a page of this list, sent with the same filters.'],
  ORIGIN_NOT_ALLOWED: [400, 'Pages of this origin may not call the API; an operator can add it to CORS_ORIGINS.'],
  UNAUTHENTICATED: [401, 'Send a valid, unexpired access token of an active user as "Authorization: Bearer <token>".'],
  FORBIDDEN: [403, 'You are not permitted to do this.'],
  OWN_ROLES: [403, 'You must not change your own roles; another admin can.'],
  ROLE_APPROVAL: [403, 'This role needs a second admin: request it, and another admin approves.'],
  SECOND_ADMIN: [403, 'This needs a second admin: request it below /admin/approvals, and another admin approves.'],
  SAME_PERSON: [403, 'The author of a plan must not approve it; another admin can.'],
  INSUFFICIENT_SCOPE: [403, 'An assistant needs a token with the scope checkin:write to change something.'],
  ASSISTANTS_OFF: [403, 'Assistants are off in your company; an admin can turn them on by the setting assistants.'],
  ASSISTANTS_READ_ONLY: [
    403,
    'Assistants may only read in your company; an admin can let them change by the setting assistants.',
  ],
  NOT_FOUND: [404, 'This path does not exist; /openapi.json lists the paths.'],
  USER_NOT_FOUND: [404, 'The user was not found in your tenant.'],
  MANAGER_NOT_FOUND: [404, 'The manager was not found among the active users of your tenant.'],
  SUMMARY_NOT_FOUND: [404, 'The summary was not found in your tenant.'],
  GOAL_NOT_FOUND: [404, 'The goal was not found in your tenant.'],
  QUESTION_NOT_FOUND: [404, 'The question was not found in your tenant.'],
  DRAFT_NOT_FOUND: [404, 'You have no draft of this week.'],
  RESPONSE_NOT_FOUND: [404, 'The summary has no response.'],
  NOMINATION_NOT_FOUND: [404, 'The nomination was not found in your tenant.'],
  NOTIFICATION_NOT_FOUND: [404, 'The notification was not found in your tenant.'],
  PROFILE_NOT_FOUND: [404, 'This user has no insights profile yet; an admin can import one.'],
  IMPORT_JOB_NOT_FOUND: [404, 'The import job was not found for this user.'],
  ORG_IMPORT_NOT_FOUND: [404, 'The import was not found in your tenant; only the last one is kept.'],
  PLAN_NOT_FOUND: [404, 'The plan was not found in your tenant.'],
  PART_NOT_FOUND: [404, 'No part of your company with this id has a partner; it may have ended.'],
  WEBHOOK_NOT_FOUND: [404, 'The webhook was not found in your tenant.'],
  PROVIDER_NOT_FOUND: [404, 'The identity provider was not found in your tenant.'],
  IDENTITY_NOT_FOUND: [404, 'The identity was not found in your tenant.'],
  APPROVAL_NOT_FOUND: [404, 'The request was not found in your tenant; it may have been decided or have expired.'],
  DELIVERY_NOT_FOUND: [404, 'The webhook has no such delivery.'],
  METHOD_NOT_ALLOWED: [405, 'This path does not support this method; the Allow header lists those it supports.'],
  REQUEST_TIMEOUT: [408, 'The request did not arrive in time; send it again.'],
  SUMMARY_EXISTS: [409, 'You already have a summary for this week; edit the one at Location instead.', 'Location'],
  SUMMARY_FINAL: [
    409,
    'A summary can be withdrawn until its week, and any that it had before, is over, and while it has no response.',
  ],
  QUESTION_ENDED: [409, 'The question has ended, and cannot be changed.'],
  RESPONSE_EXISTS: [409, 'This summary already has a response; the summary at Location includes it.', 'Location'],
  RESPONSE_FINAL: [409, 'A response can be edited within a day.'],
  USER_EXISTS: [409, 'Another user of your tenant has this e-mail address, user name, employee number or external id.'],
  USER_LEFT: [
    409,
    'The user at Location, who has left, has this e-mail address, user name, employee number or external id. If they are ' +
      'back, send their id as returns. If this is somebody else, send newPerson: true, which gives them the address; ' +
      'remove an employee number or external id from the user who has left first.',
    'Location',
  ],
  LAST_ADMIN: [409, 'The tenant would have no admin; give somebody else the role first.'],
  HAS_REPORTS: [409, 'Active people report to this user; give them another manager first.'],
  MANAGER_INACTIVE: [409, 'The manager of this user is deactivated; set another manager first.'],
  REPORTING_CYCLE: [409, 'The manager must not be the user, or report to the user directly or indirectly.'],
  LIMIT_REACHED: [409, 'There are as many of these as there may be.'],
  ALREADY_NOMINATED: [409, 'You have already made this nomination in the current period.'],
  COLUMN_READ_ONLY: [409, 'The week of this goal is over; only goals of this week and next week can be changed.'],
  GOAL_COPIED: [409, 'You have copied this goal already; the copy is at Location.', 'Location'],
  GOAL_NOT_LEFT_OVER: [409, 'Only an unfinished goal of a past week can be copied.'],
  IMPORT_NOT_PARSED: [409, 'This import is not parsed yet, has failed, or was already confirmed or rejected.'],
  ORGANISATION_BUSY: [409, 'An import of your organisation is under way; try again when it has ended.'],
  APPROVAL_STATE: [409, 'The state of what was requested does not allow this; list the requests again.'],
  ROLE_REQUEST_STATE: [409, 'The user has no such request; list the requests again.'],
  PART_OF_GROUP: [
    409,
    'A group of your directory makes this partner. Take the person out of the group there, or end what the group gives: DELETE ' +
      '/admin/partner-groups/{partId}.',
  ],
  PLAN_STATE: [409, 'The status of the plan does not allow this; read the plan again.'],
  PLAN_FAULTS: [409, 'The plan has faults, and nothing was changed.'],
  PLAN_TOO_LARGE: [
    409,
    'The database has too little memory for so many moves at once, and nothing was changed. Split the plan, or ask who ' +
      'operates the service for more memory.',
  ],
  PLAN_OVERTAKEN: [409, 'People of the plan were moved after it was applied, and nothing was changed.'],
  WEBHOOK_LIMIT: [409, 'The tenant has as many webhooks as it may have; delete one first.'],
  PROVIDER_EXISTS: [
    409,
    'Tokens of this issuer and audience are let in already; name another audience, or tenantClaim.',
  ],
  IDENTITY_BOUND: [409, 'Another subject of this issuer is bound to the user; unbind that one first.'],
  WEBHOOK_STATE: [409, 'The webhook is disabled, the delivery is pending, or too many are; read it again.'],
  IDEMPOTENCY_IN_PROGRESS: [409, 'A request with this Idempotency-Key is still under way; send it again shortly.'],
  IDEMPOTENCY_ANSWER_GONE: [
    409,
    'The request with this Idempotency-Key was made. Its answer is not kept, because you were sent very many: read the ' +
      'result, at Location if there is one.',
  ],
  CURSOR_EXPIRED: [
    410,
    'Changes behind this cursor were deleted. Read all resources again, then start without a cursor.',
  ],
  PRECONDITION_FAILED: [412, 'The resource has changed: no ETag in If-Match is current. Read it again, then repeat.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is too large; the limit for JSON is 64 KB, unless the endpoint names another.'],
  ANSWER_TOO_LARGE: [413, 'The answer is too large for an assistant; ask for less of it.'],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'Send the body as application/json in UTF-8, uncompressed or compressed with gzip, deflate or br.',
  ],
  RANGE_NOT_SATISFIABLE: [416, 'The file does not have this byte range.'],
  NOMINATION_WINDOW_CLOSED: [
    422,
    'The nomination window is closed; GET /mvp/nominations/window returns when it opens.',
  ],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    'You have sent another request with this Idempotency-Key; use a new key for each change.',
  ],
  RATE_LIMITED: [
    429,
    'Too many requests, long lists or large requests of you or your tenant, or invalid tokens of your address; wait as ' +
      'Retry-After says, then try again.',
  ],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large.'],
  INTERNAL: [500, 'An unexpected error occurred. Quote the X-Request-Id of this response when you report it.'],
  PROVIDER_UNAVAILABLE: [502, 'The external motivators provider is unavailable, and there is no cached value.'],
  OVERLOADED: [503, 'The service is overloaded and did not process the request. Try again shortly.'],
  ANSWER_TOO_SLOW: [503, 'The answer took too long. Ask for less, by a filter for example, or try again later.'],
  DATABASE_UNAVAILABLE: [
    503,
    'The database is unavailable. Try again shortly; a change that you sent may have been made.',
  ],
  FILES_UNAVAILABLE: [503, 'The file storage is unavailable; no data was lost. Try again shortly.'],
  AUTH_UNAVAILABLE: [503, 'Your token cannot be verified right now; keep it and try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string, header?: 'Location']>;

/** An error code in UPPER_SNAKE_CASE. Its meaning never changes. */
export type ErrorCode = keyof typeof catalogue;

export const errorCodes = Object.keys(catalogue) as ErrorCode[];

export function getStatus(code: ErrorCode): number {
  return catalogue[code][0];
}

export function getMessage(code: ErrorCode): string {
  return catalogue[code][1];
}

/** Whether responses with this code have a Location header: the address of the resource that caused the conflict. */
export function hasLocation(code: ErrorCode): boolean {
  return catalogue[code].length > 2;
}

/** What is wrong with one place of a request. `pointer` is its place in the body (RFC 6901), '' for the whole body. */
export type Fault = { message: string } & ({ pointer: string } | { parameter: string });

type ApiErrorOptions = ErrorOptions & {
  /** Address of the resource that caused the conflict, relative to the version prefix. */
  location?: string;
  faults?: readonly Fault[];
  /** The WWW-Authenticate header of a 401. */
  challenge?: string;
  /** The Retry-After header of a 429. */
  retryAfterSeconds?: number;
  /** The detail error keyword of a SCIM error (RFC 7644, 3.12). */
  scimType?: string;
};

/** An error for the client: sent as `{code, message}` with the status of its code. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly location: string | undefined;
  readonly faults: readonly Fault[];
  readonly challenge: string | undefined;
  readonly retryAfterSeconds: number;
  readonly scimType: string | undefined;

  constructor(code: ErrorCode, message: string = getMessage(code), options?: ApiErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = getStatus(code);
    this.location = options?.location;
    this.faults = options?.faults ?? [];
    this.challenge = options?.challenge;
    this.retryAfterSeconds = options?.retryAfterSeconds ?? 1;
    this.scimType = options?.scimType;
  }
}

/**
 * Refuses the request.
 *
 * @param message says what the client can do; never includes a value of the request, a query or data of another tenant
 * @throws {ApiError} always
 */
export function fail(code: ErrorCode, message?: string, options?: ApiErrorOptions): never {
  throw new ApiError(code, message, options);
}

/** A body of 64 KB can have thousands of faults; a response names the first of them. */
export const maxFaults = 50;

/**
 * Refuses the request for the faults of its fields, of which it names the first fifty.
 *
 * @throws {ApiError} VALIDATION_ERROR, always
 */
export function failInvalid(faults: readonly Fault[], options?: Pick<ApiErrorOptions, 'scimType'>): never {
  return fail('VALIDATION_ERROR', summarizeFaults(faults), { ...options, faults: faults.slice(0, maxFaults) });
}

/** A sentence for each fault, and one that there are more. */
export function summarizeFaults(faults: readonly Fault[]): string {
  const sentences = faults.slice(0, maxFaults).map(({ message }) => message);
  return [...sentences, ...(faults.length > maxFaults ? ['There are more faults.'] : [])].join(' ');
}
