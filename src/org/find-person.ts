// Finds a person of a tenant by e-mail address.
import type { GraphClient } from '../graph/client.ts';
import { normalizeEmail } from './columns.ts';

type PersonSummary = { id: string; name: string; active: boolean };

/**
 * Also finds deactivated people.
 *
 * @throws {Error} if nobody has the address
 */
export async function findPerson(graph: GraphClient, tenantId: string, email: string): Promise<PersonSummary> {
  const person = await graph
    .bind({ tenantId })
    .maybe<PersonSummary>('org/find_person', { email: normalizeEmail(email) });
  if (!person) throw personNotFound(email);
  return person;
}

export function personNotFound(email: string): Error {
  return new Error(`Nobody in this tenant has the address ${JSON.stringify(normalizeEmail(email))}.`);
}
