// Processes outbox events: one attempt under a lease in the graph, then done, rescheduled or dead.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import type { Graph, GraphClient } from '../graph/client.ts';
import type { Job } from '../queues/queues.ts';
import { getTraceId } from '../trace.ts';
import { retryDelay } from './backoff.ts';
import { findEventFault } from './event-types.ts';

/** An event as a job sees it; `payload` is JSON. */
export type OutboxEvent = {
  id: string;
  type: string;
  status: 'pending' | 'dead';
  attempts: number;
  /** Why the last attempt failed. */
  error?: string;
  subjectId?: string;
  actorId?: string;
  /** The people named in the payload, other than the actor. */
  aboutIds?: string[];
  recipientIds?: string[];
  payload?: string;
  /** The trace of the request that caused it. */
  traceparent?: string;
  link?: string;
};

/**
 * The outcome of an attempt, with a reason that is stored with the event and holds no personal text. `defer`: not attempted,
 * does not count; `retry`: failed, repeated while attempts are left; `fail`: failed permanently.
 */
export type Outcome = 'done' | { defer: string } | { retry: string } | { fail: string };

/** Errors that do not count as an attempt: an outage of the file storage, and the shutdown of the process. */
const uncountedCodes = ['FILES_UNAVAILABLE', 'STOPPING'];

/** How long and how often to try to record an outcome. Work that is done but not recorded is repeated. */
const recordForMs = 10 * 60_000;
const pauseMs = 250;

/** The random extension of a lease, multiplied by the number of the attempt. */
const maxLeaseSpreadMs = 5_000;

export type JobServices = { graph: GraphClient; now: () => Date; log: Logger };
export type Work = (event: OutboxEvent, graph: Graph, signal: AbortSignal, tenantId: string) => Promise<Outcome>;

/**
 * Creates the handler of a queue. It counts the attempt and acquires a lease in the graph before the work begins: a job that
 * kills its process ends as dead after `maxAttempts`, and one worker at a time processes an event.
 *
 * @param limits `leaseMs` is how long no other worker may begin the event; longer than the work may take
 */
export function withLease(
  { graph: client, now, log: processLog }: JobServices,
  { maxAttempts, leaseMs }: { maxAttempts: number; leaseMs: number },
  work: Work,
): (job: Job, signal: AbortSignal) => Promise<void> {
  return async ({ tenantId, id: eventId }, signal) => {
    const started = now().getTime();
    const leaseId = randomUUID();
    const lease = await client.bind({ tenantId }).write<{ event: OutboxEvent }>('outbox/acquire_lease', {
      eventId,
      maxAttempts,
      leaseId,
      now: new Date(started).toISOString(),
      leasedUntil: new Date(started + leaseMs).toISOString(),
      jitterMs: Math.random() * maxLeaseSpreadMs,
    });
    if (!lease) return;
    const { event } = lease;
    const { type, subjectId, attempts, traceparent } = event;
    const log = processLog.child({ tenantId, eventId, type, subjectId, attempts, traceId: getTraceId(traceparent) });
    if (event.status === 'dead') return log.error({ reason: event.error }, 'outbox event dead-lettered');
    const graph = client.bind({ tenantId, ...(traceparent !== undefined && { traceparent }) });
    const outcome = await runWork(event, graph, signal, tenantId, log);
    await recordWithRetry(() => finish(graph, event, outcome, leaseId, log.child({ ms: now().getTime() - started })));
  };

  async function runWork(
    event: OutboxEvent,
    graph: Graph,
    signal: AbortSignal,
    tenantId: string,
    log: Logger,
  ): Promise<Outcome> {
    const fault = findEventFault(event.type, event.payload);
    if (fault) return { fail: fault };
    return work(event, graph, signal, tenantId).catch((error: unknown) => {
      const { code = 'INTERNAL' } = error as { code?: string };
      log.warn({ err: error }, 'outbox event attempt failed');
      return uncountedCodes.includes(code) ? { defer: code } : { retry: code };
    });
  }

  async function finish(
    graph: Graph,
    event: OutboxEvent,
    outcome: Outcome,
    leaseId: string,
    log: Logger,
  ): Promise<void> {
    const at = now().getTime();
    const record = { eventId: event.id, now: new Date(at).toISOString() };
    if (outcome === 'done') {
      await graph.write('outbox/finish', { ...record, status: 'done', error: null });
      return log.info('outbox event processed');
    }
    const [reason = ''] = Object.values(outcome);
    if ('fail' in outcome || ('retry' in outcome && event.attempts >= maxAttempts)) {
      await graph.write('outbox/finish', { ...record, status: 'dead', error: reason });
      return log.error({ reason }, 'outbox event dead-lettered');
    }
    const retryAt = new Date(at + retryDelay(event.attempts, Math.random())).toISOString();
    const attempts = 'defer' in outcome ? event.attempts - 1 : event.attempts;
    await graph.write('outbox/reschedule', { eventId: event.id, leaseId, dueAt: retryAt, attempts, error: reason });
    log.info({ reason, retryAt }, 'outbox event rescheduled');
  }
}

/** Retries until the database answers, even beyond the time limit: meanwhile no other worker can acquire the event. */
async function recordWithRetry(end: () => Promise<void>): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      return await end();
    } catch (error) {
      const isUnavailable = error instanceof ApiError && error.code === 'DATABASE_UNAVAILABLE';
      if (!isUnavailable || performance.now() - started > recordForMs) throw error;
      await pause(pauseMs);
    }
  }
}
