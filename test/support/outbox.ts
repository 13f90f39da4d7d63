// What tests see of the outbox, and how they fill it.
import { client, tokenOf, type Company } from './company.ts';
import { scheduledTypes } from '../../src/platform/time/schedule.ts';
import { openAllDueRuns } from './due-runs.ts';
import type { Service } from './service.ts';
import { until } from './until.ts';

export type Row = { type: string; status: string; attempts: number; error: string | null };

/** Dispatches an announcement to these people, as a service. */
export async function announce(
  api: Service,
  to: Company,
  names: readonly string[],
  title = 'Fire drill',
): Promise<void> {
  const claims = { sub: 'service:intranet', tenant: to.tenantId, scope: 'notifications:dispatch' };
  const { status } = await client(api, () => tokenOf(api, claims)).post('/notifications/dispatch', {
    type: 'announcement',
    recipientUserIds: names.map((name) => to.id(name)),
    payload: { title, body: 'At ten.' },
  });
  if (status !== 202) throw new Error(`A dispatch answered ${status}.`);
}

/**
 * Opens the weekly runs that are due by the real clock, or will be in half an hour, and deletes their events: commands and
 * worker processes go by that clock, and would open them during the test.
 */
export async function skipDueRuns(api: Service): Promise<void> {
  const now = Date.now();
  for (const at of [now, now + 30 * 60_000]) await openAllDueRuns(api, new Date(at).toISOString());
  await api.graph.statement(
    `MATCH (event:OutboxEvent {status: 'pending'})
     WHERE event.dueAt IS NOT NULL AND event.type IN $kinds
     DETACH DELETE event`,
    { kinds: [...Object.values(scheduledTypes), 'trends.detect'] },
  );
}

/** A tenant's events, by type, without those that are planned for a later day, and hand-overs, which wait for minutes. */
export async function rowsOf(api: Service, { tenantId }: Company): Promise<Row[]> {
  const rows = await api.graph.statement(
    `MATCH (e:OutboxEvent {tenantId: $tenantId})
     WHERE e.status <> 'pending' OR (
       e.plannedFor IS NULL AND NOT (e.type = 'weekly_summary.handed_over' AND e.dueAt > datetime() + duration('PT2M'))
     )
     RETURN e.type AS type, e.status AS status, e.attempts AS attempts, e.error AS error ORDER BY e.type, e.createdAt`,
    { tenantId },
  );
  return rows as Row[];
}

/**
 * Waits until none of a tenant's events is pending. Neo4j shows the changes of a commit one by one: an event may be done
 * before the event that was made with it is found. The second look therefore waits for the locks of the first one's events,
 * which such a commit still holds.
 */
export async function settled(api: Service, of: Company): Promise<Row[]> {
  const look = async (): Promise<Row[]> => {
    const rows = await rowsOf(api, of);
    return haveEnded(rows) ? rowsAfterCommits(api, of) : rows;
  };
  return until(look, haveEnded);
}

const haveEnded = (rows: Row[]): boolean => rows.length > 0 && rows.every(({ status }) => status !== 'pending');

async function rowsAfterCommits(api: Service, of: Company): Promise<Row[]> {
  await api.graph.statement(
    "MATCH (e:OutboxEvent {tenantId: $tenantId}) WHERE e.status <> 'pending' SET e.status = e.status",
    { tenantId: of.tenantId },
  );
  return rowsOf(api, of);
}

/** How many in-app records a tenant's people have, and how many different ones by event and person. */
export async function recordsOf(api: Service, { tenantId }: Company): Promise<{ all: number; different: number }> {
  const [row] = await api.graph.statement(
    `MATCH (n:Notification {tenantId: $tenantId})
     RETURN count(n) AS all, count(DISTINCT n.eventId + n.userId) AS different`,
    { tenantId },
  );
  return row as { all: number; different: number };
}
