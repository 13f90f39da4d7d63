// Deactivates or activates a person for the command line.
import type { GraphClient } from '../../../platform/graph/client.ts';
import { createRepeatableIds } from '../../../platform/lib/ids.ts';
import { operator, toScope, type Actor } from './actor.ts';
import { lockPerson, writePerson } from './change-person.ts';
import { findPerson } from './find-person.ts';

/**
 * The state before the change. Nothing changes if a person to deactivate has `activeReports`, or a person to activate has
 * `inactiveManagers`.
 */
type ActiveChange = { name: string; wasActive: boolean; activeReports: number; inactiveManagers: string[] };

/**
 * @throws {Error} if the person does not exist
 * @throws {ApiError} FORBIDDEN
 */
export async function setPersonActive(
  graph: GraphClient,
  email: string,
  active: boolean,
  { tenantId, by = operator }: { tenantId: string; by?: Actor },
): Promise<ActiveChange> {
  const { id } = await findPerson(graph, tenantId, email);
  const now = new Date().toISOString();
  const ids = createRepeatableIds();
  return graph.bind(toScope(tenantId, by)).atomically(async (tx) => {
    await by.permit(tx);
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
