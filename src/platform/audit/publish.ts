// Publishes the change log: gives committed changes their place in it, and deletes those that are too old. The audit log
// gets its chain.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { GraphClient } from '../graph/client.ts';
import { startLoop, type Loop } from '../lib/loops.ts';
import { chainEntries } from './audit-chain.ts';

const pollMs = 250;
const pauseAfterFaultMs = 500;
const batchSize = 1_000;
const retentionDays = 30;
const sweepIntervalMs = 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

type PublisherServices = { graph: GraphClient; now: () => Date; log: Logger };

type Waiting = { hasUnopened: boolean; hasBatches: boolean; hasChanges: boolean; hasAuditEntries: boolean };

/**
 * Gives a place to the changes that have none. Changes that got their place in an earlier call become visible to readers, and
 * webhooks then send them. Entries of the audit log get their place in its chain. Any number of processes may do it at once.
 * One read says which of these steps have something to do, so a call that finds nothing is one statement. Each step looks again
 * under its locks.
 *
 * @returns whether another call may find more to do
 */
export async function publishChanges(graph: GraphClient, publisherId: string, now: Date): Promise<boolean> {
  const log = graph.bind({});
  const waiting = await log.one<Waiting>('changes/find_work');
  const opened = waiting.hasUnopened
    ? await log.write<{ opened: number }>('changes/open', { publisherId, now: now.toISOString() })
    : null;
  const made = waiting.hasBatches
    ? await log.write<{ published: number }>('changes/publish_batch', { publisherId })
    : null;
  const placed = waiting.hasChanges
    ? await log.write<{ published: number }>('changes/publish', { publisherId, limit: batchSize })
    : null;
  const hasMoreEntries = waiting.hasAuditEntries && (await chainEntries(graph, publisherId));
  const counts = [opened?.opened, made?.published, placed?.published];
  return hasMoreEntries || counts.some((count) => count !== undefined && count > 0);
}

/**
 * Deletes the changes of all tenants that are older than 30 days. A reader behind them is told that its cursor has expired.
 *
 * @returns how many were deleted
 */
export async function sweepChanges(graph: GraphClient, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * dayMs).toISOString();
  let swept = 0;
  let sweptBefore = 0;
  do {
    sweptBefore = swept;
    const { tenantIds } = await graph.bind({}).one<{ tenantIds: string[] }>('changes/find_expired', { before });
    for (const tenantId of tenantIds) {
      if (signal?.aborted) return swept;
      const tenant = graph.bind({ tenantId });
      await tenant.write('changes/expire', { before });
      swept += (await tenant.write<{ swept: number }>('changes/sweep'))?.swept ?? 0;
    }
  } while (swept > sweptBefore);
  return swept;
}

/** Publishes and sweeps until it is stopped. */
export function startPublisher({ graph, now, log }: PublisherServices): Loop {
  const publisherId = randomUUID();
  let sweepAt = 0;
  const onFault = (error: unknown): void => log.warn({ err: error }, 'changes not published; trying again');
  return startLoop({ pauseMs: pollMs, pauseAfterFaultMs, onFault }, async (signal) => {
    const mayHaveMore = await publishChanges(graph, publisherId, now());
    if (now().getTime() >= sweepAt) {
      sweepAt = now().getTime() + sweepIntervalMs;
      const swept = await sweepChanges(graph, now(), signal);
      if (swept > 0) log.info({ swept }, 'old changes deleted');
    }
    return mayHaveMore;
  });
}
