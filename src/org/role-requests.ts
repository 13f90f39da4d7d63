// Requests for a role with tenant scope, where the tenant demands a second admin: one requests it, another one decides.
import { failNotFoundOrForbidden, permit, rolesThatManageUsers, type Role } from '../access/permissions.ts';
import { fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import { createRepeatableIds } from '../lib/ids.ts';
import { lockPerson, writePerson, type ChangeContext, type LockedFacts } from './change-person.ts';
import { createNotice } from './notices.ts';
import type { PersonRecord } from './person.ts';

export type RoleRequestChange = { action: 'request'; role: Role } | { action: 'approve' | 'reject'; requestId: string };

/**
 * Requests a role for a person, which tells the admins; gives the role that another admin requested; or ends the request,
 * also an own one.
 *
 * @throws {ApiError} FORBIDDEN, USER_NOT_FOUND, ROLE_REQUEST_STATE; of an approval also SAME_PERSON, OWN_ROLES
 */
export function changeRoleRequest(
  graph: Pick<Graph, 'atomically'>,
  userId: string,
  change: RoleRequestChange,
  { now, newId }: Pick<ChangeContext, 'now' | 'newId'>,
): Promise<{ id: string; role: Role }> {
  const restartIds = createRepeatableIds(newId);
  return graph.atomically(async (tx) => {
    const context = { now, newId: restartIds(), permittedRoles: rolesThatManageUsers };
    const facts = await lockPerson(tx, userId, {}, context);
    permit(facts.standing ?? fail('UNAUTHENTICATED'), 'user:manage');
    const { person } = facts;
    if (!person) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', userId);
    const isNew = change.action === 'request';
    const { id, role } = isNew ? checkNew(facts, person, change.role, context) : findRequest(facts, change.requestId);
    if (change.action === 'approve') {
      checkApproval(facts, person);
      const policy = { ...context, isAuthority: false, isApproved: true };
      await writePerson(tx, userId, facts, { roles: [...new Set([...person.roles, role])] }, policy);
    }
    const notice = createNotice('org.role_requested', { personName: person.name, role });
    await tx.write('people/set_role_request', {
      ...{ userId, role, now, auditId: context.newId(), action: `role.${change.action}` },
      request: isNew ? { id, role } : null,
      notices: isNew ? [{ ...notice, eventId: id }] : [],
    });
    return { id, role };
  });
}

function checkNew({ request }: LockedFacts, { active, roles }: PersonRecord, role: Role, { newId }: ChangeContext) {
  if (request) failState('A request for the user waits; it is decided first.');
  if (!active || roles.includes(role)) failState('The user has the role, or has left.');
  return { id: newId(), role };
}

function findRequest({ request }: LockedFacts, requestId: string) {
  return request?.id === requestId ? request : fail('ROLE_REQUEST_STATE');
}

function checkApproval({ request }: LockedFacts, { active }: PersonRecord): void {
  if (request?.isOwn) fail('SAME_PERSON', 'Who requested a role must not approve it; another admin can.');
  if (!request?.isBacked) failState('Who requested the role is no admin any more; reject it, and request it again.');
  if (!active) failState('The user has left.');
}

const failState = (message: string): never => fail('ROLE_REQUEST_STATE', message);
