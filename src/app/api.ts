// Runs the API: opens its services, listens, and closes everything in reverse order on shutdown.
import { setTimeout as pause } from 'node:timers/promises';
import type Koa from 'koa';
import { createApp } from './app.ts';
import { openRouteServices } from './context.ts';
import { packWeb } from './web.ts';
import { getWebUrl, readConfigOrExit, type Config } from '../platform/config/config.ts';
import { assertEveryLabelHasARow } from '../features/personal-data/table-of-nodes.ts';
import { openGraph, type GraphClient } from '../platform/graph/client.ts';
import { requireSchema } from '../platform/graph/queries/migrations.ts';
import { prepareBulkThread } from '../platform/http/process/bulk-thread.ts';
import { createAddressFinder } from '../platform/http/caller/client-address.ts';
import { parseOrigins } from '../platform/http/caller/cors.ts';
import { drain, listen, onStop } from '../platform/http/process/lifecycle.ts';
import { openMetrics } from '../platform/http/process/metrics.ts';
import { createHealthServer, createHttpServer } from '../platform/http/process/server.ts';
import { createLocalKeySource, createRemoteKeySource } from '../platform/http/caller/token-keys.ts';
import { openIdentitySettings } from '../features/identity/settings.ts';
import { openSignIn } from '../features/identity/open-sign-in.ts';
import { openLog } from '../platform/telemetry/log.ts';
import { parseNetworks } from '../platform/lib/networks.ts';
import { createReader } from '../platform/lib/outside-documents.ts';
import { readVersion } from '../platform/lib/project-folder.ts';
import { openRedis } from '../platform/outbox/queues/redis.ts';
import { parseRateLimits } from '../platform/settings/rate-limits.ts';
import { loadRegions } from '../platform/time/holidays.ts';
import { startTracing } from '../platform/telemetry/open-telemetry.ts';

/** Adds paths to the application that the API does not have, for example those of the demo. */
export type Extend = (app: Koa, parts: { graph: GraphClient; config: Config }) => void;

/** Less than the 15 s for which SNS waits for an answer. */
const snsWithinMs = 5_000;

/** What the demo adds: `extend` adds paths, and `webModules` replaces modules of the page, by file name. */
type Additions = { extend?: Extend; webModules?: Readonly<Record<string, string>> };

/** Runs the API in this process until a stop signal. */
export async function runApi({ extend = () => undefined, webModules = {} }: Additions = {}): Promise<void> {
  const config = readConfigOrExit();
  const log = openLog('api', config.LOG_LEVEL);
  const tracing = await startTracing('api', readVersion(), config, log);
  const graph = openGraph(config);
  const redis = openRedis(config.REDIS_URL, log);
  const metrics = openMetrics();
  metrics.observe(graph);
  const origins = parseOrigins(config.CORS_ORIGINS);
  let stopping = false;

  assertEveryLabelHasARow();
  await requireSchema(graph);
  const identity = openIdentitySettings(config);
  const healthServices = { graph, redis, metrics, stopping: () => stopping };
  const { keyIds, unsubscribeLinks, ...routeServices } = await openRouteServices(config, graph, log);
  const bulkThread = prepareBulkThread(new URL('./bulk-thread.ts', import.meta.url), { config }, log);
  const app = createApp({
    ...healthServices,
    ...routeServices,
    log,
    unsubscribeLinks,
    emailEvents: config.SES_TOPIC_ARN
      ? { topicArn: config.SES_TOPIC_ARN, read: createReader({ allowLoopback: false, timeoutMs: snsWithinMs }) }
      : undefined,
    keys: config.TOKEN_JWKS_URL
      ? createRemoteKeySource(config.TOKEN_JWKS_URL, log)
      : await createLocalKeySource(config.TOKEN_KEY_FILE ?? ''),
    token: { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE },
    signIn: openSignIn({ graph, log, now: () => new Date(), ...identity }),
    origins,
    publicUrl: config.PUBLIC_URL,
    webUrl: getWebUrl(config),
    web: config.WEB === 'on' ? packWeb(webModules) : undefined,
    hasHealthPort: config.HEALTH_PORT !== undefined,
    findAddress: createAddressFinder(parseNetworks(config.TRUSTED_PROXIES), log),
    rateLimits: config.RATE_LIMITS ? parseRateLimits(config.RATE_LIMITS) : null,
    forwardBulk: bulkThread.forward,
    now: () => new Date(),
  });
  extend(app, { graph, config });
  const server = createHttpServer(app, {
    origins,
    loadGuard: { isOverloaded: () => graph.isOverloaded(), countRefusal: () => metrics.refusal() },
  });
  const healthServer = config.HEALTH_PORT === undefined ? null : createHealthServer(healthServices, log);
  void graph.watch(log, 'api', config.QUERY_PLANS).then(() => {
    if (config.QUERY_PLANS === 'all') bulkThread.start();
  });

  const servesForMs = config.DRAIN_SECONDS * 1000;
  const stop = async (): Promise<void> => {
    stopping = true;
    await pause(servesForMs);
    await drain(server);
    if (healthServer) await drain(healthServer);
    redis.close();
    await bulkThread.close();
    await graph.close();
    await tracing.stop();
  };
  onStop(log, stop, { servesForMs });

  loadRegions();
  const health = healthServer && (await listen(healthServer, config.HEALTH_PORT ?? 0, config.HOST));
  const { address, port } = await listen(server, config.PORT, config.HOST);
  log.info({ address, port, healthPort: health?.port, keyIds }, 'server listening');
}
