// What the groups of a directory mean here: entries such as `IT admins=admin` give a role, `Payments squad=Payments` a team.
import { roles, type Role } from './roles.ts';

/** The settings of a tenant that map groups; absent ones map nothing. */
export type GroupMappings = { groupRoles?: readonly string[]; groupTeams?: readonly string[] };

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

/** The roles that the groups give. */
export function getRolesOfGroups(groups: readonly string[], { groupRoles = [] }: GroupMappings): Role[] {
  const granted = findTargets(groups, groupRoles);
  return roles.filter((role) => granted.includes(role));
}

/** The team that the groups give: that of the first entry of the setting; null if none does. */
export function getTeamOfGroups(groups: readonly string[], { groupTeams = [] }: GroupMappings): string | null {
  return findTargets(groups, groupTeams)[0] ?? null;
}

function findTargets(groups: readonly string[], entries: readonly string[]): string[] {
  return entries.map(splitEntry).flatMap(([group, target]) => (groups.includes(group) ? [target] : []));
}
