// The permissions: a table of rules over the facts that the graph knows about a caller, and a table of roles for reports.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError, fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import type { DeputyRight } from '../model/deputies.ts';
import type { AnyPermission, Permission, ReportPermission } from '../model/permissions.ts';
import * as allowed from '../rules/roles.ts';
import type { Role } from '../rules/roles.ts';

export * from '../rules/roles.ts';
export type { AnyPermission, Permission, ReportPermission };

/**
 * The facts about a caller, relative to the owner of a resource.
 * - `levelsAbove`: 0 is the owner, 1 the direct manager, n the manager n levels up, deactivated ones included; absent if the
 *   caller is not above.
 * - `isManager`: has an active direct report, or with the role senior_manager anyone active below. Only reports load it.
 * - `elevatedRoles`: the tenant's setting. Only permissions that depend on it load it.
 * - `isLineNew`: a step of the line between them is younger than a day. Reads then leave an audit entry.
 * - `isDeputy`: is the deputy of somebody, for reading. Only lists load it.
 * - `deputyFor`: the places in which the caller acts for their managers, nearest first: above the owner, or the owner's own
 *   (`levelsAbove` 0).
 */
export type Standing = {
  roles: Role[];
  isManager?: boolean;
  elevatedRoles?: readonly Role[];
  levelsAbove?: number;
  isLineNew?: boolean;
  isDeputy?: boolean;
  deputyFor?: readonly DeputyPlace[];
};
/** `roles`: those of the manager that widen a place in the line. What a role alone gives, a deputy never gets. */
export type DeputyPlace = { managerId: string; levelsAbove: number; roles: Role[]; rights: readonly DeputyRight[] };

type Rule = (standing: Standing) => boolean;

const anyOf =
  (...rules: Rule[]): Rule =>
  (standing) =>
    rules.some((rule) => rule(standing));
const allOf =
  (...rules: Rule[]): Rule =>
  (standing) =>
    rules.every((rule) => rule(standing));
const hasRole =
  (...names: Role[]): Rule =>
  (standing) =>
    names.some((name) => standing.roles.includes(name));

const isSelf: Rule = ({ levelsAbove }) => levelsAbove === 0;
const isDirectManager: Rule = ({ levelsAbove }) => levelsAbove === 1;
const isAbove: Rule = ({ levelsAbove }) => levelsAbove !== undefined && levelsAbove > 0;
const hasElevatedRole: Rule = ({ roles, elevatedRoles = [] }) => roles.some((role) => elevatedRoles.includes(role));
const isSeniorManagerAbove = allOf(isAbove, hasRole('senior_manager'));
/** What a place gives: to who stands in it, and to their deputy for one of these rights. */
const fromPlace =
  (rule: Rule, ...rights: DeputyRight[]): Rule =>
  (standing) =>
    rule(standing) ||
    (standing.deputyFor ?? []).some((place) => rights.some((right) => place.rights.includes(right)) && rule(place));

/** The roles that hold these permissions towards everyone of the tenant. Lists of what a caller may read filter by them. */
const tenantRoles = {
  'chain:read': ['senior_leadership', 'people_team', 'admin'],
  'summary:read': ['senior_leadership', 'people_team'],
  'board:read': ['senior_leadership', 'people_team', 'admin'],
} as const satisfies Record<string, readonly Role[]>;

const readsBoardAndProfile = anyOf(
  isSelf,
  fromPlace(anyOf(isDirectManager, isSeniorManagerAbove), 'read'),
  hasRole(...tenantRoles['board:read']),
);

const permissions = {
  'chain:read': anyOf(fromPlace(anyOf(isSelf, isAbove), 'read'), hasRole(...tenantRoles['chain:read'])),
  'summary:read': anyOf(isSelf, fromPlace(isAbove, 'read', 'answer'), hasRole(...tenantRoles['summary:read'])),
  'summary:edit': isSelf,
  'summary:respond': fromPlace(isAbove, 'answer'),
  'absence:read': anyOf(isSelf, isAbove, hasRole(...allowed.rolesThatReadAbsences)),
  'absence:edit': anyOf(isSelf, isAbove, hasRole(...allowed.rolesThatManageUsers)),
  'board:read': readsBoardAndProfile,
  'goal:edit': isSelf,
  'profile:read': readsBoardAndProfile,
  'ai-insights:read': allOf(readsBoardAndProfile, anyOf(isSelf, hasElevatedRole)),
  'notification:read': isSelf,
  'manager:set': hasRole(...allowed.rolesThatSetManagers),
  'profile:import': hasRole(...allowed.rolesThatImportProfiles),
  'plan:manage': hasRole(...allowed.rolesThatManagePlans),
  'user:manage': hasRole(...allowed.rolesThatManageUsers),
  'organisation:manage': hasRole(...allowed.rolesThatManageOrganisation),
  'nominations:read': hasRole(...allowed.rolesThatReadNominations),
  'headcount:read': hasRole(...allowed.rolesThatReadHeadcount),
  'audit:read': hasRole(...allowed.rolesThatReadAudit),
  'webhook:manage': hasRole(...allowed.rolesThatManageWebhooks),
  'identity:manage': hasRole(...allowed.rolesThatManageIdentities),
  'changes:read': hasRole(...allowed.rolesThatReadChanges),
  'access:evaluate': anyOf(isSelf, hasRole('admin')),
  'deputy:manage': anyOf(isSelf, hasRole(...allowed.rolesThatManageDeputies)),
} satisfies Record<Permission, Rule>;

export function hasPermission(standing: Standing, permission: Permission): boolean {
  return permissions[permission](standing);
}

/**
 * Refuses callers without the permission.
 *
 * @throws {ApiError} FORBIDDEN
 */
export function permit(standing: Standing, permission: Permission): void {
  if (!hasPermission(standing, permission)) fail('FORBIDDEN');
  noteDecision(permission);
}

/**
 * Runs a read, and once more when it was refused. Neo4j is read-committed: while a move is being committed, a statement may
 * find a person under neither manager.
 */
export function confirmRefusal<T>(read: () => Promise<T>): Promise<T> {
  return read().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return read();
    throw error;
  });
}

const decisions = new AsyncLocalStorage<Set<string>>();

/** Runs the work, and lists the permissions by which it granted access: for tests, which compare them with the declared. */
export async function recordDecisions<T>(work: () => Promise<T>): Promise<{ result: T; decided: string[] }> {
  const permissions = new Set<string>();
  const result = await decisions.run(permissions, work);
  return { result, decided: [...permissions] };
}

/** Notes that access is granted by this permission. It does nothing outside `recordDecisions`. */
function noteDecision(permission: string): void {
  decisions.getStore()?.add(permission);
}

/**
 * Lists the permissions that a caller holds for every resource of the tenant, regardless of its owner. `standing` must
 * have all optional facts except `levelsAbove`.
 */
export function listOwnPermissions(standing: Omit<Standing, 'levelsAbove'>): AnyPermission[] {
  const own = listPermissionsTowards(standing);
  const reports = Object.keys(reportRoles) as ReportPermission[];
  return [...own, ...reports.filter((name) => standing.isManager || hasRole(...reportRoles[name])(standing))];
}

/** Lists the permissions that a caller holds towards an owner. `standing` must have all optional facts but `isManager`. */
export const listPermissionsTowards = (standing: Standing): Permission[] =>
  (Object.keys(permissions) as Permission[]).filter((name) => hasPermission(standing, name));

const reportRoles = {
  'digest:read': ['senior_leadership', 'people_team'],
  'trends:read': ['senior_leadership', 'people_team'],
  'non-setters:read': ['senior_leadership', 'people_team', 'admin'],
  'check-ins:read': ['senior_leadership', 'people_team'],
  'response-times:read': ['senior_leadership', 'people_team'],
  'org:read': ['senior_leadership', 'people_team', 'admin'],
} as const satisfies Record<ReportPermission, readonly Role[]>;

/**
 * The roles that see the whole tenant in a report, or in a list of what callers with a permission may read. Other callers of
 * a report see the people in sight: cypher/includes/people_in_sight.cypher.
 */
export function rolesWithTenantScope(name: keyof typeof tenantRoles | ReportPermission): readonly Role[] {
  return { ...tenantRoles, ...reportRoles }[name];
}

/** As `rolesWithTenantScope`, for a list that refuses nobody: its query is the decision, for each row. */
export function permitRowsByQuery(permission: keyof typeof tenantRoles): readonly Role[] {
  noteDecision(permission);
  return rolesWithTenantScope(permission);
}

/** The roles that get the list of non-setters grouped by department. */
export const rolesWithDepartmentGroups: readonly Role[] = ['people_team', 'admin'];

/**
 * Refuses a report to callers who neither manage anyone nor have a role that sees the whole tenant.
 *
 * @throws {ApiError} FORBIDDEN
 */
export function permitReport(standing: Standing, report: ReportPermission): void {
  if (!standing.isManager && !hasRole(...reportRoles[report])(standing)) fail('FORBIDDEN');
  noteDecision(report);
}

/** What a service token may do. Tokens of users never hold a scope. */
export const serviceScopes = ['notifications:dispatch', 'access:evaluate', 'changes:read', 'scim'] as const;
export type ServiceScope = (typeof serviceScopes)[number];

const nodeLabels = {
  USER_NOT_FOUND: 'User',
  MANAGER_NOT_FOUND: 'User',
  SUMMARY_NOT_FOUND: 'Summary',
  GOAL_NOT_FOUND: 'Goal',
  NOMINATION_NOT_FOUND: 'Nomination',
  NOTIFICATION_NOT_FOUND: 'Notification',
  IMPORT_JOB_NOT_FOUND: 'ImportJob',
  ORG_IMPORT_NOT_FOUND: 'OrgImport',
  PLAN_NOT_FOUND: 'OrgPlan',
  WEBHOOK_NOT_FOUND: 'Webhook',
  PROVIDER_NOT_FOUND: 'IdentityProvider',
  IDENTITY_NOT_FOUND: 'Identity',
  APPROVAL_NOT_FOUND: 'Approval',
} as const;

/**
 * Refuses an id that the tenant does not have: 403 if it belongs to another tenant, else 404.
 *
 * @throws {ApiError} FORBIDDEN or the given code, always
 */
export async function failNotFoundOrForbidden(
  graph: Pick<Graph, 'one'>,
  code: keyof typeof nodeLabels,
  id: string,
): Promise<never> {
  const params = { kind: nodeLabels[code], id };
  const { exists } = await graph.one<{ exists: boolean }>('access/exists_in_any_tenant', params);
  return fail(exists ? 'FORBIDDEN' : code);
}
