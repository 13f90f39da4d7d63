// Successful responses: their fields in order, the whole as a value, which can be recorded and sent again, or with a list
// that is streamed while its rows arrive.
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TSchema } from '@sinclair/typebox';
import type { Context, Middleware } from 'koa';
import { fail, type ErrorCode } from '../../errors.ts';
import type { Rows } from '../../graph/client.ts';
import { createCsvFormat, createJsonFormat, csvType, type ListFormat } from '../../lib/list-format.ts';
import { listStreams } from '../../limits.ts';
import type { Validator } from '../../model/validation.ts';
import type { Call, Endpoint } from '../declaration/endpoint.ts';
import { hasEntityTag, matchesWeakly, type EntityTags } from '../changes/entity-tags.ts';

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

const tagDigits = 32;

/** Returns a strong tag of a representation. It is hexadecimal, so that it never ends like a coding (see compress.ts). */
export function computeEntityTag(body: string): string {
  return `"${hash('sha256', body).slice(0, tagDigits)}"`;
}

/** @throws {Error} if `check` refuses a result or a page of it */
function assertValid({ method, path }: Endpoint, value: unknown, check: Validator | null): void {
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
function sendAnswer(ctx: Context, answer: Answer, prefix: string, ifNoneMatch: EntityTags | null = null): void {
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

/**
 * Sends the result of a read: a value, which may be rows or have rows in one field. A single page of rows is sent as a
 * value; several are streamed. A result that `check` refuses is an error.
 */
export async function respond(
  ctx: Context,
  declared: Endpoint,
  createAnswer: CreateAnswer,
  result: unknown,
  { check, ifNoneMatch }: { check: Validator | null; ifNoneMatch: EntityTags | null },
): Promise<void> {
  const streamed = findStream(result);
  if (!streamed) return sendAnswer(ctx, createAnswer(result, ctx.params as Call['params']), '', ifNoneMatch);
  const { rows, wrap } = streamed;
  const format = chooseFormat(ctx, declared, streamed);
  const { value: first = [] } = await rows.next();
  const { value: second } = await rows.next();
  const assertPage = (page: unknown[]): void => assertValid(declared, wrap(page), check);
  assertPage(first);
  ctx.type = format.type;
  ctx.body = second
    ? createListStream(format, rows, concatPages(first, second, rows, assertPage))
    : format.start + format.formatPage(first, true) + format.end;
  ctx.status = declared.success;
}

/** Streamed rows in a result; `wrap` replaces them with a list, `prefix` and `suffix` are the JSON around the list. */
type StreamedResult = { rows: Rows<unknown>; wrap: (list: unknown[]) => unknown; prefix: string; suffix: string };

function findStream(result: unknown): StreamedResult | null {
  if (isRows(result)) return { rows: result, wrap: (list) => list, prefix: '', suffix: '' };
  const [field, rows] = Object.entries(result as object).find(([, value]) => isRows(value)) ?? [];
  if (field === undefined || !isRows(rows)) return null;
  const rest = { ...(result as Record<string, unknown>) };
  delete rest[field];
  const others = JSON.stringify(rest).slice(0, -1);
  const prefix = `${others}${others === '{' ? '' : ','}${JSON.stringify(field)}:`;
  return { rows, wrap: (list) => ({ ...rest, [field]: list }), prefix, suffix: '}' };
}

/** JSON, unless the client prefers CSV and the endpoint has it. */
function chooseFormat(ctx: Context, { csv }: Endpoint, { prefix, suffix }: StreamedResult): ListFormat {
  if (csv) ctx.vary('Accept');
  const isCsv = csv && ctx.accepts('application/json', csvType) === csvType;
  return isCsv ? createCsvFormat(csv) : createJsonFormat(prefix, suffix);
}

function createListStream(format: ListFormat, rows: Rows<unknown>, pages: Rows<unknown>): Readable {
  const body: Readable = Readable.from(
    streamPages(pages, format, () => body.destroy(createSlowReaderError())),
    { objectMode: false },
  );
  const deadline = setTimeout(() => body.destroy(createSlowReaderError()), listStreams.totalMs);
  body.once('close', () => {
    clearTimeout(deadline);
    void rows.return().catch(() => undefined); // also if the body was never read
  });
  return body;
}

async function* concatPages(
  first: unknown[],
  second: unknown[],
  rest: Rows<unknown>,
  assertValid: (page: unknown[]) => void,
): Rows<unknown> {
  yield first;
  for (let page: unknown[] | void = second; page; page = (await rest.next()).value) {
    assertValid(page);
    yield page;
  }
}

const createSlowReaderError = (): Error => new Error('The client read a list too slowly.');

async function* streamPages(
  pages: Rows<unknown>,
  { start, formatPage, end }: ListFormat,
  disconnect: () => void,
): AsyncGenerator<string, void, void> {
  let isFirst = true;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    const timer = setTimeout(disconnect, listStreams.stallMs);
    yield (isFirst ? start : '') + formatPage(rows, isFirst);
    clearTimeout(timer);
    isFirst = false;
    await nextTurn(); // others are served between two pages, also while the client takes every page at once
  }
  yield (isFirst ? start : '') + end;
}

function isRows(value: unknown): value is Rows<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
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
