// What a place in the reporting line permits, by the permission table: who gains or loses it by a plan.
import { hasPermission, roles, type Permission, type Role } from '../../platform/access/permissions.ts';
import type { SightChange } from '../../platform/chart/preview.ts';

/** What is shown of a place: the first of these that it gives. Everyone above holds the last of `above`. */
const placePermissions: Record<SightChange['place'], readonly Permission[]> = {
  above: ['summary:read', 'summary:respond'],
  direct: ['board:read'],
};
/** Levels above a person in a place, and without it. */
const levels = { above: [1, undefined], direct: [1, 2] } as const;

/** The permission that is shown of a place that a viewer with these roles gains or loses. */
export function findChangedPermission(place: SightChange['place'], viewerRoles: Role[]): Permission {
  const permissions = placePermissions[place];
  return permissions.find((name) => dependsOnPlace(place, viewerRoles, name)) ?? (permissions.at(-1) as Permission);
}

/** The roles with which a manager further up may do what a direct manager may. */
export function listFurtherRoles(): Role[] {
  return roles.filter((role) => !placePermissions.direct.some((name) => dependsOnPlace('direct', [role], name)));
}

function dependsOnPlace(place: SightChange['place'], viewerRoles: Role[], name: Permission): boolean {
  const [inPlace, elsewhere] = levels[place];
  const holds = (levelsAbove: number | undefined): boolean =>
    hasPermission({ roles: viewerRoles, ...(levelsAbove !== undefined && { levelsAbove }) }, name);
  return holds(inPlace) && !holds(elsewhere);
}
