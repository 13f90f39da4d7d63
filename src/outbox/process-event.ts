// Processes the outbox events of a job: one attempt at each under a lease in the graph, then done, rescheduled or dead.
// The path of an event: a change stores it (1st transaction); relay.ts claims it and sends its id to its queue (2nd); a
// worker acquires its lease (3rd) and calls the handler; one transaction stores what comes of it, such as notifications with
// their `email.send` events, and its end (4th). Repeats are harmless, but for what a handler does outside of the graph: a
// mail that SES took just before a crash, or whose answer never came, is sent again.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import type { Graph, GraphClient } from '../graph/client.ts';
import type { RowOf } from '../graph/queries/call-types.ts';
import { describeMessaging, type Handler, type QueueName } from '../queues/queues.ts';
import {
  getTraceparent,
  joinOrigins,
  markFailed,
  openSpan,
  parseOrigin,
  runAt,
  type Origin,
  type Span,
  getTraceId,
} from '../telemetry/spans.ts';
import { eventTypes, leaveDelay, retryDelay, type OutboxEvent } from './event-types.ts';

/** Two of them may fail. */
const renewalsPerLease = 3;
/** The random extension of a lease, multiplied by the number of the attempt. */
const maxLeaseSpreadMs = 5_000;

export type JobServices = { graph: GraphClient; now: () => Date; log: Logger };
/** Works on one event, whose `traceparent` is that of the attempt. What it throws is logged, and the attempt has failed. */
export type Work = (event: OutboxEvent, graph: Graph, signal: AbortSignal, tenantId: string) => Promise<Outcome>;

/**
 * How an event ended: an e-mail was `sent`, or not as its address is `stopped`; nobody was left to notify (`skipped`); other
 * work is `completed`.
 */
type Done = { done: 'sent'; messageId: string } | { done: 'stopped' | 'skipped' | 'completed' };
/** A row of `notifications/deliver`. */
type DeliveryRow = RowOf<'notifications/deliver', 'rows'>;
type Success = Done | { deliver: DeliveryRow };
type Failure = { defer: string; until?: string } | { leave: string } | { retry: string } | { fail: string };

/**
 * The outcome of an attempt. `deliver`: done as soon as `notifications/deliver` has stored the row, which ends the
 * event in the same transaction. The others have a reason, which is stored with the event and holds no personal text.
 * `defer`: not attempted, does not count, due again at `until` or after a pause; `leave`: of a newer release, whose workers know it, does not count; `retry`:
 * failed, repeated while attempts are left; `fail`: failed permanently.
 */
export type Outcome = Success | Failure;

/** Why an event is left to the workers of a newer release. */
export const unknownType = 'unknown event type';
/** How long an event waits for a worker that knows it, before it is dead. */
const leftForMs = 7 * 24 * 60 * 60_000;
/** Errors that do not count as an attempt: an outage of the file storage, and the shutdown of the process. */
const uncountedCodes = ['FILES_UNAVAILABLE', 'STOPPING'];
/** How long and how often to try to record an outcome. Work that is done but not recorded is repeated. */
const recordForMs = 10 * 60_000;
const pauseMs = 250;

type Attempt = { event: OutboxEvent & { traceparent: string }; log: Logger; span: Span; origin: Origin };
type EndedAttempt = Pick<Attempt, 'event' | 'log'> & { outcome: Outcome };

/**
 * Creates the handler of a queue. It counts the attempt at each event of a job and acquires leases in the graph before the
 * work begins: an event that kills its process ends as dead after `maxAttempts`, and one worker at a time processes it.
 * The events of a job are worked on side by side, and share a round trip for their leases and one for their outcomes.
 *
 * @param limits `leaseMs` is how long no other worker may begin the event after this one was killed: work that takes longer
 *   renews its lease
 */
export function withLease(
  { graph: client, now, log: processLog }: JobServices,
  { queue, maxAttempts, leaseMs }: { queue: QueueName; maxAttempts: number; leaseMs: number },
  work: Work,
): Handler {
  return async ({ tenantId, ids }, signal) => {
    const started = now().getTime();
    const startTime = performance.now();
    const leaseId = randomUUID();
    const acquire = async (at: number): Promise<OutboxEvent[]> => {
      const acquired = await client.bind({ tenantId }).write<{ events: OutboxEvent[] }>('outbox/acquire_leases', {
        leases: [...ids].sort().map((eventId) => ({ eventId, jitterMs: Math.random() * maxLeaseSpreadMs })),
        maxAttempts,
        leaseId,
        now: new Date(at).toISOString(),
        leasedUntil: new Date(at + leaseMs).toISOString(),
      });
      return acquired?.events ?? [];
    };
    const attempts = (await acquire(started)).map((event) => start(tenantId, event, startTime));
    const lease = keepLease(() => acquire(now().getTime()), leaseMs / renewalsPerLease, signal);
    for (const { event, log } of attempts)
      if (event.status === 'dead') log.error({ reason: event.error }, 'outbox event dead-lettered');
    const outcomes = attempts
      .filter(({ event }) => event.status === 'pending')
      .map(async (attempt) => ({ ...attempt, outcome: await run(attempt, lease.signal, tenantId) }));
    try {
      const ended = await Promise.all(outcomes).finally(() => lease.end());
      const origin = joinOrigins(attempts.map((attempt) => attempt.origin));
      await runAt(origin, () => record(ended, { tenantId, leaseId, started }));
    } finally {
      for (const { span } of attempts) span.end();
    }
  };

  /** Opens the span of an attempt in the trace of the request that caused the event. */
  function start(tenantId: string, stored: OutboxEvent, startTime: number): Attempt {
    const { id: eventId, type, subjectId, attempts } = stored;
    const { span, origin } = openSpan(`process ${queue}`, {
      kind: 'consumer',
      isRoot: true,
      origin: parseOrigin(stored.traceparent),
      startTime,
      attributes: {
        ...describeMessaging(queue, 'process'),
        'messaging.message.id': eventId,
        'checkin.event.type': type,
        'checkin.event.attempts': attempts,
        'checkin.tenant.id': tenantId,
      },
    });
    const event = { ...stored, traceparent: getTraceparent(span, stored.traceparent) };
    const traceId = getTraceId(event.traceparent);
    return { event, span, origin, log: processLog.child({ tenantId, eventId, type, subjectId, attempts, traceId }) };
  }

  async function run({ event, log, span, origin }: Attempt, signal: AbortSignal, tenantId: string): Promise<Outcome> {
    const graph = client.bind({ tenantId, traceparent: event.traceparent });
    const type = eventTypes.get(event.type);
    const outcome: Outcome = !type
      ? { leave: unknownType }
      : event.payload !== undefined && type.check(JSON.parse(event.payload)) !== null
        ? { fail: 'invalid payload' }
        : await runAt(origin, () => work(event, graph, signal, tenantId)).catch((error: unknown) =>
            toFailure(error, log),
          );
    if (!isSuccess(outcome)) markFailed(span, Object.values(outcome)[0] ?? '');
    return outcome;
  }

  /**
   * Logs why an attempt failed. After a restart of the database, work fails until its queries are planned again: that does
   * not count as an attempt either.
   */
  function toFailure(error: unknown, log: Logger): Failure {
    const { code = 'INTERNAL' } = error as { code?: string };
    log.warn({ err: error }, 'outbox event attempt failed');
    const isUnplanned = code === 'DATABASE_UNAVAILABLE' && client.state() !== 'ready';
    return isUnplanned || uncountedCodes.includes(code) ? { defer: code } : { retry: code };
  }

  /** Records the outcomes of the attempts under their lease: done, rescheduled or dead. */
  async function record(
    attempts: EndedAttempt[],
    { tenantId, leaseId, started }: { tenantId: string; leaseId: string; started: number },
  ): Promise<void> {
    const graph = client.bind({ tenantId });
    const failures = await deliver(graph, tenantId, attempts);
    const at = now().getTime();
    const ends: { eventId: string; status: 'done' | 'dead'; error: string | null }[] = [];
    const delays: RowOf<'outbox/reschedule', 'delays'>[] = [];
    const logLines: (() => void)[] = [];
    for (const { event, log: eventLog, ...attempt } of attempts) {
      const log = eventLog.child({ ms: at - started });
      const outcome = failures.get(event.id) ?? attempt.outcome;
      if (isSuccess(outcome)) {
        if ('done' in outcome) ends.push({ eventId: event.id, status: 'done', error: null });
        logLines.push(() => log.info(describeSuccess(outcome), 'outbox event processed'));
        continue;
      }
      const [reason = ''] = Object.values(outcome);
      const ageMs = at - Date.parse(event.createdAt);
      const isLost =
        'fail' in outcome ||
        ('retry' in outcome && event.attempts >= maxAttempts) ||
        ('leave' in outcome && ageMs > leftForMs);
      if (isLost) {
        ends.push({ eventId: event.id, status: 'dead', error: reason });
        logLines.push(() => log.error({ reason }, 'outbox event dead-lettered'));
        continue;
      }
      const leftMs = 'leave' in outcome ? leaveDelay(event.leftMs ?? 0) : null;
      const delayMs = leftMs === null ? retryDelay(event.attempts, Math.random()) : leftMs * (0.5 + Math.random() / 2);
      const until = 'until' in outcome ? outcome.until : undefined;
      const retryAt = until ?? new Date(at + delayMs).toISOString();
      const counted = 'retry' in outcome ? event.attempts : event.attempts - 1;
      delays.push({ eventId: event.id, dueAt: retryAt, attempts: counted, error: reason, leftMs });
      logLines.push(() => log.info({ reason, retryAt }, 'outbox event rescheduled'));
    }
    const end = { now: new Date(at).toISOString(), ends, leaseId };
    if (ends.length > 0) await recordWithRetry(() => graph.write('outbox/finish', end));
    if (delays.length > 0) await recordWithRetry(() => graph.write('outbox/reschedule', { leaseId, delays }));
    for (const writeLine of logLines) writeLine();
  }

  /**
   * Stores the notifications of the attempts that have one. When that fails, each is tried alone, since one of them may have
   * failed the others. One that names somebody who was erased since it was made, or goes to who is no longer the manager, is
   * made again.
   *
   * @returns the outcome of those that are not stored, by event
   */
  async function deliver(graph: Graph, tenantId: string, attempts: EndedAttempt[]): Promise<Map<string, Failure>> {
    const failures = new Map<string, Failure>();
    const deliveries = attempts.flatMap(({ log, outcome }) =>
      'deliver' in outcome ? { log, row: outcome.deliver } : [],
    );
    const store = async (rows: DeliveryRow[]): Promise<void> => {
      const params = { rows, now: now().toISOString() };
      const stored = await graph.write<{ outdatedIds: string[] }>('notifications/deliver', params);
      for (const eventId of stored?.outdatedIds ?? []) failures.set(eventId, { defer: 'OUTDATED' });
    };
    if (deliveries.length > 1) {
      try {
        await store(deliveries.map(({ row }) => row));
        return failures;
      } catch (error) {
        processLog.warn(
          { err: error, tenantId, events: deliveries.length },
          'delivery failed; each event is delivered alone',
        );
      }
    }
    let outage: unknown;
    for (const delivery of deliveries) {
      try {
        if (outage) throw outage as Error;
        await store([delivery.row]);
      } catch (error) {
        if (isOutage(error)) outage = error;
        failures.set(delivery.row.eventId, toFailure(error, delivery.log));
      }
    }
    return failures;
  }
}

/** Renews the leases of a job until they end. The signal also aborts once another worker has them. */
function keepLease(
  renew: () => Promise<OutboxEvent[]>,
  everyMs: number,
  signal: AbortSignal,
): { signal: AbortSignal; end(): Promise<void> } {
  const lost = new AbortController();
  const onRenewed = (events: OutboxEvent[]): void => {
    if (events.length === 0) lost.abort(new Error('Another worker has the lease.'));
  };
  let renewing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    if (!signal.aborted) renewing = Promise.all([renewing, renew().then(onRenewed, () => undefined)]);
  }, everyMs);
  return {
    signal: AbortSignal.any([signal, lost.signal]),
    async end() {
      clearInterval(timer);
      await renewing; // one that came after the outcome would hold an event that has been scheduled again
    },
  };
}

function isSuccess(outcome: Outcome): outcome is Success {
  return 'done' in outcome || 'deliver' in outcome;
}

function describeSuccess(outcome: Success): object {
  if ('deliver' in outcome) return { outcome: 'delivered' };
  const { done, ...ids } = outcome;
  return { outcome: done, ...ids };
}

const isOutage = (error: unknown): boolean => error instanceof ApiError && error.code === 'DATABASE_UNAVAILABLE';

/** Retries until the database answers, even beyond the lease: while it is away, no worker can acquire the event. */
async function recordWithRetry(end: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      return void (await end());
    } catch (error) {
      if (!isOutage(error) || performance.now() - started > recordForMs) throw error;
      await pause(pauseMs);
    }
  }
}
