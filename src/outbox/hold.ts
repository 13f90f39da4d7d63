// Holds the outbox after a restore: a backup does not know what was sent after it was made.
import type { GraphClient } from '../graph/client.ts';
import type { Call } from '../graph/queries/call-types.ts';
import { repeatUntilNone } from '../lib/loops.ts';

const batchSize = 5_000;

/**
 * Holds every pending event of all tenants. Call it while no worker runs: an attempt that is under way may send its e-mail.
 *
 * @returns the number of events on hold by this call
 */
export function holdPendingEvents(graph: GraphClient): Promise<number> {
  return changeAll(graph, 'outbox/hold', { limit: batchSize });
}

/**
 * Lets workers take the events on hold: of one tenant, or of all.
 *
 * @returns the number of events
 */
export function releaseEvents(graph: GraphClient, onlyTenantId: string | null, now: Date): Promise<number> {
  return changeAll(graph, 'outbox/release', { limit: batchSize, onlyTenantId, now: now.toISOString() });
}

function changeAll(graph: GraphClient, ...call: Call): Promise<number> {
  return repeatUntilNone(async () => (await graph.bind({}).write<{ events: number }>(...call))?.events ?? 0);
}
