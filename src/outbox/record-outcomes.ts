// Records how attempts at outbox events ended: done, rescheduled or dead. The events of a job share the round trips.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import type { GraphClient } from '../graph/client.ts';
import type { OutboxEvent } from './event-types.ts';

/**
 * How an event ended: an e-mail was `sent`, or not as its address is `stopped`; nobody was left to notify (`skipped`); other
 * work is `completed`.
 */
type Done = { done: 'sent'; messageId: string } | { done: 'stopped' | 'skipped' | 'completed' };
type Success = Done | { deliver: DeliveryRow };

/**
 * The outcome of an attempt. `deliver`: done as soon as `notifications/deliver` has stored the row, which ends the
 * event in the same transaction. The others have a reason, which is stored with the event and holds no personal text.
 * `defer`: not attempted, does not count; `leave`: of a newer release, whose workers know it, does not count; `retry`:
 * failed, repeated while attempts are left; `fail`: failed permanently.
 */
export type Outcome = Success | { defer: string } | { leave: string } | { retry: string } | { fail: string };

/** A row of `notifications/deliver`. */
type DeliveryRow = Record<string, unknown> & { eventId: string; isLast: boolean };

/** Why an event is left to the workers of a newer release. */
export const unknownType = 'unknown event type';
/** How long an event waits for a worker that knows it, before it is dead. */
const leftForMs = 7 * 24 * 60 * 60_000;

export type Attempt = { event: OutboxEvent; log: Logger };
type EndedAttempt = Attempt & { outcome: Outcome };
type FailedAttempt = { defer: string } | { retry: string };

/** Errors that do not count as an attempt: an outage of the file storage, and the shutdown of the process. */
const uncountedCodes = ['FILES_UNAVAILABLE', 'STOPPING'];

/** How long and how often to try to record an outcome. Work that is done but not recorded is repeated. */
const recordForMs = 10 * 60_000;
const pauseMs = 250;

export function isSuccess(outcome: Outcome): outcome is Success {
  return 'done' in outcome || 'deliver' in outcome;
}

function describeSuccess(outcome: Success): object {
  if ('deliver' in outcome) return { outcome: 'delivered' };
  const { done, ...ids } = outcome;
  return { outcome: done, ...ids };
}

/**
 * Logs why an attempt failed, and returns its outcome. After a restart of the database, work fails until its queries are
 * planned again: that does not count as an attempt either.
 */
export function toOutcome(error: unknown, log: Logger, graph: Pick<GraphClient, 'state'>): FailedAttempt {
  const { code = 'INTERNAL' } = error as { code?: string };
  log.warn({ err: error }, 'outbox event attempt failed');
  const isOutage = code === 'DATABASE_UNAVAILABLE' && graph.state() !== 'ready';
  return isOutage || uncountedCodes.includes(code) ? { defer: code } : { retry: code };
}

/**
 * Creates the function that records the outcomes of a job's attempts under their lease.
 *
 * @param maxAttempts after which a failed event is dead
 */
export function createRecorder(
  { graph: client, now, log: processLog }: { graph: GraphClient; now: () => Date; log: Logger },
  maxAttempts: number,
): (attempts: EndedAttempt[], lease: { tenantId: string; leaseId: string; started: number }) => Promise<void> {
  return async (attempts, { tenantId, leaseId, started }) => {
    const graph = client.bind({ tenantId });
    const failures = await deliver(tenantId, attempts);
    const at = now().getTime();
    const ends: { eventId: string; status: 'done' | 'dead'; error: string | null }[] = [];
    const delays: Record<'eventId' | 'dueAt' | 'attempts' | 'error' | 'leftMs', string | number | null>[] = [];
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
      const retryAt = new Date(at + delayMs).toISOString();
      const counted = 'retry' in outcome ? event.attempts : event.attempts - 1;
      delays.push({ eventId: event.id, dueAt: retryAt, attempts: counted, error: reason, leftMs });
      logLines.push(() => log.info({ reason, retryAt }, 'outbox event rescheduled'));
    }
    const record = { now: new Date(at).toISOString() };
    if (ends.length > 0) await recordWithRetry(() => graph.write('outbox/finish', { ...record, ends, leaseId }));
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
  async function deliver(tenantId: string, attempts: EndedAttempt[]): Promise<Map<string, FailedAttempt>> {
    const graph = client.bind({ tenantId });
    const failures = new Map<string, FailedAttempt>();
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
        failures.set(delivery.row.eventId, toOutcome(error, delivery.log, client));
      }
    }
    return failures;
  }
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

const retryPauses = { firstMs: 2_000, factor: 4, maxMs: 15 * 60_000 };
const leavePauses = { firstMs: 2_000, factor: 1.5, maxMs: 5 * 60_000 };

/**
 * The pause after a failed attempt: 2 s, then four times as long each time, up to 15 minutes. The second half is random:
 * events that failed together are not retried together.
 *
 * @param attempts so far, from 1
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function retryDelay(attempts: number, random: number): number {
  const { firstMs, factor, maxMs } = retryPauses;
  const delayMs = Math.min(maxMs, firstMs * factor ** (attempts - 1));
  return Math.round(delayMs * (0.5 + random / 2));
}

/**
 * The longest pause before an event is due again that this release does not know: 2 s, then half as long again each time, up
 * to 5 minutes. A newer worker beside this one gets it soon; where none runs, it costs little.
 *
 * @param before the longest pause before this one
 * @returns milliseconds; a random part of the second half is not waited for
 */
function leaveDelay(before: number): number {
  const { firstMs, factor, maxMs } = leavePauses;
  return Math.min(maxMs, Math.max(firstMs, before * factor));
}
