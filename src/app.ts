// The API: its middleware, in the order in which a request passes it.
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import { fail } from './errors.ts';
import { createMetadataRoutes } from './http/authzen-metadata.ts';
import { authenticate, type Caller, type KeySource } from './http/caller.ts';
import { compress } from './http/compress.ts';
import { allowOrigins } from './http/cors.ts';
import { createDocsRoutes } from './http/docs.ts';
import { createDownloadRoutes } from './http/downloads.ts';
import { createEndpointRouter, type EndpointServices } from './http/endpoint-router.ts';
import type { Endpoint } from './http/endpoint.ts';
import { shareBetweenTenants } from './http/fair-share.ts';
import { createHealthRoutes, healthPaths, type Health } from './http/health.ts';
import type { Metrics } from './http/metrics.ts';
import { buildOpenApi, type Section } from './http/openapi.ts';
import { limitRequests } from './http/rate-limits.ts';
import { chooseRequestId } from './http/request-id.ts';
import { openRequestSpan } from './http/request-span.ts';
import { handleErrors } from './http/respond.ts';
import type { RequestCounter } from './queues/request-counter.ts';
import { createContextFactory, type RouteServices } from './routes/endpoint.ts';
import { servedSections } from './routes/index.ts';
import type { RateLimits } from './rules/rate-limits.ts';
import { runAt } from './telemetry/spans.ts';
import { getTraceId } from './trace.ts';

export const prefix = '/v1';

export type Services = Omit<EndpointServices, 'createContext'> &
  RouteServices &
  Health & {
    metrics: Metrics;
    log: Logger;
    keys: KeySource;
    token: { issuer: string; audience: string };
    /** Where clients reach the API, if it is configured. */
    publicUrl?: string | undefined;
    /** Of web pages that may call the API; default none. */
    origins?: ReadonlySet<string>;
    /** How many requests callers and tenants may send; default any number. */
    rateLimits?: RateLimits | null;
    redis: RequestCounter;
    /** True if a port of its own serves health checks and metrics; this application does not then. */
    hasHealthPort?: boolean;
  };

/** Creates the application that serves `sections`. */
export function createApp(services: Services, sections: readonly Section[] = servedSections): Koa {
  const app = new Koa();
  const endpointServices = { ...services, createContext: createContextFactory(services) };
  const limited = services.rateLimits
    ? [limitRequests(services.rateLimits, { ...services, counter: services.redis })]
    : [];
  const checks = [authenticate(services.keys, services.token), ...limited];
  const share = shareBetweenTenants((tenantId) => services.graph.isOverloaded(tenantId));
  const before = (declared: Endpoint): Middleware[] => [...checks, share(declared)];
  const createRoutes = (own?: ''): Router => {
    const endpoints = sections.flatMap((section) => (section.prefix === own ? section.endpoints : []));
    return createEndpointRouter(endpoints, own ?? prefix, endpointServices, before);
  };
  const documented = sections.filter(({ isDocumented = true }) => isDocumented);
  const routers = [
    ...(services.hasHealthPort ? [] : [createHealthRoutes(services)]),
    createDocsRoutes(buildOpenApi(documented, prefix, services.publicUrl)),
    createDownloadRoutes(prefix, services),
    createMetadataRoutes(services.publicUrl),
    createRoutes(),
    createRoutes(''),
  ];

  app.use(requestLog(services.log, services.metrics));
  app.use(closeConnectionsWhile(services.stopping));
  app.use(handleErrors(services.log, prefix));
  app.use(compress());
  app.use(helmet());
  app.use(disableCaching);
  app.use(allowOrigins(services.origins ?? new Set()));
  app.use(requireHost);
  for (const router of routers) app.use(router.routes());
  for (const router of routers) app.use(router.allowedMethods());
  app.on('error', (error: Error & { code?: string }, ctx?: Koa.Context) => {
    const clientDisconnected =
      error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET' || error.code === 'EPIPE';
    const { requestId, traceparent } = (ctx?.state ?? {}) as { requestId?: string; traceparent?: string };
    const ids = { requestId, traceId: getTraceId(traceparent) };
    if (clientDisconnected) services.log.info(ids, 'client disconnected');
    else services.log.error({ err: error, ...ids }, 'response failed');
  });
  return app;
}

/** Logs one line per request, by allow-list: no raw path, no token, no name, no text. */
function requestLog(log: Logger, metrics: Metrics): Middleware {
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
      service: caller?.kind === 'service' ? caller.name : undefined,
    };
    log.info(line, 'request completed');
  };
}

function closeConnectionsWhile(stopping: () => boolean): Middleware {
  return async (ctx, next) => {
    await next();
    if (stopping()) ctx.set('Connection', 'close');
  };
}

const disableCaching: Middleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  await next();
};

/** HTTP/1.1 requires one Host header (RFC 9112, 3.2). Node would refuse without a response body. */
const requireHost: Middleware = async (ctx, next) => {
  const { host = [] } = ctx.req.headersDistinct;
  if (host.length > 1 || (ctx.req.httpVersion === '1.1' && host.length === 0))
    fail('VALIDATION_ERROR', 'Send one Host header.');
  await next();
};
