// The worker process: answers for its health and stops cleanly. Its jobs come with the capabilities that need them.
import Koa from 'koa';
import pino from 'pino';
import { readConfig } from './config.ts';
import { openGraph } from './graph.ts';
import { healthRoutes } from './http/health.ts';
import { answerErrors } from './http/respond.ts';
import { serverOf } from './http/serving.ts';
import { drain, listen, onStop } from './lifecycle.ts';
import { openRedis } from './outside/redis.ts';

const config = readConfig();
const log = pino({ level: config.LOG_LEVEL, base: { process: 'worker' } });
const graph = openGraph(config);
const redis = openRedis(config.REDIS_URL, log);
let stopping = false;

const app = new Koa();
app.use(answerErrors(log));
app.use(healthRoutes({ graph, redis, stopping: () => stopping }).routes());
const server = serverOf(app);

onStop(log, async () => {
  stopping = true;
  await drain(server);
  redis.close();
  await graph.close();
});

const { address, port } = await listen(server, config.WORKER_PORT, config.HOST);
log.info({ address, port }, 'working');
