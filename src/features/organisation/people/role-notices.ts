// The notification that somebody was given a role with tenant scope.
import { organisationNotifications } from '../notifications.ts';
import { createNotice, type Notice } from '../../../platform/notifications/notices.ts';
import { tenantWideRoles, type Role } from '../../../platform/permissions.ts';

type RoleChange = { name: string; before?: readonly string[] | undefined; after: readonly string[] };

/** The roles with tenant scope that a change gives. */
export const listGiven = (before: readonly string[] = [], after: readonly string[]): Role[] =>
  tenantWideRoles.filter((role) => after.includes(role) && !before.includes(role));

const givesRole = ({ before, after }: RoleChange): boolean => listGiven(before, after).length > 0;

/** One for all people of a change, with the name of the first; none if nobody gets such a role. */
export function tellRoles(changes: readonly RoleChange[]): Notice[] {
  const [first, ...others] = changes.filter(givesRole);
  if (!first) return [];
  const payload = { personName: first.name, given: listGiven(first.before, first.after), others: others.length };
  return [createNotice(organisationNotifications, 'org.role_given', payload)];
}

/** As `tellRoles`, as rows of organisation/tell_roles. */
export function tellRolesOfMany(changes: readonly (RoleChange & { id: string })[], eventId: string) {
  const subject = changes.find(givesRole);
  return tellRoles(changes).map((notice) => ({ ...notice, subjectId: subject?.id ?? null, eventId }));
}
