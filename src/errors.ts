// The catalogue of errors: every code the service may answer, its HTTP status, what it tells the caller, and whether its
// answer names the thing in the way by its address.

const catalogue = {
  VALIDATION_ERROR: [400, 'The request is not valid.'],
  UNAUTHENTICATED: [401, 'Send a valid, unexpired access token of an active user as "Authorization: Bearer <token>".'],
  FORBIDDEN: [403, 'You are not permitted to do this.'],
  NOT_FOUND: [404, 'There is nothing at this path; see /openapi.json for the paths there are.'],
  USER_NOT_FOUND: [404, 'There is no such user in your tenant.'],
  MANAGER_NOT_FOUND: [404, 'There is no such active user in your tenant to be the manager.'],
  SUMMARY_NOT_FOUND: [404, 'There is no such summary in your tenant.'],
  GOAL_NOT_FOUND: [404, 'There is no such goal in your tenant.'],
  NOTIFICATION_NOT_FOUND: [404, 'There is no such notification in your tenant.'],
  PROFILE_NOT_FOUND: [404, 'This user has no insights profile yet; an admin can import one.'],
  IMPORT_JOB_NOT_FOUND: [404, 'There is no such import for this user.'],
  METHOD_NOT_ALLOWED: [405, 'This path does not answer this method; the Allow header names those it does.'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive; send it again.'],
  SUMMARY_EXISTS: [409, 'You already have a summary for this week, at Location; edit that one instead.', 'Location'],
  RESPONSE_EXISTS: [409, 'This summary already has a response; the summary at Location shows it.', 'Location'],
  REPORTING_CYCLE: [409, 'The manager is the user or reports to the user, directly or further down; choose another.'],
  ALREADY_NOMINATED: [409, 'You have made this nomination for the current period already.'],
  COLUMN_READ_ONLY: [409, 'This goal is in a week that is over; only goals of this and next week can be changed.'],
  IMPORT_NOT_PARSED: [409, 'This import does not wait to be confirmed: it is not read yet, failed, or was decided on.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is too large; a JSON body may have up to 64 KB.'],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'Send the body as application/json in UTF-8, plain or compressed with gzip, deflate or br.',
  ],
  RANGE_NOT_SATISFIABLE: [416, 'The file has no such range of bytes.'],
  NOMINATION_WINDOW_CLOSED: [422, 'Nominations are closed; GET /mvp/nominations/window says when they open.'],
  RATE_LIMITED: [429, 'You are reading too many long lists at once; read those under way to their end first.'],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large.'],
  INTERNAL: [500, 'Something went wrong on our side. Quote the X-Request-Id of this answer when you report it.'],
  PROVIDER_UNAVAILABLE: [502, 'The provider of motivators cannot answer right now, and nothing is kept from before.'],
  OVERLOADED: [503, 'The service has more to do than it can do in time; nothing was done. Try again shortly.'],
  DATABASE_UNAVAILABLE: [
    503,
    'The database cannot answer right now. Try again shortly; a change that you sent may have been made or not.',
  ],
  FILES_UNAVAILABLE: [503, 'The store of files cannot answer right now; nothing was lost. Try again shortly.'],
  AUTH_UNAVAILABLE: [503, 'Your token cannot be checked right now; keep it and try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string, header?: 'Location']>;

/** A stable, UPPER_SNAKE error code; its meaning never changes. */
export type ErrorCode = keyof typeof catalogue;

/** Every code in the catalogue, in the order of its statuses. */
export const errorCodes = Object.keys(catalogue) as ErrorCode[];

/** The HTTP status of a code. */
export function getStatus(code: ErrorCode): number {
  return catalogue[code][0];
}

/** What a code tells the caller when nothing more precise is known. */
export function getMessage(code: ErrorCode): string {
  return catalogue[code][1];
}

/** Whether answers with this code say in Location where the thing is that stands in the way. */
export function hasLocation(code: ErrorCode): boolean {
  return catalogue[code].length > 2;
}

/** `location`: where the thing is that stands in the way, relative to the version prefix. */
type ApiErrorOptions = ErrorOptions & { location?: string };

/** An error that is meant for the caller: answered as `{code, message}` with the status of its code. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly location: string | undefined;

  constructor(code: ErrorCode, message: string = getMessage(code), options?: ApiErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = getStatus(code);
    this.location = options?.location;
  }
}

/**
 * Refuses the request.
 *
 * @param code what went wrong
 * @param message what the caller can do; never a value they sent, a query or another tenant's data
 * @throws {ApiError} always
 */
export function fail(code: ErrorCode, message?: string, options?: ApiErrorOptions): never {
  throw new ApiError(code, message, options);
}
