// What a group of a directory gives its members: a part of the company, whose partners they are while they are members.
import { fail } from '../../platform/errors.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import type { Role, Standing } from '../../platform/access/permissions.ts';
import { mostMembers, mostParts as most, mostPartsOfTenant as mostOfTenant } from './bounds.ts';
import { createTermEvents, nameFirst, tellPartners, type EndedTerm, type NamedTerm } from './partner-notices.ts';
import type { GroupPart } from './schema.ts';

/** A part of the company: everyone below `headId`, or the department. Days are `yyyy-mm-dd`. */
type GivenTerm = {
  groupId: string;
  headId: string | null;
  departmentKey: string | null;
  from: string;
  to: string;
  requesterId: string;
};

const tooLarge = `A group that gives a part of the company has at most ${mostMembers} members; choose a smaller one.`;
/** @throws {ApiError} LIMIT_REACHED for a group that is too large to give a part */
export function assertGroupSize(memberCount: number): void {
  if (memberCount > mostMembers) fail('LIMIT_REACHED', tooLarge);
}

/**
 * Lets a group give a part in the transaction, which holds the tenant's lock: its members become partners, and whom it concerns is told.
 * Returns null if nothing is given: the group, the head or the department is gone, or the term is over.
 *
 * @param context.newId returns the same ids when the transaction is repeated
 * @throws {ApiError} LIMIT_REACHED, also if one of the members cannot become a partner
 */
export async function givePart(
  tx: Pick<Transaction, 'rows'>,
  term: GivenTerm,
  { partId, newId, now }: { partId: string; newId: () => string; now: string },
): Promise<GroupPart | null> {
  type Outcome = { isFull: boolean; part: GroupPart | null; headIds: string[]; named: NamedTerm[]; unnamed: number };
  const params = { ...term, partId, most, mostMembers, mostOfTenant, auditId: newId(), now };
  const [outcome = fail('INTERNAL')] = await tx.rows<Outcome>('partners/give_part', params);
  const { isFull, part, headIds, named, unnamed } = outcome;
  if (isFull)
    fail(
      'LIMIT_REACHED',
      `${tooLarge} A group gives at most ${most} parts, and those of a company at most ${mostOfTenant}.`,
    );
  if (!part) return null;
  if (unnamed > 0)
    fail(
      'LIMIT_REACHED',
      `A member of the group has ${most} parts already, or your company ${mostOfTenant} with a partner; end some, or take members out of the group.`,
    );
  const { below, department, group, from, to } = part;
  const about = { groupName: group.name, ...(below && { belowName: below.name }), ...(department && { department }) };
  const changed = { ...about, change: 'named' as const, from, to, by: 'admin' as const };
  const events = createTermEvents({ named, ended: [] }, 'admin', newId);
  const aboutIds = below ? [below.id] : [];
  // who would be the heads of the members are told although there are none yet
  if (named.length === 0 && headIds.length > 0)
    events.push({
      type: 'partner.named',
      payload: { ...about, from, to, by: 'admin' },
      recipientIds: headIds,
      aboutIds,
      eventId: newId(),
    });
  await tellPartners(tx, events, { payload: changed, aboutIds, eventId: newId() }, now);
  return part;
}

type Ended = { groupName: string; headId?: string; belowName?: string; department?: string };

/** Ends what a group gives in the transaction. Returns the standing of the caller, null for nobody, and whether there was such a part. */
export async function endGivenPart(
  tx: Transaction,
  { partId, permittedRoles }: { partId: string; permittedRoles: readonly Role[] | null },
  { newId, now }: { newId: () => string; now: string },
): Promise<{ standing: Standing | null; isEnded: boolean }> {
  type Outcome = { standing: Standing | null; ended: Ended | null; terms: EndedTerm[] };
  const outcome = await tx.write<Outcome>('partners/end_given_part', { partId, permittedRoles, auditId: newId(), now });
  if (!outcome) throw new Error('cypher/partners/end_given_part.cypher returned no row.');
  const { standing, ended, terms } = outcome;
  if (ended) {
    const { groupName, headId, belowName, department } = ended;
    const about = { groupName, ...(belowName && { belowName }), ...(department && { department }) };
    const payload = { ...about, change: 'ended' as const, by: 'admin' as const };
    const aboutIds = headId ? [headId] : [];
    const events = createTermEvents({ named: [], ended: terms }, 'admin', newId);
    await tellPartners(tx, events, { payload, aboutIds, eventId: newId() }, now);
  }
  return { standing, isEnded: ended !== null };
}

/** Who joins a group of a directory, and who leaves it; a group that is deleted is left by everybody. */
type Membership = { groupId: string; joined: string[]; left: string[]; isDeleted: boolean };
type Context = { newId: () => string; now: string };

/**
 * Lets the partners of a group follow its members, in the transaction of the change, which holds the tenant's lock. Beyond the bounds nobody is
 * named, and the admins are told how many. The admins and the People Team are told once.
 */
export async function followGroup(tx: Transaction, membership: Membership, { newId, now }: Context): Promise<void> {
  type Outcome = { groupName: string; givenCount: number; ended: EndedTerm[]; named: NamedTerm[]; unnamed: number };
  const params = { ...membership, most, mostMembers, mostOfTenant, now };
  const outcome = await tx.write<Outcome>('partners/follow_group', params);
  if (!outcome) return;
  const { groupName, givenCount, ended, named, unnamed } = outcome;
  const { isDeleted } = membership;
  if (named.length + ended.length + unnamed === 0 && !(isDeleted && givenCount > 0)) return;
  await tellOfMembers(tx, { groupName, isDeleted, ended, named, unnamed }, { newId, now });
}

/** Ends what groups gave somebody who leaves all of them, in the transaction of that. */
export async function leaveGroups(tx: Transaction, userId: string, { newId, now }: Context): Promise<void> {
  const outcome = await tx.write<{ ended: EndedTerm[] }>('partners/leave_groups', { userId, now });
  const ended = outcome?.ended ?? [];
  const [first] = ended;
  if (!first) return;
  const isOne = ended.every(({ groupName }) => groupName === first.groupName);
  const groupName = isOne ? (first.groupName ?? null) : null;
  await tellOfMembers(tx, { groupName, isDeleted: false, ended, named: [], unnamed: 0 }, { newId, now });
}

type Followed = {
  groupName: string | null;
  isDeleted: boolean;
  ended: EndedTerm[];
  named: NamedTerm[];
  unnamed: number;
};

async function tellOfMembers(tx: Transaction, followed: Followed, { newId, now }: Context): Promise<void> {
  const { groupName, isDeleted, ended, named, unnamed } = followed;
  const [joined, left] = [nameFirst(named), nameFirst(ended)];
  const payload = {
    change: isDeleted ? ('group_deleted' as const) : ('members' as const),
    ...(groupName !== null && { groupName }),
    ...(joined.names.length > 0 && { named: joined.names, moreNamed: joined.more }),
    ...(left.names.length > 0 && { ended: left.names, moreEnded: left.more }),
    ...(unnamed > 0 && { unnamed }),
    by: 'directory' as const,
  };
  const aboutIds = [...new Set([...joined.ids, ...left.ids])];
  const events = createTermEvents({ named, ended }, 'directory', newId);
  await tellPartners(tx, events, { payload, aboutIds, eventId: newId() }, now);
}
