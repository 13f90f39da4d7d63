// Metrics of what waits: outbox events, jobs, webhook deliveries, changes without a place in the change log.
import { Gauge, type Registry } from '@prometheus-io/client';
import type { GraphClient } from '../../graph/client.ts';
import type { Queues } from '../../outbox/queues/queues.ts';

/** Times are ISO 8601. */
type OutboxStats = {
  pending: number;
  postponed: number;
  dead: number;
  onHold: number;
  stopped: number;
  due: string | null;
};
type WebhookStats = { pending: number; oldest: string | null; due: string | null };
type ChangeStats = { pending: number; oldest: string | null };

/** Creates the gauges and returns the function that reads them. What cannot be read is NaN, jobs are then omitted. */
export function createBacklogGauges(
  registry: Registry,
  graph: GraphClient,
  queues: Pick<Queues, 'counts'>,
  now: () => Date,
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge<string> =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const outboxPending = gauge('outbox_pending', 'Outbox events that are not done');
  const outboxOverdue = gauge('outbox_overdue_seconds', 'How long an outbox event that is due has waited for a worker');
  const outboxPostponed = gauge(
    'outbox_postponed',
    'Outbox events, of the 1,000 due first, that the database was too slow for, or that wait for a newer worker',
  );
  const outboxDead = gauge('outbox_dead', 'Outbox events that are dead until an operator retries them');
  const outboxOnHold = gauge('outbox_held', 'Outbox events that wait since a restore until an operator releases them');
  const emailsStopped = gauge('email_addresses_stopped', 'Addresses that get no e-mails after a bounce or complaint');
  const jobs = gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state']);
  const webhooksPending = gauge('webhook_deliveries_pending', 'Webhook deliveries that wait, also for another attempt');
  const webhooksOldest = gauge('webhook_oldest_seconds', 'Age of the oldest pending webhook delivery');
  const webhooksOverdue = gauge('webhook_overdue_seconds', 'How long a webhook that is due has waited for a worker');
  const changesPending = gauge('change_log_pending', 'Changes that readers of the change log cannot see yet');
  const changesOldest = gauge('change_log_oldest_seconds', 'Age of the oldest of these changes');

  return async () => {
    const all = graph.bind({});
    const at = now();
    const [outbox, webhooks, changes, counts] = await Promise.all([
      all.one<OutboxStats>('outbox/stats', { now: at.toISOString() }).catch(toNull),
      all.one<WebhookStats>('webhooks/stats', { now: at.toISOString() }).catch(toNull),
      all.one<ChangeStats>('changes/stats').catch(toNull),
      queues.counts().catch(toNull),
    ]);
    const computeAge = (since: string | null): number =>
      since ? Math.max(0, (at.getTime() - Date.parse(since)) / 1000) : 0;
    outboxPending.set(outbox?.pending ?? NaN);
    outboxPostponed.set(outbox?.postponed ?? NaN);
    outboxDead.set(outbox?.dead ?? NaN);
    outboxOnHold.set(outbox?.onHold ?? NaN);
    emailsStopped.set(outbox?.stopped ?? NaN);
    outboxOverdue.set(outbox ? computeAge(outbox.due) : NaN);
    webhooksPending.set(webhooks?.pending ?? NaN);
    webhooksOldest.set(webhooks ? computeAge(webhooks.oldest) : NaN);
    webhooksOverdue.set(webhooks ? computeAge(webhooks.due) : NaN);
    changesPending.set(changes?.pending ?? NaN);
    changesOldest.set(changes ? computeAge(changes.oldest) : NaN);
    jobs.reset();
    for (const [queue, states] of Object.entries(counts ?? {})) {
      for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
    }
  };
}

function toNull(): null {
  return null;
}
