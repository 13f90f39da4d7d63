// Which work each queue does: that of the feature which names the queue.
import type { JobServices } from '../platform/feature.ts';
import { startDirectWork, type DirectWork } from '../platform/outbox/direct-work.ts';
import { withLease } from '../platform/outbox/process-event.ts';
import { queueLimits, type WorkQueue } from '../platform/outbox/queue-limits.ts';
import { queueNames } from '../platform/outbox/queues/queues.ts';
import type { Work } from '../platform/outbox/work.ts';
import { featureList } from './features.ts';

/** A lease outlasts the time limit of short work: it has ended before another worker may begin it. */
const leaseMarginMs = 5_000;
/** Long work renews its lease; that of a worker that was killed ends after this time. */
const longestLeaseMs = 45_000;

/** Starts to take jobs from the queues in Redis, which end with `services.queues`, and events from the graph. */
export function startJobs(services: JobServices): DirectWork {
  for (const queue of queueNames) {
    const work = createWork(queue, services);
    services.queues.work(queue, withLease(services, findLimits(queue), work), queueLimits[queue]);
  }
  const queue = 'notifications';
  return startDirectWork(services, { ...queueLimits[queue], ...findLimits(queue) }, createWork(queue, services));
}

function findLimits(queue: WorkQueue): { queue: WorkQueue; maxAttempts: number; leaseMs: number } {
  const { timeoutMs, maxAttempts } = queueLimits[queue];
  return { queue, maxAttempts, leaseMs: Math.min(timeoutMs + leaseMarginMs, longestLeaseMs) };
}

/** @throws {Error} unless exactly one feature works on the queue */
function createWork(queue: WorkQueue, services: JobServices): Work {
  const creators = featureList.flatMap(({ work = {} }) => work[queue] ?? []);
  const [create] = creators;
  if (!create || creators.length > 1) throw new Error(`${creators.length} features work on the queue ${queue}.`);
  return create(services);
}
