// The rules of a change of one person: from the facts and the change to what is written, or a refusal. No IO.
import { ApiError, fail, failInvalid } from '../errors.ts';
import { plainFields, type PersonAction, type PersonChange, type PersonFacts, type PersonRecord } from './person.ts';
import { validateRow } from './row-faults.ts';

/**
 * What is written. `fields` are all properties that the person shall have; those of an action the names of what
 * differs. `leavesReports` is
 * the number of active people who report to the person while they leave.
 */
type PersonPlan = {
  fields: Record<string, unknown>;
  startDate: string | null;
  actions: { action: PersonAction; fields: string[] | null }[];
  team: { name: string | null; department: string | null; newDepartment: string | null } | null;
  move: { managerId: string | null; fromManagerId: string | null } | null;
  leavesReports: number;
};

/**
 * How strict the change is. A directory is the authority on who has left: a person may leave while others report to
 * them, and return, or be moved, under a manager who has left.
 */
export type PersonPolicy = { isAuthority: boolean };

/**
 * Plans a change; null if it would change nothing.
 *
 * @throws {ApiError} VALIDATION_ERROR, USER_EXISTS, MANAGER_NOT_FOUND, REPORTING_CYCLE, HAS_REPORTS, LAST_ADMIN,
 *   MANAGER_INACTIVE
 */
export function planPerson(
  userId: string,
  facts: PersonFacts,
  change: PersonChange,
  { isAuthority }: PersonPolicy,
): PersonPlan | null {
  const before = facts.person;
  assertValid(before, change);
  assertUnique(userId, facts);
  const move = planMove(facts, change, isAuthority);
  const active = change.active ?? before?.active ?? true;
  const isLeaving = before?.active === true && !active;
  const isReturning = before?.active === false && active;
  if (!isAuthority && isLeaving && facts.activeReports > 0) fail('HAS_REPORTS');
  const isAdmin = active && (change.roles ?? before?.roles)?.includes('admin');
  if (!isAuthority && before?.active && before.roles.includes('admin') && !isAdmin && !facts.hasOtherAdmin) {
    fail('LAST_ADMIN');
  }
  if (!isAuthority && isReturning && before.manager?.active === false && !move) fail('MANAGER_INACTIVE');

  const changed = listChanges(before, change);
  const team = planTeam(before, change);
  if (team) changed.push('team');
  const actions: PersonPlan['actions'] = [];
  if (!before) actions.push({ action: 'person.create', fields: null });
  else if (changed.length > 0) actions.push({ action: 'person.update', fields: changed });
  if (isLeaving) actions.push({ action: 'person.deactivate', fields: null });
  if (isReturning) actions.push({ action: 'person.activate', fields: null });
  if (actions.length === 0 && !move) return null;
  const values = plainFields.map((field): [string, unknown] => [field, resolve(before, change, field)]);
  const roles = change.roles ?? before?.roles ?? [];
  const grantedRoles = before?.grantedRoles?.filter((role) => roles.includes(role)) ?? null;
  return {
    fields: { ...Object.fromEntries(values), roles, grantedRoles, active, ...(active && { removed: null }) },
    startDate: resolve(before, change, 'startDate') as string | null,
    actions,
    team,
    move,
    leavesReports: isLeaving ? facts.activeReports : 0,
  };
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
  if (team === null) return before?.team === undefined ? null : { name: null, department: null, newDepartment: null };
  const isSameDepartment = team.department === undefined || team.department === before?.teamDepartment;
  if (team.name === before?.team && isSameDepartment) return null;
  return { name: team.name, department: team.department ?? null, newDepartment: team.newDepartment ?? null };
}

/** The manager of today may stay although they have left; a new one is active, or one that a directory knows. */
function planMove(
  { person, manager, cycle }: PersonFacts,
  { managerId }: PersonChange,
  isAuthority: boolean,
): PersonPlan['move'] {
  const fromManagerId = person?.manager?.id ?? null;
  if (managerId === undefined || managerId === fromManagerId) return null;
  const isPossible = manager !== null && (manager.active || (isAuthority && !manager.removed));
  if (managerId !== null && !isPossible) throw new ApiError('MANAGER_NOT_FOUND');
  if (managerId !== null && cycle) fail('REPORTING_CYCLE');
  return { managerId, fromManagerId };
}

function assertUnique(userId: string, { emailOwnerId, userNameOwnerId, externalIdOwnerId }: PersonFacts): void {
  const owners = [emailOwnerId, userNameOwnerId, externalIdOwnerId];
  if (owners.some((id) => id !== null && id !== userId)) fail('USER_EXISTS');
}

/** The rules of a row of an import, for what the person shall be. */
function assertValid(before: PersonRecord | null, change: PersonChange): void {
  const text = (field: 'email' | 'name' | 'jobTitle'): string =>
    (resolve(before, change, field) as string | null) ?? '';
  const row = {
    ...{ email: text('email'), name: text('name'), jobTitle: text('jobTitle'), managerEmail: '' },
    ...{ team: change.team?.name ?? '', department: change.team?.department ?? '' },
    roles: change.roles ?? [],
    startDate: change.startDate ?? '',
  };
  const faults = validateRow(row, { quoteValues: false });
  if (faults.length > 0) {
    failInvalid(faults.map((fault) => ({ pointer: `/${fault.split(' ')[0]}`, message: `${fault}.` })));
  }
}
