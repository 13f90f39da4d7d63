// What is recorded of a request: its id, which log line, answer and problem details have in common; its span; its log line.
import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import {
  getTraceparent,
  markFailed,
  openSpan,
  parseOrigin,
  runAt,
  type Origin,
  getTraceId,
} from '../../telemetry/spans.ts';
import type { Caller } from '../caller.ts';
import { accessPrefix } from '../addresses.ts';
import { healthPaths } from './health.ts';
import type { Metrics } from './metrics.ts';

const plainId = /^[\w-]{8,64}$/;
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/** Logs one line per request, by allow-list: no raw path, no token, no name, no text. */
export function logRequests(log: Logger, metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    const { requestId, header } = chooseRequestId(ctx.get('X-Request-Id'), ctx.path);
    const span = openRequestSpan(ctx, requestId);
    const { traceparent } = span;
    Object.assign(ctx.state, { requestId, traceparent });
    ctx.set('X-Request-Id', header);
    await runAt(span.origin, next);
    const caller = ctx.state['caller'] as Caller | undefined;
    const route = (ctx as { _matchedRoute?: string })._matchedRoute;
    span.describe(route, caller);
    const ms = performance.now() - started;
    if ((ctx.state as { isShed?: boolean }).isShed) metrics.refusal();
    else if (!healthPaths.has(ctx.path)) metrics.request(ctx.method, route, ctx.status, ms / 1000);
    const line = {
      requestId,
      traceId: getTraceId(traceparent),
      method: ctx.method,
      route,
      status: ctx.status,
      ms: Math.round(ms * 10) / 10,
      tenantId: caller?.tenantId,
      userId: caller?.kind === 'user' ? caller.userId : undefined,
      tool: (ctx.state as { tool?: string }).tool,
      service: caller?.kind === 'service' ? caller.name : undefined,
    };
    log.info(line, 'request completed');
  };
}

/**
 * Returns the id of a request, and the header X-Request-Id of its answer. Both are the id that the client sent, if it is
 * plain. The AuthZEN profile wants the header back as it was sent, also where it is too odd for the log.
 *
 * @param sent the header X-Request-Id of the request, empty if there is none
 * @param path of the request; it may have a query string
 */
export function chooseRequestId(sent: string, path: string): { requestId: string; header: string } {
  const requestId = plainId.test(sent) ? sent : randomUUID();
  return { requestId, header: (path.startsWith(accessPrefix) && sent) || requestId };
}

type RequestSpan = {
  /** Names the span; it continues the trace of the request's header. */
  traceparent: string;
  /** Where the work for the request is done. */
  origin: Origin;
  /**
   * Describes the answer, once it is decided; call it once. The span ends when it has also been sent, or the client has
   * left.
   */
  describe(route: string | undefined, caller: Caller | undefined): void;
};

/**
 * Opens the span of a request. It has the route, never the path, because paths contain ids, and paths of downloads
 * contain a signed token. Health checks and scrapes have no span.
 */
export function openRequestSpan(ctx: Context, requestId: string): RequestSpan {
  const header = ctx.get('traceparent');
  const isTraced = !healthPaths.has(ctx.path);
  const method = knownMethods.has(ctx.method) ? ctx.method : '_OTHER';
  const { span, origin } = openSpan(method, {
    kind: 'server',
    origin: parseOrigin(isTraced ? header : undefined),
    isRoot: isTraced,
    attributes: { 'http.request.method': method, 'url.scheme': ctx.protocol, 'checkin.request.id': requestId },
  });
  /** The connection has closed, and the answer is decided: in either order, since a client may leave before. */
  let remaining = 2;
  const completePart = (): void => {
    remaining -= 1;
    if (remaining === 0) span.end();
  };
  ctx.res.once('close', completePart);
  return {
    traceparent: getTraceparent(span, header),
    origin,
    describe(route, caller) {
      if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
      if (caller) span.setAttribute('checkin.tenant.id', caller.tenantId);
      span.setAttribute('http.response.status_code', ctx.status);
      if (ctx.status >= 500) markFailed(span, String(ctx.status));
      completePart();
    },
  };
}
