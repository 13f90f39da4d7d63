// Which work each queue does: that of the feature which names the queue.
import type { JobServices } from '../platform/feature.ts';
import { withLease } from '../platform/outbox/process-event.ts';
import { queueLimits } from '../platform/outbox/queue-limits.ts';
import { queueNames, type QueueName } from '../platform/outbox/queues/queues.ts';
import type { Work } from '../platform/outbox/work.ts';
import { featureList } from './features.ts';

/** A lease outlasts the time limit of short work: it has ended before another worker may begin it. */
const leaseMarginMs = 5_000;
/** Long work renews its lease; that of a worker that was killed ends after this time. */
const longestLeaseMs = 45_000;

/** Starts to take jobs from the queues. */
export function startJobs(services: JobServices): void {
  for (const name of queueNames) {
    const { maxAttempts, ...limits } = queueLimits[name];
    const leaseMs = Math.min(limits.timeoutMs + leaseMarginMs, longestLeaseMs);
    const work = createWork(name, services);
    services.queues.work(name, withLease(services, { queue: name, maxAttempts, leaseMs }, work), limits);
  }
}

/** @throws {Error} unless exactly one feature works on the queue */
function createWork(queue: QueueName, services: JobServices): Work {
  const creators = featureList.flatMap(({ work = {} }) => work[queue] ?? []);
  const [create] = creators;
  if (!create || creators.length > 1) throw new Error(`${creators.length} features work on the queue ${queue}.`);
  return create(services);
}
