// Creates and changes one person, in a transaction that holds the write lock of the tenant.
import type { Role, Standing } from '../access.ts';
import { fail } from '../errors.ts';
import type { AtomicGraph } from '../graph/client.ts';
import { changeTypes, type PersonChange, type PersonFacts, type PersonRecord } from './person.ts';
import { planPerson, type PersonPolicy } from './plan-person.ts';

/**
 * `newId` returns the same ids when the transaction is repeated. Without `permittedRoles` the caller is a service or
 * the operator.
 */
export type ChangeContext = { now: string; newId: () => string; permittedRoles?: readonly Role[] };

/** `standing` is the caller's, null for services. Nothing is locked unless `locked`. */
export type LockedFacts = PersonFacts & { standing: Standing | null; locked: boolean };

/**
 * Locks the tenant until the transaction ends, and reads what decides the change. What the change leaves out is not
 * looked up.
 *
 * @param userId of the person, or of one to create
 */
export async function lockPerson(
  tx: AtomicGraph,
  userId: string | null,
  { email, userName, externalId, managerId }: PersonChange,
  { permittedRoles }: Pick<ChangeContext, 'permittedRoles'>,
): Promise<LockedFacts> {
  const values = { userId, email, userName, externalId, managerId, permittedRoles };
  const params = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
  const facts = await tx.write<LockedFacts>('people/lock', params);
  if (!facts) throw new Error('cypher/people/lock.cypher returned no row.');
  return facts;
}

/**
 * Writes a change by the rules of `planPerson`. Nothing is written, not even an audit entry, if nothing changes.
 *
 * @param facts of `lockPerson` for the same change, in the same transaction
 * @returns the person as changed
 * @throws {ApiError} as `planPerson`
 */
export async function writePerson(
  tx: AtomicGraph,
  userId: string,
  facts: PersonFacts,
  change: PersonChange,
  { now, newId, isAuthority }: ChangeContext & PersonPolicy,
): Promise<PersonRecord> {
  const plan = planPerson(userId, facts, change, { isAuthority });
  if (!plan) return facts.person as PersonRecord;
  const { fields, startDate, actions, team, move, leavesReports } = plan;
  const payload = JSON.stringify({ personName: fields['name'], reports: leavesReports });
  const row = await tx.write<{ person: PersonRecord }>(
    'people/write',
    {
      ...{ userId, fields, startDate, now },
      entries: actions.map(({ action, fields }) => ({ id: newId(), action, type: changeTypes[action], fields })),
      teams: team ? [{ ...team, changeId: newId() }] : [],
      moves: move ? [{ ...move, auditId: newId() }] : [],
      notices: leavesReports > 0 ? [{ eventId: newId(), payload }] : [],
    },
    'USER_EXISTS',
  );
  if (!row) fail('UNAUTHENTICATED', 'The tenant no longer exists.');
  return row.person;
}
