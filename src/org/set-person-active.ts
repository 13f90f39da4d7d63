// Deactivates or activates a person for the command line.
import type { GraphClient } from '../graph/client.ts';
import { createRepeatableIds } from '../lib/repeatable-ids.ts';
import { lockPerson, writePerson } from './change-person.ts';
import { findPerson } from './find-person.ts';
import { findTenantId } from './find-tenant.ts';

/**
 * The state before the change. Nothing changes if a person to deactivate has `activeReports`, or a person to activate has
 * `inactiveManagers`.
 */
type ActiveChange = { name: string; wasActive: boolean; activeReports: number; inactiveManagers: string[] };

/**
 * @throws {Error} if the person or the tenant does not exist
 */
export async function setPersonActive(
  graph: GraphClient,
  change: 'activate' | 'deactivate',
  email: string,
  slug: string,
): Promise<ActiveChange> {
  const tenantId = await findTenantId(graph, slug);
  const { id } = await findPerson(graph, tenantId, email);
  const active = change === 'activate';
  const [now, ids] = [new Date().toISOString(), createRepeatableIds()];
  return graph.bind({ tenantId, userId: 'operator' }).atomically(async (tx) => {
    const facts = await lockPerson(tx, id, {}, {});
    const { person, activeReports } = facts;
    if (!person) throw new Error('The person was erased in the meantime.');
    const inactiveManagers = person.manager?.active === false ? [person.manager.email] : [];
    const isRefused = active ? inactiveManagers.length > 0 : activeReports > 0;
    if (person.active !== active && !isRefused) {
      await writePerson(tx, id, facts, { active, removed: false }, { now, newId: ids(), isAuthority: false });
    }
    return { name: person.name, wasActive: person.active, activeReports, inactiveManagers };
  });
}
