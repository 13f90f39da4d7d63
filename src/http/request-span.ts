// The span of a request. It has the route, never the path: paths hold ids, and those of downloads a signed token.
import type { Context } from 'koa';
import { getTraceparent, openSpan, markFailed, parseOrigin, type Origin } from '../telemetry/spans.ts';
import type { Caller } from './caller.ts';
import { healthPaths } from './health.ts';

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

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

/** Opens the span of a request. Health checks and scrapes have none. */
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
