// The API: its middleware, in the order in which a request passes it.
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import { authenticate } from '../platform/http/caller/authenticate.ts';
import { createCallerFinder, type SignIn } from '../platform/http/caller/find-caller.ts';
import type { KeySource } from '../platform/http/caller/verify-token.ts';
import { compress } from '../platform/http/response/compress.ts';
import { createAddressFinder, type FindAddress } from '../platform/http/caller/client-address.ts';
import { allowOrigins, type Origins } from '../platform/http/caller/cors.ts';
import { createCatalogRoutes, linkDescription } from '../platform/http/openapi/api-catalog.ts';
import { createDocsRoutes } from '../platform/http/openapi/docs.ts';
import { createDownloadRoutes } from '../platform/http/response/downloads.ts';
import { createUnsubscribeRoutes } from '../features/notifications/unsubscribe.ts';
import { createEndpointRouter, type EndpointServices } from '../platform/http/declaration/endpoint-router.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { shareBetweenTenants } from '../platform/http/caller/fair-share.ts';
import { createHealthRoutes, type Health } from '../platform/http/process/health.ts';
import type { Metrics } from '../platform/http/process/metrics.ts';
import { buildOpenApi, type Section } from '../platform/http/openapi/openapi.ts';
import { createMetadataRoutes, listCommonIssuer } from '../platform/http/openapi/metadata.ts';
import { noteOwnAddress } from '../platform/http/addresses.ts';
import { createEmailEventRoutes, type EmailEventSource } from '../features/notifications/email-events.ts';
import { limitRequests } from '../platform/http/caller/rate-limits.ts';
import { limitSignInQuestions } from '../platform/http/caller/sign-in-questions.ts';
import { canBeBulk, createSenderCheck, limitBulk, type ForwardRequest } from '../platform/http/request/bulk.ts';
import { createInnerRequests, takeOuterState } from '../platform/http/process/inner-requests.ts';
import { readForwardedCall } from '../platform/http/process/bulk-thread.ts';
import { closeConnectionsWhile, requireHost } from '../platform/http/process/server.ts';
import type { PackedPage } from '../platform/http/web/pack-page.ts';
import { disableCaching } from '../platform/http/response/answer.ts';
import { logRequests } from '../platform/http/process/request-log.ts';
import { handleErrors } from '../platform/http/response/errors.ts';
import { createEmailStop } from '../features/notifications/stop-emails.ts';
import { parseNetworks } from '../platform/lib/networks.ts';
import type { RequestCounter } from '../platform/outbox/queues/redis.ts';
import { createAssistantRoutes } from '../features/assistants/routes.ts';
import { writePages } from './pages/pages.ts';
import { createContextFactory, prefix, type RouteServices } from './context.ts';
import { createWebRoutes } from './web.ts';
import type { UnsubscribeLinks } from '../platform/secrets/unsubscribe-links.ts';
import { servedSections } from './sections.ts';
import type { RateLimits } from '../platform/settings/rate-limits.ts';
import { getTraceId } from '../platform/telemetry/spans.ts';

export type Services = Omit<EndpointServices, 'createContext'> &
  RouteServices &
  Health & {
    metrics: Metrics;
    log: Logger;
    /** Of our own tokens. */
    keys: KeySource;
    token: { issuer: string; audience: string };
    signIn: SignIn;
    unsubscribeLinks: UnsubscribeLinks;
    /** Where SES reports bounces and complaints; without it, there is no endpoint for them. */
    emailEvents?: EmailEventSource | undefined;
    /** Where clients reach the API, if it is configured. */
    publicUrl?: string | undefined;
    /** The base of links for people, with `{slug}` for their tenant, if there is a web app. */
    webUrl?: string | undefined;
    /** The page of the product, where it is served. */
    web?: PackedPage | undefined;
    /** Of web pages that may call the API; default none. */
    origins?: Origins;
    /** Of the client of a request; default that of its connection. */
    findAddress?: FindAddress;
    /** How many requests callers and tenants may send; default any number. */
    rateLimits?: RateLimits | null;
    redis: RequestCounter;
    /** Answers bulk requests; without it they are answered in this thread. */
    forwardBulk?: ForwardRequest;
    /** True if a port of its own serves health checks and metrics; this application does not then. */
    hasHealthPort?: boolean;
  };

/** What the thread for bulk requests has of these services. */
export type ForwardedServices = Omit<EndpointServices, 'createContext'> & RouteServices & Pick<Services, 'log'>;

/**
 * Creates the application of the thread for bulk requests. The one that forwards them has authenticated and counted them,
 * logs them, and adds the headers that do not depend on the endpoint.
 */
export function createForwardedApp(services: ForwardedServices): Koa {
  const app = new Koa();
  const endpointServices = { ...services, createContext: createContextFactory(services) };
  app.use(async (ctx, next) => {
    Object.assign(ctx.state, readForwardedCall(ctx));
    await next();
  });
  app.use(handleErrors(services.log, prefix));
  for (const own of [prefix, '']) {
    const endpoints = servedSections.flatMap((section) =>
      (section.prefix ?? prefix) === own ? section.endpoints.filter(canBeBulk) : [],
    );
    app.use(createEndpointRouter(endpoints, own, endpointServices, () => []).routes());
  }
  app.on('error', (error: Error) => services.log.info({ err: error }, 'response to a bulk request ended'));
  return app;
}

/** Creates the application that serves `sections`. */
export function createApp(services: Services, sections: readonly Section[] = servedSections): Koa {
  const app = new Koa();
  const endpointServices = { ...services, createContext: createContextFactory(services) };
  const limited = services.rateLimits
    ? [limitRequests(services.rateLimits, { ...services, counter: services.redis })]
    : [];
  const findAddress = services.findAddress ?? createAddressFinder(parseNetworks(), services.log);
  const checks = [authenticate(createCallerFinder(services), findAddress), ...limited];
  const limitQuestions = limitSignInQuestions(findAddress);
  const share = shareBetweenTenants(services.graph);
  const limitIfBulk = limitBulk(createSenderCheck(services.graph), services.forwardBulk ?? null);
  const places = (declared: Endpoint): Middleware[] => [share(declared), limitIfBulk(declared)];
  const before = (declared: Endpoint): Middleware[] => [...checks, ...places(declared)];
  const createRoutes = (own?: ''): Router => {
    const endpoints = sections.flatMap((section) => (section.prefix === own ? section.endpoints : []));
    return createEndpointRouter(endpoints, own ?? prefix, endpointServices, before);
  };
  const tools = sections.flatMap(({ endpoints }) => endpoints.filter(({ tool }) => tool !== undefined));
  const inner = new Koa();
  inner.use(takeOuterState);
  inner.use(handleErrors(services.log, prefix));
  inner.use(createEndpointRouter(tools, prefix, endpointServices, places).routes());
  inner.on('error', createResponseLog(services.log));
  const documented = sections.filter(({ isDocumented = true }) => isDocumented);
  const routers = [
    ...(services.hasHealthPort ? [] : [createHealthRoutes(services)]),
    createDocsRoutes(
      () => buildOpenApi(documented, prefix, services.publicUrl),
      () => listCommonIssuer(services.signIn),
      writePages(documented),
      linkDescription(services.publicUrl),
    ),
    createCatalogRoutes({
      publicUrl: services.publicUrl,
      prefix,
      statusPath: services.hasHealthPort ? null : '/readyz',
    }),
    createDownloadRoutes(prefix, services),
    createUnsubscribeRoutes(services),
    ...(services.emailEvents
      ? [
          createEmailEventRoutes(prefix, {
            ...services,
            source: services.emailEvents,
            stopEmails: createEmailStop(services.graph),
          }),
        ]
      : []),
    createMetadataRoutes(prefix, { ...services.signIn, limitQuestions }),
    ...(services.web ? [createWebRoutes(services.web, { ...services.signIn, limitQuestions })] : []),
    createAssistantRoutes(tools, checks, { ...services, prefix, ask: createInnerRequests(inner) }),
    createRoutes(),
    createRoutes(''),
  ];

  app.use(noteOwnAddress(services.publicUrl));
  app.use(logRequests(services.log, services.metrics));
  app.use(closeConnectionsWhile(services.stopping));
  app.use(handleErrors(services.log, prefix));
  app.use(compress());
  app.use(helmet());
  app.use(disableCaching);
  app.use(allowOrigins(services.origins ?? new Set()));
  app.use(requireHost);
  for (const router of routers) app.use(router.routes());
  for (const router of routers) app.use(router.allowedMethods());
  app.use(linkDescription(services.publicUrl)); // an answer to a path that does not exist leads to the description
  app.on('error', createResponseLog(services.log));
  return app;
}

/** Creates the listener for responses that could not be sent to their end. */
function createResponseLog(log: Logger): (error: Error & { code?: string }, ctx?: Koa.Context) => void {
  return (error, ctx) => {
    const clientDisconnected =
      error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET' || error.code === 'EPIPE';
    const { requestId, traceparent } = (ctx?.state ?? {}) as { requestId?: string; traceparent?: string };
    const ids = { requestId, traceId: getTraceId(traceparent) };
    if (clientDisconnected) log.info(ids, 'client disconnected');
    else log.error({ err: error, ...ids }, 'response failed');
  };
}
