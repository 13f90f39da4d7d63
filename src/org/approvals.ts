// What one admin requests and a second one decides. Everything is decided again when it is approved, under the lock of the
// tenant.
import {
  failNotFoundOrForbidden,
  permit,
  rolesThatManageUsers,
  type Role,
  type Standing,
} from '../access/permissions.ts';
import { fail } from '../errors.ts';
import type { AtomicGraph, Graph } from '../graph/client.ts';
import { createRepeatableIds } from '../lib/ids.ts';
import type { ApprovalKind } from '../model/approval-kinds.ts';
import { toAuditValues, type AuditValues } from '../model/audit.ts';
import { lockPerson, writePerson } from './change-person.ts';
import { createNotice } from './notices.ts';

/** How many requests of a tenant may wait; sign-ins that wait are not counted, nor do they expire. */
const most = 200;
const days = 30;

export type RequestedKind = Exclude<ApprovalKind, 'sign_in'>;
/** What is requested; `userId` is the person it is about. */
export type ApprovalRequest = { kind: 'role'; userId: string; role: Role };

type Waiting = {
  id: string;
  kind: ApprovalKind;
  requesterId: string;
  isOwn: boolean;
  isSelf: boolean;
  isBacked: boolean;
} & {
  userId?: string;
  otherId?: string;
  role?: Role;
};
type Person = { id: string; name: string; active: boolean; roles?: Role[] };
type Locked = {
  standing: Standing | null;
  locked: boolean;
  approval: Waiting | null;
  person: Person | null;
  other: Person | null;
};
/** `newId` returns the same ids when the transaction is repeated. `permittedRoles` is null for the operator. */
type Context = { now: string; newId: () => string; permittedRoles: readonly Role[] | null };

/** What a kind of request stores, and what its approval does. */
type Kind = {
  /** The properties of the request. Refuses one that cannot be carried out. */
  check?(request: never, locked: Locked, tx: AtomicGraph): Promise<Record<string, unknown>> | Record<string, unknown>;
  carryOut(tx: AtomicGraph, waiting: Waiting, context: Context): Promise<void>;
};

const failState = (message: string): never => fail('APPROVAL_STATE', message);
const approved = { isAuthority: false, isApproved: true } as const;

const kinds: Record<ApprovalKind, Kind> = {
  role: {
    check({ role }: Extract<ApprovalRequest, { kind: 'role' }>, { person }) {
      if (!person?.active || person.roles?.includes(role)) failState('The user has the role, or has left.');
      return { role };
    },
    async carryOut(tx, { userId = '', role }, { now, newId }) {
      const facts = await lockPerson(tx, userId, {}, {});
      const { person } = facts;
      if (!person?.active || role === undefined) return failState('The user has left.');
      const roles = [...new Set([...person.roles, role])];
      await writePerson(tx, userId, facts, { roles }, { now, newId, ...approved });
    },
  },
  sign_in: {
    carryOut: () => Promise.resolve(), // the sign-in finds that it was approved
  },
  deputy: { carryOut: () => Promise.reject(new Error('not yet')) },
  move: { carryOut: () => Promise.reject(new Error('not yet')) },
  plan_approval: { carryOut: () => Promise.reject(new Error('not yet')) },
};

/** Requests for roles had a notification of their own before there were others. */
const createRequestNotice = (request: ApprovalRequest, personName: string) =>
  request.kind === 'role'
    ? createNotice('org.role_requested', ['admin'], { personName, role: request.role })
    : createNotice('approval.requested', ['admin'], { kind: request['kind'], personName, by: 'admin' });

/** What the audit entry of a request says. */
function describe({ kind, role, ...about }: { kind: ApprovalKind; role?: Role; userId?: string; otherId?: string }) {
  const other = kind === 'deputy' ? 'deputyId' : 'toManagerId';
  const values = [...(role === undefined ? [{ field: 'kind', after: kind }] : [{ field: 'role', after: role }])];
  return {
    ...(about.userId !== undefined && { userId: about.userId }),
    ...(about.otherId !== undefined && { [other]: about.otherId }),
    ...(toAuditValues(values) satisfies AuditValues),
  };
}

/** @throws {ApiError} UNAUTHENTICATED, FORBIDDEN */
async function lock(
  tx: AtomicGraph,
  ids: { approvalId: string | null; userId: string | null; otherId: string | null },
  { now, permittedRoles }: Context,
): Promise<Locked> {
  const locked = await tx.write<Locked>('approvals/lock', { ...ids, permittedRoles, now });
  if (!locked) throw new Error('cypher/approvals/lock.cypher returned no row.');
  if (permittedRoles !== null) permit(locked.standing ?? fail('UNAUTHENTICATED'), 'user:manage');
  return locked;
}

/** `action` begins the name of the audit entry. */
type Options = { now: string; newId: () => string; action?: 'approval' | 'role'; asOperator?: boolean };

/**
 * Stores a request, and tells the admins. Of a person, one of a kind waits at a time.
 *
 * @throws {ApiError} FORBIDDEN, USER_NOT_FOUND, APPROVAL_STATE, LIMIT_REACHED
 */
export function requestApproval(
  graph: Pick<Graph, 'atomically'>,
  request: ApprovalRequest,
  { now, newId, action = 'approval' }: Options,
): Promise<{ id: string }> {
  const restartIds = createRepeatableIds(newId);
  const { kind, userId } = request;
  const otherId = null;
  return graph.atomically(async (tx) => {
    const context = { now, newId: restartIds(), permittedRoles: rolesThatManageUsers };
    const locked = await lock(tx, { approvalId: null, userId, otherId }, context);
    const { person } = locked;
    if (!person) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', userId);
    const fields = { kind, userId, otherId, ...(await kinds[kind].check?.(request as never, locked, tx)) };
    const id = context.newId();
    const notice = createRequestNotice(request, person.name);
    const stored = await tx.write<{ isTaken: boolean; isFull: boolean }>('approvals/request', {
      ...{ approvalId: id, auditId: context.newId(), action: `${action}.request`, now, most, days, fields },
      ...{
        key: `${kind}:${userId}`,
        facts: describe(request),
        notices: [{ ...notice, namesCaller: true, eventId: id }],
      },
    });
    if (stored?.isTaken) failState('A request of this kind waits for the user; it is decided first.');
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
    const context = { now, newId: restartIds(), permittedRoles: asOperator ? null : rolesThatManageUsers };
    const { approval, person } = await lock(tx, { approvalId, userId: of?.userId ?? null, otherId: null }, context);
    if (of && !person) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', of.userId);
    if (!approval || (of && (approval.kind !== of.kind || approval.userId !== of.userId)))
      return failNotFoundOrForbidden(tx, 'APPROVAL_NOT_FOUND', approvalId);
    const isSignIn = approval.kind === 'sign_in';
    if (decision === 'approve') {
      assertSecond(approval);
      await kinds[approval.kind].carryOut(tx, approval, context);
    } else if (isSignIn)
      failState('A sign-in waits until it is approved; correct by what the person signs in instead.');
    await tx.write('approvals/decide', {
      ...{ approvalId, auditId: context.newId(), action: `${action}.${decision}`, facts: describe(approval), now },
      keeps: isSignIn,
    });
  });
}

/** Who changed by what somebody signs in has done it: whether they are an admin still does not matter. */
function assertSecond({ kind, isOwn, isSelf, isBacked }: Waiting): void {
  if (isOwn) fail('SAME_PERSON', 'You requested it, or made the change; another admin approves.');
  if (isSelf && kind === 'sign_in') fail('SAME_PERSON', 'It is about yourself; another admin approves.');
  if (!isBacked && kind !== 'sign_in')
    failState('Who requested it is no admin any more; reject it, and request it again.');
}
