// Deactivates or activates a person.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../graph/client.ts';
import { personNotFound } from './find-person.ts';
import { findTenantId } from './find-tenant.ts';

/**
 * The state before the change. Nothing changes if a person to deactivate has `activeReports`, or a person to activate has
 * `inactiveManagers`.
 */
export type PresenceChange = { name: string; wasActive: boolean; activeReports?: number; inactiveManagers?: string[] };

/**
 * @throws {Error} if the person or the tenant does not exist
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
