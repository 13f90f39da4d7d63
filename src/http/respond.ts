// Answers: a value as JSON, or pages of rows streamed as one JSON array while they arrive; errors as {code, message}.
import { Readable } from 'node:stream';
import type { TSchema } from '@sinclair/typebox';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { ApiError, messageOf, statusOf, type ErrorCode } from '../errors.ts';
import type { Rows } from '../graph.ts';
import { checkOf } from './validation.ts';

/** As long as the database keeps a list open: who reads more slowly loses the connection, never the end of a list. */
const readWithinMs = 30_000;

type Declared = { name: string; success: number; response: TSchema; location?: (made: never) => string };

/**
 * Sends an endpoint's answer: a value, or rows. Rows that come as one page are sent as a value; more are streamed.
 * With `check`, an answer that its own schema refuses is an error.
 */
export async function respond(
  ctx: Context,
  declared: Declared,
  answer: unknown,
  prefix: string,
  check: boolean,
): Promise<void> {
  const fits = (value: unknown): void => {
    const fault = check && checkOf(declared.response)(value);
    if (fault) throw new Error(`${declared.name} answered outside its schema: ${fault}`);
  };
  if (isRows(answer)) {
    const { value: first = [] } = await answer.next();
    const { value: second } = await answer.next();
    fits(first);
    ctx.body = second ? stream(pagesFrom(first, second, answer, fits), answer) : first;
    if (second) ctx.type = 'application/json';
  } else {
    fits(answer);
    ctx.body = answer;
  }
  ctx.status = declared.success;
  if (declared.location) ctx.set('Location', `${prefix}${declared.location(answer as never)}`);
}

function stream(pages: Rows<unknown>, source: Rows<unknown>): Readable {
  const body = Readable.from(jsonArray(pages), { objectMode: false });
  const deadline = setTimeout(() => body.destroy(new Error('A list was read too slowly.')), readWithinMs);
  body.once('close', () => {
    clearTimeout(deadline);
    void source.return().catch(() => undefined); // even when nobody began to read it
  });
  return body;
}

async function* pagesFrom(
  first: unknown[],
  second: unknown[],
  rest: Rows<unknown>,
  fits: (page: unknown) => void,
): Rows<unknown> {
  yield first;
  for (let page: unknown[] | void = second; page; page = (await rest.next()).value) {
    fits(page);
    yield page;
  }
}

async function* jsonArray(pages: Rows<unknown>): AsyncGenerator<string, void, void> {
  let opening = '[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield opening + JSON.stringify(rows).slice(1, -1);
    opening = ',';
  }
  yield ']';
}

/** The outermost middleware: whatever is thrown further in becomes `{code, message}`. */
export function answerErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const known = knownError(error);
      if (!known || known.cause)
        log.error({ err: error, requestId: ctx.state['requestId'] as string }, 'request failed');
      return answerError(ctx, known?.code ?? 'INTERNAL', known?.message);
    }
    if (ctx.status === 404 && ctx.body == null) answerError(ctx, 'NOT_FOUND');
    else if (ctx.status === 501 && !ctx.response.get('Allow')) answerError(ctx, 'NOT_FOUND');
    else if (ctx.status === 405 || ctx.status === 501) answerError(ctx, 'METHOD_NOT_ALLOWED');
  };
}

function answerError(ctx: Context, code: ErrorCode, message = messageOf(code)): void {
  ctx.status = statusOf(code);
  if (ctx.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  if (ctx.status === 503) ctx.set('Retry-After', '1');
  ctx.body = { code, message };
}

function knownError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { status, expose } = error as { status?: number; expose?: boolean };
  return status === 400 && expose ? new ApiError('VALIDATION_ERROR') : null;
}

function isRows(answer: unknown): answer is Rows<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}
