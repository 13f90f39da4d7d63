// What the groups of a directory mean here: entries such as `IT admins=admin` give a role, `Payments squad=Payments` a team.
// They are stored with the id of the group: its name may change, and another group may get it.
import { roles, type Role } from '../permissions.ts';

/** The settings of a tenant that map groups; absent ones map nothing. */
export type GroupMappings = { groupRoles?: string[]; groupTeams?: string[] };

const maxNameLength = 200;

function splitEntry(entry: string): [group: string, target: string] {
  const equals = entry.lastIndexOf('=');
  return [entry.slice(0, equals).trim(), entry.slice(equals + 1).trim()];
}

const isName = (text: string): boolean => text !== '' && text.length <= maxNameLength && !/\p{Cc}/u.test(text);

export function isGroupRole(entry: string): boolean {
  const [group, role] = splitEntry(entry);
  return entry.includes('=') && isName(group) && roles.some((name) => name === role);
}

export function isGroupTeam(entry: string): boolean {
  return entry.includes('=') && splitEntry(entry).every(isName);
}

/** What the entries call their groups. */
export function nameMappedGroups({ groupRoles = [], groupTeams = [] }: GroupMappings): string[] {
  return [...groupRoles, ...groupTeams].map((entry) => splitEntry(entry)[0]);
}

/** The same mappings with what `getId` returns for each of these names. */
export function resolveMapping(mappings: GroupMappings, getId: (name: string) => string): GroupMappings {
  const resolve = (entry: string): string => {
    const [group, target] = splitEntry(entry);
    return `${getId(group)}=${target}`;
  };
  const { groupRoles, groupTeams } = mappings;
  return {
    ...(groupRoles && { groupRoles: [...new Set(groupRoles.map(resolve))] }),
    ...(groupTeams && { groupTeams: [...new Set(groupTeams.map(resolve))] }),
  };
}

/** The roles that the groups, named by id, give. */
export function getRolesOfGroups(groups: readonly string[], { groupRoles = [] }: GroupMappings): Role[] {
  const granted = findTargets(groups, groupRoles);
  return roles.filter((role) => granted.includes(role));
}

/** The teams that groups give, by name. */
export const listMappedTeams = ({ groupTeams = [] }: GroupMappings): string[] =>
  groupTeams.map((entry) => splitEntry(entry)[1]);

/** The team that the groups, named by id, give: that of the first entry of the setting; null if none does. */
export function getTeamOfGroups(groups: readonly string[], { groupTeams = [] }: GroupMappings): string | null {
  return findTargets(groups, groupTeams)[0] ?? null;
}

function findTargets(groups: readonly string[], entries: readonly string[]): string[] {
  return entries.map(splitEntry).flatMap(([group, target]) => (groups.includes(group) ? [target] : []));
}
