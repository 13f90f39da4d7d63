// Which work each queue does.
import type { Mailer } from '../platform/email/ses.ts';
import type { Metrics } from '../platform/http/process/metrics.ts';
import type { DatabaseConfig } from '../platform/graph/connection/driver.ts';
import { queueLimits } from '../platform/outbox/queue-limits.ts';
import { withLease } from '../platform/outbox/process-event.ts';
import type { OutboxServices, Work } from '../platform/outbox/work.ts';
import type { RequestCounter } from '../platform/outbox/queues/redis.ts';
import { queueNames, type QueueName, type Queues } from '../platform/outbox/queues/queues.ts';
import type { UnsubscribeLinks } from '../platform/secrets/unsubscribe-links.ts';
import type { FileStorage } from '../platform/storage/file-storage.ts';
import { createDetectTrendsHandler } from '../features/trends/detect-trends.ts';
import { createImportPeopleHandler } from '../features/organisation/import/import-people.ts';
import { createImportProfileHandler } from '../features/profiles/import-profile.ts';
import { createNotifyHandler } from '../features/notifications/notify.ts';
import { createSendEmailHandler } from '../features/notifications/send-email.ts';

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
