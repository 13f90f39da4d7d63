// The worker process: carries events from the outbox to people, and answers for its health.
import Koa from 'koa';
import { readConfig } from './config.ts';
import { openGraph } from './graph.ts';
import { healthRoutes } from './http/health.ts';
import { answerErrors } from './http/respond.ts';
import { serverOf } from './http/serving.ts';
import { startJobs } from './jobs/index.ts';
import { startFileSweep } from './jobs/sweep-files.ts';
import { startWeeklyRuns } from './jobs/weekly-runs.ts';
import { drain, listen, onStop } from './lifecycle.ts';
import { openLog } from './log.ts';
import { openMetrics } from './metrics.ts';
import { startRelay } from './outbox.ts';
import { openMailer } from './outside/email.ts';
import { openFiles } from './outside/files.ts';
import { openRedis } from './outside/redis.ts';
import { openQueues } from './queues.ts';
import { requireSchema } from './schema.ts';

/** How long jobs under way may take to end; what is left then is taken up by another worker. */
const finishWithinMs = 20_000;

const config = readConfig();
const log = openLog('worker', config.LOG_LEVEL);
const graph = openGraph(config);
await requireSchema(graph);
graph.watch(log);
const redis = openRedis(config.REDIS_URL, log);
const queues = openQueues(config.REDIS_URL, log);
const mailer = openMailer({
  region: config.SES_REGION,
  ...(config.SES_ENDPOINT && { endpoint: config.SES_ENDPOINT }),
  from: config.EMAIL_FROM,
  ratePerSecond: config.EMAILS_PER_SECOND,
});
const metrics = openMetrics();
let stopping = false;

const files = openFiles(config);
const services = { graph, queues, mailer, files, metrics, log, now: () => new Date(), webUrl: config.WEB_URL };
metrics.watch(graph, queues, services.now);
startJobs(services);
const relay = startRelay(services);
const weeklyRuns = startWeeklyRuns(services);
const fileSweep = startFileSweep(services);

const app = new Koa();
app.use(answerErrors(log));
app.use(healthRoutes({ graph, redis, metrics, stopping: () => stopping }).routes());
const server = serverOf(app);

onStop(log, async () => {
  stopping = true;
  await Promise.all([relay.stop(), weeklyRuns.stop(), fileSweep.stop()]);
  await queues.close(finishWithinMs);
  await drain(server);
  mailer.close();
  redis.close();
  await graph.close();
});

const { address, port } = await listen(server, config.WORKER_PORT, config.HOST);
log.info({ address, port }, 'working');
