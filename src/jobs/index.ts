// Which work each queue does.
import type { Mailer } from '../email/ses.ts';
import type { Metrics } from '../http/process/metrics.ts';
import type { DatabaseConfig } from '../graph/connection/driver.ts';
import { queueLimits } from '../outbox/queue-limits.ts';
import { withLease } from '../outbox/process-event.ts';
import type { OutboxServices, Work } from '../outbox/work.ts';
import type { RequestCounter } from '../queues/redis.ts';
import { queueNames, type QueueName, type Queues } from '../queues/queues.ts';
import type { UnsubscribeLinks } from '../secrets/unsubscribe-links.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { createDetectTrendsHandler } from './detect-trends.ts';
import { createImportPeopleHandler } from './import-people.ts';
import { createImportProfileHandler } from './import-profile.ts';
import { createNotifyHandler } from './notify.ts';
import { createSendEmailHandler } from './send-email.ts';

export type AllJobServices = OutboxServices & {
  queues: Queues;
  counter: RequestCounter;
  mailer: Mailer;
  files: FileStorage;
  database: DatabaseConfig;
  metrics: Pick<Metrics, 'email'>;
  unsubscribeLinks: UnsubscribeLinks;
  webUrl?: string | undefined;
};

/** A lease outlasts the time limit of short work: it has ended before another worker may begin it. */
const leaseMarginMs = 5_000;
/** Long work renews its lease; that of a worker that was killed ends after this time. */
const longestLeaseMs = 45_000;

/** Starts to take jobs from the queues. */
export function startJobs(services: AllJobServices): void {
  const { queues, metrics } = services;
  const notify = createNotifyHandler(services);
  const sendEmail = createSendEmailHandler({ ...services, onOutcome: metrics.email });
  const work: Record<QueueName, Work> = {
    notifications: notify,
    'mass-notifications': notify,
    emails: sendEmail,
    'mass-emails': sendEmail,
    trends: createDetectTrendsHandler(services),
    imports: createImportProfileHandler(services),
    'people-imports': createImportPeopleHandler(services),
  };
  for (const name of queueNames) {
    const { maxAttempts, ...limits } = queueLimits[name];
    const leaseMs = Math.min(limits.timeoutMs + leaseMarginMs, longestLeaseMs);
    queues.work(name, withLease(services, { queue: name, maxAttempts, leaseMs }, work[name]), limits);
  }
}
