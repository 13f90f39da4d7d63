// A successful response: its fields in order, and the whole as a value, which can be recorded and sent again.
import { hash } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import type { Context, Middleware } from 'koa';
import { fail, type ErrorCode } from '../../errors.ts';
import { hasEntityTag, matchesWeakly, type EntityTags, type Tagged } from '../changes/entity-tags.ts';
import type { Rows } from '../../graph/client.ts';
import type { Validator } from '../../model/validation.ts';

/** `body` is JSON, or empty. `location` is relative to the version prefix. */
export type Answer = { status: number; body: string; location: string | null; etag: string | null };

/** The answer to a change. It may be an error if it is replayed. */
export type Outcome = { answer: Answer; isReplayed: boolean };

/** The parts of an endpoint's declaration that shape its responses. */
export type DeclaredAnswer = Tagged & {
  name: string;
  success: number;
  location?: ((result: never, params: never) => string) | undefined;
};

export type CreateAnswer = (result: unknown, params: unknown) => Answer;

/** Returns what creates the responses for results without streamed rows. A result that `check` refuses is an error. */
export function createAnswerer(declared: DeclaredAnswer, check: Validator | null): CreateAnswer {
  const isTagged = hasEntityTag(declared);
  return (result, params) => {
    assertValid(declared.name, result, check);
    const body = result === undefined || result === null ? '' : JSON.stringify(result);
    return {
      status: declared.success,
      body,
      location: declared.location?.(result as never, params as never) ?? null,
      etag: isTagged ? computeEntityTag(body) : null,
    };
  };
}

const tagDigits = 32;

/** Returns a strong tag of a representation. It is hexadecimal, so that it never ends like a coding (see compress.ts). */
export function computeEntityTag(body: string): string {
  return `"${hash('sha256', body).slice(0, tagDigits)}"`;
}

/** @throws {Error} if `check` refuses a result or a page of it */
export function assertValid(name: string, value: unknown, check: Validator | null): void {
  const fault = check?.(value);
  if (fault) throw new Error(`${name} returned a result outside its schema: ${fault}`);
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

/** Orders the fields of a value and of the objects in it. Streamed rows are ordered page by page. */
export type FieldOrder = (value: unknown) => unknown;

/**
 * Creates the field order of a schema. Maps from the database and stored JSON have their fields in any order. Fields that
 * the schema does not declare come last; this does not validate.
 */
export function createFieldOrder(schema: TSchema): FieldOrder {
  return findFieldOrder(schema) ?? ((value) => value);
}

/** Returns null if the schema has no fields to order. */
function findFieldOrder({ properties, items }: TSchema): FieldOrder | null {
  if (items) {
    const inner = findFieldOrder(items as TSchema);
    return inner && ((list) => (Array.isArray(list) ? list.map(inner) : orderPages(list as Rows<unknown>, inner)));
  }
  return properties ? createObjectOrder(properties as Record<string, TSchema>) : null;
}

function createObjectOrder(properties: Record<string, TSchema>): FieldOrder {
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, inner: findFieldOrder(schema) }));
  return (value) => {
    const source = value as Record<string, unknown>;
    const ordered: Record<string, unknown> = {};
    let matched = 0;
    for (const { name, inner } of fields) {
      const part = source[name];
      if (part === undefined) continue;
      ordered[name] = inner ? inner(part) : part;
      matched += 1;
    }
    if (Object.keys(source).length > matched) for (const name in source) ordered[name] ??= source[name];
    return ordered;
  };
}

async function* orderPages(pages: Rows<unknown>, inner: FieldOrder): Rows<unknown> {
  for await (const page of pages) yield page.map(inner);
}
