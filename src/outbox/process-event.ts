// Processes the outbox events of a job: one attempt at each under a lease in the graph, then done, rescheduled or dead.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Graph, GraphClient } from '../graph/client.ts';
import type { Job } from '../queues/queues.ts';
import { getTraceId } from '../trace.ts';
import { findEventFault, type OutboxEvent } from './event-types.ts';
import { createRecorder, toOutcome, type Attempt, type Outcome } from './record-outcomes.ts';

/** The random extension of a lease, multiplied by the number of the attempt. */
const maxLeaseSpreadMs = 5_000;

export type JobServices = { graph: GraphClient; now: () => Date; log: Logger };
/** Works on one event. What it throws is logged, and the attempt has failed. */
export type Work = (event: OutboxEvent, graph: Graph, signal: AbortSignal, tenantId: string) => Promise<Outcome>;

/**
 * Creates the handler of a queue. It counts the attempt at each event of a job and acquires leases in the graph before the
 * work begins: an event that kills its process ends as dead after `maxAttempts`, and one worker at a time processes it.
 * The events of a job are worked on side by side, and share a round trip for their leases and one for their outcomes.
 *
 * @param limits `leaseMs` is how long no other worker may begin the event; longer than the work may take
 */
export function withLease(
  services: JobServices,
  { maxAttempts, leaseMs }: { maxAttempts: number; leaseMs: number },
  work: Work,
): (job: Job, signal: AbortSignal) => Promise<void> {
  const { graph: client, now, log: processLog } = services;
  const recordOutcomes = createRecorder(services, maxAttempts);

  return async ({ tenantId, ids }, signal) => {
    const started = now().getTime();
    const leaseId = randomUUID();
    const acquired = await client.bind({ tenantId }).write<{ events: OutboxEvent[] }>('outbox/acquire_leases', {
      leases: [...ids].sort().map((eventId) => ({ eventId, jitterMs: Math.random() * maxLeaseSpreadMs })),
      maxAttempts,
      leaseId,
      now: new Date(started).toISOString(),
      leasedUntil: new Date(started + leaseMs).toISOString(),
    });
    const attempts = (acquired?.events ?? []).map((event) => start(tenantId, event));
    for (const { event, log } of attempts)
      if (event.status === 'dead') log.error({ reason: event.error }, 'outbox event dead-lettered');
    const outcomes = attempts
      .filter(({ event }) => event.status === 'pending')
      .map(async (attempt) => ({ ...attempt, outcome: await run(attempt, signal, tenantId) }));
    await recordOutcomes(await Promise.all(outcomes), { tenantId, leaseId, started });
  };

  function start(tenantId: string, event: OutboxEvent): Attempt {
    const { id: eventId, type, subjectId, attempts, traceparent } = event;
    const traceId = getTraceId(traceparent);
    return { event, log: processLog.child({ tenantId, eventId, type, subjectId, attempts, traceId }) };
  }

  async function run({ event, log }: Attempt, signal: AbortSignal, tenantId: string): Promise<Outcome> {
    const fault = findEventFault(event.type, event.payload);
    if (fault) return { fail: fault };
    const { traceparent } = event;
    const graph = client.bind({ tenantId, ...(traceparent !== undefined && { traceparent }) });
    return work(event, graph, signal, tenantId).catch((error: unknown) => toOutcome(error, log));
  }
}
