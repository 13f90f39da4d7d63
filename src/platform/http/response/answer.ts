// An answer as a value, which can be recorded and sent again: its JSON, checked against the declaration, and its headers.
import type { Context, Middleware } from 'koa';
import { fail, type ErrorCode } from '../../errors.ts';
import type { Validator } from '../../schema/validation.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { computeEntityTag, hasEntityTag, matchesWeakly, type EntityTags } from '../entity-tags.ts';

/** `body` is JSON, or empty. `location` is relative to the version prefix. */
export type Answer = { status: number; body: string; location: string | null; etag: string | null };

/** The answer to a change. It may be an error if it is replayed. */
export type Outcome = { answer: Answer; isReplayed: boolean };

export type CreateAnswer = (result: unknown, params: Call['params']) => Answer;

/** Returns what creates the responses for results without streamed rows. A result that `check` refuses is an error. */
export function createAnswerer(declared: Endpoint, check: Validator | null): CreateAnswer {
  const isTagged = hasEntityTag(declared);
  return (result, params) => {
    assertValid(declared, result ?? null, check);
    const body = result === undefined || result === null ? '' : JSON.stringify(result);
    return {
      status: declared.success,
      body,
      location: declared.location?.(result, params) ?? null,
      etag: isTagged ? computeEntityTag(body) : null,
    };
  };
}

/** @throws {Error} if `check` refuses a result or a page of it */
export function assertValid({ method, path }: Endpoint, value: unknown, check: Validator | null): void {
  const fault = check?.(value);
  if (fault) throw new Error(`${method} ${path} returned a result outside its schema: ${fault}`);
}

/** What has no entity tag is not stored; see `sendAnswer`. */
export const disableCaching: Middleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  await next();
};

/**
 * Sends a response, or 304 if the client has its representation. Clients may store what has an entity tag, if they ask
 * each time whether it is current.
 */
export function sendAnswer(ctx: Context, answer: Answer, prefix: string, ifNoneMatch: EntityTags | null = null): void {
  const { status, body, location, etag } = answer;
  if (location !== null) ctx.set('Location', `${prefix}${location}`);
  if (etag !== null) {
    ctx.set('ETag', etag);
    if (ctx.method === 'GET' || ctx.method === 'HEAD') ctx.set('Cache-Control', 'private, no-cache');
  }
  const isKnown = etag !== null && ifNoneMatch !== null && matchesWeakly(ifNoneMatch, etag);
  ctx.status = isKnown ? 304 : status;
  ctx.type = (ctx.state as { mediaType?: string }).mediaType ?? 'application/json';
  ctx.body = isKnown || body === '' ? null : body; // null removes the type
}

/** Sends the answer to a change. @throws {ApiError} if the answer is a refusal */
export function sendOutcome(ctx: Context, { answer, isReplayed }: Outcome, prefix: string): void {
  if (isReplayed) ctx.set('Idempotency-Replayed', 'true');
  if (answer.status < 400) return sendAnswer(ctx, answer, prefix);
  const { code, message } = JSON.parse(answer.body) as { code: ErrorCode; message: string };
  fail(code, message, answer.location === null ? {} : { location: answer.location });
}
