// Decides by the permission table, and explains the decision by asking the table what would change it.
import {
  hasPermission,
  roles,
  type Permission,
  type Place,
  type Role,
  type Standing,
} from '../../platform/access/permissions.ts';
import type { Decision, DecisionContext } from './schema.ts';
import { settings } from '../../platform/settings/settings.ts';

/** What the graph knows about the tenant, in which a setting that was never set is absent. */
export type TenantFacts = { elevatedRoles?: Role[]; orgRevision?: number };

/**
 * What the graph knows about a subject and a resource. `subject` and `ownerId` are null if the tenant does not have
 * them; `path` are the ids from the subject down to the owner, null if the subject is neither the owner nor above.
 * `places` are those from which the subject reads that are not their own, each with the ids down to the owner; a part that is a department has none.
 */
export type Facts = {
  subject: { roles: Role[]; active: boolean } | null;
  ownerId: string | null;
  path: string[] | null;
  places: (Place & { path: string[] | null })[];
  tenant: TenantFacts | null;
};

/** `permission` is null for an action that the type of the resource does not have. */
export function decide({ subject, ownerId, path, places, tenant }: Facts, permission: Permission | null): Decision {
  const { orgRevision } = tenant ?? {};
  const withRevision = (decision: boolean, context: DecisionContext): Decision => ({
    decision,
    context: { ...context, ...(orgRevision !== undefined && { orgRevision }) },
  });
  if (!permission || !subject || ownerId === null) return withRevision(false, { reason: 'unknown' });
  if (!subject.active) return withRevision(false, { reason: 'inactive' });
  const standing = toStanding(subject.roles, { ...(path && { levelsAbove: path.length - 1 }), places }, tenant);
  if (!hasPermission(standing, permission)) return withRevision(false, { reason: explainDenial(standing, permission) });
  const grant = explainGrant(standing, permission);
  const way = grant.rule === 'above' ? path : places.find((place) => isOf(grant, place))?.path;
  return withRevision(true, { ...grant, ...(way && { levels: way.length - 1, path: way }) });
}

const isOf = ({ rule, onBehalfOf, partId }: Grant, place: Place): boolean =>
  place.reason === rule && (place.reason === 'deputy' ? place.managerId === onBehalfOf : place.partId === partId);

/** @param place where the subject stands to the owner, and the places from which they read that are not their own */
export function toStanding(
  heldRoles: Role[],
  { levelsAbove, places = [] }: Pick<Standing, 'levelsAbove' | 'places'>,
  tenant: TenantFacts | null,
): Standing {
  const elevatedRoles = tenant?.elevatedRoles ?? settings.elevatedRoles.default;
  return { roles: heldRoles, elevatedRoles, places, ...(levelsAbove !== undefined && { levelsAbove }) };
}

/**
 * Names the weakest fact that suffices: being the owner, then the place above, then a role, then place and role
 * together, then the place of somebody else as their deputy, then that of a partner.
 */
export function explainGrant({ places = [], ...standing }: Standing, permission: Permission): Grant {
  const { levelsAbove, ...elsewhere } = standing;
  if (!hasPermission(standing, permission)) {
    const permitting = places.filter((one) => hasPermission({ ...standing, places: [one] }, permission));
    const deputy = permitting.find((one) => one.reason === 'deputy');
    if (deputy) return { rule: 'deputy', onBehalfOf: deputy.managerId, levels: deputy.levelsAbove };
    const [part] = permitting;
    return { rule: 'partner', ...(part?.reason === 'partner' && { partId: part.partId }) };
  }
  const holds = (changed: Standing): boolean => hasPermission(changed, permission);
  const findRole = (place: Standing): Role | undefined =>
    standing.roles.find((role) => holds({ ...place, roles: [role] })) ??
    standing.roles.find((role) => !holds({ ...place, roles: standing.roles.filter((other) => other !== role) }));
  const place = levelsAbove === 0 ? 'self' : 'above';
  if (levelsAbove !== undefined && holds({ ...standing, roles: [] })) return { rule: place };
  const isRoleEnough = holds(elsewhere);
  const role = findRole(isRoleEnough ? elsewhere : standing);
  return { rule: isRoleEnough ? 'role' : place, ...(role && { role }) };
}

type Grant = Pick<DecisionContext, 'rule' | 'role' | 'onBehalfOf' | 'partId' | 'levels'>;

/** Says what is missing: a place above the owner, a role, or being the owner, which neither would replace. */
function explainDenial(standing: Standing, permission: Permission): 'not_above' | 'role_missing' | 'not_self' {
  const isAbove = (standing.levelsAbove ?? 0) > 0;
  if (!isAbove && hasPermission({ ...standing, levelsAbove: 1 }, permission)) return 'not_above';
  return hasPermission({ ...standing, roles: [...roles] }, permission) ? 'role_missing' : 'not_self';
}
