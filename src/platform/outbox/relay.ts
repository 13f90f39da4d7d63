// The relay: sends due outbox events to their queues in Redis. An event that a queue loses becomes due again.
import type { Call } from '../graph/queries/call-types.ts';
import { sleep, startLoop, type Loop } from '../lib/loops.ts';
import { queueNames, type QueueName, type Queues } from './queues/queues.ts';
import type { Job } from './queues/job-runner.ts';
import { joinOrigins, parseOrigin, runAt } from '../telemetry/spans.ts';
import { groupEvents } from './group-events.ts';
import { queueLimits } from './queue-limits.ts';
import type { OutboxServices } from './work.ts';

const pollMs = 250;
const pauseAfterFaultMs = 500;
/** The pause before an event is sent to its queue again; it doubles each time. */
const redelivery = { minDelayMs: 15_000, maxDelayMs: 5 * 60_000 };
const retentionDays = 30;
/** No import takes longer. */
const stagedForMs = 24 * 60 * 60_000;
const tidyBatchSize = 5_000;
const tidyIntervalMs = 5 * 60_000;

type RelayServices = OutboxServices & { queues: Pick<Queues, 'send' | 'counts'> };

/**
 * `recipients` is their number; `attempts` have begun before and did not end the event; `leftMs` as in `OutboxEvent`;
 * `traceparent` is that of its cause.
 */
type DueEvent = {
  tenantId: string;
  id: string;
  queue: QueueName;
  type: string;
  attempts: number;
  leftMs?: number;
  recipients: number;
  traceparent?: string;
};

/**
 * Sends due events to their queues until it is stopped. Several relays may run, and an event may be queued twice: its lease
 * (outbox/acquire_leases) lets one worker process it. While Redis is down, nothing is claimed.
 */
export function startRelay({ graph, queues, now, log, eventTypes }: RelayServices): Loop {
  const outbox = graph.bind({});

  /** Claims events for the queues that have room, up to a limit for each, and none while Redis is down. */
  async function claim(): Promise<{ events: DueEvent[]; isCrowded: boolean }> {
    const nothing = { events: [], isCrowded: false };
    const counts = await queues.counts().catch((error: unknown) => {
      log.warn({ err: error }, 'queue unavailable; due events wait');
      return null;
    });
    if (!counts) return nothing;
    const withRoom = queueNames.flatMap((name) => {
      const room = queueLimits[name].maxWaiting - counts[name].waiting;
      return room > 0 ? [{ name, limit: room }] : [];
    });
    const claimed = await outbox.write<{ events: DueEvent[]; isCrowded: boolean }>('outbox/claim', {
      now: now().toISOString(),
      queues: withRoom,
      ...redelivery,
    });
    return claimed ?? nothing;
  }

  async function sendToQueues(due: DueEvent[], signal: AbortSignal): Promise<void> {
    const groups = Map.groupBy(groupEvents(due, eventTypes), ({ queue }) => queue as QueueName);
    for (const [queue, ofQueue] of groups) {
      const jobs = ofQueue.map(({ tenantId, events }) => ({ tenantId, ids: events.map(({ id }) => id) }));
      const traces = ofQueue.flatMap(({ events }) => events.map(({ traceparent }) => traceparent));
      const origin = joinOrigins(traces.map(parseOrigin));
      while (!signal.aborted && !(await runAt(origin, () => trySend(queue, jobs))))
        await sleep(pauseAfterFaultMs, signal);
    }
  }

  async function trySend(queue: QueueName, jobs: Job[]): Promise<boolean> {
    try {
      await queues.send(queue, jobs);
      return true;
    } catch (error) {
      const tenantIds = [...new Set(jobs.map(({ tenantId }) => tenantId))];
      const events = jobs.reduce((sum, { ids }) => sum + ids.length, 0);
      log.warn({ err: error, queue, tenantIds, events }, 'queue unavailable; events will be sent again');
      return false;
    }
  }

  /**
   * Deletes a batch of old events, one of expired records and one of people whom an import left behind. Due events need
   * not wait for all.
   *
   * @returns whether there may be more
   */
  async function tidyBatch(): Promise<boolean> {
    const expiredAt = now();
    const doneBefore = new Date(expiredAt.getTime() - retentionDays * 24 * 60 * 60_000);
    let isMore = false;
    const limit = tidyBatchSize;
    const calls: Call[] = [
      ['outbox/purge', { before: doneBefore.toISOString(), limit }],
      ['idempotency/purge', { before: expiredAt.toISOString(), limit }],
      [
        'organisation/remove_staged',
        { before: new Date(expiredAt.getTime() - stagedForMs).toISOString(), onlyTenantId: null, limit },
      ],
    ];
    for (const call of calls) {
      const done = await outbox.write<{ count: number }>(...call);
      isMore ||= done?.count === tidyBatchSize;
    }
    return isMore;
  }

  let tidyAt = 0;
  const onFault = (error: unknown): void => log.warn({ err: error }, 'outbox poll failed');
  return startLoop({ pauseMs: pollMs, pauseAfterFaultMs, onFault }, async (signal) => {
    const { events, isCrowded } = await claim();
    await sendToQueues(events, signal);
    if (now().getTime() >= tidyAt) {
      tidyAt = now().getTime() + tidyIntervalMs;
      if (await tidyBatch()) tidyAt = 0;
    }
    return isCrowded && events.length > 0;
  });
}
