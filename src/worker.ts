// The worker process: processes outbox events, runs scheduled jobs and serves health checks.
import { startPublisher } from './changes/publish.ts';
import { getPublicUrl, readConfigOrExit } from './config/config.ts';
import { openMailer } from './email/ses.ts';
import { assertEveryLabelHasARow } from './features/nodes.ts';
import { eventTypes } from './event-types.ts';
import { openGraph } from './graph/client.ts';
import { requireSchema } from './graph/queries/migrations.ts';
import { createHealthServer } from './http/process/server.ts';
import { drain, listen, onStop } from './http/process/lifecycle.ts';
import { openMetrics } from './http/process/metrics.ts';
import { startRetention } from './jobs/retention.ts';
import { startDuePlans } from './jobs/due-plans.ts';
import { startJobs } from './jobs/index.ts';
import { startFileSweep } from './jobs/sweep-files.ts';
import { startWeeklyRuns } from './jobs/weekly-runs.ts';
import { openLog } from './telemetry/log.ts';
import { startRelay } from './outbox/relay.ts';
import { readVersion } from './lib/project-folder.ts';
import { openQueues } from './queues/queues.ts';
import { openRedis } from './queues/redis.ts';
import { createSecretBox } from './secrets/secret-box.ts';
import { createUnsubscribeLinks } from './secrets/unsubscribe-links.ts';
import { listKeyIds, readServiceKeys } from './secrets/service-keys.ts';
import { openStorage } from './storage/storage.ts';
import { startTracing } from './telemetry/open-telemetry.ts';
import { startResealing } from './webhooks/reseal.ts';
import { startWebhooks } from './webhooks/runner.ts';
import { createSender } from './webhooks/send.ts';

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
  webUrl: config.WEB_URL,
  unsubscribeLinks: createUnsubscribeLinks(keys, getPublicUrl(config)),
};
metrics.watch(graph, queues, services.now);
const send = createSender({ allowLoopback: config.WEBHOOKS_TO_LOOPBACK === 'allow' });

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
  startJobs(services);
  const webhooks = startWebhooks({ ...services, secrets: createSecretBox(keys), send, onAttempt: metrics.webhook });
  const loops = [
    ...[startRelay, startPublisher, startWeeklyRuns, startDuePlans, startFileSweep, startRetention].map((start) =>
      start(services),
    ),
    startResealing({ graph, keys, log }),
  ];
  return {
    async stop() {
      const deliveriesEnded = webhooks.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([queues.close(finishWithinMs), deliveriesEnded]);
    },
  };
}
