// Someone by their e-mail address, as operators know people.
import type { GraphClient } from '../graph/client.ts';
import { normalizeEmail } from './columns.ts';

export type PersonSummary = { id: string; name: string; active: boolean };

/**
 * Someone of a tenant, also when they have left.
 *
 * @throws {Error} when there is nobody of that address
 */
export async function findPerson(graph: GraphClient, tenantId: string, email: string): Promise<PersonSummary> {
  const person = await graph
    .bind({ tenantId })
    .maybe<PersonSummary>('org/find_person', { email: normalizeEmail(email) });
  if (!person) throw personNotFound(email);
  return person;
}

/** The complaint that nobody of the tenant has this address. */
export function personNotFound(email: string): Error {
  return new Error(`Nobody in this tenant has the address ${JSON.stringify(normalizeEmail(email))}.`);
}
