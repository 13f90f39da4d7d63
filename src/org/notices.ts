// The notification of the admins and the People Team that somebody was given a role with tenant scope.
import type { notificationTypes } from '../notifications/registry.ts';
import { tenantWideRoles, type Role } from '../rules/roles.ts';

type RoleChange = { name: string; before?: readonly string[] | undefined; after: readonly string[] };
/** One of people/write: with `subjectId`, `eventId` and the rest as payload it is one of org/tell_roles. */
type RoleNotice = {
  type: keyof typeof notificationTypes;
  roles: Role[];
  personName: string;
  given: Role[];
  others: number;
};

/** The roles with tenant scope that a change gives. */
export const listGiven = ({ before = [], after }: RoleChange): Role[] =>
  tenantWideRoles.filter((role) => after.includes(role) && !before.includes(role));

/** One for all people of a change, with the name of the first; none if nobody gets such a role. */
export function tellRoles(changes: readonly RoleChange[]): RoleNotice[] {
  const receivers = changes.filter((change) => listGiven(change).length > 0);
  const [first] = receivers;
  if (!first) return [];
  return [
    {
      ...{ type: 'org.role_given', roles: ['admin', 'people_team'], personName: first.name },
      ...{ given: listGiven(first), others: receivers.length - 1 },
    },
  ];
}

/** As `tellRoles`, as rows of org/tell_roles. */
export function tellRolesOfMany(changes: readonly (RoleChange & { id: string })[], eventId: string) {
  const subject = changes.find((change) => listGiven(change).length > 0);
  return tellRoles(changes).map(({ type, roles, ...payload }) => ({
    ...{ subjectId: subject?.id, eventId, type, roles, payload: JSON.stringify(payload) },
  }));
}
