// Which queue does which work, how many at a time, and how often it may fail.
import type { Mailer } from '../email/ses.ts';
import type { Metrics } from '../http/metrics.ts';
import { withLease, type JobServices } from '../outbox/process-event.ts';
import type { Queues } from '../queues/queues.ts';
import type { FileStorage } from '../storage/storage.ts';
import { createDetectTrendsHandler, detectWithinMs } from './detect-trends.ts';
import { createImportProfileHandler } from './import-profile.ts';
import { createNotifyHandler } from './notify.ts';
import { createSendEmailHandler } from './send-email.ts';

export type AllJobServices = JobServices & {
  queues: Queues;
  mailer: Mailer;
  files: FileStorage;
  metrics: Pick<Metrics, 'email'>;
  webUrl?: string | undefined;
};

/** Beyond the time a job may take its lease goes on for this long, so that it ends before another worker begins. */
const leaseMarginMs = 5_000;

/** Begins to take jobs from the queues. */
export function startJobs(services: AllJobServices): void {
  const { queues, mailer, metrics, webUrl } = services;
  const notify = { concurrency: 4, timeoutMs: 10_000 };
  const events = withLease(
    services,
    { maxAttempts: 5, leaseMs: notify.timeoutMs + leaseMarginMs },
    createNotifyHandler(services),
  );
  queues.work('notifications', events, notify);

  const send = { concurrency: 8, timeoutMs: 20_000 };
  const work = createSendEmailHandler(mailer, metrics.email, webUrl);
  queues.work('emails', withLease(services, { maxAttempts: 10, leaseMs: send.timeoutMs + leaseMarginMs }, work), send);

  const detect = { concurrency: 1, timeoutMs: detectWithinMs };
  const trends = withLease(
    services,
    { maxAttempts: 5, leaseMs: detectWithinMs + leaseMarginMs },
    createDetectTrendsHandler(services),
  );
  queues.work('trends', trends, detect);

  const read = { concurrency: 1, timeoutMs: 25_000 }; // a PDF may take half a processor and a quarter of a gigabyte
  const imports = withLease(
    services,
    { maxAttempts: 3, leaseMs: read.timeoutMs + leaseMarginMs },
    createImportProfileHandler(services),
  );
  queues.work('imports', imports, read);
}
