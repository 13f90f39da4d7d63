// The thread that answers bulk requests, so that nobody else waits for their work: started when the
// process is ready or with the first of them, and started again when it has died. Requests go to it over HTTP, through a socket
// in a folder that only this user can open.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import {
  createServer,
  maxHeaderSize,
  request as sendRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type Koa from 'koa';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.ts';
import { waitAtMost } from '../../lib/timeouts.ts';
import { bulk } from '../../limits.ts';
import type { Caller } from '../caller.ts';
import { getOwnAddress } from '../addresses.ts';
import type { ForwardRequest } from '../request/bulk.ts';
import { closeAfterResponse } from '../response/errors.ts';

/**
 * What the thread must know of a request that the caller cannot send: who that is, how the request is named in logs, and at which
 * address it reached the API. The thread's own connection says none of these.
 */
type ForwardedCall = { caller: Caller; requestId: string; traceparent: string; ownAddress: string };
const callHeader = 'x-forwarded-call';

/** Headers of one connection, and those that this thread deals with. */
const ownHeaders = new Set([
  'accept-encoding',
  'authorization',
  'connection',
  'date',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  callHeader,
]);

/** A thread that runs. `ended` resolves when it has ended. */
type Running = { worker: Worker; socketPath: string; ended: Promise<void> };
type BulkThread = {
  forward: ForwardRequest;
  /** Starts the thread before somebody needs it: the first bulk request would wait a second or two. */
  start: () => void;
  close: () => Promise<void>;
};

/**
 * Prepares the thread.
 *
 * @param program its file, which gets `workerData` and the path of its socket, and calls `serveForwarded`
 * @param log never gets what a request says
 */
export function prepareBulkThread(program: URL, workerData: object, log: Logger): BulkThread {
  let running: Promise<Running> | null = null;

  function start(): Promise<Running> {
    const folder = mkdtempSync(path.join(tmpdir(), 'check-in-bulk-'));
    const socketPath = path.join(folder, 'socket');
    const worker = new Worker(program, {
      workerData: { ...workerData, socketPath },
      resourceLimits: {
        maxOldGenerationSizeMb: bulk.heapMegabytes.old,
        maxYoungGenerationSizeMb: bulk.heapMegabytes.young,
      },
    });
    worker.unref();
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    return new Promise((resolve, reject) => {
      worker.once('message', () => resolve({ worker, socketPath, ended }));
      worker.once('error', (error) => log.error({ err: error }, 'the thread for bulk requests failed'));
      worker.once('exit', (code) => {
        running = null; // the next request starts another one
        rmSync(folder, { recursive: true, force: true });
        reject(new ApiError('OVERLOADED', undefined, { cause: new Error(`The thread ended with code ${code}.`) }));
      });
    });
  }

  return {
    start() {
      running ??= start();
      running.catch(() => undefined); // the next request starts another one
    },
    async forward(ctx, caller, signal) {
      running ??= start();
      const { socketPath, ended } = await waitAtMost(bulk.startWithinMs, running, () => new ApiError('OVERLOADED'));
      const answer = await sendOn(ctx, { socketPath, caller, signal }).catch(async (error: unknown) => {
        if (isLost(error))
          await waitAtMost(endsWithinMs, ended, () => new ApiError('OVERLOADED')).catch(() => undefined);
        throw error;
      });
      await answerWith(ctx, answer);
    },
    async close() {
      const started = await running?.catch(() => null);
      await started?.worker.terminate();
    },
  };
}

/** A thread whose connections are lost has ended soon. Whoever then asks again finds another one. */
const endsWithinMs = 1_000;

function isLost(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return ['ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'EPIPE'].includes(code ?? '');
}

/** Sends a request on with its body, and returns the answer when its head has come. */
function sendOn(
  ctx: Context,
  { socketPath, caller, signal }: { socketPath: string; caller: Caller; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { requestId, traceparent } = ctx.state as { requestId: string; traceparent: string };
  const call: ForwardedCall = { caller, requestId, traceparent, ownAddress: getOwnAddress(ctx) };
  const { 'transfer-encoding': coding } = ctx.req.headers;
  const headers = {
    ...withoutOwn(ctx.req.headers),
    ...(coding !== undefined && { 'transfer-encoding': 'chunked' }),
    [callHeader]: Buffer.from(JSON.stringify(call)).toString('base64url'),
  };
  return new Promise((resolve, reject) => {
    const options = { socketPath, method: ctx.method, path: ctx.req.url ?? '', headers, signal };
    const forwarded = sendRequest({ ...options, timeout: bulk.answerWithinMs });
    forwarded.once('response', resolve);
    forwarded.once('timeout', () => forwarded.destroy(new ApiError('ANSWER_TOO_SLOW')));
    forwarded.once('error', (error) =>
      reject(error instanceof ApiError ? error : new ApiError('OVERLOADED', undefined, { cause: error })),
    );
    ctx.req.pipe(forwarded);
  });
}

/** Answers with the answer of the thread: an error as a whole, everything else as it comes. */
async function answerWith(ctx: Context, answer: IncomingMessage): Promise<void> {
  const { statusCode = 500, headers } = answer;
  const isRefused = statusCode >= 400;
  ctx.body = isRefused ? await text(answer) : statusCode === 204 || statusCode === 304 ? null : answer;
  ctx.status = statusCode;
  for (const [name, value = ''] of Object.entries(withoutOwn(headers))) {
    if (name === 'vary') ctx.vary(value);
    else ctx.set(name, value);
  }
  if (isRefused && !ctx.req.complete) closeAfterResponse(ctx);
}

function withoutOwn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)));
}

/** Reads who has sent a request that was forwarded, in the thread. */
export function readForwardedCall(ctx: Context): ForwardedCall {
  return JSON.parse(Buffer.from(ctx.get(callHeader), 'base64url').toString()) as ForwardedCall;
}

/** Serves forwarded requests, in the thread. Resolves when it listens. */
export async function serveForwarded(app: Koa, socketPath: string): Promise<void> {
  // The thread that forwards has the limits of connections, and adds a header. It alone closes idle connections: one that this
  // thread closed could just be used again.
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0, maxHeaderSize: 2 * maxHeaderSize },
    (request, response) => {
      void app.callback()(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  chmodSync(socketPath, 0o600);
}
