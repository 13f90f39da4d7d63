// What a second admin decides: what each kind of request stores, and what its approval does.
import type { DeputyRight, Role, Standing } from '../../platform/access/permissions.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import type { ApprovalKind } from './approval-kinds.ts';
import { lockPerson, writePerson } from '../organisation/people/change-person.ts';
import { setDeputyTerm, type DeputyTerm } from '../deputies/name-deputies.ts';
import { assertGroupSize, givePart } from '../partners/group-parts.ts';
import { setPart, type RequestedPart } from '../partners/name-partners.ts';
import { changeSettings } from '../organisation/tenants/change-settings.ts';

type RequestedKind = Exclude<ApprovalKind, 'sign_in'>;
/** What is requested; `userId` is the person it is about. */
export type ApprovalRequest =
  | { kind: 'role'; userId: string; role: Role }
  | ({ kind: 'deputy' } & DeputyTerm)
  | ({ kind: 'partner' } & RequestedPart)
  | { kind: 'move'; userId: string; managerId: string }
  | { kind: 'plan_approval' };
type RequestOf<One extends RequestedKind> = Extract<ApprovalRequest, { kind: One }>;

export type Waiting = {
  id: string;
  kind: ApprovalKind;
  requesterId: string;
  isOwn: boolean;
  isSelf: boolean;
  isBacked: boolean;
  hasGrown: boolean;
  userId?: string;
  otherId?: string;
  groupId?: string;
  groupName?: string;
  role?: Role;
  rights?: DeputyRight[];
  departmentKey?: string;
  from?: string;
  to?: string;
};
type Person = { id: string; name: string; active: boolean };
export type Locked = {
  standing: Standing | null;
  isOver: boolean;
  approval: Waiting | null;
  person: (Person & { roles: Role[]; isCaller: boolean }) | null;
  departmentFound: boolean;
  other: (Person & { isCaller: boolean }) | null;
  group: { id: string; name: string; memberCount: number; hasCaller: boolean } | null;
  planApproval: string | null;
};
/** `newId` returns the same ids when the transaction is repeated. `permittedRoles` is null for the operator. */
export type Context = { now: string; newId: () => string; permittedRoles: readonly Role[] | null };

/** What a kind of request stores, and what its approval does. */
type Kind = {
  /** The properties of the request. Refuses one that cannot be carried out. */
  check?(request: never, locked: Locked): Record<string, unknown>;
  carryOut(tx: Transaction, waiting: Waiting, context: Context): Promise<void>;
};

export const failState = (message: string): never => fail('APPROVAL_STATE', message);
const approved = { isAuthority: false, isApproved: true } as const;

export const kinds: Record<ApprovalKind, Kind> = {
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
    check(
      { userId, groupId, headId, departmentKey, from, to }: RequestOf<'partner'>,
      { person, group, other, departmentFound },
    ) {
      if (person?.isCaller) fail('FORBIDDEN', 'You cannot name yourself a partner. Another admin can do it.');
      if (group?.hasCaller)
        fail(
          'FORBIDDEN',
          'You are a member of the group, and cannot name yourself a partner. Another admin can do it.',
        );
      if (groupId !== null && !group)
        failInvalid([
          { pointer: '/groupId', message: 'groupId must be a group that a directory of your tenant has pushed.' },
        ]);
      if (group) assertGroupSize(group.memberCount);
      if (userId !== null && !person?.active) failState('The user has left.');
      if (person?.roles.includes('admin'))
        failState(
          "The user is an admin, who decides who is in which part of the company; an admin is nobody's partner.",
        );
      if (headId !== null && !other?.active)
        fail('USER_NOT_FOUND', 'The person was not found among the active users of your tenant.');
      if (departmentKey !== null && !departmentFound)
        failInvalid([{ pointer: '/department', message: 'department must be a department of your tenant.' }]);
      return { departmentKey, from, to, ...(group && { groupId: group.id }) };
    },
    async carryOut(
      tx,
      { id, userId = '', groupId, otherId, departmentKey, from = '', to = '', requesterId, isSelf },
      { now, newId },
    ) {
      if (isSelf) fail('FORBIDDEN', 'You cannot approve that you become a partner. Another admin must approve it.');
      const term = { headId: otherId ?? null, departmentKey: departmentKey ?? null, from, to, requesterId };
      if (groupId) {
        const given = await givePart(tx, { ...term, groupId }, { partId: id, newId, now });
        if (!given) failState('The group is gone, somebody has left, the department is gone, or the term is over.');
        return;
      }
      const part = await setPart(tx, { ...term, userId }, { partId: id, auditId: newId(), eventId: newId(), now });
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
