// Deletes what tenants keep no longer, by their setting `retention`. The admins are told a day before the first time.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { listRetentionQueries } from './table-of-nodes.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import { startLoop, type Loop } from '../../platform/lib/loops.ts';
import { toAuditValues } from '../../platform/schema/audit.ts';
import { retentionNotifications } from '../organisation/retention-notifications.ts';
import { createNotice, type PayloadOf } from '../../platform/notifications/notices.ts';
import type { JobServices } from '../../platform/outbox/work.ts';
import { toLocalDate } from '../../platform/time/weeks.ts';
import { listRetentionLimits, retentionKinds, type RetentionKind } from '../../platform/settings/retention-rules.ts';
import { resolveSettings } from '../../platform/settings/settings.ts';

const pauseMs = 60_000;
const pauseAfterFaultMs = 5_000;
const dayMs = 24 * 60 * 60_000;
/** How many nodes of a kind are deleted in one transaction. */
const batchSize = 500;

type Tenant = { tenantId: string; timezone?: string | null; rules: string[]; isNew: boolean };
type Expired = { kind: RetentionKind; days: number; count: number };
type Ended = { deleted: Partial<Record<RetentionKind, number>>; auditThrough: string | null };

/** Counts what a run by these rules would delete. */
export async function countExpired(
  graph: GraphClient,
  tenantId: string,
  rules: readonly string[],
  now: Date,
): Promise<Expired[]> {
  const limits = listRetentionLimits(rules, now);
  const before = Object.fromEntries(limits.map((limit) => [limit.kind, limit.before]));
  const rows = await graph.transaction({ tenantId }, (tx) =>
    tx.rows<Record<RetentionKind, number>>('retention/count', { before }),
  );
  return limits.map(({ kind, days }) => ({ kind, days, count: rows[0]?.[kind] ?? 0 }));
}

/**
 * Takes a turn: one batch of each kind for each tenant whose run is due, so that none waits for another. New rules are
 * announced. Any number of workers may do it at once; a fault in one tenant does not affect the others.
 *
 * @returns whether another turn may find more to do
 * @throws {AggregateError} after all tenants
 */
export async function takeRetentionTurn(graph: GraphClient, now: Date, log: Logger): Promise<boolean> {
  const { tenants } = await graph.bind({}).one<{ tenants: Tenant[] }>('tenants/retention', { now: now.toISOString() });
  const faults: unknown[] = [];
  let hasMore = false;
  for (const tenant of tenants) {
    try {
      if (!tenant.isNew && (await deleteBatches(graph, tenant, now))) hasMore = true;
      else await schedule(graph, tenant, now, log);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'The retention of some tenants failed.');
  return hasMore;
}

/** @returns whether there may be more to delete */
async function deleteBatches(graph: GraphClient, { tenantId, rules }: Tenant, now: Date): Promise<boolean> {
  let hasMore = false;
  for (const { kind, before } of listRetentionLimits(rules, now)) {
    const params = { rules, before, now: now.toISOString(), limit: batchSize };
    for (const query of listRetentionQueries(kind)) {
      const batch = await graph.bind({ tenantId }).write<{ deleted: number }>(query, params);
      if (batch && batch.deleted >= batchSize) hasMore = true;
    }
  }
  return hasMore;
}

/** Ends a run with its audit entry, or begins with new rules and notifies the admins; the next run is a day later. */
async function schedule(
  graph: GraphClient,
  { tenantId, timezone = null, rules, isNew }: Tenant,
  at: Date,
  log: Logger,
): Promise<void> {
  const now = at.toISOString();
  const dueAt = new Date(at.getTime() + dayMs).toISOString();
  const kinds = isNew ? await countExpired(graph, tenantId, rules, at) : [];
  const from = toLocalDate(dueAt, resolveSettings({ timezone }).timezone);
  const payload: PayloadOf<(typeof retentionNotifications)['retention.announced']> = { from, kinds };
  const notice = createNotice(retentionNotifications, 'retention.announced', payload);
  const eventId = randomUUID();
  const auditId = randomUUID();
  await graph.transaction({ tenantId, userId: 'operator', source: 'worker' }, async (tx) => {
    const [ended] = await tx.rows<Ended>('retention/schedule', { rules, isNew, now, dueAt });
    if (!ended) return;
    if (kinds.length > 0)
      await tx.rows('organisation/tell_roles', { rows: [{ ...notice, eventId, subjectId: null }], now });
    const deleted = retentionKinds.flatMap((field) => {
      const count = ended.deleted[field] ?? 0;
      return count > 0 ? [{ field, after: count }] : [];
    });
    if (deleted.length === 0) return;
    const auditThrough = { field: 'auditThrough', after: ended.auditThrough ?? undefined };
    const values = toAuditValues(ended.deleted.audit ? [...deleted, auditThrough] : deleted);
    await tx.rows('audit/record', { entries: [{ id: auditId, action: 'retention.run', facts: values }], now });
    log.info({ tenantId, deleted: ended.deleted }, 'retention run ended');
  });
}

/** Runs until it is stopped: due tenants are found within a minute. */
export function startRetention({ graph, now, log }: JobServices): Loop {
  const onFault = (error: unknown): void => log.warn({ err: error }, 'retention failed; trying again');
  return startLoop({ pauseMs, pauseAfterFaultMs, onFault }, () => takeRetentionTurn(graph, now(), log));
}
