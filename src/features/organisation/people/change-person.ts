// Creates and changes one person, in a transaction that holds the write lock of the tenant.
import type { Role, Standing } from '../../../platform/access/permissions.ts';
import { fail } from '../../../platform/errors.ts';
import type { Transaction } from '../../../platform/graph/client.ts';
import { isSameName, toNameKey } from '../../../platform/lib/names.ts';
import { settleWeeks, type AbsenceFacts } from '../../absences/write-absences.ts';
import { changeTypes, type PersonChange, type PersonFacts, type PersonRecord } from './person.ts';
import { matchPerson } from './match-person.ts';
import { assertDepartmentsOpen, assertNoSightGained, type Moved } from '../../reporting-line/gained-sight.ts';
import { followKeyChanges, signInKeys } from './keys.ts';
import { organisationNotifications } from '../notifications.ts';
import { listGiven } from './role-notices.ts';
import { createNotice } from '../../../platform/notifications/notices.ts';
import { failMatch, planPerson, toClaim, type PersonPolicy } from './plan-person.ts';

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
  tx: Transaction,
  userId: string | null,
  { email, userName, employeeNumber, externalId, managerId, manager = managerId, returns }: PersonChange,
  { permittedRoles }: Pick<ChangeContext, 'permittedRoles'>,
): Promise<LockedFacts> {
  const names = { email: email ?? null, userName: userName ?? null, returns: returns ?? null };
  const keys = { employeeNumber: employeeNumber ?? null, externalId: externalId ?? null, manager: manager ?? null };
  const params = { userId, ...names, ...keys, permittedRoles: permittedRoles ?? null };
  const facts = await tx.write<LockedFacts>('organisation/people/lock', params);
  if (!facts) throw new Error('cypher/organisation/people/lock.cypher returned no row.');
  return facts;
}

/**
 * As `lockPerson`, for somebody who joins: the facts are about a new person with the id, or about one who has left and comes
 * back.
 *
 * @param options.isKeyEnough whether an employee number or external id brings somebody back without `returns`
 * @throws {ApiError} USER_EXISTS, USER_LEFT
 */
export async function lockNewcomer(
  tx: Transaction,
  newUserId: string,
  change: PersonChange,
  { isKeyEnough, ...context }: Pick<ChangeContext, 'permittedRoles'> & { isKeyEnough: boolean },
): Promise<{ userId: string; facts: LockedFacts }> {
  const facts = await lockPerson(tx, newUserId, change, context);
  if (!facts.locked || facts.person) return { userId: newUserId, facts };
  const match = matchPerson({ ...toClaim(facts, change), isKeyEnough });
  if (match.refusal === 'NOT_LEFT') fail('USER_EXISTS', 'returns names nobody of your tenant who has left.');
  if (match.refusal || match.person?.active) return failMatch(match.refusal ? match.about : match.person);
  const userId = match.person?.id ?? newUserId;
  return { userId, facts: match.person ? await lockPerson(tx, userId, change, context) : facts };
}

/**
 * Writes a change by the rules of `planPerson`. Nothing is written, not even an audit entry, if nothing changes.
 *
 * @param facts of `lockPerson` for the same change, in the same transaction
 * @param context.refused what was asked for beside the change and is not possible: kept in the audit log
 * @returns the person as changed
 * @throws {ApiError} as `planPerson`, and SECOND_ADMIN
 */
export async function writePerson(
  tx: Transaction,
  userId: string,
  facts: PersonFacts,
  change: PersonChange,
  { now, newId, refused = [], ...policy }: ChangeContext & PersonPolicy & { refused?: string[] },
): Promise<PersonRecord> {
  const plan = planPerson(userId, facts, change, policy);
  if (!plan) return facts.person as PersonRecord;
  const { fields, startDate, actions, team, move, released, notices, changes } = plan;
  type Row = {
    person: PersonRecord;
    loops: { id: string; name: string }[];
    arrivals: Moved[];
    absenceFacts: AbsenceFacts;
  };
  const row = await tx.write<Row>(
    'organisation/people/write',
    {
      userId,
      fields,
      startDate,
      now,
      entries: actions.map((one, place) => ({
        id: newId(),
        type: changeTypes[one.action],
        ...one,
        refused: refused.length > 0 && place === actions.length - 1 ? refused : null,
      })),
      released: released.map((id) => ({ id, auditId: newId() })),
      teams: team ? [{ ...team, changeId: newId() }] : [],
      moves: move ? [{ ...move, auditId: newId() }] : [],
      notices: notices.map((notice) => ({ ...notice, eventId: newId() })),
      isJudged: facts.isByAdmin && !policy.isAuthority && !policy.isApproved,
    },
    'USER_EXISTS',
  );
  if (!row) fail('UNAUTHENTICATED', 'The tenant no longer exists.');
  if (!policy.isAuthority) {
    const moved = [...(move && facts.person ? [{ id: userId, ...move }] : []), ...row.arrivals];
    await assertNoSightGained(tx, moved, { now, isApproved: policy.isApproved ?? false });
    const entered = facts.isByAdmin && team && findEnteredDepartment(facts.person, row.person, team);
    if (entered) await assertDepartmentsOpen(tx, { keys: [entered] }, now);
  }
  await settleWeeks(tx, [row.absenceFacts], now);
  if (facts.person && changes.length > 0) {
    const { name, email: address, ...before } = facts.person;
    const untold = signInKeys.filter((key) => key !== 'email' && before[key] === undefined);
    const heldRoles = listGiven([], before.roles).length > 0;
    const change = { userId, name, address, isOwn: facts.isSelf, changes, untold, heldRoles };
    const by = policy.isAuthority ? 'directory' : facts.isByAdmin ? 'admin' : 'operator';
    await followKeyChanges(tx, [change], { by, now, newId, eventId: newId() });
  }
  if (row.loops.length > 0)
    await tx.write('organisation/tell_roles', { rows: row.loops.map((loop) => tellLoop(loop, row.person)), now });
  return row.person;
}

/** The key of the department into which a change of somebody's team brings them, or the others of the team; null for none. */
function findEnteredDepartment(
  before: PersonRecord | null,
  { teamDepartment }: PersonRecord,
  { department }: { department: string | null },
): string | null {
  if (!teamDepartment) return null;
  const changesTeam = department !== null;
  const isOther = before !== null && !isSameName(before.teamDepartment, teamDepartment);
  return changesTeam || isOther ? toNameKey(teamDepartment) : null;
}

/** The notification of the admins that somebody waits for a manager who reports to them. */
export const tellLoop = (waiting: { id: string; name: string }, manager: { id: string; name: string }) => ({
  ...createNotice(organisationNotifications, 'org.manager_loop', {
    personName: waiting.name,
    managerName: manager.name,
  }),
  subjectId: waiting.id,
  aboutIds: [waiting.id, manager.id],
  eventId: `${waiting.id}:${manager.id}`,
});
