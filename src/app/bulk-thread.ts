// The thread of the API for bulk requests: answers those that the process forwards, with a heap and connections of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { openRouteServices } from './context.ts';
import { createForwardedApp } from './app.ts';
import type { Config } from '../platform/config/config.ts';
import { openGraph } from '../platform/graph/client.ts';
import { serveForwarded } from '../platform/http/process/bulk-thread.ts';
import { openRedis } from '../platform/outbox/queues/redis.ts';
import { openLog } from '../platform/telemetry/log.ts';

const { config, socketPath } = workerData as { config: Config; socketPath: string };
const log = openLog('api', config.LOG_LEVEL);
const graph = openGraph(config);
const redis = openRedis(config.REDIS_URL, log);
const services = await openRouteServices(config, graph, log);
const app = createForwardedApp({ ...services, graph, redis, log, now: () => new Date() });
await serveForwarded(app, socketPath);
parentPort?.postMessage('listening');
