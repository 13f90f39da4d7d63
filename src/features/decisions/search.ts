// Finds the subjects that may do something with a resource, and the resources with which a subject may do something.
// The queries read who is in question, page by page; the permission table decides about each.
import {
  hasPermission,
  roles,
  type Permission,
  type Place,
  type Role,
  type Standing,
} from '../../platform/access/permissions.ts';
import type { Graph } from '../../platform/graph/client.ts';
import type { Call } from '../../platform/graph/queries/call-types.ts';
import type { AccessEntity } from './schema.ts';
import type { Position } from '../../platform/secrets/cursors.ts';
import { settings } from '../../platform/settings/settings.ts';
import { toStanding, type TenantFacts } from './decide.ts';
import { assertMayAsk, toId, toResourceIds, type FactsForRequester, type Requester } from './evaluate.ts';
import { inView, type Line } from './decision-line.ts';
import { findPermission, isResourceType, type ResourceType } from './vocabulary.ts';

export const maxResults = 1_000;

/**
 * The page to read: at most `limit` results behind the position `after`, which the query of the same search gave for a
 * result. It is that of a cursor, or null.
 */
export type SearchPage = { after: unknown; limit: number };
/**
 * `next` is the position behind which another page begins; null at the end. A page may have fewer results than its
 * limit.
 */
export type SearchResults<T = string> = { results: T[]; next: unknown };

type Candidate = { id: string; levelsAbove?: number; places?: Place[] };
type Viewer = { id: string; standing: Standing };

/**
 * Finds the active users who may do something with a resource, by id. There are no subjects of another type.
 *
 * @throws {ApiError} FORBIDDEN if the requester may not ask about everyone
 */
export async function findSubjects(
  graph: Graph,
  requester: Requester,
  { type, action, resource, line }: { type: string; action: string; resource: AccessEntity; line: Line },
  { after, limit }: SearchPage,
): Promise<SearchResults<Viewer>> {
  const permission = type === 'user' ? findPermission(resource.type, action) : null;
  const params = { ...toResourceIds(resource), roleWords: toRoleWords(permission), limit, now: line.now };
  type Row = FactsForRequester<{ items: (Candidate & { roles: Role[] })[]; tenant: TenantFacts | null }>;
  const row = await graph.one<Row>(
    ...inView('decisions/search_subjects', line, { ...params, after: after as string | null }),
  );
  assertMayAsk(requester, row, line);
  const { page, next } = cut(row.items, limit, after, ({ id }) => id);
  const results = page.flatMap(({ id, roles: heldRoles, ...place }) => {
    const standing = toStanding(heldRoles, place, row.tenant);
    return permission && hasPermission(standing, permission) ? [{ id, standing }] : [];
  });
  return { results, next: permission ? next : null };
}

/**
 * Finds the ids of the resources of a type with which a subject may do something: users by e-mail address, others
 * newest first.
 *
 * @throws {ApiError} FORBIDDEN if the requester may not ask about the subject
 */
export async function findResources(
  graph: Graph,
  requester: Requester,
  { subject, action, type, line }: { subject: AccessEntity; action: string; type: string; line: Line },
  { after, limit }: SearchPage,
): Promise<SearchResults> {
  const permission = findPermission(type, action);
  const params = { subjectId: toId(subject, 'user'), after, limit };
  const kind: ResourceType = isResourceType(type) ? type : 'goal'; // an unknown type is looked for too: the caller may not ask
  const row = await graph.one<ResourceRow>(...toQuery(kind, permission, line, params));
  assertMayAsk(requester, row, line);
  const { subject: holder, tenant } = row;
  if (!permission || !holder?.active) return { results: [], next: null };
  const { page, next } = cut(row.items, limit, after, ({ position }) => position);
  const isPermitted = (place: Candidate): boolean => hasPermission(toStanding(holder.roles, place, tenant), permission);
  return { results: page.filter(isPermitted).map(({ id }) => id), next };
}
type ResourceRow = FactsForRequester<{
  subject: { roles: Role[]; active: boolean } | null;
  items: (Candidate & { position: unknown })[];
  tenant: TenantFacts | null;
}>;

function toQuery(
  type: ResourceType,
  permission: Permission | null,
  line: Line,
  { after, ...params }: { subjectId: string | null } & SearchPage,
): Call {
  const withReach = { ...params, reach: measureReach(permission), now: line.now };
  if (type === 'user') return inView('decisions/search_users', line, { ...withReach, after: after as string | null });
  const position = after as Position | null;
  if (type === 'summary') return inView('decisions/search_summaries', line, { ...withReach, after: position });
  return inView('decisions/search_own', line, { ...params, type, after: position });
}

/**
 * Splits off the item that shows that there is another page. A page of no items (limit 0) is followed by one at the
 * same place.
 */
function cut<T>(items: T[], limit: number, after: unknown, locate: (item: T) => unknown): { page: T[]; next: unknown } {
  const page = items.slice(0, limit);
  if (items.length <= limit) return { page, next: null };
  const last = page.at(-1);
  return { page, next: last === undefined ? after : locate(last) };
}

/** Whom a permission may reach: see cypher/includes/people_in_reach.cypher. Every role counts as elevated here. */
function measureReach(permission: Permission | null) {
  const holds = (heldRoles: Role[], place: Partial<Standing>, elevatedRoles: readonly Role[] = roles): boolean =>
    permission !== null && hasPermission({ roles: heldRoles, elevatedRoles, ...place }, permission);
  const rolesAt = (place: Partial<Standing>): Role[] => roles.filter((role) => holds([role], place));
  const direct = { levelsAbove: 1 };
  const below = { levelsAbove: 2 };
  return {
    tenantRoles: rolesAt({}),
    elevated: holds([...roles], direct, []) ? null : settings.elevatedRoles.default,
    direct: holds([], direct),
    directRoles: rolesAt(direct),
    below: holds([], below),
    belowRoles: rolesAt(below),
  };
}

/** The roles that may suffice wherever their holder stands, as words of a full-text query; null if there are none. */
function toRoleWords(permission: Permission | null): string | null {
  const { tenantRoles } = measureReach(permission);
  return tenantRoles.length > 0 ? tenantRoles.map((role) => `"${role}"`).join(' ') : null;
}
