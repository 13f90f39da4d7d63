// Decides by the permission table, and explains the decision by asking the table what would change it.
import {
  hasPermission,
  roles,
  type DeputyPlace,
  type Permission,
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
 * `deputyFor` are the places of others in which the subject acts.
 */
export type Facts = {
  subject: { roles: Role[]; active: boolean } | null;
  ownerId: string | null;
  path: string[] | null;
  deputyFor: (DeputyPlace & { path: string[] })[];
  tenant: TenantFacts | null;
};

/** `permission` is null for an action that the type of the resource does not have. */
export function decide({ subject, ownerId, path, deputyFor, tenant }: Facts, permission: Permission | null): Decision {
  const { orgRevision } = tenant ?? {};
  const withRevision = (decision: boolean, context: DecisionContext): Decision => ({
    decision,
    context: { ...context, ...(orgRevision !== undefined && { orgRevision }) },
  });
  if (!permission || !subject || ownerId === null) return withRevision(false, { reason: 'unknown' });
  if (!subject.active) return withRevision(false, { reason: 'inactive' });
  const standing = toStanding(subject.roles, { ...(path && { levelsAbove: path.length - 1 }), deputyFor }, tenant);
  if (!hasPermission(standing, permission)) return withRevision(false, { reason: explainDenial(standing, permission) });
  const grant = explainGrant(standing, permission);
  const way = grant.rule === 'above' ? path : deputyFor.find(({ managerId }) => managerId === grant.onBehalfOf)?.path;
  return withRevision(true, { ...grant, ...(way && { levels: way.length - 1, path: way }) });
}

/** @param place where the subject stands to the owner, of whom they may be neither above nor a deputy */
export function toStanding(
  heldRoles: Role[],
  { levelsAbove, deputyFor = [] }: Pick<Standing, 'levelsAbove' | 'deputyFor'>,
  tenant: TenantFacts | null,
): Standing {
  const elevatedRoles = tenant?.elevatedRoles ?? settings.elevatedRoles.default;
  return { roles: heldRoles, elevatedRoles, deputyFor, ...(levelsAbove !== undefined && { levelsAbove }) };
}

/**
 * Names the weakest fact that suffices: being the owner, then the place above, then a role, then place and role
 * together, then the place of somebody else as their deputy.
 */
export function explainGrant({ deputyFor = [], ...standing }: Standing, permission: Permission): Grant {
  const { levelsAbove, ...elsewhere } = standing;
  if (!hasPermission(standing, permission)) {
    const place = deputyFor.find((one) => hasPermission({ ...standing, deputyFor: [one] }, permission));
    return { rule: 'deputy', ...(place && { onBehalfOf: place.managerId, levels: place.levelsAbove }) };
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

type Grant = Pick<DecisionContext, 'rule' | 'role' | 'onBehalfOf' | 'levels'>;

/** Says what is missing: a place above the owner, a role, or being the owner, which neither would replace. */
function explainDenial(standing: Standing, permission: Permission): 'not_above' | 'role_missing' | 'not_self' {
  const isAbove = (standing.levelsAbove ?? 0) > 0;
  if (!isAbove && hasPermission({ ...standing, levelsAbove: 1 }, permission)) return 'not_above';
  return hasPermission({ ...standing, roles: [...roles] }, permission) ? 'role_missing' : 'not_self';
}
