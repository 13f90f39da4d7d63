// The worker process: processes outbox events, runs scheduled jobs and serves health checks.
import { getPublicUrl, getWebUrl, readConfigOrExit } from '../platform/config/config.ts';
import { openMailer } from '../platform/email/ses.ts';
import { assertEveryLabelHasARow } from '../features/personal-data/table-of-nodes.ts';
import { eventTypes } from './event-types.ts';
import { featureList } from './features.ts';
import { openGraph } from '../platform/graph/client.ts';
import { requireSchema } from '../platform/graph/queries/migrations.ts';
import { createHealthServer } from '../platform/http/process/server.ts';
import { drain, listen, onStop } from '../platform/http/process/lifecycle.ts';
import { openMetrics } from '../platform/http/process/metrics.ts';
import { startJobs } from './jobs.ts';
import { openLog } from '../platform/telemetry/log.ts';
import { startRelay } from '../platform/outbox/relay.ts';
import { readVersion } from '../platform/lib/project-folder.ts';
import { openQueues } from '../platform/outbox/queues/queues.ts';
import { openRedis } from '../platform/outbox/queues/redis.ts';
import { createUnsubscribeLinks } from '../platform/secrets/unsubscribe-links.ts';
import { listKeyIds, readServiceKeys } from '../platform/secrets/service-keys.ts';
import { openStorage } from '../platform/storage/storage.ts';
import { startTracing } from '../platform/telemetry/open-telemetry.ts';

/**
 * How long running jobs may take to finish at shutdown, of the 25 seconds that it has; another worker takes over the
 * rest.
 */
const finishWithinMs = 18_000;

const config = readConfigOrExit({ verifiesTokens: false });
const log = openLog('worker', config.LOG_LEVEL);
const tracing = await startTracing('worker', readVersion(), config, log);
const graph = openGraph(config);
assertEveryLabelHasARow();
await requireSchema(graph);
const planned = graph.watch(log, 'worker');
const redis = openRedis(config.REDIS_URL, log);
const queues = openQueues(config.REDIS_URL, log);
const mailer = openMailer({
  region: config.SES_REGION,
  ...(config.SES_ENDPOINT && { endpoint: config.SES_ENDPOINT }),
  from: config.EMAIL_FROM,
});
const metrics = openMetrics();
metrics.observe(graph);
let stopping = false;
let work: ReturnType<typeof startWork> | null = null;

const files = openStorage(config);
const keys = await readServiceKeys(config);
const services = {
  graph,
  queues,
  counter: redis,
  mailer,
  files,
  metrics,
  log,
  eventTypes,
  database: config,
  now: () => new Date(),
  webUrl: getWebUrl(config),
  unsubscribeLinks: createUnsubscribeLinks(keys, getPublicUrl(config)),
  keys,
  allowsLoopback: config.WEBHOOKS_TO_LOOPBACK === 'allow',
};
metrics.watch(graph, queues, services.now);

const server = createHealthServer({ graph, redis, metrics, stopping: () => stopping }, log);

onStop(log, async () => {
  stopping = true;
  await (work ? work.stop() : queues.close(0));
  await drain(server);
  mailer.close();
  redis.close();
  await graph.close();
  await tracing.stop();
});

const { address, port } = await listen(server, config.WORKER_PORT, config.HOST);
log.info({ address, port, keyIds: listKeyIds(keys) }, 'worker started');
await planned; // before, statements would exceed their time limit, and events would lose attempts
if (!stopping) work = startWork();

function startWork(): { stop(): Promise<void> } {
  const direct = startJobs(services);
  const runners = featureList.flatMap((feature) => feature.runners ?? []).map((start) => start(services));
  const starts = [startRelay, ...featureList.flatMap((feature) => feature.loops ?? [])];
  const loops = starts.map((start) => start(services));
  return {
    async stop() {
      const runnersEnded = Promise.all(runners.map((runner) => runner.stop()));
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([direct.stop(finishWithinMs), queues.close(finishWithinMs), runnersEnded]);
    },
  };
}
