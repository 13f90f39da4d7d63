// Who may do what: one table of permissions over a caller's standing. Facts come from the graph, rules stand here.
import { fail } from './errors.ts';
import type { Graph } from './graph/client.ts';
import type { Role } from './rules/roles.ts';

export { roles, type Role } from './rules/roles.ts';

/**
 * What the graph knows of a caller in relation to the person a thing belongs to.
 * `isManager` (has an active direct report; with the role senior_manager, anyone active below) is asked for only where a report's reach depends on it, and `elevatedRoles`
 * (the tenant's setting) only where a permission hangs on it.
 * `hops`: 0 is the person themself, 1 their direct manager, n the manager n steps up; absent when not above them.
 */
export type Standing = { roles: Role[]; isManager?: boolean; elevatedRoles?: readonly Role[]; hops?: number };

type Rule = (standing: Standing) => boolean;

const any =
  (...rules: Rule[]): Rule =>
  (standing) =>
    rules.some((rule) => rule(standing));
const both =
  (...rules: Rule[]): Rule =>
  (standing) =>
    rules.every((rule) => rule(standing));
const role =
  (...names: Role[]): Rule =>
  (standing) =>
    names.some((name) => standing.roles.includes(name));

const self: Rule = ({ hops }) => hops === 0;
const directManager: Rule = ({ hops }) => hops === 1;
const above: Rule = ({ hops }) => hops !== undefined && hops > 0;
const elevated: Rule = ({ roles, elevatedRoles = [] }) => roles.some((held) => elevatedRoles.includes(held));
const seniorManagerAbove = both(above, role('senior_manager'));

const permissions = {
  'chain:read': any(self, above, role('senior_leadership', 'people_team', 'admin')),
  'summary:read': any(self, above, role('senior_leadership', 'people_team')),
  'summary:edit': self,
  'summary:respond': above,
  'board:read': any(self, directManager, seniorManagerAbove, role('senior_leadership', 'people_team', 'admin')),
  'goal:edit': self,
  'profile:read': any(self, directManager, seniorManagerAbove, role('senior_leadership', 'people_team', 'admin')),
  'ai-insights:read': any(self, elevated),
  'notification:read': self,
  'manager:set': role('admin'),
  'profile:import': role('admin'),
  'nominations:read': role('senior_leadership', 'people_team'),
} satisfies Record<string, Rule>;

/** A verb on a noun; the table above says who holds it. */
export type Permission = keyof typeof permissions;

/** Whether this standing holds the permission. */
export function may(standing: Standing, permission: Permission): boolean {
  return permissions[permission](standing);
}

/**
 * Lets the request go on only when this standing holds the permission.
 *
 * @throws {ApiError} FORBIDDEN otherwise
 */
export function permit(standing: Standing, permission: Permission): void {
  if (!may(standing, permission)) fail('FORBIDDEN');
}

const reports = {
  'digest:read': ['senior_leadership', 'people_team'],
  'trends:read': ['senior_leadership', 'people_team'],
  'non-setters:read': ['senior_leadership', 'people_team', 'admin'],
  'check-ins:read': ['senior_leadership', 'people_team'],
  'response-times:read': ['senior_leadership', 'people_team'],
  'org:read': ['senior_leadership', 'people_team', 'admin'],
} as const satisfies Record<string, readonly Role[]>;
export type Report = keyof typeof reports;

/**
 * The roles that see the whole tenant in a report. Everyone else sees their direct reports, and with the role
 * senior_manager everyone below; the queries' "people in sight" read it so.
 */
export function seeAll(report: Report): readonly Role[] {
  return reports[report];
}

/** The roles whose list of non-setters is grouped by department. */
export const seeDepartments: readonly Role[] = ['people_team', 'admin'];

/**
 * Lets a report go on only for someone with a direct report, or with a role that sees the whole tenant.
 *
 * @throws {ApiError} FORBIDDEN otherwise
 */
export function permitReport(standing: Standing, report: Report): void {
  if (!standing.isManager && !role(...reports[report])(standing)) fail('FORBIDDEN');
}

/** What a service token may be allowed to do; no user's token ever holds one of these. */
export const serviceScopes = ['notifications:dispatch'] as const;
export type ServiceScope = (typeof serviceScopes)[number];

const elsewhere = {
  USER_NOT_FOUND: 'access/user_elsewhere',
  MANAGER_NOT_FOUND: 'access/user_elsewhere',
  SUMMARY_NOT_FOUND: 'access/summary_elsewhere',
  GOAL_NOT_FOUND: 'access/goal_elsewhere',
  NOTIFICATION_NOT_FOUND: 'access/notification_elsewhere',
  IMPORT_JOB_NOT_FOUND: 'access/import_job_elsewhere',
} as const;

/**
 * Refuses an id that was not found at home: 403 when it belongs to another tenant, else 404. Asked only after a miss.
 *
 * @throws {ApiError} FORBIDDEN or the given code, always
 */
export async function missing(graph: Graph, code: keyof typeof elsewhere, id: string): Promise<never> {
  const { found } = await graph.one<{ found: boolean }>(elsewhere[code], { id });
  return fail(found ? 'FORBIDDEN' : code);
}
