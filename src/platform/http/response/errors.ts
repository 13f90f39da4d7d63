// Error responses: {code, message}, problem details (RFC 9457) for clients whose Accept header names them, and the errors of SCIM.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { ApiError, getMessage, type ErrorCode } from '../../errors.ts';
import { connection } from '../../limits.ts';
import { getTraceId } from '../../telemetry/spans.ts';
import type { Caller } from '../caller.ts';
import { nameMetadata } from '../addresses.ts';

/**
 * Creates the middleware that turns every error into a response.
 *
 * @param prefix precedes each `Location`
 */
export function handleErrors(log: Logger, prefix = ''): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const apiError = toApiError(error);
      const { requestId, traceparent, caller } = ctx.state as {
        requestId?: string;
        traceparent?: string;
        caller?: Caller;
      };
      const isShed = apiError?.code === 'OVERLOADED'; // a metric counts these, and logging them would add to the load
      Object.assign(ctx.state, { isShed });
      if (!apiError || (apiError.status >= 500 && !isShed))
        log.error(
          { err: error, requestId, traceId: getTraceId(traceparent), tenantId: caller?.tenantId },
          'request failed',
        );
      if (apiError?.location) ctx.set('Location', `${prefix}${apiError.location}`);
      const challenge = apiError?.challenge ?? (apiError?.status === 401 ? 'Bearer error="invalid_token"' : undefined);
      if (challenge !== undefined) ctx.set('WWW-Authenticate', nameMetadata(challenge, ctx));
      return sendError(ctx, apiError ?? new ApiError('INTERNAL'));
    }
    if (ctx.status === 404 && ctx.body == null) await sendError(ctx, new ApiError('NOT_FOUND'));
    else if (ctx.status === 501 && !ctx.response.get('Allow')) await sendError(ctx, new ApiError('NOT_FOUND'));
    else if (ctx.status === 405 || ctx.status === 501) await sendError(ctx, new ApiError('METHOD_NOT_ALLOWED'));
  };
}

async function sendError(ctx: Context, error: ApiError): Promise<void> {
  ctx.status = error.status;
  if (ctx.status === 503 || ctx.status === 429) ctx.set('Retry-After', String(error.retryAfterSeconds));
  ctx.vary('Accept');
  const { requestId } = ctx.state as { requestId?: string };
  const isScim = isScimPath(ctx.path);
  const { type, text } = isScim ? buildScimError(error) : buildErrorBody(error, ctx.get('Accept'), requestId);
  ctx.set('Content-Type', type); // to the letter, as generated clients compare it: JSON has no charset
  ctx.body = text;
  if (!ctx.req.complete) await nextTurn(); // a body sent together with the head has arrived by then
  if (!ctx.req.complete) closeAfterResponse(ctx);
}

/** Closes the connection after the response, a text, because keeping it would require reading the rest of the body. */
export function closeAfterResponse(ctx: Context): void {
  const text = ctx.body as string;
  ctx.body = Readable.from(sendThenDrain(ctx.req, text), { objectMode: false });
  ctx.length = Buffer.byteLength(text);
  ctx.set('Connection', 'close');
}

/** Sends the complete response, then drains the request: closing a connection with unread bytes would reset it. */
async function* sendThenDrain(request: IncomingMessage, text: string): AsyncGenerator<string, void, void> {
  yield text;
  request.unpipe();
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(connection.lingerMs) }).catch(() => undefined);
}

function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { status, expose } = error as { status?: number; expose?: boolean };
  return status === 400 && expose ? new ApiError('VALIDATION_ERROR') : null;
}

export const problemType = 'application/problem+json';

/** Where the codes are explained; `type` of a problem refers to it. */
export const errorsPath = '/docs/errors';

/**
 * Builds the body of an error response.
 *
 * @param accept the Accept header; wildcards do not count, because clients send them without expecting problem details
 * @param requestId identifies the occurrence, as X-Request-Id does
 */
export function buildErrorBody(error: ApiError, accept: string, requestId?: string): { type: string; text: string } {
  const { code, message } = error;
  if (!namesProblem(accept)) return { type: 'application/json', text: JSON.stringify({ code, message }) };
  const problem = {
    type: `${errorsPath}#${code}`,
    title: getMessage(code),
    status: error.status,
    detail: message,
    code,
    ...(requestId !== undefined && { instance: `urn:x-request-id:${requestId}` }),
    ...(error.faults.length > 0 && { errors: error.faults }),
  };
  return { type: problemType, text: JSON.stringify(problem) };
}

/** Whether a media range of an Accept header is the type of problem details, and not with `q=0`. */
function namesProblem(accept: string): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === problemType && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Where the SCIM endpoints are. */
export const scimPrefix = '/scim/v2';
const scimType = 'application/scim+json';

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
const detailKeywords: Partial<Record<ErrorCode, string>> = {
  USER_EXISTS: 'uniqueness',
  USER_LEFT: 'uniqueness',
  VALIDATION_ERROR: 'invalidValue',
};

function isScimPath(path: string): boolean {
  return path === scimPrefix || path.startsWith(`${scimPrefix}/`);
}

/** The body of an error response below /scim/v2 (RFC 7644, 3.12). */
function buildScimError({ code, message, status, scimType: keyword }: ApiError): { type: string; text: string } {
  const detailKeyword = keyword ?? detailKeywords[code];
  const body = {
    schemas: [errorSchema],
    status: String(status),
    ...(detailKeyword !== undefined && { scimType: detailKeyword }),
    detail: message,
  };
  return { type: scimType, text: JSON.stringify(body) };
}
