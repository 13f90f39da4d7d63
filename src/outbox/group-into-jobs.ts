// Groups due events into jobs: one tenant and type each.
import type { Job, QueueName } from '../queues/queues.ts';
import { getEventsPerJob, maxDeliveriesPerWrite } from './event-types.ts';

/**
 * `recipients` is their number; `attempts` have begun before and did not end the event; `traceparent` is that of its
 * cause.
 */
export type DueEvent = {
  tenantId: string;
  id: string;
  queue: QueueName;
  type: string;
  attempts: number;
  recipients: number;
  traceparent?: string;
};

type OpenJob = { tenantId: string; ids: string[]; recipients: number };

/**
 * Groups events, in their order, by queue. A job has as many events as its type allows and one statement can deliver.
 * An event whose earlier attempt failed, or ended with its process, has a job to itself: it may be what stopped the
 * others.
 */
export function groupIntoJobs(due: readonly DueEvent[]): Map<QueueName, Job[]> {
  const jobs = new Map<QueueName, Job[]>();
  const open = new Map<string, OpenJob>();
  for (const { tenantId, id, queue, type, attempts, recipients } of due) {
    const key = `${tenantId} ${queue} ${type}`;
    const job = attempts === 0 ? open.get(key) : undefined;
    if (job && job.ids.length < getEventsPerJob(type) && job.recipients + recipients <= maxDeliveriesPerWrite) {
      job.ids.push(id);
      job.recipients += recipients;
      continue;
    }
    const started: OpenJob = { tenantId, ids: [id], recipients };
    if (attempts === 0) open.set(key, started);
    const queueJobs = jobs.get(queue) ?? [];
    jobs.set(queue, [...queueJobs, started]);
  }
  return jobs;
}
