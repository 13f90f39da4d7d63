// A worker in the test's own process: relay, queues and jobs over real servers, which a test may put faults between.
import { randomUUID } from 'node:crypto';
import { after, before } from 'mocha';
import pino from 'pino';
import { openMailer } from '../../src/platform/email/ses.ts';
import { openMetrics } from '../../src/platform/http/process/metrics.ts';
import { eventTypes } from '../../src/app/event-types.ts';
import { startJobs } from '../../src/app/jobs.ts';
import { startRelay } from '../../src/platform/outbox/relay.ts';
import { openQueues } from '../../src/platform/outbox/queues/queues.ts';
import { openRedis } from '../../src/platform/outbox/queues/redis.ts';
import { openStorage } from '../../src/platform/storage/storage.ts';
import type { Inbox } from './inbox.ts';
import type { Service } from './service.ts';
import { unsubscribeLinks } from './unsubscribe-links.ts';

export type InProcessWorker = { stop(): Promise<void>; metrics(): Promise<string>; logged: string[] };

type WorkerOptions = { redis?: string; prefix?: string; now?: () => Date; timeoutMs?: number; webUrl?: string };

/** Ends what other tests have left in the outbox, so that only the test's own events are carried. */
export async function endDueEvents(api: Service): Promise<void> {
  await api.graph.statement(
    `MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt IS NOT NULL
     CALL (event) { SET event.status = 'done' REMOVE event.dueAt } IN TRANSACTIONS`,
  );
}

/** Begins to work: events that are due in any tenant reach people. */
export function startInProcessWorker(api: Service, at: { ses: string } & WorkerOptions): InProcessWorker {
  const { ses, redis = api.config.REDIS_URL, prefix = randomUUID(), now = () => new Date() } = at;
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const queues = openQueues(redis, log, { prefix });
  const from = 'Team Check-in <check-in@team.example>';
  const limit = at.timeoutMs === undefined ? {} : { timeoutMs: at.timeoutMs };
  const mailer = openMailer({ region: 'eu-central-1', endpoint: ses, from, ratePerSecond: 500, ...limit });
  const metrics = openMetrics();
  metrics.observe(api.graph);
  metrics.watch(api.graph, queues, now);
  const files = openStorage(api.config);
  const counter = openRedis(redis, log);
  const services = {
    graph: api.graph,
    queues,
    counter,
    mailer,
    files,
    database: api.config,
    metrics,
    log,
    now,
    eventTypes,
  };
  const direct = startJobs({ ...services, unsubscribeLinks, webUrl: at.webUrl, keys: api.keys, allowsLoopback: true });
  const relay = startRelay({ graph: api.graph, queues, now, log, eventTypes });
  return {
    logged,
    metrics: () => metrics.text(),
    async stop() {
      await relay.stop();
      await Promise.all([direct.stop(5_000), queues.close(5_000)]);
      mailer.close();
      counter.close();
    },
  };
}

/** The worker of the tests of a file or block, which begins with none of the events that other tests have left. */
export function sharedWorker(api: Service, mailbox: Inbox, at: WorkerOptions = {}): InProcessWorker {
  const started = {} as InProcessWorker;
  before(async () => {
    await endDueEvents(api);
    Object.assign(started, startInProcessWorker(api, { ...at, ses: mailbox.url }));
  });
  after(() => started.stop());
  return started;
}
