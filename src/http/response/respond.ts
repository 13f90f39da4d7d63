// Sends responses: values as JSON, lists streamed while their rows arrive, errors as {code, message} or as problem details.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.ts';
import type { Rows } from '../../graph/client.ts';
import { connection, listStreams } from '../../limits.ts';
import { getTraceId } from '../../telemetry/spans.ts';
import { assertValid, sendAnswer, type CreateAnswer, type DeclaredAnswer } from './answers.ts';
import type { Caller } from '../caller/caller.ts';
import type { EntityTags } from '../changes/entity-tags.ts';
import { createCsvFormat, createJsonFormat, csvType, type CsvColumn, type ListFormat } from '../../lib/list-format.ts';
import type { Validator } from '../../model/validation.ts';
import { buildErrorBody } from './problem.ts';
import { buildScimError, isScimPath } from './scim-error.ts';
import { getOwnAddress, nameMetadata } from '../openapi/metadata.ts';

/**
 * Sends the result of a read: a value, which may be rows or have rows in one field. A single page of rows is sent as a
 * value; several are streamed. A result that `check` refuses is an error.
 */
export async function respond(
  ctx: Context,
  declared: DeclaredAnswer & { csv?: readonly CsvColumn[] | undefined },
  createAnswer: CreateAnswer,
  result: unknown,
  { check, ifNoneMatch }: { check: Validator | null; ifNoneMatch: EntityTags | null },
): Promise<void> {
  const streamed = findStream(result);
  if (!streamed) return sendAnswer(ctx, createAnswer(result, ctx.params), '', ifNoneMatch);
  const { rows, wrap } = streamed;
  const format = chooseFormat(ctx, declared, streamed);
  const { value: first = [] } = await rows.next();
  const { value: second } = await rows.next();
  const assertPage = (page: unknown[]): void => assertValid(declared.name, wrap(page), check);
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
function chooseFormat(
  ctx: Context,
  { csv }: { csv?: readonly CsvColumn[] | undefined },
  { prefix, suffix }: StreamedResult,
): ListFormat {
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

/**
 * Creates the middleware that turns every error into a response.
 *
 * @param prefix precedes each `Location`
 * @param publicUrl where clients reach the API; without it, a 401 names the address at which its request arrived
 */
export function handleErrors(log: Logger, prefix = '', publicUrl?: string): Middleware {
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
      if (apiError?.status === 401) {
        const challenge = apiError.challenge ?? 'Bearer error="invalid_token"';
        ctx.set('WWW-Authenticate', nameMetadata(challenge, publicUrl ?? getOwnAddress(ctx)));
      }
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
  ctx.type = type;
  ctx.body = text;
  if (!ctx.req.complete) await nextTurn(); // a body sent together with the head has arrived by then
  if (!ctx.req.complete) closeAfterResponse(ctx);
}

/** Closes the connection after the response, because keeping it would require reading the rest of the body. */
function closeAfterResponse(ctx: Context): void {
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

function isRows(value: unknown): value is Rows<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
