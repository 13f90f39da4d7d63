// What one admin requests and a second one decides. Everything is decided again when it is approved, under the lock of the
// tenant.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import {
  permit,
  rolesThatHold,
  type DeputyRight,
  type Role,
  type Standing,
} from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import type { ApprovalKind } from './kinds.ts';
import { toAuditValues, type AuditValues } from '../../platform/schema/audit.ts';
import { lockPerson, writePerson } from '../organisation/people/change-person.ts';
import { setDeputyTerm, type DeputyTerm } from '../deputies/name-deputies.ts';
import { roleRequestNotifications } from './notifications.ts';
import { createNotice } from '../../platform/notifications/notices.ts';
import { changeSettings } from '../organisation/tenants/change-settings.ts';

/** How many requests of a tenant may wait; sign-ins that wait are not counted, nor do they expire. */
const maxApprovals = 200;
const days = 30;

type RequestedKind = Exclude<ApprovalKind, 'sign_in'>;
/** What is requested; `userId` is the person it is about. */
export type ApprovalRequest =
  | { kind: 'role'; userId: string; role: Role }
  | ({ kind: 'deputy' } & DeputyTerm)
  | { kind: 'move'; userId: string; managerId: string }
  | { kind: 'plan_approval' };
type RequestOf<One extends RequestedKind> = Extract<ApprovalRequest, { kind: One }>;

type Waiting = {
  id: string;
  kind: ApprovalKind;
  requesterId: string;
  isOwn: boolean;
  isSelf: boolean;
  isBacked: boolean;
  userId?: string;
  otherId?: string;
  role?: Role;
  rights?: DeputyRight[];
  from?: string;
  to?: string;
};
type Person = { id: string; name: string; active: boolean };
type Locked = {
  standing: Standing | null;
  isOver: boolean;
  approval: Waiting | null;
  person: (Person & { roles: Role[] }) | null;
  other: (Person & { isCaller: boolean }) | null;
  planApproval: string | null;
};
/** `newId` returns the same ids when the transaction is repeated. `permittedRoles` is null for the operator. */
type Context = { now: string; newId: () => string; permittedRoles: readonly Role[] | null };

/** What a kind of request stores, and what its approval does. */
type Kind = {
  /** The properties of the request. Refuses one that cannot be carried out. */
  check?(request: never, locked: Locked): Record<string, unknown>;
  carryOut(tx: Transaction, waiting: Waiting, context: Context): Promise<void>;
};

const failState = (message: string): never => fail('APPROVAL_STATE', message);
const approved = { isAuthority: false, isApproved: true } as const;

const kinds: Record<ApprovalKind, Kind> = {
  role: {
    check({ role }: RequestOf<'role'>, { person }) {
      if (!person?.active || person.roles.includes(role)) failState('The user has the role, or has left.');
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
  deputy: {
    check({ from, to, rights }: RequestOf<'deputy'>, { other }) {
      if (other?.isCaller)
        fail('FORBIDDEN', 'You cannot name yourself a deputy. The manager or another admin can do it.');
      if (!other?.active) fail('USER_NOT_FOUND', 'The deputy was not found among the active users of your tenant.');
      return { from, to, rights };
    },
    async carryOut(tx, { userId = '', otherId = '', from = '', to = '', rights = [], requesterId }, context) {
      const { now, newId, permittedRoles } = context;
      const term = { userId, deputyId: otherId, from, to, rights };
      const ids = {
        auditId: newId(),
        eventId: newId(),
        permittedRoles: permittedRoles ?? rolesThatHold('deputy:manage'),
      };
      const outcome = await setDeputyTerm(tx, term, { ...ids, requesterId, now });
      if (outcome.isOwn)
        fail('FORBIDDEN', 'You cannot approve that you become a deputy. Another admin must approve it.');
      if (outcome.isFull) fail('LIMIT_REACHED');
      if (!outcome.deputy) failState('One of the two has left, or the term is over.');
    },
  },
  move: {
    check(_request: RequestOf<'move'>, { person, other }) {
      if (!other?.active) fail('MANAGER_NOT_FOUND');
      if (person?.id === other.id) fail('REPORTING_CYCLE');
      return {};
    },
    async carryOut(tx, { userId = '', otherId: managerId = '' }, { now, newId }) {
      const facts = await lockPerson(tx, userId, { managerId }, {});
      if (!facts.person || !facts.manager?.active) return failState('One of the two has left.');
      await writePerson(tx, userId, facts, { managerId }, { now, newId, ...approved });
    },
  },
  plan_approval: {
    check(_request: RequestOf<'plan_approval'>, { planApproval }) {
      if (planApproval !== 'second_admin') failState('Plans need no second admin.');
      return {};
    },
    async carryOut(tx, _waiting, { now, newId }) {
      const context = { now, newId, auditId: newId(), isOperator: false, isApproved: true };
      await changeSettings(tx, { planApproval: 'none' }, context);
    },
  },
};

/** Requests for roles had a notification of their own before there were others. */
const createRequestNotice = (request: ApprovalRequest, personName: string | undefined) =>
  request.kind === 'role'
    ? createNotice(roleRequestNotifications, 'org.role_requested', { personName: personName ?? '', role: request.role })
    : createNotice(roleRequestNotifications, 'approval.requested', {
        kind: request.kind,
        by: 'admin',
        ...(personName !== undefined && { personName }),
      });

/** What the audit entry of a request says. */
function describe(about: Pick<Waiting, 'kind' | 'role'> & { userId?: string | null; otherId?: string | null }) {
  const { kind, role } = about;
  const other = kind === 'deputy' ? 'deputyId' : 'toManagerId';
  const values = [...(role === undefined ? [{ field: 'kind', after: kind }] : [{ field: 'role', after: role }])];
  return {
    ...(about.userId && { userId: about.userId }),
    ...(about.otherId && { [other]: about.otherId }),
    ...(toAuditValues(values) satisfies AuditValues),
  };
}

/** @throws {ApiError} UNAUTHENTICATED, FORBIDDEN */
async function lock(
  tx: Transaction,
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
  const otherId = 'deputyId' in request ? request.deputyId : 'managerId' in request ? request.managerId : null;
  return graph.atomically(async (tx) => {
    const context = { now, newId: restartIds(), permittedRoles: rolesThatHold('user:manage') };
    const locked = await lock(tx, { approvalId: null, userId, otherId }, context);
    const { person, other } = locked;
    if (userId !== null && !person) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', userId);
    const otherCode = kind === 'move' ? 'MANAGER_NOT_FOUND' : 'USER_NOT_FOUND';
    if (otherId !== null && !other) return failNotFoundOrForbidden(tx, otherCode, otherId);
    const fields = { kind, userId, otherId, ...kinds[kind].check?.(request as never, locked) };
    const id = context.newId();
    const notice = createRequestNotice(request, person?.name);
    const stored = await tx.write<{ isTaken: boolean; isFull: boolean }>('approvals/request', {
      approvalId: id,
      auditId: context.newId(),
      action: `${action}.request`,
      now,
      most: maxApprovals,
      days,
      fields,
      key: `${kind}:${userId ?? ''}`,
      facts: describe(fields),
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
      failState('A sign-in waits until it is approved; correct by what the person signs in instead.');
    await tx.write('approvals/decide', {
      approvalId,
      auditId: context.newId(),
      action: `${action}.${decision}`,
      facts: describe(approval),
      now,
      keeps: isSignIn,
    });
  });
}

/** Who changed by what somebody signs in has done it: whether they are an admin still does not matter. */
function assertSecond({ kind, isOwn, isSelf, isBacked }: Waiting): void {
  if (isOwn) fail('SAME_PERSON', 'You requested this, or made the change. Another admin must approve it.');
  if (isSelf && kind === 'sign_in') fail('SAME_PERSON', 'It is about yourself; another admin approves.');
  if (!isBacked && kind !== 'sign_in')
    failState('Who requested it is no admin any more; reject it, and request it again.');
}
