// Reads the chart of a tenant, and computes from it what a plan would change.
import { rolesThatHold, type Role } from '../../platform/access/permissions.ts';
import type { Graph, Rows } from '../../platform/graph/client.ts';
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import type { OrgPlanPreview } from './schema.ts';
import type { UserRef } from '../../platform/schema/people.ts';
import type { ChartLine } from '../../platform/chart/chart.ts';
import { previewPlan, type PartBelow, type PlanPreview, type SightChange } from '../../platform/chart/preview.ts';
import { gatherFaults, type PlanBacking } from './backing.ts';
import { listFurtherRoles } from './line-permissions.ts';
import {
  readSight,
  requirePlan,
  requireNextStatus,
  toPlannedMove,
  type PlanAccess,
  type PlanActor,
  type StoredMove,
  type StoredPlan,
} from './plan.ts';
import { findNextStatus } from './rules.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';

const rowsPerPage = 250;

/** The plan with the people of its moves who were erased. */
type ChartPlan = StoredPlan & { lostIds?: string[] };
type Heading = PlanAccess & { backing: PlanBacking } & { plan: ChartPlan | null; currentRevision: number };
type ChartPart = { move: StoredMove } | { line: ChartLine } | { part: PartBelow };
type NamedPerson = UserRef & { email: string; roles: Role[] };
export type People = ReadonlyMap<string, NamedPerson>;

/** A computed preview, still with ids instead of people. */
export type ComputedPreview = {
  plan: StoredPlan;
  currentRevision: number;
  /** How many summaries that wait for a response get another manager. */
  openSummaries: number;
  preview: PlanPreview;
};

/**
 * Computes the preview of a plan.
 *
 * @throws {ApiError} PLAN_NOT_FOUND; PLAN_STATE if the plan has ended
 */
export async function computePreview(
  graph: Graph,
  planId: string,
  { now, ...actor }: PlanActor & { now: string },
): Promise<ComputedPreview> {
  const isOperator = { asOperator: actor.asOperator === true, permittedRoles: rolesThatHold('plan:manage') };
  const rolesWithTenantScope = rolesThatHold('summary:read');
  const params = { planId, now, ...isOperator, furtherRoles: listFurtherRoles(), rolesWithTenantScope };
  const { head, rows } = await graph.list<Heading, ChartPart>('org-plans/chart', params);
  const { plan, currentRevision } = await requirePlan(graph, head, planId, actor);
  requireNextStatus('preview', { ...head, tenant: {}, plan });
  const stored: StoredMove[] = [];
  const lines: ChartLine[] = [];
  const parts: PartBelow[] = [];
  for await (const page of rows) {
    for (const part of page) {
      if ('move' in part) stored.push(part.move);
      else if ('line' in part) lines.push(part.line);
      else parts.push(part.part);
    }
  }
  const moves = stored.map(toPlannedMove);
  const preview = previewPlan(lines, moves, { lostIds: plan.lostIds, parts });
  const sight = await readSight(graph, planId, now);
  const faults = gatherFaults({ ...head, sight }, preview.faults).filter(
    ({ code }) => code !== 'NOT_APPROVED' || !isBeforeReview(plan, head.tenant),
  );
  const openById = new Map(stored.map(({ userId, open = 0 }) => [userId, open]));
  const openSummaries = preview.moves
    .filter(({ fromId, toId }) => toId !== null && fromId !== toId)
    .reduce((sum, { userId }) => sum + (openById.get(userId) ?? 0), 0);
  return { plan, currentRevision, openSummaries, preview: { ...preview, faults } };
}

/** A plan that must be reviewed before anybody may apply it is not at fault for that. */
function isBeforeReview(plan: StoredPlan, tenant: TenantSettings): boolean {
  return findNextStatus('apply', plan, resolveSettings(tenant).planApproval) === null;
}

/** Reads the people of a preview by id. */
export async function findNames(graph: Graph, ids: Iterable<string | null>): Promise<People> {
  const userIds = [...new Set(ids)].filter((id) => id !== null);
  const { rows } = await graph.list<object, NamedPerson>('org-plans/people', { userIds });
  const found = new Map<string, NamedPerson>();
  for await (const page of rows) for (const person of page) found.set(person.id, person);
  return found;
}

/** The number of people whom each viewer gains and loses; viewers with most changes come first. */
function countViewers(sight: readonly SightChange[]): { id: string; gains: number; loses: number }[] {
  const viewers = new Map<string, { id: string; gains: number; loses: number }>();
  const add = (id: string, change: 'gains' | 'loses', people: number): void => {
    const viewer = viewers.get(id) ?? { id, gains: 0, loses: 0 };
    viewer[change] += people;
    viewers.set(id, viewer);
  };
  for (const { gains, loses, people } of sight) {
    for (const id of gains) add(id, 'gains', people.length);
    for (const id of loses) add(id, 'loses', people.length);
  }
  return [...viewers.values()]
    .filter(({ gains, loses }) => gains + loses > 0)
    .sort((a, b) => b.gains + b.loses - (a.gains + a.loses) || (a.id < b.id ? -1 : 1));
}

/** A preview whose moves are on their way. */
type StreamedPreview = Omit<OrgPlanPreview, 'moves'> & { moves: Rows<OrgPlanPreview['moves'][number]> };

/** Builds the answer of a preview. Throws the same errors as `computePreview`. */
export async function readPreview(graph: Graph, planId: string, now: string): Promise<StreamedPreview> {
  return namePreview(graph, await computePreview(graph, planId, { now }));
}

/** Adds the names of people to a preview. */
export async function buildPreview(graph: Graph, computed: ComputedPreview): Promise<OrgPlanPreview> {
  const { moves: pages, ...others } = await namePreview(graph, computed);
  const moves: OrgPlanPreview['moves'] = [];
  for await (const page of pages) moves.push(...page);
  return { ...others, moves };
}

async function namePreview(
  graph: Graph,
  { currentRevision, openSummaries, preview }: ComputedPreview,
): Promise<StreamedPreview> {
  const viewers = countViewers(preview.sight);
  const ids = [
    ...preview.moves.flatMap(({ userId, fromId, toId }) => [userId, fromId, toId]),
    ...viewers.map(({ id }) => id),
    ...preview.partners.map(({ userId }) => userId),
  ];
  const people = await findNames(graph, ids);
  return {
    currentRevision,
    openSummaries,
    faults: preview.faults,
    moves: nameMoves(people, preview.moves),
    sight: {
      viewers: viewers.map(({ id, ...counts }) => ({ user: toRef(people, id), ...counts })),
      partners: preview.partners.map(({ userId, ...counts }) => ({ user: toRef(people, userId), ...counts })),
    },
    structure: preview.structure,
  };
}

/** In pages: a plan may have 100,000 moves. */
// oxlint-disable-next-line typescript/require-await -- they are sent as rows that arrive are
async function* nameMoves(people: People, moves: PlanPreview['moves']): StreamedPreview['moves'] {
  for (const page of splitIntoBatches(moves, rowsPerPage)) {
    yield page.map(({ userId, fromId, toId, below }) => ({
      user: toRef(people, userId),
      ...(fromId !== null && { from: toRef(people, fromId) }),
      ...(toId !== null && { to: toRef(people, toId) }),
      below,
    }));
  }
}

/** A person as others see them. Somebody who was erased in the meantime has no name. */
export function toRef(people: People, id: string): UserRef {
  const { name = '', jobTitle, team, photoUrl } = people.get(id) ?? {};
  return { id, name, ...(jobTitle && { jobTitle }), ...(team && { team }), ...(photoUrl && { photoUrl }) };
}
