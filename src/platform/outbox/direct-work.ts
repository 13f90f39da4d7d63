// Work on events that the worker takes from the graph itself, without a trip through Redis: one statement claims them, counts
// the attempts and leases them (outbox/take). It suits many short pieces of work, such as notifications in the application.
import { randomUUID } from 'node:crypto';
import { startLoop } from '../lib/loops.ts';
import { waitAtMost } from '../lib/timeouts.ts';
import { aloneFromMs } from './backoff.ts';
import type { OutboxEvent } from './event-types.ts';
import { groupEvents } from './group-events.ts';
import { createAttempts, maxLeaseSpreadMs, type AttemptLimits, type LeasedEvents } from './process-event.ts';
import type { WorkQueue } from './queue-limits.ts';
import { createJobRunner, graceMs } from './queues/job-runner.ts';
import type { OutboxServices, Work } from './work.ts';

const pollMs = 250;
const pauseAfterFaultMs = 500;
/** Events that are taken at once. */
const maxTaken = 500;

type TakenEvent = OutboxEvent & { tenantId: string; queue: WorkQueue };
type Limits = AttemptLimits & { concurrency: number; timeoutMs: number };

export type DirectWork = {
  /** Takes no more events, waits up to `ms` for the work under way, and leaves the rest to other workers. */
  stop(ms: number): Promise<void>;
};

/**
 * Takes due events of a queue and works on them, `concurrency` groups at a time, each with a time limit, until it is stopped.
 * Events are taken when there is room for the work on at least one of them. Any number of processes may do it at once: an
 * event is leased to one of them. Those of a process that was killed are due again when their lease ends.
 */
export function startDirectWork(services: OutboxServices, limits: Limits, work: Work): DirectWork {
  const { graph, now, log, eventTypes } = services;
  const { queue, maxAttempts, leaseMs, concurrency } = limits;
  const attempts = createAttempts(services, limits, work);
  const runner = createJobRunner(attempts.run, limits);
  const outbox = graph.bind({});

  async function take(): Promise<{ groups: LeasedEvents[]; isCrowded: boolean }> {
    const leaseId = randomUUID();
    const leasedAt = now().getTime();
    const taken = await outbox.write<{ events: TakenEvent[]; isCrowded: boolean }>('outbox/take', {
      queue,
      limit: maxTaken,
      maxTried: concurrency - runner.runningCount(),
      aloneFromMs,
      maxAttempts,
      spreadMs: maxLeaseSpreadMs,
      leaseId,
      now: new Date(leasedAt).toISOString(),
      leasedUntil: new Date(leasedAt + leaseMs).toISOString(),
    });
    const due = (taken?.events ?? []).map((event) => ({
      ...event,
      attempts: event.attempts - 1,
      recipients: event.recipientIds?.length ?? 0,
      event,
    }));
    const groups = groupEvents(due, eventTypes).map(({ tenantId, events }) => ({
      tenantId,
      leaseId,
      leasedAt,
      events: events.map(({ event }) => event),
    }));
    return { groups, isCrowded: taken?.isCrowded ?? false };
  }

  /** Begins the work on a group; what fails before its outcome is recorded is due again when its lease ends. */
  function begin(group: LeasedEvents): void {
    const ids = group.events.map(({ id }) => id);
    runner.run(group).catch((error: unknown) => {
      log.warn(
        { err: error, queue, tenantId: group.tenantId, ids },
        'work failed; its events are due again after their lease',
      );
    });
  }

  const onFault = (error: unknown): void => log.warn({ err: error, queue }, 'outbox poll failed');
  const loop = startLoop({ pauseMs: pollMs, pauseAfterFaultMs, onFault }, async (signal) => {
    await runner.untilRoom(signal);
    if (signal.aborted) return;
    const { groups, isCrowded } = await take();
    for (const group of groups) {
      await runner.untilRoom(signal);
      if (signal.aborted) await attempts.putOff(group, 'STOPPING');
      else begin(group);
    }
    return isCrowded && groups.length > 0;
  });
  return {
    async stop(ms) {
      const leaving = waitAtMost(ms + graceMs, loop.stop(), () => new Error('The database did not answer.'));
      await Promise.all([leaving.catch(() => undefined), runner.stop(ms)]);
    },
  };
}
