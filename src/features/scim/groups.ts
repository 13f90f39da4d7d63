// Finds, creates, changes and deletes the groups of a directory, and gives their members the roles and teams that
// groups stand for.
import { fail, type ErrorCode } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { followKeyChanges } from '../organisation/people/keys.ts';
import {
  listMemberAccess,
  planMembers,
  tellLastAdmin,
  tellMemberRoles,
  type Member,
} from '../organisation/people/plan-member.ts';
import { followGroup } from '../partners/group-parts.ts';
import type { GroupMappings } from '../../platform/settings/group-mappings.ts';
import { compileFilter, type FilterAttributes } from './filter.ts';
import type { GroupInput } from './read-group.ts';
import type { GroupRecord } from './resources.ts';
import { failScim } from './scim-error.ts';

type GroupPage = { total: number; groups: GroupRecord[] };
type Context = { now: string; newId: () => string };

type LockedGroup = {
  group: { id: string; displayName: string; externalId?: string } | null;
  /** `groups` are the other groups. */
  people: (Member & { isVisible: boolean; isMember: boolean })[];
  adminIds: string[];
  externalIdOwnerId: string | null;
  settings: GroupMappings;
  /** A part of the company: the members are its partners. */
  givesParts: boolean;
  groupCount: number | null;
};

const attributes: FilterAttributes = {
  id: { name: 'id', kind: 'exact' },
  externalid: { name: 'externalId', kind: 'exact' },
  displayname: { name: 'displayName', kind: 'text' },
  members: { name: 'member', kind: 'list' },
  'members.value': { name: 'member', kind: 'list' },
  'meta.created': { name: 'created', kind: 'time' },
  'meta.lastmodified': { name: 'lastModified', kind: 'time' },
};
const conflict: ErrorCode = 'USER_EXISTS';
/** Groups of a tenant. */
export const maxGroups = 20_000;
const tooManyGroups = `There are ${maxGroups} groups, which is the limit; push fewer.`;

/**
 * Returns a page of the groups that satisfy a filter, by name.
 *
 * @throws {ApiError} VALIDATION_ERROR with `invalidFilter`
 */
export function listGroups(
  graph: Graph,
  filterText: string | undefined,
  page: { start: number; end: number; withMembers: boolean },
): Promise<GroupPage> {
  const filter = filterText === undefined ? null : compileFilter(filterText, attributes);
  return graph.one<GroupPage>('scim/list_groups', { filter, ...page });
}

/** @throws {ApiError} NOT_FOUND */
export async function findGroup(graph: Graph, groupId: string, withMembers = true): Promise<GroupRecord> {
  type Row = { group: GroupRecord | null };
  const { group } = await graph.one<Row>('scim/read_group', { groupId, withMembers });
  return group ?? failGroupNotFound();
}

/** @throws {ApiError} VALIDATION_ERROR, LIMIT_REACHED, and USER_EXISTS if a group has the external id */
export async function createGroup(graph: Graph, input: GroupInput, context: Context): Promise<GroupRecord> {
  const groupId = context.newId();
  await changeGroup(graph, groupId, { input, action: 'group.create' }, context);
  return findGroup(graph, groupId);
}

/** @throws {ApiError} NOT_FOUND, VALIDATION_ERROR, and USER_EXISTS if another group has the external id */
export async function updateGroup(graph: Graph, groupId: string, input: GroupInput, context: Context): Promise<void> {
  await changeGroup(graph, groupId, { input, action: 'group.update' }, context);
}

/** @throws {ApiError} NOT_FOUND */
export async function deleteGroup(graph: Graph, groupId: string, context: Context): Promise<void> {
  const input: GroupInput = { members: new Map(), isComplete: true };
  await changeGroup(graph, groupId, { input, action: 'group.delete' }, context);
}

/** @throws {ApiError} NOT_FOUND, always */
export function failGroupNotFound(): never {
  return fail('NOT_FOUND', 'The group was not found in your tenant.');
}

type GroupChange = { input: GroupInput; action: 'group.create' | 'group.update' | 'group.delete' };

async function changeGroup(
  graph: Graph,
  groupId: string,
  { input, action }: GroupChange,
  { now, newId }: Context,
): Promise<void> {
  const ids = createRepeatableIds(newId);
  await graph.atomically(async (tx) => {
    const nextId = ids();
    const locked = await lockGroup(tx, groupId, input);
    const { group, people, externalIdOwnerId, settings, groupCount } = locked;
    if (!group && action !== 'group.create') failGroupNotFound();
    if (groupCount !== null && groupCount >= maxGroups) fail('LIMIT_REACHED', tooManyGroups);
    if (externalIdOwnerId !== null && externalIdOwnerId !== groupId) {
      fail(conflict, 'Another group of your tenant has this external id.');
    }
    assertMembersKnown(input, people);
    const displayName = input.displayName ?? group?.displayName ?? '';
    const externalId = input.externalId === undefined ? (group?.externalId ?? null) : input.externalId;
    const joined = people.filter(({ id, isMember }) => !isMember && input.members.get(id));
    const left = people.filter(({ id, isMember }) => isMember && !(input.members.get(id) ?? !input.isComplete));
    const isSame = externalId === (group?.externalId ?? null) && displayName === group?.displayName;
    const joining = new Set(joined);
    const leaving = new Set(left);
    const changes = planMembers(people, (member) => {
      const willBeMember = joining.has(member) || (member.isMember && !leaving.has(member));
      return {
        before: { groups: member.isMember ? [...member.groups, groupId] : member.groups, settings },
        after: { groups: willBeMember ? [...member.groups, groupId] : member.groups, settings },
      };
    });
    if (action === 'group.update' && isSame && joined.length + left.length + changes.length === 0) return;
    const isDeleted = action === 'group.delete';
    const membership = { groupId, isDeleted, joined: joined.map(({ id }) => id), left: left.map(({ id }) => id) };
    const entryId = nextId();
    const fields = { displayName, externalId };
    if (locked.givesParts) await followGroup(tx, membership, { newId: nextId, now });
    const written = { ...membership, action, now, isChange: changes.length > 0, fields, entryId };
    await tx.write('scim/write_group', written, conflict);
    if (changes.length === 0) return;
    const rows = changes.map((change) => ({ ...change, entryId: nextId() }));
    await tx.write('organisation/change_members', { rows, now });
    const lost = listMemberAccess(people, changes, false);
    await followKeyChanges(tx, lost, { by: 'directory', now, newId: nextId, eventId: nextId() });
    const notices = [
      ...tellLastAdmin(locked.adminIds, people, changes, nextId),
      ...tellMemberRoles(people, changes, nextId()),
    ];
    if (notices.length > 0) await tx.write('organisation/tell_roles', { rows: notices, now });
  });
}

/** Reads all members if some may leave unnamed. */
async function lockGroup(tx: Transaction, groupId: string, input: GroupInput): Promise<LockedGroup> {
  const { members, isComplete, externalId = null } = input;
  const params = { groupId, userIds: [...members.keys()], allMembers: isComplete, externalId };
  const locked = await tx.write<LockedGroup>('scim/lock_group', params);
  if (!locked) fail('UNAUTHENTICATED', 'The tenant no longer exists.');
  return locked;
}

/** @throws {ApiError} VALIDATION_ERROR for a member to add who is no user. Removing one is no fault. */
function assertMembersKnown({ members }: GroupInput, people: LockedGroup['people']): void {
  const known = new Set(people.flatMap(({ id, isVisible }) => (isVisible ? [id] : [])));
  const isKnown = [...members].every(([id, isMember]) => !isMember || known.has(id));
  if (!isKnown) failScim('invalidValue', 'A member is not a user of your tenant. Provision the user first.');
}
