// Answers: a value as JSON, with a list in it streamed while its rows arrive; errors as {code, message}.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { ApiError, getMessage, getStatus, type ErrorCode } from '../errors.ts';
import type { Rows } from '../graph/client.ts';
import type { Validator } from './validation.ts';

/** As long as the database keeps a list open: who reads more slowly loses the connection, never the end of a list. */
const maxStreamMs = 30_000;
/** A client that takes none of the next rows for so long is cut off: the list keeps a connection from others. */
const maxStallMs = 5_000;

/** How long a client that is still sending when it is refused may read its answer before the connection ends. */
export const lingerMs = 1_000;

type Declared = { name: string; success: number; location?: (result: never, params: never) => string };

/**
 * Sends an endpoint's answer: a value, which may be rows or hold them in one field. Rows that come as one page are sent
 * as a value; more are streamed. An answer that `check` refuses is an error.
 */
export async function respond(
  ctx: Context,
  declared: Declared,
  answer: unknown,
  prefix: string,
  check: Validator | null,
): Promise<void> {
  const assertFits = (value: unknown): void => {
    const fault = check?.(value);
    if (fault) throw new Error(`${declared.name} answered outside its schema: ${fault}`);
  };
  const streamed = findStream(answer);
  if (streamed) {
    const { rows, wrap } = streamed;
    const { value: first = [] } = await rows.next();
    const { value: second } = await rows.next();
    assertFits(wrap(first));
    ctx.body = second
      ? createJsonStream(
          streamed,
          concatPages(first, second, rows, (page) => assertFits(wrap(page))),
        )
      : wrap(first);
    if (second) ctx.type = 'application/json';
  } else {
    assertFits(answer);
    ctx.body = answer;
  }
  ctx.status = declared.success;
  if (declared.location) ctx.set('Location', `${prefix}${declared.location(answer as never, ctx.params as never)}`);
}

/** Rows on their way in an answer; `wrap` puts a list in their place, `prefix` and `suffix` are the JSON around it. */
type StreamedAnswer = { rows: Rows<unknown>; wrap: (list: unknown[]) => unknown; prefix: string; suffix: string };

function findStream(answer: unknown): StreamedAnswer | null {
  if (isRows(answer)) return { rows: answer, wrap: (list) => list, prefix: '', suffix: '' };
  const [field, rows] = Object.entries(answer as object).find(([, value]) => isRows(value)) ?? [];
  if (field === undefined || !isRows(rows)) return null;
  const rest = { ...(answer as Record<string, unknown>) };
  delete rest[field];
  const others = JSON.stringify(rest).slice(0, -1);
  const prefix = `${others}${others === '{' ? '' : ','}${JSON.stringify(field)}:`;
  return { rows, wrap: (list) => ({ ...rest, [field]: list }), prefix, suffix: '}' };
}

function createJsonStream({ rows, prefix, suffix }: StreamedAnswer, pages: Rows<unknown>): Readable {
  const body: Readable = Readable.from(
    streamJsonArray(pages, prefix, suffix, () => body.destroy(createSlowReaderError())),
    { objectMode: false },
  );
  const deadline = setTimeout(() => body.destroy(createSlowReaderError()), maxStreamMs);
  body.once('close', () => {
    clearTimeout(deadline);
    void rows.return().catch(() => undefined); // even when nobody began to read it
  });
  return body;
}

async function* concatPages(
  first: unknown[],
  second: unknown[],
  rest: Rows<unknown>,
  assertFits: (page: unknown[]) => void,
): Rows<unknown> {
  yield first;
  for (let page: unknown[] | void = second; page; page = (await rest.next()).value) {
    assertFits(page);
    yield page;
  }
}

const createSlowReaderError = (): Error => new Error('A list was read too slowly.');

async function* streamJsonArray(
  pages: Rows<unknown>,
  prefix: string,
  suffix: string,
  cutOff: () => void,
): AsyncGenerator<string, void, void> {
  let opening = `${prefix}[`;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    const timer = setTimeout(cutOff, maxStallMs);
    yield opening + JSON.stringify(rows).slice(1, -1);
    clearTimeout(timer);
    opening = ',';
  }
  yield `]${suffix}`;
}

/** The outermost middleware: turns every error into `{code, message}`. A `Location` starts with `prefix`. */
export function handleErrors(log: Logger, prefix = ''): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const known = toApiError(error);
      const isShed = known?.code === 'OVERLOADED'; // a metric counts these; thousands of lines would add to the load
      if (!known || (known.status >= 500 && !isShed))
        log.error({ err: error, requestId: ctx.state['requestId'] as string }, 'request failed');
      if (known?.location) ctx.set('Location', `${prefix}${known.location}`);
      return sendError(ctx, known?.code ?? 'INTERNAL', known?.message);
    }
    if (ctx.status === 404 && ctx.body == null) await sendError(ctx, 'NOT_FOUND');
    else if (ctx.status === 501 && !ctx.response.get('Allow')) await sendError(ctx, 'NOT_FOUND');
    else if (ctx.status === 405 || ctx.status === 501) await sendError(ctx, 'METHOD_NOT_ALLOWED');
  };
}

async function sendError(ctx: Context, code: ErrorCode, message = getMessage(code)): Promise<void> {
  ctx.status = getStatus(code);
  if (ctx.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  if (ctx.status === 503 || ctx.status === 429) ctx.set('Retry-After', '1');
  ctx.body = { code, message };
  if (!ctx.req.complete) await nextTurn(); // a body sent together with its head has arrived by then
  if (!ctx.req.complete) closeAfterAnswer(ctx);
}

/** Ends the connection of a request whose body has not arrived: to keep it would mean to read the rest, however long. */
function closeAfterAnswer(ctx: Context): void {
  const text = JSON.stringify(ctx.body);
  ctx.body = Readable.from(sendThenDrain(ctx.req, text), { objectMode: false });
  ctx.type = 'application/json';
  ctx.length = Buffer.byteLength(text);
  ctx.set('Connection', 'close');
}

/** An answer that is whole at once and ends when the request has: closing a connection with unread bytes resets it. */
async function* sendThenDrain(request: IncomingMessage, text: string): AsyncGenerator<string, void, void> {
  yield text;
  request.unpipe();
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(lingerMs) }).catch(() => undefined);
}

function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { status, expose } = error as { status?: number; expose?: boolean };
  return status === 400 && expose ? new ApiError('VALIDATION_ERROR') : null;
}

function isRows(answer: unknown): answer is Rows<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}
