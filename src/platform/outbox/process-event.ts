// Processes outbox events: one attempt at each, under a lease in the graph.
// The path of an event: a change stores it (1st transaction). direct-work.ts takes it with its lease (2nd), or relay.ts claims it
// and sends its id to its queue in Redis, and a worker acquires its lease. The worker calls the work of the queue.
// record-outcomes.ts stores what comes of it, such as notifications with their `email.send` events, and its end, in one
// transaction. Repeats are harmless, but for what the work does outside of the graph: a mail that SES took just before a crash,
// or whose answer never came, is sent again.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Handler } from './queues/job-runner.ts';
import { describeMessaging } from './queues/queues.ts';
import {
  getTraceId,
  getTraceparent,
  joinOrigins,
  markFailed,
  openSpan,
  parseOrigin,
  runAt,
  type Origin,
  type Span,
} from '../telemetry/spans.ts';
import type { OutboxEvent } from './event-types.ts';
import { isSuccess, toFailure, unknownType, type Outcome } from './outcome.ts';
import type { WorkQueue } from './queue-limits.ts';
import { createRecorder } from './record-outcomes.ts';
import type { OutboxServices, Work } from './work.ts';

/** Two of them may fail. */
const renewalsPerLease = 3;
/** The random extension of a lease, multiplied by the number of the attempt. */
export const maxLeaseSpreadMs = 5_000;

type Attempt = { event: OutboxEvent & { traceparent: string }; log: Logger; span: Span; origin: Origin };

/**
 * `leaseMs` is how long no other worker may begin the event after this one was killed: work that takes longer renews its
 * lease.
 */
export type AttemptLimits = { queue: WorkQueue; maxAttempts: number; leaseMs: number };
/** Events of a tenant that were leased at `leasedAt`, in milliseconds. */
export type LeasedEvents = { tenantId: string; events: OutboxEvent[]; leaseId: string; leasedAt: number };

/**
 * Creates the handler of a queue in Redis. It counts the attempt at each event of a job and acquires leases in the graph before
 * the work begins: an event that kills its process ends as dead after `maxAttempts`, and one worker at a time processes it.
 */
export function withLease(services: OutboxServices, limits: AttemptLimits, work: Work): Handler {
  const { acquire, run } = createAttempts(services, limits, work);
  return async ({ tenantId, ids }, signal) => {
    const lease = { tenantId, leaseId: randomUUID(), leasedAt: services.now().getTime() };
    const events = await acquire(lease, ids, lease.leasedAt);
    await run({ ...lease, events }, signal);
  };
}

/** What a worker does with events of a queue. */
type Attempts = {
  /** Acquires the leases of events at a time, or renews them. Leaves out those that another worker has. */
  acquire: (
    lease: Pick<LeasedEvents, 'tenantId' | 'leaseId'>,
    ids: readonly string[],
    at: number,
  ) => Promise<OutboxEvent[]>;
  /** Works on leased events side by side. They share a round trip for renewals of their leases, and one for their outcomes. */
  run: (leased: LeasedEvents, signal: AbortSignal) => Promise<void>;
  /** Leaves leased events to other workers, for a reason. The attempt at them does not count. */
  putOff: (leased: LeasedEvents, reason: string) => Promise<void>;
};

export function createAttempts(
  services: OutboxServices,
  { queue, maxAttempts, leaseMs }: AttemptLimits,
  work: Work,
): Attempts {
  const { graph: client, now, log: processLog, eventTypes } = services;
  const record = createRecorder(services, maxAttempts);
  const renewAfterMs = leaseMs / renewalsPerLease;

  const acquire: Attempts['acquire'] = async ({ tenantId, leaseId }, ids, at) => {
    const acquired = await client.bind({ tenantId }).write<{ events: OutboxEvent[] }>('outbox/acquire_leases', {
      leases: [...ids].sort().map((eventId) => ({ eventId, jitterMs: Math.random() * maxLeaseSpreadMs })),
      maxAttempts,
      leaseId,
      now: new Date(at).toISOString(),
      leasedUntil: new Date(at + leaseMs).toISOString(),
    });
    return acquired?.events ?? [];
  };

  return {
    acquire,
    async run(leased, signal) {
      const { tenantId, leaseId, leasedAt } = leased;
      const started = now().getTime();
      const startTime = performance.now();
      const renew = (ids: readonly string[]): Promise<OutboxEvent[]> => acquire(leased, ids, now().getTime());
      // events that waited for room may be in other hands by now
      const events = started - leasedAt < renewAfterMs ? leased.events : await renew(leased.events.map(({ id }) => id));
      const attempts = events.map((event) => start(tenantId, event, startTime));
      const pending = events.filter(({ status }) => status === 'pending').map(({ id }) => id);
      const leases = keepLeases(pending, renew, renewAfterMs, signal);
      for (const { event, log } of attempts)
        if (event.status === 'dead') log.error({ reason: event.error }, 'outbox event dead-lettered');
      const outcomes = attempts
        .filter(({ event }) => event.status === 'pending')
        .map(async (attempt) => ({
          ...attempt,
          outcome: await perform(attempt, leases.signalOf(attempt.event.id), tenantId),
        }));
      try {
        const ended = await Promise.all(outcomes).finally(() => leases.end());
        const origin = joinOrigins(attempts.map((attempt) => attempt.origin));
        await runAt(origin, () => record(ended, { tenantId, leaseId, started }));
      } finally {
        for (const { span } of attempts) span.end();
      }
    },
    async putOff({ tenantId, events, leaseId }, reason) {
      const outcome = { defer: reason };
      const ended = events.flatMap((event) =>
        event.status === 'pending' ? { event, outcome, log: createLog(tenantId, event) } : [],
      );
      await record(ended, { tenantId, leaseId, started: now().getTime() });
    },
  };

  /** Opens the span of an attempt in the trace of the request that caused the event. */
  function start(tenantId: string, stored: OutboxEvent, startTime: number): Attempt {
    const { id: eventId, type, attempts } = stored;
    const { span, origin } = openSpan(`process ${queue}`, {
      kind: 'consumer',
      isRoot: true,
      origin: parseOrigin(stored.traceparent),
      startTime,
      attributes: {
        ...(queue !== 'notifications' && describeMessaging(queue, 'process')),
        'messaging.message.id': eventId,
        'checkin.event.type': type,
        'checkin.event.attempts': attempts,
        'checkin.tenant.id': tenantId,
      },
    });
    const event = { ...stored, traceparent: getTraceparent(span, stored.traceparent) };
    return { event, span, origin, log: createLog(tenantId, event) };
  }

  function createLog(tenantId: string, { id: eventId, type, subjectId, attempts, traceparent }: OutboxEvent): Logger {
    return processLog.child({ tenantId, eventId, type, subjectId, attempts, traceId: getTraceId(traceparent) });
  }

  async function perform(
    { event, log, span, origin }: Attempt,
    signal: AbortSignal,
    tenantId: string,
  ): Promise<Outcome> {
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
}

/**
 * Renews the leases of a job's events until they end. The signal of an event aborts with the job's, and once another worker has
 * the lease of that event, which is not renewed any more: it would be taken back when the other lease ends.
 */
function keepLeases(
  ids: readonly string[],
  renew: (ids: readonly string[]) => Promise<OutboxEvent[]>,
  everyMs: number,
  signal: AbortSignal,
): { signalOf(id: string): AbortSignal; end(): Promise<void> } {
  const held = new Map(ids.map((id) => [id, new AbortController()]));
  const signals = new Map([...held].map(([id, lost]) => [id, AbortSignal.any([signal, lost.signal])]));
  const onRenewed = (asked: readonly string[], events: OutboxEvent[]): void => {
    const renewed = new Set(events.map(({ id }) => id));
    for (const id of asked) {
      if (renewed.has(id)) continue;
      held.get(id)?.abort(new Error('Another worker has the lease.'));
      held.delete(id);
    }
  };
  async function renewHeld(): Promise<void> {
    const asked = [...held.keys()];
    if (asked.length > 0) onRenewed(asked, await renew(asked));
  }
  let renewing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    if (!signal.aborted) renewing = Promise.all([renewing, renewHeld().catch(() => undefined)]);
  }, everyMs);
  return {
    signalOf: (id) => signals.get(id) ?? signal,
    async end() {
      clearInterval(timer);
      await renewing; // one that came after the outcome would hold an event that has been scheduled again
    },
  };
}
