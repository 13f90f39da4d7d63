// Someone leaves, or is back.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../graph/client.ts';
import { personNotFound } from './find-person.ts';
import { findTenantId } from './find-tenant.ts';

/** What a change found: nothing happens while there are `activeReports` (deactivating) or `inactiveManagers` (activating). */
export type PresenceChange = { name: string; wasActive: boolean; activeReports?: number; inactiveManagers?: string[] };

/**
 * Deactivates or activates someone by their address.
 *
 * @throws {Error} when there is nobody of that address, or no tenant of that slug
 */
export async function changePresence(
  graph: GraphClient,
  change: 'activate' | 'deactivate',
  email: string,
  slug: string,
): Promise<PresenceChange> {
  const tenantId = await findTenantId(graph, slug);
  const params = { email, auditId: randomUUID(), now: new Date().toISOString() };
  const outcome = await graph.bind({ tenantId, userId: 'operator' }).write<PresenceChange>(`org/${change}`, params);
  if (!outcome) throw personNotFound(email);
  return outcome;
}
