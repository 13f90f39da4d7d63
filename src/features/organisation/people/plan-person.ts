// The rules of a change of one person: from the facts and the change to what is written, or a refusal. No IO.
import { ApiError, fail, failInvalid } from '../../../platform/errors.ts';
import { dropAbsent } from '../../../platform/lib/fields.ts';
import { cleanName, isSameName, nameTeam, toSortName } from '../../../platform/lib/names.ts';
import { normalizeReference } from '../import/columns.ts';
import { toAuditValues, type AuditValues } from '../../../platform/schema/audit.ts';
import { isReleased, matchPerson, type Claim, type KeyOwner } from './match-person.ts';
import type { KeyChangeName } from './key-names.ts';
import { listAccessChanges, signInKeys } from './keys.ts';
import { organisationNotifications } from '../notifications.ts';
import { createNotice, type Notice } from '../../../platform/notifications/notices.ts';
import { listGiven, tellRoles } from './role-notices.ts';
import { plainFields, type PersonAction, type PersonChange, type PersonFacts, type PersonRecord } from './person.ts';
import { validateRow } from '../import/row-faults.ts';

/**
 * What is written. `fields` are all properties of the person afterwards. The `fields` of an action are the names of the
 * properties that differ.
 */
type PersonPlan = {
  fields: Record<string, unknown>;
  startDate: string | null;
  actions: { action: PersonAction; fields: string[] | null; values: AuditValues }[];
  team: (ReturnType<typeof nameTeam> & { department: string | null; newDepartment: string | null }) | null;
  move: { managerId: string | null; fromManagerId: string | null } | null;
  notices: Notice[];
  /** What happens to the access of the person, who was there before. */
  changes: KeyChangeName[];
  /** The ids of people who have left and give up their address to the person. */
  released: string[];
};

/**
 * How strict the change is. A directory is the authority on who has left: a person may leave while others report to
 * them, and return, or be moved, under a manager who has left. A second admin has approved what `isApproved`.
 */
export type PersonPolicy = { isAuthority: boolean; isApproved?: boolean };

/**
 * Plans a change; null if it would change nothing.
 *
 * @throws {ApiError} VALIDATION_ERROR, USER_EXISTS, USER_LEFT, MANAGER_NOT_FOUND, REPORTING_CYCLE, HAS_REPORTS, LAST_ADMIN,
 *   MANAGER_INACTIVE, OWN_ROLES, ROLE_APPROVAL, SECOND_ADMIN
 */
export function planPerson(
  userId: string,
  facts: PersonFacts,
  given: PersonChange,
  { isAuthority, isApproved = false }: PersonPolicy,
): PersonPlan | null {
  const wanted = cleanNames(given);
  const before = facts.person;
  const active = wanted.active ?? before?.active ?? true;
  const isLeaving = before?.active === true && !active;
  const isReturning = before?.active === false && active;
  const { move, pendingManager } = planMove(facts, wanted, { isAuthority, isApproved });
  const ended = isLeaving || isReturning ? { roles: (active && wanted.roles) || [] } : {};
  const change = { ...wanted, ...ended, ...(pendingManager !== undefined && { pendingManager }) };
  assertValid(before, change);
  if (isReturning && isReleased(change.email ?? before.email)) {
    failInvalid([{ pointer: '/email', message: 'The address was given to somebody else; set another one first.' }]);
  }
  if (facts.isSelf && setsRoles(before, wanted)) fail('OWN_ROLES');
  const needsSecond = facts.settings.roleApproval === 'second_admin' && !isAuthority && !isApproved;
  const held = before?.active ? before.roles : [];
  if (needsSecond && listGiven(held, change.roles ?? held).length > 0) fail('ROLE_APPROVAL');
  if (needsSecond && !facts.isSelf && movesKey(before, wanted) && listGiven([], held).length > 0) fail('ROLE_APPROVAL');
  if (needsSecond && facts.isByAdmin && isReturning && facts.hasReports)
    fail('SECOND_ADMIN', 'People still report to the user, who would see them again: first move these people.');
  const released = findReleased(userId, facts, change);
  if (!isAuthority && isLeaving && facts.activeReports > 0) fail('HAS_REPORTS');
  const isAdmin = (change.roles ?? before?.roles)?.includes('admin');
  const isLastAdmin = before?.active && before.roles.includes('admin') && !isAdmin && !facts.hasOtherAdmin;
  if (isLastAdmin && !isAuthority) fail('LAST_ADMIN');
  if (!isAuthority && isReturning && before.manager?.active === false && !move) fail('MANAGER_INACTIVE');

  const changed = listChanges(before, change);
  const personName = (resolve(before, change, 'name') ?? '') as string;
  const reports = isLeaving ? facts.activeReports : 0;
  const team = planTeam(before, change);
  if (team) changed.push('team');
  if (setsRoles(before, wanted) && !changed.includes('roles')) changed.push('roles');
  const actions: PersonPlan['actions'] = [];
  const rolesAfter = change.roles ?? before?.roles ?? [];
  const roleValues = changed.includes('roles')
    ? toAuditValues([{ field: 'roles', before: before?.roles, after: rolesAfter }])
    : {};
  if (!before) actions.push({ action: 'person.create', fields: null, values: rolesAfter.length > 0 ? roleValues : {} });
  else if (changed.length > 0) actions.push({ action: 'person.update', fields: changed, values: roleValues });
  if (isLeaving) actions.push({ action: 'person.deactivate', fields: null, values: {} });
  if (isReturning) actions.push({ action: 'person.activate', fields: null, values: {} });
  if (actions.length === 0 && !move) return null;
  const values = plainFields.map((field): [string, unknown] => [field, resolve(before, change, field)]);
  return {
    fields: {
      ...Object.fromEntries(values),
      sortName: toSortName(change.name ?? before?.name ?? ''),
      ...planRoles(before, change, wanted),
      active,
      ...(active && { removed: null }),
      hasNewKeys: active ? null : hasNewKeys(before, change, isAuthority),
    },
    startDate: resolve(before, change, 'startDate') as string | null,
    actions,
    team,
    move,
    notices: [
      ...(reports > 0 ? [createNotice(organisationNotifications, 'org.manager_left', { personName, reports })] : []),
      ...tellRoles([{ name: personName, before: before?.roles, after: active ? rolesAfter : [] }]),
      ...(isLastAdmin ? [createNotice(organisationNotifications, 'org.no_admin', { personName })] : []),
    ],
    changes: before ? listAccessChanges(before, { active, roles: rolesAfter, changed, ...facts }) : [],
    released,
  };
}

/** Whether a name by which an identity provider knows the person becomes another one. */
const movesKey = (before: PersonRecord | null, wanted: PersonChange): boolean =>
  signInKeys.some((key) => wanted[key] !== undefined && wanted[key] !== (before?.[key] ?? null));

/** Keys that a directory sends alone, without one that the person has, are stored, and prove nothing. An admin's do. */
function hasNewKeys(before: PersonRecord | null, change: PersonChange, isAuthority: boolean): boolean | null {
  const sent = (['employeeNumber', 'externalId'] as const).filter((key) => change[key]);
  const isSame = sent.length === 0 || sent.some((key) => change[key] === before?.[key]);
  if (!before || before.active || isSame) return before?.hasNewKeys ?? null;
  return isAuthority || null;
}

/** Names as they are stored. A name that has only invisible characters counts as no name. */
function cleanNames({ team, ...change }: PersonChange): PersonChange {
  const cleaned: PersonChange = { ...change };
  if (change.name !== undefined) cleaned.name = cleanName(change.name);
  for (const field of ['jobTitle', 'givenName', 'familyName'] as const) {
    if (change[field] !== undefined) cleaned[field] = cleanName(change[field] ?? '') || null;
  }
  if (team === undefined) return cleaned;
  const texts = Object.entries(team ?? {}).map(([part, text]) => [part, cleanName(text)]);
  const { name, ...departments } = Object.fromEntries(texts.filter(([, text]) => text !== '')) as Record<
    string,
    string
  >;
  return { ...cleaned, team: name === undefined ? null : { name, ...departments } };
}

/** Whether a person sets the roles, either to other roles or to the roles that a group gave. */
function setsRoles(before: PersonRecord | null, { roles }: PersonChange): boolean {
  if (roles === undefined) return false;
  return listChanges(before, { roles }).includes('roles') || Boolean(before?.grantedRoles?.length);
}

/** Roles that a person sets replace all roles. A role that is taken away in this way is not given again by a group. */
function planRoles(
  before: PersonRecord | null,
  { roles }: PersonChange,
  wanted: PersonChange,
): Record<string, unknown> {
  const { roles: held = [], grantedRoles = [], deniedRoles = [] } = before ?? {};
  if (roles === undefined) return { roles: held, grantedRoles, deniedRoles };
  const denied = wanted.roles === undefined ? deniedRoles : [...deniedRoles, ...held];
  return { roles, grantedRoles: [], deniedRoles: [...new Set(denied)].filter((role) => !roles.includes(role)) };
}

/**
 * Returns the possible part of the change of somebody who leaves, because nothing may keep a leaver active.
 *
 * @param facts of the change, as for `planPerson`
 * @returns with the names of the fields that are not
 */
export function dropRefused(
  userId: string,
  facts: PersonFacts,
  { active, newPerson, email, userName, ...others }: PersonChange,
  policy: PersonPolicy,
): { possible: PersonChange; refused: string[] } {
  const refused: string[] = [];
  let possible: PersonChange = dropAbsent({ active, newPerson });
  // A user name is stored only where it differs from the address, so neither is stored without the other.
  const names = dropAbsent({ email, userName });
  for (const part of [names, ...Object.entries(others).map(([name, value]) => ({ [name]: value }))]) {
    const trial = { ...possible, ...part } as PersonChange;
    try {
      planPerson(userId, facts, trial, policy);
      possible = trial;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push(...Object.keys(part));
    }
  }
  return { possible, refused };
}

function resolve(
  before: PersonRecord | null,
  change: PersonChange,
  field: (typeof plainFields)[number] | 'startDate',
): unknown {
  return (change[field] === undefined ? before?.[field] : change[field]) ?? null;
}

function listChanges(before: PersonRecord | null, change: PersonChange): string[] {
  const differs = (field: (typeof plainFields)[number] | 'startDate'): boolean =>
    JSON.stringify(normalize(resolve(before, change, field))) !== JSON.stringify(normalize(before?.[field] ?? null));
  return [...plainFields, 'startDate' as const].filter(differs);
}

/** Roles are a set; a person who was never removed has no value. */
function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return (value as string[]).toSorted();
  return value === false ? null : value;
}

function planTeam(before: PersonRecord | null, { team }: PersonChange): PersonPlan['team'] {
  if (team === undefined) return null;
  if (team === null && before?.team === undefined) return null;
  const { name = null, department = null, newDepartment = null } = team ?? {};
  const isSameDepartment = department === null || isSameName(department, before?.teamDepartment);
  if (team && isSameName(name, before?.team) && isSameDepartment) return null;
  return { ...nameTeam(name, department ?? newDepartment), department, newDepartment };
}

/**
 * The present manager may stay although they have left. A new manager must be active, or somebody whom a directory knows. If the new
 * manager is not there yet, the person waits for them and stays below the present manager; a later change finds the new one. Where roles
 * need a second admin, whom an admin lets wait is not moved by a change that nobody judges as that admin's move.
 */
function planMove(
  { person, manager, cycle, settings }: PersonFacts,
  { managerId, manager: wanted = managerId }: PersonChange,
  { isAuthority, isApproved = false }: PersonPolicy,
): { move: PersonPlan['move']; pendingManager?: string | null } {
  const fromManagerId = person?.manager?.id ?? null;
  const reference = wanted === undefined ? person?.pendingManager : wanted;
  if (reference === undefined) return { move: null };
  const isOfAdmin = wanted === undefined && person?.pendingById !== undefined;
  if (isOfAdmin && (isAuthority || isApproved) && settings.roleApproval === 'second_admin') return { move: null };
  const isPossible = manager !== null && (manager.active || (isAuthority && !manager.removed));
  if (reference !== null && wanted === undefined && (!isPossible || cycle)) return { move: null };
  if (reference !== null && !isPossible) {
    if (managerId !== undefined || (manager && !isAuthority)) throw new ApiError('MANAGER_NOT_FOUND');
    return { move: null, pendingManager: normalizeReference(reference) };
  }
  const toManagerId = reference === null ? null : (manager?.id ?? null);
  if (toManagerId === fromManagerId) return { move: null, pendingManager: null };
  if (toManagerId !== null && cycle) fail('REPORTING_CYCLE');
  return { move: { managerId: toManagerId, fromManagerId }, pendingManager: null };
}

/** The names and keys of a change, as a claim about who it is. */
export function toClaim(
  { person, owners }: PersonFacts,
  { email, userName, employeeNumber, externalId, returns, newPerson }: PersonChange,
): Claim<KeyOwner> {
  return {
    owners: [person, employeeNumber ? owners.employeeNumber : null, externalId ? owners.externalId : null],
    holders: email === undefined && userName === undefined ? [] : [owners.email, owners.userName],
    keys: { employeeNumber, externalId },
    ...(returns !== undefined && { returns: owners.returns ?? null }),
    ...(newPerson !== undefined && { newPerson }),
  };
}

/** @throws {ApiError} USER_EXISTS or USER_LEFT, always */
export function failMatch(about: KeyOwner | null): never {
  if (about?.active === false) fail('USER_LEFT', undefined, { location: `/users/${about.id}` });
  return fail('USER_EXISTS');
}

/** Who gives up an address to the person, whose id is known. */
function findReleased(userId: string, facts: PersonFacts, change: PersonChange): string[] {
  const { returns: _, ...claim } = toClaim(facts, change);
  const match = matchPerson({ ...claim, isKnown: true });
  if (match.refusal) return failMatch(match.about);
  if (match.person && match.person.id !== userId) return failMatch(match.person);
  return match.releases.map(({ id }) => id);
}

/** The rules of a row of an import, for the person as they would be. */
function assertValid(before: PersonRecord | null, change: PersonChange): void {
  const text = (field: 'email' | 'name' | 'jobTitle'): string =>
    (resolve(before, change, field) as string | null) ?? '';
  const row = {
    email: text('email'),
    name: text('name'),
    jobTitle: text('jobTitle'),
    managerEmail: '',
    team: change.team?.name ?? '',
    department: change.team?.department ?? '',
    roles: change.roles ?? [],
    startDate: change.startDate ?? '',
    timezone: change.timezone ?? '',
    region: change.region ?? '',
    workingDays: change.workingDays ?? '',
    checkInsExpected: change.checkInsExpected ?? '',
  };
  const faults = validateRow(row, { quoteValues: false });
  if (faults.length > 0) {
    failInvalid(faults.map((fault) => ({ pointer: `/${fault.split(' ')[0]}`, message: `${fault}.` })));
  }
}
