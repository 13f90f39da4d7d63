// Derives the excused weeks of everyone of a tenant again: after a change of settings or of many people, and as time passes. The
// tenant remembers up to whom it has come (`unsettledAfter`), so that workers continue batch by batch, and begin anew after a
// further change. A batch is one transaction under the write lock of the tenant.
import type { GraphClient, Transaction } from '../../platform/graph/client.ts';
import { startLoop, type Loop } from '../../platform/lib/loops.ts';
import type { JobServices } from '../../platform/outbox/work.ts';
import { listUnopened } from './open-calendars.ts';
import { settleWeeks, toDay, type AbsenceFacts } from './write-absences.ts';

/** As many as `absences/list_unsettled` lists. */
const batchSize = 200;
const pauseMs = 1_000;
/** Regions that a request waits for. If more are new to its process, everything is left to the worker. */
const mostNewRegions = 3;

/**
 * Begins to derive the excused weeks of everyone of a tenant again. Those of up to 200 people are derived in this transaction;
 * the worker continues with the others when it is committed.
 */
export async function settleAllWeeks(tx: Transaction, now: string): Promise<void> {
  await tx.rows('absences/begin_settling');
  const people = await tx.rows<AbsenceFacts>('absences/list_unsettled');
  if (listUnopened(people, toDay(now)).length <= mostNewRegions) await settleBatch(tx, people, now);
}

/** Derives the excused weeks of the people who are next. @returns whether others are left */
export async function settleNext(graph: GraphClient, tenantId: string, now: string): Promise<boolean> {
  return graph.transaction({ tenantId, userId: 'operator' }, async (tx) =>
    settleBatch(tx, await tx.rows<AbsenceFacts>('absences/list_unsettled'), now),
  );
}

/** @param people of `absences/list_unsettled` in the same transaction */
async function settleBatch(tx: Transaction, people: readonly AbsenceFacts[], now: string): Promise<boolean> {
  await settleWeeks(tx, people, now);
  const isLast = people.length < batchSize;
  await tx.rows('absences/advance_settling', { isLast, lastId: people.at(-1)?.id ?? '' });
  return !isLast;
}

/** Looks every second for tenants in which weeks are to be derived, and takes a batch of each in turn. */
export function startSettling({ graph, now, log }: JobServices): Loop {
  const onFault = (error: unknown): void => log.warn({ err: error }, 'excused weeks could not be derived');
  return startLoop({ pauseMs, onFault }, async (signal) => {
    const { tenantIds } = await graph.bind({}).one<{ tenantIds: string[] }>('absences/list_unsettled_tenants');
    const faults: unknown[] = [];
    let isMore = false;
    for (const tenantId of tenantIds) {
      if (signal.aborted) break;
      try {
        if (await settleNext(graph, tenantId, now().toISOString())) isMore = true;
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, 'Excused weeks of some tenants could not be derived.');
    return isMore;
  });
}
