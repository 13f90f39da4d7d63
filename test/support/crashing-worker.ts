// A worker that one event kills: the announcement titled "poison". Its leases are short, but the jitter between attempts is
// that of production: it keeps other events from being in process at each crash.
import pino from 'pino';
import { readConfig } from '../../src/platform/config/config.ts';
import { openMailer } from '../../src/platform/email/ses.ts';
import { openGraph } from '../../src/platform/graph/client.ts';
import { onStop } from '../../src/platform/http/process/lifecycle.ts';
import { eventTypes } from '../../src/app/event-types.ts';
import { createNotifyHandler } from '../../src/features/notifications/notify.ts';
import { emailChannel } from '../../src/features/notifications/channels/email.ts';
import { createSecretBox } from '../../src/platform/secrets/secret-box.ts';
import { createSender } from '../../src/features/webhooks/send.ts';
import { createSendHandler } from '../../src/features/notifications/send-message.ts';
import { startDirectWork } from '../../src/platform/outbox/direct-work.ts';
import { withLease } from '../../src/platform/outbox/process-event.ts';
import type { Work } from '../../src/platform/outbox/work.ts';
import { startRelay } from '../../src/platform/outbox/relay.ts';
import { openQueues } from '../../src/platform/outbox/queues/queues.ts';
import { openRedis } from '../../src/platform/outbox/queues/redis.ts';
import { unsubscribeLinks } from './unsubscribe-links.ts';

const config = readConfig();
const log = pino({ level: 'info' });
const graph = openGraph(config);
const queues = openQueues(config.REDIS_URL, log);
const mailer = openMailer({ region: 'x', endpoint: config.SES_ENDPOINT ?? '', from: config.EMAIL_FROM });
const redis = openRedis(config.REDIS_URL, log);
const services = { graph, queues, counter: redis, log, now: () => new Date(), eventTypes };
const limits = { maxAttempts: 5, leaseMs: 3_000 };
const options = { concurrency: 4, timeoutMs: 10_000 };

const notify = createNotifyHandler(services);
const crashing: Work = (event, ...rest) => {
  if (event.payload?.includes('poison')) process.kill(process.pid, 'SIGKILL');
  return notify(event, ...rest);
};
const direct = startDirectWork(services, { queue: 'notifications', ...limits, ...options }, crashing);
const send = createSendHandler(emailChannel, {
  graph,
  mailer,
  metrics: { email: () => undefined, message: () => undefined },
  secrets: createSecretBox(['unused']),
  post: createSender({ allowLoopback: false }),
  unsubscribeLinks,
  now: () => new Date(),
});
queues.work('emails', withLease(services, { queue: 'emails', maxAttempts: 10, leaseMs: 15_000 }, send), options);
const relay = startRelay(services);
onStop(log, async () => {
  await relay.stop();
  await Promise.all([direct.stop(5_000), queues.close(5_000)]);
  mailer.close();
  redis.close();
  await graph.close();
});
log.info('worker started');
