// What one admin requests and a second one decides. Everything is decided again when it is approved, under the lock of the
// tenant.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, rolesThatHold } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import type { ApprovalKind } from './approval-kinds.ts';
import { createRequestNotice, describe } from './approval-records.ts';
import { failState, kinds, type ApprovalRequest, type Context, type Locked, type Waiting } from './approval-work.ts';

/** How many requests of a tenant may wait; sign-ins that wait are not counted, nor do they expire. */
const maxApprovals = 200;
const days = 30;

/** @throws {ApiError} UNAUTHENTICATED, FORBIDDEN */
async function lock(
  tx: Transaction,
  {
    groupId = null,
    departmentKey = null,
    ...ids
  }: Record<'approvalId' | 'userId' | 'otherId', string | null> & {
    groupId?: string | null;
    departmentKey?: string | null;
  },
  { now, permittedRoles }: Context,
): Promise<Locked> {
  const locked = await tx.write<Locked>('role-requests/lock', {
    ...ids,
    groupId,
    departmentKey,
    permittedRoles,
    now,
  });
  if (!locked) throw new Error('cypher/role-requests/lock.cypher returned no row.');
  if (permittedRoles !== null) permit(locked.standing ?? fail('UNAUTHENTICATED'), 'user:manage');
  return locked;
}

/** `action` begins the name of the audit entry. */
type Options = { now: string; newId: () => string; action?: 'approval' | 'role'; asOperator?: boolean };

/**
 * Stores a request, and notifies the admins. Only one request of a kind can wait for a person at a time.
 *
 * @throws {ApiError} FORBIDDEN, USER_NOT_FOUND, MANAGER_NOT_FOUND, REPORTING_CYCLE, APPROVAL_STATE, LIMIT_REACHED
 */
export function requestApproval(
  graph: Pick<Graph, 'atomically'>,
  request: ApprovalRequest,
  { now, newId, action = 'approval' }: Options,
): Promise<{ id: string }> {
  const restartIds = createRepeatableIds(newId);
  const { kind } = request;
  const userId = 'userId' in request ? request.userId : null;
  const otherId =
    'deputyId' in request
      ? request.deputyId
      : 'managerId' in request
        ? request.managerId
        : 'headId' in request
          ? request.headId
          : null;
  const { departmentKey, groupId } = 'groupId' in request ? request : { departmentKey: null, groupId: null };
  return graph.atomically(async (tx) => {
    const context = { now, newId: restartIds(), permittedRoles: rolesThatHold('user:manage') };
    const locked = await lock(tx, { approvalId: null, userId, otherId, groupId, departmentKey }, context);
    const { person, other } = locked;
    if (userId !== null && !person) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', userId);
    const otherCode = kind === 'move' ? 'MANAGER_NOT_FOUND' : 'USER_NOT_FOUND';
    if (otherId !== null && !other) return failNotFoundOrForbidden(tx, otherCode, otherId);
    const fields: Parameters<typeof describe>[0] & Record<string, unknown> = {
      kind,
      userId,
      otherId,
      ...kinds[kind].check?.(request as never, locked),
    };
    const id = context.newId();
    const notice = createRequestNotice(request, person?.name, locked.group?.name);
    const stored = await tx.write<{ isTaken: boolean; isFull: boolean }>('role-requests/request', {
      approvalId: id,
      auditId: context.newId(),
      action: `${action}.request`,
      now,
      most: maxApprovals,
      days,
      fields,
      key: `${kind}:${userId ?? groupId ?? ''}`,
      facts: describe(fields, locked.group?.name),
      notices: [{ ...notice, namesCaller: true, eventId: id }],
    });
    if (stored?.isTaken) failState('Such a request waits; it is decided first.');
    if (stored?.isFull) fail('LIMIT_REACHED');
    return { id };
  });
}

/**
 * Approves what another admin requested, which does it; or ends the request, also an own one.
 *
 * @param options.of the kind and the person that the request must be of
 * @throws {ApiError} FORBIDDEN, USER_NOT_FOUND, APPROVAL_NOT_FOUND, APPROVAL_STATE; of an approval also SAME_PERSON, and
 *   what the change throws
 */
export function decideApproval(
  graph: Pick<Graph, 'atomically'>,
  approvalId: string,
  decision: 'approve' | 'reject',
  {
    now,
    newId,
    action = 'approval',
    asOperator = false,
    of,
  }: Options & { of?: { kind: ApprovalKind; userId: string } },
): Promise<void> {
  const restartIds = createRepeatableIds(newId);
  return graph.atomically(async (tx) => {
    const context = { now, newId: restartIds(), permittedRoles: asOperator ? null : rolesThatHold('user:manage') };
    const { approval, person, isOver } = await lock(
      tx,
      { approvalId, userId: of?.userId ?? null, otherId: null },
      context,
    );
    if (of && !person) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', of.userId);
    if (isOver) fail('APPROVAL_NOT_FOUND');
    if (!approval || (of && (approval.kind !== of.kind || approval.userId !== of.userId)))
      return failNotFoundOrForbidden(tx, 'APPROVAL_NOT_FOUND', approvalId);
    const isSignIn = approval.kind === 'sign_in';
    if (decision === 'approve') {
      assertSecond(approval);
      await kinds[approval.kind].carryOut(tx, approval, context);
    } else if (isSignIn)
      failState('A sign-in waits until it is approved; correct what the person signs in with instead.');
    await tx.write('role-requests/decide', {
      approvalId,
      auditId: context.newId(),
      action: `${action}.${decision}`,
      facts: describe(approval, approval.groupName),
      now,
      keeps: isSignIn,
    });
  });
}

/** Whether the one who changed what somebody signs in with is still an admin does not matter: the change is made. */
function assertSecond({ kind, isOwn, isSelf, isBacked, hasGrown }: Waiting): void {
  if (isOwn) fail('SAME_PERSON', 'You requested this, or made the change. Another admin must approve it.');
  if (isSelf && kind === 'sign_in') fail('SAME_PERSON', 'It is about yourself; another admin approves.');
  if (!isBacked && kind !== 'sign_in')
    failState('Who requested it is no admin any more; reject it, and request it again.');
  if (hasGrown)
    failState(
      'An admin has brought people below the user, or into the department, since then; reject it, and request it again.',
    );
}
