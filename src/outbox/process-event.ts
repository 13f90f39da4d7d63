// One attempt at an outbox event: begun in the graph, ended there, and never in two hands at once.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import type { Graph, GraphClient } from '../graph/client.ts';
import type { Job } from '../queues/queues.ts';
import { retryDelay } from './backoff.ts';

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
  /** Whom its payload names, where it is not the actor. */
  aboutIds?: string[];
  recipientIds?: string[];
  payload?: string;
  link?: string;
};

/**
 * How an attempt ended, with the reason, which is kept with the event and holds no personal text. `defer`: nothing was
 * tried, and the attempt does not count; `retry`: it failed, and is made again while attempts are left; `fail`: for good.
 */
export type Outcome = 'done' | { defer: string } | { retry: string } | { fail: string };

/** What is no attempt at a job: an outage that lasts as long as it lasts, and the end of the process. */
const uncountedCodes = ['FILES_UNAVAILABLE', 'STOPPING'];

/** How long to try to note how an attempt ended, and how often: what is done but not noted is done again. */
const recordForMs = 10 * 60_000;
const pauseMs = 250;

/** With each attempt a lease may last so much longer. */
const maxLeaseSpreadMs = 5_000;

export type JobServices = { graph: GraphClient; now: () => Date; log: Logger };
export type Work = (event: OutboxEvent, graph: Graph, signal: AbortSignal, tenantId: string) => Promise<Outcome>;

/**
 * Makes a queue's handler of some work. The attempt is counted and leased in the graph before the work begins, so that
 * a job which kills its process ends as dead after `maxAttempts`, and a job that two workers hold is done by one.
 *
 * @param leaseMs for how long at least nobody else may begin it; longer than the work may take
 */
export function withLease(
  { graph: door, now, log }: JobServices,
  { maxAttempts, leaseMs }: { maxAttempts: number; leaseMs: number },
  work: Work,
): (job: Job, signal: AbortSignal) => Promise<void> {
  return async ({ tenantId, id: eventId }, signal) => {
    const graph = door.bind({ tenantId });
    const started = now().getTime();
    const leaseId = randomUUID();
    const lease = await graph.write<{ event: OutboxEvent }>('outbox/begin', {
      eventId,
      maxAttempts,
      leaseId,
      now: new Date(started).toISOString(),
      leasedUntil: new Date(started + leaseMs).toISOString(),
      spreadMs: Math.random() * maxLeaseSpreadMs,
    });
    if (!lease) return;
    const { event } = lease;
    if (event.status === 'dead') return logDeadLettered(tenantId, event, event.error);
    const outcome = await work(event, graph, signal, tenantId).catch((error: unknown): Outcome => {
      const { code = 'INTERNAL' } = error as { code?: string };
      log.warn({ err: error, tenantId, eventId, type: event.type }, 'an attempt failed');
      return uncountedCodes.includes(code) ? { defer: code } : { retry: code };
    });
    await recordWithRetry(() => finish(tenantId, event, outcome, leaseId));
  };

  async function finish(tenantId: string, event: OutboxEvent, outcome: Outcome, leaseId: string): Promise<void> {
    const graph = door.bind({ tenantId });
    const at = now().getTime();
    const record = { eventId: event.id, now: new Date(at).toISOString() };
    if (outcome === 'done')
      return void (await graph.write('outbox/finish', { ...record, status: 'done', error: null }));
    const [reason = ''] = Object.values(outcome);
    if ('fail' in outcome || ('retry' in outcome && event.attempts >= maxAttempts)) {
      await graph.write('outbox/finish', { ...record, status: 'dead', error: reason });
      return logDeadLettered(tenantId, event, reason);
    }
    const retryAt = new Date(at + retryDelay(event.attempts, Math.random())).toISOString();
    const attempts = 'defer' in outcome ? event.attempts - 1 : event.attempts;
    await graph.write('outbox/put_off', { eventId: event.id, leaseId, again: retryAt, attempts, error: reason });
  }

  function logDeadLettered(tenantId: string, { id: eventId, type, attempts }: OutboxEvent, reason?: string): void {
    log.error({ tenantId, eventId, type, attempts, reason }, 'event is dead');
  }
}

/** Tries until the database answers, also after the job's time is over: nobody else can begin it while it does not. */
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
