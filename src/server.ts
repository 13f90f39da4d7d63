// The API process: opens what it needs, serves, and closes it again in reverse order.
import { setTimeout as pause } from 'node:timers/promises';
import { createApp, prefix } from './app.ts';
import { readConfig } from './config.ts';
import { openGraph } from './graph/client.ts';
import { requireSchema } from './graph/migrations.ts';
import { localKeys, localSecret, publishedKeys } from './http/authentication.ts';
import { profileFilesPath } from './http/downloads.ts';
import { drain, listen, onStop } from './http/lifecycle.ts';
import { openMetrics } from './http/metrics.ts';
import { serverOf } from './http/server.ts';
import { openLog } from './log.ts';
import { openMotivators } from './motivators/cached-motivators.ts';
import { openInsightWriter } from './motivators/insight-writer.ts';
import { openMotivatorsProvider } from './motivators/source.ts';
import { openRedis } from './queues/redis.ts';
import { openFileLinks } from './storage/signed-links.ts';
import { openFiles } from './storage/storage.ts';

const config = readConfig();
const log = openLog('api', config.LOG_LEVEL);
const graph = openGraph(config);
const redis = openRedis(config.REDIS_URL, log);
const metrics = openMetrics();
let stopping = false;

await requireSchema(graph);
const { INSIGHTS_URL: url, INSIGHTS_MODEL: model, INSIGHTS_KEY: key } = config;
const publicUrl = config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`;
const app = createApp({
  graph,
  redis,
  log,
  files: openFiles(config),
  links: openFileLinks(
    config.FILE_LINK_KEY ?? (await localSecret(config.TOKEN_KEY_FILE ?? '')),
    `${publicUrl}${prefix}${profileFilesPath}`,
  ),
  motivators: openMotivators({
    graph,
    now: () => new Date(),
    provider: config.MOTIVATORS_URL ? openMotivatorsProvider(config.MOTIVATORS_URL, config.MOTIVATORS_TOKEN) : null,
    writer: url && model ? openInsightWriter({ url, model, key }) : null,
  }),
  metrics,
  keys: config.TOKEN_JWKS_URL
    ? publishedKeys(config.TOKEN_JWKS_URL, { maxAgeMs: config.TOKEN_KEYS_MAX_AGE_HOURS * 60 * 60_000, log })
    : await localKeys(config.TOKEN_KEY_FILE ?? ''),
  token: { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE },
  now: () => new Date(),
  stopping: () => stopping,
});
const server = serverOf(app, {
  door: { isOverloaded: () => graph.isOverloaded(), countRefusal: () => metrics.refusal() },
});
graph.watch(log);

onStop(log, async () => {
  stopping = true;
  await pause(config.DRAIN_SECONDS * 1000);
  await drain(server);
  redis.close();
  await graph.close();
});

const { address, port } = await listen(server, config.PORT, config.HOST);
log.info({ address, port }, 'serving');
