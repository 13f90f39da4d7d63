// The dead events of a tenant or of all, for operators: how many of which type, since when, and what to do. No text of people.
import type { GraphClient } from '../graph/client.ts';
import { pluralize } from '../lib/pluralize.ts';

/** Dead events of a type; `since` is when the first of them ended, in ISO 8601. */
export type DeadEvents = { tenantId: string; type: string; count: number; since: string };

/** Lists the dead events by tenant and type, at most 100 rows. @param onlyTenantId null for all tenants */
export function listDeadEvents(graph: GraphClient, onlyTenantId: string | null): Promise<DeadEvents[]> {
  return graph.transaction({}, (tx) => tx.rows<DeadEvents>('outbox/dead_events', { onlyTenantId }));
}

/** What they are, such as `3 dead events goals.completed since 2026-11-20T10:00:00.000Z`. */
export function describeDeadEvents({ type, count, since }: DeadEvents): string {
  return `${pluralize(count, 'dead event')} ${type} since ${since}`;
}

/** What an operator does about dead events. @param slug of the tenant, unless it is known which one is meant */
export function adviseOnDeadEvents(slug?: string): string {
  const tenant = slug === undefined ? '' : ` --tenant ${slug}`;
  return `"checkin outbox ls${tenant}" shows why; then run "checkin outbox retry${tenant}"`;
}
