// Finds the webhooks that have something due, and delivers for several of them at once: bounded per tenant and in all.
import { repeatUntilNone, startLoop, type Loop } from '../../platform/lib/loops.ts';
import { deliverDue, type DeliveryServices, type DueWebhook } from './deliver.ts';

const pollMs = 250;
const pauseAfterFaultMs = 500;
const sweepIntervalMs = 60 * 60_000;
const pauseAfterSweepFaultMs = 60_000;
const retentionDays = 30;
const dayMs = 24 * 60 * 60_000;
const sweepBatchSize = 5_000;

/**
 * How many webhooks one process delivers for at once, and for how long until others have their turn. A receiver that
 * hangs occupies its own tenant's share.
 */
const defaultLimits = { perTenant: 4, total: 64, leaseMs: 25_000, turnMs: 5_000 };
export type DeliveryLimits = typeof defaultLimits;

/** Deletes deliveries older than 30 days, until it is stopped. @returns how many */
export function sweepDeliveries(
  { graph, now }: Pick<DeliveryServices, 'graph' | 'now'>,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now().getTime() - retentionDays * dayMs).toISOString();
  return repeatUntilNone(async () => {
    const batch = await graph.bind({}).write<{ swept: number }>('webhooks/sweep', { before, limit: sweepBatchSize });
    return batch?.swept ?? 0;
  }, signal);
}

/** Delivers until it is stopped. `stop` waits for the attempts under way, which end within the time limit of an attempt. */
export function startWebhooks(services: DeliveryServices, limits: Partial<DeliveryLimits> = {}): Loop {
  const { graph, now, log } = services;
  const { perTenant, total, leaseMs, turnMs } = { ...defaultLimits, ...limits };
  const running = new Map<string, { tenantId: string; done: Promise<void> }>();
  const countRunning = (tenantId: string): number =>
    [...running.values()].filter((one) => one.tenantId === tenantId).length;

  function start(due: DueWebhook, signal: AbortSignal): void {
    const { tenantId, webhookId } = due;
    if (signal.aborted || running.has(webhookId) || running.size >= total || countRunning(tenantId) >= perTenant)
      return;
    const done = deliverDue(services, due, { leaseMs, turnMs, signal })
      .catch((error: unknown) => log.warn({ err: error, tenantId, webhookId }, 'webhook delivery interrupted'))
      .finally(() => running.delete(webhookId));
    running.set(webhookId, { tenantId, done });
  }

  async function startDue(signal: AbortSignal): Promise<void> {
    if (running.size >= total) return;
    const tenantIds = new Set([...running.values()].map(({ tenantId }) => tenantId));
    const { webhooks } = await graph.bind({}).one<{ webhooks: DueWebhook[] }>('webhooks/find_due', {
      now: now().toISOString(),
      runningIds: [...running.keys()],
      busyTenantIds: [...tenantIds].filter((tenantId) => countRunning(tenantId) >= perTenant),
    });
    for (const due of webhooks) start(due, signal);
  }

  const deliveries = startLoop(
    {
      pauseMs: pollMs,
      pauseAfterFaultMs,
      onFault: (error) => log.warn({ err: error }, 'webhooks not read; trying again'),
    },
    startDue,
  );
  // beside the deliveries, which must not wait for it
  const sweeps = startLoop(
    {
      pauseMs: sweepIntervalMs,
      pauseAfterFaultMs: pauseAfterSweepFaultMs,
      onFault: (error) => log.warn({ err: error }, 'old webhook deliveries not deleted; trying again'),
    },
    async (signal) => void (await sweepDeliveries(services, signal)),
  );
  return {
    async stop() {
      await Promise.all([deliveries.stop(), sweeps.stop()]);
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
