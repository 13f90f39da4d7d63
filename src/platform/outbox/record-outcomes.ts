// Records how attempts ended: their events are done, rescheduled or dead, and their notifications are stored.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Graph } from '../graph/client.ts';
import type { RowOf } from '../graph/queries/call-types.ts';
import { leaveDelay, postponeDelay, retryDelay } from './backoff.ts';
import type { OutboxEvent } from './event-types.ts';
import {
  isOutage,
  isSuccess,
  toFailure,
  type DeliveryRow,
  type Failure,
  type Outcome,
  type Success,
} from './outcome.ts';
import type { JobServices } from './work.ts';

/** How long an event waits for a worker that knows it, before it is dead. */
const leftForMs = 7 * 24 * 60 * 60_000;
/** How long and how often to try to record an outcome. Work that is done but not recorded is repeated. */
const recordForMs = 10 * 60_000;
const pauseMs = 250;

type EndedAttempt = { event: OutboxEvent; log: Logger; outcome: Outcome };
/** Records the outcomes of attempts that `started` at a time, under their lease. */
type RecordOutcomes = (
  attempts: EndedAttempt[],
  lease: { tenantId: string; leaseId: string; started: number },
) => Promise<void>;

/** Creates what records the outcomes of a queue, whose events end as dead after `maxAttempts`. */
export function createRecorder(
  { graph: client, now, log: processLog }: JobServices,
  maxAttempts: number,
): RecordOutcomes {
  return async (attempts, { tenantId, leaseId, started }) => {
    const graph = client.bind({ tenantId });
    const failures = await deliver(graph, tenantId, attempts);
    const at = now().getTime();
    const ends: RowOf<'outbox/finish', 'ends'>[] = [];
    const delays: RowOf<'outbox/reschedule', 'delays'>[] = [];
    const logLines: (() => void)[] = [];
    for (const { event, log: eventLog, ...attempt } of attempts) {
      const log = eventLog.child({ ms: at - started });
      const outcome = failures.get(event.id) ?? attempt.outcome;
      if (isSuccess(outcome)) {
        if ('done' in outcome) ends.push({ eventId: event.id, status: 'done', outcome: outcome.done, error: null });
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
        ends.push({ eventId: event.id, status: 'dead', outcome: null, error: reason });
        logLines.push(() => log.error({ reason }, 'outbox event dead-lettered'));
        continue;
      }
      const leftMs = findLongestPause(outcome, event.leftMs ?? 0);
      const delayMs = leftMs === null ? retryDelay(event.attempts, Math.random()) : leftMs * (0.5 + Math.random() / 2);
      const until = 'until' in outcome ? outcome.until : undefined;
      const pauseEnds = new Date(at + delayMs).toISOString();
      const isTooEarly = 'retry' in outcome && until !== undefined && until < pauseEnds;
      const retryAt = until === undefined || isTooEarly ? pauseEnds : until;
      const counted = 'retry' in outcome ? event.attempts : event.attempts - 1;
      delays.push({ eventId: event.id, dueAt: retryAt, attempts: counted, error: reason, leftMs });
      logLines.push(() => log.info({ reason, retryAt }, 'outbox event rescheduled'));
    }
    const end = { now: new Date(at).toISOString(), ends, leaseId };
    if (ends.length > 0) await recordWithRetry(() => graph.write('outbox/finish', end));
    if (delays.length > 0) await recordWithRetry(() => graph.write('outbox/reschedule', { leaseId, delays }));
    for (const writeLine of logLines) writeLine();
  };

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

/** The longest pause of an event that is left or postponed, which grows each time; null for other outcomes. */
function findLongestPause(outcome: Failure, before: number): number | null {
  if ('leave' in outcome) return leaveDelay(before);
  return 'postpone' in outcome ? postponeDelay(before) : null;
}

function describeSuccess(outcome: Success): object {
  if ('deliver' in outcome) return { outcome: 'delivered' };
  const { done, ...ids } = outcome;
  return { outcome: done, ...ids };
}

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
