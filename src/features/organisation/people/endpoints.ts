// Admins create, change, deactivate and activate one person.
import { failNotFoundOrForbidden } from '../../../platform/access/not-found.ts';
import { permit, rolesThatHold } from '../../../platform/access/permissions.ts';
import { ApiError, failInvalid } from '../../../platform/errors.ts';
import type { Call, Endpoint } from '../../../platform/http/endpoint.ts';
import { DeactivatedUser, UserInput, PendingManager, UserChange } from './schema.ts';
import { DirectoryUser, type UserRef } from '../../../platform/schema/people.ts';
import { lockNewcomer, lockPerson, writePerson } from './change-person.ts';
import { cleanName } from '../../../platform/lib/names.ts';
import { createRepeatableIds } from '../../../platform/lib/ids.ts';
import { normalizeEmail, normalizeReference, normalizeTimezone, normalizeWorkingDays } from '../import/columns.ts';
import type { ManagerRecord, PersonChange, PersonRecord } from './person.ts';
import { defineEndpoint } from '../../../platform/http/declaration/define-endpoint.ts';
import { defineList, readPermittedPage } from '../../../platform/http/declaration/list.ts';
import { readUser } from '../../people/endpoints.ts';

const resource: NonNullable<Endpoint['resource']> = {
  read: readUser,
  lock: (graph) => graph.write('reporting-line/lock', { permittedRoles: rolesThatHold('user:manage') }),
};
const shared = { permission: 'user:manage', response: DirectoryUser, resource } as const;

const createUser = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/admin/users',
  operationId: 'createUser',
  summary: 'Create a user.',
  description:
    'Somebody who has left comes back by `returns`: the same account, without roles but those of the body. An address of ' +
    'somebody who has left is given to another person by `newPerson`: the old account keeps its history.',
  effects: 'The user may sign in, and stands below their manager. A new team is created.',
  audit: 'person.create',
  body: UserInput,
  success: 201,
  errors: ['MANAGER_NOT_FOUND', 'USER_EXISTS', 'USER_LEFT', 'MANAGER_INACTIVE', 'ROLE_APPROVAL', 'SECOND_ADMIN'],
  location: ({ id }) => `/users/${id}`,
  handler: (call) => change(call, null, toChange(call.body)),
});

const updateUser = defineEndpoint({
  ...shared,
  method: 'PATCH',
  path: '/admin/users/{userId}',
  operationId: 'updateUser',
  summary: 'Change the entry of a user.',
  description:
    'What is left out stays. Nobody changes their own roles. The manager and whether the user is active have endpoints of their own.',
  effects:
    'Replaces the given fields. Roles apply from the next request on. A new team is created. The admins and the People Team are told of a role with tenant scope, and with the user of another address or external id, after which their next first sign-in waits for another admin.',
  audit: 'person.update',
  body: UserChange,
  errors: [
    ...(['USER_NOT_FOUND', 'USER_EXISTS', 'USER_LEFT', 'OWN_ROLES'] as const),
    ...(['ROLE_APPROVAL', 'SECOND_ADMIN', 'MANAGER_NOT_FOUND', 'REPORTING_CYCLE'] as const),
  ],
  handler: (call) => change(call, call.params.userId, toChange(call.body)),
});

const deactivateUser = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/admin/users/{userId}/deactivate',
  operationId: 'deactivateUser',
  summary: 'Deactivate a user who has left.',
  description:
    'Refused while active people report to the user, and for the only admin. Nothing happens if the user is deactivated already. ' +
    'Plans of an admin who has left are blocked on their day: the answer names them.',
  effects: 'The tokens of the user are refused, lists leave the user out, and their roles end. Their data stays.',
  audit: 'person.deactivate',
  response: DeactivatedUser,
  errors: ['USER_NOT_FOUND', 'HAS_REPORTS', 'LAST_ADMIN'],
  async handler(call) {
    const { userId } = call.params;
    const user = await change(call, userId, { active: false });
    type Row = { plans: DeactivatedUser['scheduledPlans'] };
    const { plans = [] } = await call.graph.one<Row>('org-plans/list_backed', { userId });
    return { ...user, ...(plans.length > 0 && { scheduledPlans: plans }) };
  },
});

const activateUser = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/admin/users/{userId}/activate',
  operationId: 'activateUser',
  summary: 'Activate a user again.',
  description: 'Refused if their manager is deactivated. Nothing happens if the user is active already.',
  effects: 'The user has their old place and data, and no roles.',
  audit: 'person.activate',
  errors: ['USER_NOT_FOUND', 'MANAGER_INACTIVE', 'SECOND_ADMIN'],
  handler: (call) => change(call, call.params.userId, { active: true, removed: false }),
});

const removeManager = defineEndpoint({
  ...shared,
  method: 'DELETE',
  path: '/admin/users/{userId}/manager',
  operationId: 'removeManager',
  summary: 'Move a user to the top of the org chart.',
  effects: 'The user has no manager; everyone below the user moves along.',
  audit: 'reporting-line.move',
  errors: ['USER_NOT_FOUND', 'SECOND_ADMIN'],
  handler: (call) => change(call, call.params.userId, { managerId: null }),
});

const listPendingManagers = defineList({
  path: '/admin/pending-managers',
  operationId: 'listPendingManagers',
  summary: 'List the people whose manager is not there yet.',
  description: 'They get the manager as soon as somebody of that name is there, or stay if that would be a cycle.',
  permission: 'user:manage',
  item: PendingManager,
  load({ graph }, page) {
    const params = { ...page, permittedRoles: rolesThatHold('user:manage') };
    return readPermittedPage<PendingManager>(graph, 'user:manage', 'organisation/people/list_pending', params);
  },
});

type ChangeCall = Pick<Call, 'graph' | 'now' | 'newId'>;

/** Changes a person, or creates one if `userId` is null. */
async function change(
  { graph, now, newId }: ChangeCall,
  userId: string | null,
  wanted: PersonChange,
): Promise<DirectoryUser> {
  const newUserId = newId();
  const ids = createRepeatableIds(newId);
  const context = { now, permittedRoles: rolesThatHold('user:manage') };
  const person = await graph.atomically(async (tx) => {
    const { userId: id, facts } =
      userId === null
        ? await lockNewcomer(tx, newUserId, wanted, { ...context, isKeyEnough: false })
        : { userId, facts: await lockPerson(tx, userId, wanted, context) };
    if (!facts.standing) throw new ApiError('UNAUTHENTICATED');
    permit(facts.standing, 'user:manage');
    if (userId !== null && !facts.person) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', userId);
    const { managerId, manager } = wanted;
    if (managerId !== undefined && manager !== undefined)
      failInvalid([{ pointer: '/manager', message: 'Send managerId or manager.' }]);
    if (managerId && !facts.manager) return failNotFoundOrForbidden(tx, 'MANAGER_NOT_FOUND', managerId);
    const change = userId === null ? { ...wanted, active: true } : wanted;
    return writePerson(tx, id, facts, change, { ...context, newId: ids(), isAuthority: false });
  });
  return toDirectoryUser(person);
}

/**
 * Texts are trimmed and roles are a set, as in an import.
 *
 * @throws {ApiError} VALIDATION_ERROR for a department without a team
 */
function toChange(body: Partial<UserInput> | UserChange): PersonChange {
  const trimmed = Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]);
  const { team, department, email, manager, roles, emailStopped, timezone, workingDays, ...others } =
    Object.fromEntries(trimmed) as UserChange;
  if (department !== undefined && !team) {
    failInvalid([{ pointer: '/department', message: 'department needs the field team.' }]);
  }
  if (others.employeeNumber) others.employeeNumber = cleanName(others.employeeNumber) || null;
  const joined = team ? { name: team, ...(department !== undefined && { department }) } : null;
  return {
    ...others,
    ...(emailStopped !== undefined && { emailStopped: null }),
    ...(roles !== undefined && { roles: [...new Set(roles)] }),
    ...(email !== undefined && { email: normalizeEmail(email) }),
    ...(timezone !== undefined && { timezone: timezone && normalizeTimezone(timezone) }),
    ...(workingDays !== undefined && { workingDays: workingDays && normalizeWorkingDays(workingDays) }),
    ...(manager !== undefined && { manager: normalizeReference(manager) }),
    ...(team !== undefined && { team: joined }),
  };
}

function toDirectoryUser({ manager, ...person }: PersonRecord): DirectoryUser {
  const { id, name, jobTitle, photoUrl, team, teamDepartment, email, active, roles, updatedAt } = person;
  const {
    timezone,
    employeeNumber,
    externalId,
    preferredLanguage,
    emailStopped,
    region,
    workingDays,
    checkInsExpected,
    pendingManager,
  } = person;
  return {
    id,
    name,
    email,
    active,
    roles,
    updatedAt,
    ...dropAbsent({
      jobTitle,
      photoUrl,
      team,
      department: teamDepartment,
      timezone,
      employeeNumber,
      externalId,
      preferredLanguage,
      region,
      workingDays,
      checkInsExpected,
      pendingManager,
    }),
    ...(emailStopped === email && { emailStopped: true }),
    ...(manager && { managerId: manager.id, manager: toUserRef(manager) }),
  };
}

function toUserRef({ id, name, jobTitle, team, photoUrl }: ManagerRecord): UserRef {
  return { id, name, ...dropAbsent({ jobTitle, team, photoUrl }) };
}

function dropAbsent(fields: Record<string, string | undefined>): Record<string, string> {
  const present = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(present);
}

export const adminUsers = [createUser, updateUser, deactivateUser, activateUser, removeManager, listPendingManagers];
