// Someone by their e-mail address, as operators know people.
import type { GraphDoor } from '../graph/client.ts';
import { normalEmail } from './columns.ts';

export type FoundPerson = { id: string; name: string; active: boolean };

/**
 * Someone of a tenant, also when they have left.
 *
 * @throws {Error} when there is nobody of that address
 */
export async function findPerson(graph: GraphDoor, tenantId: string, email: string): Promise<FoundPerson> {
  const found = await graph.bind({ tenantId }).maybe<FoundPerson>('org/person', { email: normalEmail(email) });
  if (!found) throw nobody(email);
  return found;
}

/** The complaint that nobody of the tenant has this address. */
export function nobody(email: string): Error {
  return new Error(`Nobody in this tenant has the address ${JSON.stringify(normalEmail(email))}.`);
}
