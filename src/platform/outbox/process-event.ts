// Processes the outbox events of a job: one attempt at each, under a lease in the graph.
// The path of an event: a change stores it (1st transaction); relay.ts claims it and sends its id to its queue (2nd); a
// worker acquires its lease (3rd) and calls the handler; record-outcomes.ts stores what comes of it, such as notifications
// with their `email.send` events, and its end, in one transaction (4th). Repeats are harmless, but for what a handler does
// outside of the graph: a mail that SES took just before a crash, or whose answer never came, is sent again.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Handler } from './queues/job-runner.ts';
import { describeMessaging, type QueueName } from './queues/queues.ts';
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
import { createRecorder } from './record-outcomes.ts';
import type { OutboxServices, Work } from './work.ts';

/** Two of them may fail. */
const renewalsPerLease = 3;
/** The random extension of a lease, multiplied by the number of the attempt. */
const maxLeaseSpreadMs = 5_000;

type Attempt = { event: OutboxEvent & { traceparent: string }; log: Logger; span: Span; origin: Origin };

/**
 * Creates the handler of a queue. It counts the attempt at each event of a job and acquires leases in the graph before the
 * work begins: an event that kills its process ends as dead after `maxAttempts`, and one worker at a time processes it.
 * The events of a job are worked on side by side, and share a round trip for their leases and one for their outcomes.
 *
 * @param limits `leaseMs` is how long no other worker may begin the event after this one was killed: work that takes longer
 *   renews its lease
 */
export function withLease(
  services: OutboxServices,
  { queue, maxAttempts, leaseMs }: { queue: QueueName; maxAttempts: number; leaseMs: number },
  work: Work,
): Handler {
  const { graph: client, now, log: processLog, eventTypes } = services;
  const record = createRecorder(services, maxAttempts);
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
            toFailure(error, log, client),
          );
    if (!isSuccess(outcome)) markFailed(span, Object.values(outcome)[0] ?? '');
    return outcome;
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
