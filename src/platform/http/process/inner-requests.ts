// Requests that come from this process: a tool of an assistant calls its endpoint by one. It passes the same chain as a request over a
// connection, from the share of its tenant on; the request that it belongs to has passed what stands before.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import inject from 'light-my-request';
import { ApiError } from '../../errors.ts';

/** `path` has the version prefix and the query; `body` is sent as JSON. */
export type InnerRequest = { method: string; path: string; headers: Record<string, string>; body?: unknown };
/** `text` is null if the answer was larger than what is read. */
export type InnerAnswer = { status: number; headers: Record<string, string | undefined>; text: string | null };
/**
 * Sends a request for who sent `ctx`, and reads at most `maxBytes` of its answer. It ends when that client leaves, and when no more of the
 * answer is read: what it holds, such as a place or a list, is then given back, as with a connection that has closed.
 *
 * @throws {ApiError} OVERLOADED if the client has left, or the answer broke off
 */
export type AskInside = (ctx: Context, request: InnerRequest, maxBytes: number) => Promise<InnerAnswer>;

/** What the outer request has found out: the caller, ids for logs, the address. */
const states = new WeakMap<IncomingMessage, object>();

/** The first middleware of an application for inner requests. */
export const takeOuterState: Middleware = async (ctx, next) => {
  Object.assign(ctx.state, states.get(ctx.req));
  await next();
};

/** Creates the function that sends requests to an application that begins with `takeOuterState`. */
export function createInnerRequests(app: Koa): AskInside {
  const handle = app.callback();
  return async (ctx, { method, path, headers, body }, maxBytes) => {
    if (ctx.res.closed) throw new ApiError('OVERLOADED');
    const left = new AbortController();
    const leave = (): void => left.abort();
    ctx.res.once('close', leave);
    let opened: ServerResponse | undefined;
    try {
      const answer = await inject(
        (request, response) => {
          opened = response;
          completeRequest(request);
          completeResponse(response);
          states.set(request, { ...ctx.state });
          void handle(request, response);
        },
        {
          method: method as 'GET',
          url: path,
          headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { payload: JSON.stringify(body) }),
          payloadAsStream: true,
          signal: left.signal,
        },
      );
      const text = await readAtMost(answer.stream(), maxBytes);
      return { status: answer.statusCode, headers: answer.headers as InnerAnswer['headers'], text };
    } catch (error) {
      throw new ApiError('OVERLOADED', undefined, { cause: error });
    } finally {
      ctx.res.off('close', leave);
      opened?.destroy();
    }
  };
}

/** Adds what Node's requests have and those of the library have not. */
function completeRequest(request: IncomingMessage): void {
  const distinct = Object.entries(request.headers).map(([name, value]) => [name, [String(value)]]);
  Object.defineProperties(request, {
    complete: { value: true },
    headersDistinct: { value: Object.fromEntries(distinct) as Record<string, string[]> },
  });
}

/** The library does not say of a response that it has closed, by which those who wait for a place know that nobody waits any more. */
function completeResponse(response: ServerResponse): void {
  Object.defineProperty(response, 'closed', { get: () => response.destroyed });
}

async function readAtMost(stream: Readable, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null; // which destroys the stream
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
