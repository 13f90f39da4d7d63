// Bulk requests: those with a large body or a file, and those whose work grows with the organisation. What they may cost is
// known before they begin: each counts for the rate limits by its bytes, and works in one of a few places.
import { once } from 'node:events';
import type { Context, Middleware } from 'koa';
import { createCallerGraph } from '../../access/caller-graph.ts';
import { permit, type Standing } from '../../access/permissions.ts';
import { ApiError, fail } from '../../errors.ts';
import type { GraphClient } from '../../graph/client.ts';
import { createPlaces } from '../../lib/places.ts';
import { bulk, jsonBody } from '../../limits.ts';
import { assertCallerKind, getCaller, getCallerId, type Caller } from '../caller.ts';
import type { Call, Endpoint } from '../endpoint.ts';

/** Has a request answered elsewhere than in this thread. Nobody waits for the answer any more when `signal` aborts. */
export type ForwardRequest = (ctx: Context, caller: Caller, signal: AbortSignal) => Promise<void>;

/** @throws {ApiError} UNAUTHENTICATED, FORBIDDEN */
export type AdmitSender = (ctx: Context, declared: Endpoint, caller: Caller) => Promise<void>;

/**
 * Creates the function that refuses callers who may not call an endpoint, before their body is read.
 *
 * @param graph is asked for the roles of users; services show their scopes
 */
export function createSenderCheck(graph: Pick<GraphClient, 'bind'>): AdmitSender {
  return async (ctx, { permission, callers = ['user'] }, caller) => {
    assertCallerKind(caller, callers);
    if (caller.kind === 'service' || !permission) return;
    const scope = { tenantId: caller.tenantId, userId: caller.userId, traceparent: ctx.state['traceparent'] as string };
    const bound = createCallerGraph(graph.bind(scope), caller.kind);
    const { standing } = await bound.one<{ standing: Standing }>('access/caller');
    permit(standing, permission);
  };
}

/**
 * Creates the middleware of endpoints that limits their bulk requests; others pass.
 *
 * @param forward has them answered by the thread for bulk requests; without it they are answered here
 * @throws {ApiError} (the middleware) RATE_LIMITED if the tenant has such a request under way for too long, OVERLOADED if
 *   the process has too many, REQUEST_TIMEOUT if the client sends too slowly
 */
export function limitBulk(admit: AdmitSender, forward: ForwardRequest | null): (declared: Endpoint) => Middleware {
  const takePlace = createPlaces(bulk.places);
  return (declared) => async (ctx, next) => {
    if (!isBulk(ctx, declared)) return void (await next());
    const caller = getCaller(ctx);
    if (hasBody(ctx)) {
      await admit(ctx, declared, caller);
      await countBytes(ctx, declared);
      await awaitFirstBytes(ctx);
    }
    const leavePlace = await takePlace({ tenantId: caller.tenantId, callerId: getCallerId(caller) }, bulk.waitMs);
    if (ctx.res.closed) return leavePlace();
    const left = new AbortController();
    ctx.res.once('close', () => {
      leavePlace();
      left.abort();
    });
    const arrival = watchArrival(ctx);
    const work = forward ? forward(ctx, caller, left.signal) : next();
    work.catch(() => undefined); // it may fail after the request was refused
    await Promise.race([work, arrival.stalled]).finally(arrival.stop);
  };
}

/** Whether a request has at most the usual size of a JSON body, and says so. */
export function hasUsualBody(ctx: Context): boolean {
  const isOfKnownLength = !ctx.get('Transfer-Encoding') && !ctx.get('Content-Encoding');
  return isOfKnownLength && (ctx.request.length ?? 0) <= jsonBody.bytes;
}

/** Whether requests of an endpoint are bulk, or those with a large body. */
export function canBeBulk({ isBulk: always, upload, maxBodyBytes }: Endpoint): boolean {
  return always === true || upload !== undefined || maxBodyBytes !== undefined;
}

const hasBody = ({ req }: Context): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

function isBulk(ctx: Context, declared: Endpoint): boolean {
  const isBySize = declared.maxBodyBytes !== undefined && declared.isBulk !== true;
  return canBeBulk(declared) && !(isBySize && hasUsualBody(ctx));
}

/** A body of unknown length counts as the largest that the endpoint takes. */
async function countBytes(ctx: Context, { upload, maxBodyBytes = 0 }: Endpoint): Promise<void> {
  const most = upload?.maxBytes ?? maxBodyBytes;
  const isOfKnownLength = !ctx.get('Transfer-Encoding') && !ctx.get('Content-Encoding');
  const bytes = isOfKnownLength ? Math.min(ctx.request.length ?? 0, most) : most;
  const further = Math.floor(bytes / bulk.bytesOfRequest);
  if (further > 0) await (ctx.state['countFurther'] as Call['countFurther'] | undefined)?.(further);
}

/** A client that sends nothing takes no place; Node ends its request when the time of the connection is up. */
async function awaitFirstBytes({ req, res }: Context): Promise<void> {
  if (req.complete || req.readableLength > 0) return;
  const ended = new AbortController();
  const { signal } = ended;
  const ends = [once(req, 'readable', { signal }), once(req, 'end', { signal }), once(res, 'close', { signal })];
  await Promise.race(ends).finally(() => {
    ended.abort();
    void Promise.allSettled(ends);
  });
  if (res.closed) fail('VALIDATION_ERROR', 'The body did not arrive.');
}

/**
 * Watches a body arrive. A client may be `bulk.idleMs` behind the least rate, at whatever time. A body that is not read at the moment,
 * because others are, is not late; nor does a look count for more because this thread comes late to it.
 */
function watchArrival({ req }: Context): { stalled: Promise<never>; stop: () => void } {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  let bytes = req.socket.bytesRead;
  const everyMs = bulk.idleMs / 5;
  let behindMs = 0;
  const timer = setInterval(() => {
    const arrived = req.socket.bytesRead - bytes;
    const waitedMs = req.readableLength > 0 ? 0 : everyMs;
    behindMs = Math.max(0, behindMs + waitedMs - (arrived / bulk.leastBytesPerSecond) * 1_000);
    bytes += arrived;
    if (req.complete) clearInterval(timer);
    else if (behindMs >= bulk.idleMs) reject(new ApiError('REQUEST_TIMEOUT'));
  }, everyMs);
  return { stalled, stop: () => clearInterval(timer) };
}
