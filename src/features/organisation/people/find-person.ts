// Finds a person of a tenant by e-mail address, also a deactivated one.
import type { GraphClient } from '../../../platform/graph/client.ts';
import { normalizeEmail } from '../import/columns.ts';

type PersonSummary = { id: string; name: string; active: boolean };
export type Colleague = { email: string; name: string; jobTitle: string | null; active: boolean };

/** `managers` is the line upwards, nearest first; `reports` is sorted by name. Both include deactivated people. */
type PersonView = Colleague & {
  id: string;
  team: string | null;
  department: string | null;
  roles: string[];
  managers: Colleague[];
  reports: Colleague[];
};

/** @throws {Error} if nobody has the address */
export async function findPerson(graph: GraphClient, tenantId: string, email: string): Promise<PersonSummary> {
  const person = await graph
    .bind({ tenantId })
    .maybe<PersonSummary>('organisation/find_person', { email: normalizeEmail(email) });
  if (!person) throw personNotFound(email);
  return person;
}

/**
 * Shows a person to an operator: profile, managers upwards and direct reports.
 *
 * @throws {Error} if nobody has the address
 */
export async function showPerson(graph: GraphClient, tenantId: string, email: string): Promise<PersonView> {
  const person = await graph
    .bind({ tenantId })
    .maybe<PersonView>('organisation/show_person', { email: normalizeEmail(email) });
  if (!person) throw personNotFound(email);
  return { ...person, managers: person.managers.map(toColleague), reports: person.reports.map(toColleague) };
}

/** Absent values of lists are null. */
function toColleague({
  email,
  name,
  jobTitle,
  active,
}: Partial<Colleague> & Pick<Colleague, 'email' | 'name'>): Colleague {
  return { email, name, jobTitle: jobTitle ?? null, active: active ?? false };
}

export function personNotFound(email: string): Error {
  return new Error(`Nobody in this tenant has the address ${JSON.stringify(normalizeEmail(email))}.`);
}
