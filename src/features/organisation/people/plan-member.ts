// The roles and the team that people have by the groups of a directory that they are in. No IO.
import { toAuditValues, type AuditValues } from '../../../platform/schema/audit.ts';
import type { RowOf } from '../../../platform/graph/queries/call-types.ts';
import { cleanName, isSameName, nameTeam } from '../../../platform/lib/names.ts';
import { organisationNotifications } from '../notifications.ts';
import { createNotice } from '../../../platform/notifications/notices.ts';
import { listAccessChanges, type KeyChange } from './keys.ts';
import { tellRolesOfMany } from './role-notices.ts';
import { roles as allRoles, type Role } from '../../../platform/permissions.ts';
import { getRolesOfGroups, getTeamOfGroups, type GroupMappings } from '../../../platform/settings/group-mappings.ts';

/**
 * `roles` are all roles. `grantedRoles` are the roles among them that only groups gave; the others were given by a person.
 * `deniedRoles` were taken away by a person. `groups` are ids.
 */
export type Member = {
  id: string;
  name: string;
  active: boolean;
  roles: Role[];
  grantedRoles?: Role[];
  deniedRoles?: Role[];
  team?: string;
  department?: string;
  groups: string[];
};

/** What gives roles and teams: the groups that somebody is in, and what the tenant says they mean. */
type Source = { groups: readonly string[]; settings: GroupMappings };
type MemberChange = {
  id: string;
  roles: Role[];
  grantedRoles: Role[];
  fields: string[];
  values: AuditValues;
  teams: RowOf<'organisation/change_members', 'rows'>['teams'];
};

/** The people whose roles or team another source changes, and how. Nobody who has left has a role. */
export function planMembers<Person extends Member>(
  people: readonly Person[],
  getSources: (person: Person) => { before: Source; after: Source },
): MemberChange[] {
  return people.flatMap((person) => planMember(person, getSources(person)) ?? []);
}

/** Null if nothing changes. A person to whom no group gives a team joins the team of their department. */
function planMember(member: Member, { before, after }: { before: Source; after: Source }): MemberChange | null {
  const given = member.active ? getRolesOfGroups(after.groups, after.settings) : [];
  const granted = given.filter((role) => !member.deniedRoles?.includes(role));
  const ownRoles = member.roles.filter((role) => !member.grantedRoles?.includes(role));
  const roles = allRoles.filter((role) => granted.includes(role) || ownRoles.includes(role));
  const grantedRoles = granted.filter((role) => !ownRoles.includes(role));
  const [oldTeam, newTeam] = [before, after].map(({ groups, settings }) => getTeamOfGroups(groups, settings));
  const department = newTeam === null ? cleanName(member.department ?? '') || null : null;
  const team = member.team ?? null;
  const nextTeam = newTeam ?? department;
  const isMoving =
    oldTeam !== newTeam && !isSameName(nextTeam, team) && (newTeam !== null || isSameName(team, oldTeam));
  const hasOtherRoles = roles.length !== member.roles.length || roles.some((role) => !member.roles.includes(role));
  if (!isMoving && !hasOtherRoles) return null;
  return {
    id: member.id,
    roles,
    grantedRoles,
    fields: [...(hasOtherRoles ? ['roles'] : []), ...(isMoving ? ['team'] : [])],
    values: hasOtherRoles ? toAuditValues([{ field: 'roles', before: member.roles, after: roles }]) : {},
    teams: isMoving ? [{ ...nameTeam(nextTeam ?? null, department), department: null, newDepartment: department }] : [],
  };
}

/** What the changes do to the access of people: a role with tenant scope that they lose is told, as any other way to lose it. */
export function listMemberAccess(
  people: readonly Member[],
  changes: readonly MemberChange[],
  isByAdmin: boolean,
): KeyChange[] {
  const members = new Map(people.map((person) => [person.id, person]));
  return changes.flatMap(({ id, roles }) => {
    const member = members.get(id);
    if (!member?.active) return [];
    const lost = listAccessChanges(member, { active: true, roles, changed: [], isByAdmin });
    return lost.length === 0 ? [] : [{ userId: id, name: member.name, changes: lost, heldRoles: true }];
  });
}

/** The notification for the people who must know that the changes give roles with tenant scope, for organisation/tell_roles. */
export function tellMemberRoles(people: readonly Member[], changes: readonly MemberChange[], eventId: string) {
  const members = new Map(people.map((person) => [person.id, person]));
  const given = changes.map(({ id, roles }) => ({
    id,
    name: members.get(id)?.name ?? '',
    before: members.get(id)?.roles,
    after: roles,
  }));
  return tellRolesOfMany(given, eventId);
}

/** The notification of the People Team if the changes leave nobody an admin, for organisation/tell_roles. */
export function tellLastAdmin(
  adminIds: readonly string[],
  people: readonly Member[],
  changes: readonly MemberChange[],
  newId: () => string,
) {
  const rolesAfter = new Map(changes.map(({ id, roles }) => [id, roles]));
  const lost = adminIds.filter((id) => rolesAfter.get(id)?.includes('admin') === false);
  const isGiven = changes.some(({ roles }) => roles.includes('admin'));
  if (lost.length === 0 || lost.length < adminIds.length || isGiven) return [];
  const personName = people.find(({ id }) => id === lost[0])?.name ?? '';
  return [
    {
      ...createNotice(organisationNotifications, 'org.no_admin', { personName }),
      subjectId: lost[0] ?? null,
      eventId: newId(),
    },
  ];
}
