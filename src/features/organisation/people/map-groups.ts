// Changes which roles and teams the groups of a directory give. Names of groups become ids once, and then the roles and teams
// of everybody are adapted.
import { ApiError } from '../../../platform/errors.ts';
import type { Transaction } from '../../../platform/graph/client.ts';
import { nameTeam } from '../../../platform/lib/names.ts';
import {
  listMappedTeams,
  nameMappedGroups,
  resolveMapping,
  type GroupMappings,
} from '../../../platform/settings/group-mappings.ts';
import { assertDepartmentsOpen } from '../../reporting-line/gained-sight.ts';
import { followKeyChanges } from './keys.ts';
import { listMemberAccess, planMembers, tellLastAdmin, tellMemberRoles, type Member } from './plan-member.ts';

/**
 * Replaces the names of groups by their ids.
 *
 * @throws {ApiError} VALIDATION_ERROR for a name of no group or of several
 */
export async function resolveGroups(tx: Transaction, mappings: GroupMappings): Promise<GroupMappings> {
  const names = nameMappedGroups(mappings);
  if (names.length === 0) return mappings;
  const groups = await tx.rows<{ id: string; name: string }>('organisation/resolve_groups', { names });
  return resolveMapping(mappings, (name) => {
    const found = groups.filter((group) => group.id === name || group.name === name);
    const [group] = found;
    if (group && found.length === 1) return group.id;
    const ids = found.map(({ id }) => id).join(', ');
    throw new ApiError(
      'VALIDATION_ERROR',
      group
        ? `The directory has ${found.length} groups ${JSON.stringify(name)}; name one by its id: ${ids}.`
        : `The directory has no group ${JSON.stringify(name)}; push the group first.`,
    );
  });
}

/**
 * Gives and takes the roles and teams of all members, and tells who loses a role. What an admin sets is judged by whom it brings into the
 * department of a partner: the members of today, and those to whom a new entry may give a team later.
 *
 * @throws {ApiError} LAST_ADMIN if nobody were an admin; OWN_ROLES if the caller's roles would change; SECOND_ADMIN
 */
export async function applyMappings(
  tx: Transaction,
  { before, after }: { before: GroupMappings; after: GroupMappings },
  { now, newId, isOperator }: { now: string; newId: () => string; isOperator: boolean },
): Promise<void> {
  const members = await tx.rows<Member & { isCaller: boolean }>('organisation/list_members');
  const changes = planMembers(members, ({ groups }) => ({
    before: { groups, settings: before },
    after: { groups, settings: after },
  }));
  if (!isOperator) {
    const entries = after.groupTeams?.filter((entry) => !before.groupTeams?.includes(entry)) ?? [];
    const given = listMappedTeams({ groupTeams: entries });
    const joined = changes.flatMap(({ teams }) => teams);
    const teamKeys = [...given.map((name) => nameTeam(name, null).key), ...joined.map(({ key }) => key)];
    const keys = joined.map(({ newDepartment }) => nameTeam(null, newDepartment).departmentKey);
    const isText = (key: string | null): key is string => key !== null;
    await assertDepartmentsOpen(tx, { keys: keys.filter(isText), teamKeys: teamKeys.filter(isText) }, now);
  }
  if (changes.length === 0) return;
  const changedIds = new Set(changes.flatMap(({ id, fields }) => (fields.includes('roles') ? [id] : [])));
  if (members.some(({ id, isCaller }) => isCaller && changedIds.has(id))) throw new ApiError('OWN_ROLES');
  const admins = await tx.rows<{ id: string }>('organisation/list_admins');
  const adminIds = admins.map(({ id }) => id);
  if (tellLastAdmin(adminIds, members, changes, newId).length > 0) {
    throw new ApiError('LAST_ADMIN', 'Nobody would be an admin; give somebody the role by hand first.');
  }
  await tx.rows('organisation/change_members', {
    rows: changes.map((change) => ({ ...change, entryId: newId() })),
    now,
  });
  const by = isOperator ? 'operator' : 'admin';
  await followKeyChanges(tx, listMemberAccess(members, changes, !isOperator), { by, now, newId, eventId: newId() });
  const notices = tellMemberRoles(members, changes, newId());
  if (notices.length > 0) await tx.rows('organisation/tell_roles', { rows: notices, now });
  await tx.rows('organisation/increment_revision');
}
