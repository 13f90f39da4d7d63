// Runs the API: opens its services, listens, and closes everything in reverse order on shutdown.
import { setTimeout as pause } from 'node:timers/promises';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { createApp, prefix } from './app.ts';
import { getPublicUrl, readConfigOrExit, type Config } from './config/config.ts';
import { assertEveryLabelHasARow } from './features/nodes.ts';
import { openGraph, type GraphClient } from './graph/client.ts';
import { requireSchema } from './graph/queries/migrations.ts';
import { createCursors } from './secrets/cursors.ts';
import { createLinkSigner } from './secrets/file-links.ts';
import { createSecretBox } from './secrets/secret-box.ts';
import { createUnsubscribeLinks, type UnsubscribeLinks } from './secrets/unsubscribe-links.ts';
import type { RouteServices } from './routes/define-endpoint.ts';
import { prepareBulkThread } from './http/process/bulk-thread.ts';
import { createAddressFinder } from './http/caller/client-address.ts';
import { parseOrigins } from './http/caller/cors.ts';
import { downloadsPath } from './http/response/downloads.ts';
import { drain, listen, onStop } from './http/process/lifecycle.ts';
import { openMetrics } from './http/process/metrics.ts';
import { createHealthServer, createHttpServer } from './http/process/server.ts';
import { createLocalKeySource, createRemoteKeySource } from './http/caller/token-keys.ts';
import { openIdentitySettings } from './identity/settings.ts';
import { openSignIn } from './identity/open-sign-in.ts';
import { openLog } from './telemetry/log.ts';
import { createMotivatorsService } from './motivators/cached-motivators.ts';
import { openInsightWriter } from './motivators/insight-writer.ts';
import { openMotivatorsProvider } from './motivators/source.ts';
import { parseNetworks } from './lib/networks.ts';
import { createReader } from './lib/outside-documents.ts';
import { readVersion } from './lib/project-folder.ts';
import { openRedis } from './queues/redis.ts';
import { parseRateLimits } from './settings/rate-limits.ts';
import { listKeyIds, readServiceKeys } from './secrets/service-keys.ts';
import { openErasureServices } from './org/erasure-log.ts';
import { startTracing } from './telemetry/open-telemetry.ts';

/** Adds paths to the application that the API does not have, for example those of the demo. */
export type Extend = (app: Koa, parts: { graph: GraphClient; config: Config }) => void;

/**
 * Opens what handlers use, in the process of the API and in its thread for bulk requests.
 *
 * @returns also the ids of the service's keys
 */
export async function openRouteServices(
  config: Config,
  graph: GraphClient,
  log: Logger,
): Promise<RouteServices & { unsubscribeLinks: UnsubscribeLinks; keyIds: string[] }> {
  const { INSIGHTS_URL: url, INSIGHTS_MODEL: model, INSIGHTS_KEY: key } = config;
  const keys = await readServiceKeys(config);
  const publicUrl = getPublicUrl(config);
  return {
    ...openErasureServices(graph, config),
    links: createLinkSigner(keys, `${publicUrl}${prefix}${downloadsPath}`),
    unsubscribeLinks: createUnsubscribeLinks(keys, publicUrl),
    cursors: createCursors(keys),
    motivators: createMotivatorsService({
      graph,
      log,
      now: () => new Date(),
      provider: config.MOTIVATORS_URL ? openMotivatorsProvider(config.MOTIVATORS_URL, config.MOTIVATORS_TOKEN) : null,
      writer: url && model ? openInsightWriter({ url, model, key }) : null,
    }),
    webhooks: {
      secrets: createSecretBox(keys),
      allowLoopback: config.WEBHOOKS_TO_LOOPBACK === 'allow',
    },
    identity: openIdentitySettings(config),
    keyIds: listKeyIds(keys),
  };
}

/** SNS waits 15 s for an answer. */
const snsWithinMs = 5_000;

/** Runs the API in this process until a stop signal. */
export async function runApi(extend: Extend = () => undefined): Promise<void> {
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
  void graph.watch(log, 'api');

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

  const health = healthServer && (await listen(healthServer, config.HEALTH_PORT ?? 0, config.HOST));
  const { address, port } = await listen(server, config.PORT, config.HOST);
  log.info({ address, port, healthPort: health?.port, keyIds }, 'server listening');
}
