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
import { fail, failInvalid } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import type { ApprovalKind } from './approval-kinds.ts';
import { createRequestNotice, describe } from './approval-records.ts';
import { lockPerson, writePerson } from '../organisation/people/change-person.ts';
import { setDeputyTerm, type DeputyTerm } from '../deputies/name-deputies.ts';
import { setPart, type PartTerm } from '../partners/name-partners.ts';
import { changeSettings } from '../organisation/tenants/change-settings.ts';

/** How many requests of a tenant may wait; sign-ins that wait are not counted, nor do they expire. */
const maxApprovals = 200;
const days = 30;

type RequestedKind = Exclude<ApprovalKind, 'sign_in'>;
/** What is requested; `userId` is the person it is about. */
export type ApprovalRequest =
  | { kind: 'role'; userId: string; role: Role }
  | ({ kind: 'deputy' } & DeputyTerm)
  | ({ kind: 'partner' } & PartTerm)
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
  hasGrown: boolean;
  userId?: string;
  otherId?: string;
  role?: Role;
  rights?: DeputyRight[];
  departmentKey?: string;
  from?: string;
  to?: string;
};
type Person = { id: string; name: string; active: boolean };
type Locked = {
  standing: Standing | null;
  isOver: boolean;
  approval: Waiting | null;
  person: (Person & { roles: Role[]; isCaller: boolean }) | null;
  departmentFound: boolean;
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
      const ids = { auditId: newId(), eventId: newId(), permittedRoles };
      const outcome = await setDeputyTerm(tx, term, { ...ids, requesterId, now });
      if (outcome.isOwn)
        fail('FORBIDDEN', 'You cannot approve that you become a deputy. Another admin must approve it.');
      if (outcome.isFull) fail('LIMIT_REACHED');
      if (!outcome.deputy) failState('One of the two has left, or the term is over.');
    },
  },
  partner: {
    check({ headId, departmentKey, from, to }: RequestOf<'partner'>, { person, other, departmentFound }) {
      if (person?.isCaller) fail('FORBIDDEN', 'You cannot name yourself a partner. Another admin can do it.');
      if (!person?.active) failState('The user has left.');
      if (person?.roles.includes('admin'))
        failState(
          "The user is an admin, who decides who is in which part of the company; an admin is nobody's partner.",
        );
      if (headId !== null && !other?.active)
        fail('USER_NOT_FOUND', 'The person was not found among the active users of your tenant.');
      if (departmentKey !== null && !departmentFound)
        failInvalid([{ pointer: '/department', message: 'department must be a department of your tenant.' }]);
      return { departmentKey, from, to };
    },
    async carryOut(
      tx,
      { id, userId = '', otherId, departmentKey, from = '', to = '', requesterId, isSelf },
      { now, newId },
    ) {
      if (isSelf) fail('FORBIDDEN', 'You cannot approve that you become a partner. Another admin must approve it.');
      const term = { userId, headId: otherId ?? null, departmentKey: departmentKey ?? null, from, to, requesterId };
      const part = await setPart(tx, term, { partId: id, auditId: newId(), eventId: newId(), now });
      if (!part)
        failState('Somebody has left, the partner has become an admin, the department is gone, or the term is over.');
    },
  },
  move: {
    check(_request: RequestOf<'move'>, { person, other }) {
      if (!person?.active) return failState('The user has left.');
      if (!other?.active) fail('MANAGER_NOT_FOUND');
      if (person.id === other.id) fail('REPORTING_CYCLE');
      return {};
    },
    async carryOut(tx, { userId = '', otherId: managerId = '' }, { now, newId }) {
      const facts = await lockPerson(tx, userId, { managerId }, {});
      if (!facts.person?.active || !facts.manager?.active) return failState('One of the two has left.');
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

/** @throws {ApiError} UNAUTHENTICATED, FORBIDDEN */
async function lock(
  tx: Transaction,
  ids: { approvalId: string | null; userId: string | null; otherId: string | null; departmentKey: string | null },
  { now, permittedRoles }: Context,
): Promise<Locked> {
  const locked = await tx.write<Locked>('role-requests/lock', { ...ids, permittedRoles, now });
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
  const departmentKey = 'departmentKey' in request ? request.departmentKey : null;
  return graph.atomically(async (tx) => {
    const context = { now, newId: restartIds(), permittedRoles: rolesThatHold('user:manage') };
    const locked = await lock(tx, { approvalId: null, userId, otherId, departmentKey }, context);
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
    const notice = createRequestNotice(request, person?.name);
    const stored = await tx.write<{ isTaken: boolean; isFull: boolean }>('role-requests/request', {
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
      { approvalId, userId: of?.userId ?? null, otherId: null, departmentKey: null },
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
      facts: describe(approval),
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
