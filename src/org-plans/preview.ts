// Reads the chart of a tenant, and computes from it what a plan would change.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rolesThatManagePlans, type Role } from '../access/permissions.ts';
import type { Graph } from '../graph/client.ts';
import type { OrgPlanPreview, UserRef } from '../model/index.ts';
import type { ChartLine } from '../chart/chart.ts';
import { previewPlan, type PlanPreview, type SightChange } from '../chart/preview.ts';
import { listFurtherRoles } from './line-permissions.ts';
import {
  requirePlan,
  requireNextStatus,
  toPlannedMove,
  type PlanAccess,
  type PlanActor,
  type StoredMove,
  type StoredPlan,
} from './plan.ts';

/** The plan with the people of its moves who were erased. */
type ChartPlan = StoredPlan & { lostIds?: string[] };
type Heading = PlanAccess & { plan: ChartPlan | null; currentRevision: number };
type ChartPart = { moves: StoredMove[] } | { lines: ChartLine[] };
type NamedPerson = UserRef & { email: string; roles: Role[] };
export type People = ReadonlyMap<string, NamedPerson>;

/** A computed preview, still with ids instead of people. */
export type ComputedPreview = {
  plan: StoredPlan;
  currentRevision: number;
  preview: PlanPreview;
};

/**
 * Computes the preview of a plan.
 *
 * @throws {ApiError} PLAN_NOT_FOUND; PLAN_STATE if the plan has ended
 */
export async function computePreview(graph: Graph, planId: string, actor: PlanActor = {}): Promise<ComputedPreview> {
  const isOperator = { asOperator: actor.asOperator === true, permittedRoles: rolesThatManagePlans };
  const params = { planId, ...isOperator, furtherRoles: listFurtherRoles() };
  const { head, rows } = await graph.list<Heading, ChartPart>('org-plans/chart', params);
  const { plan, currentRevision } = await requirePlan(graph, head, planId, actor);
  requireNextStatus('preview', { ...head, tenant: {}, plan });
  const stored: StoredMove[] = [];
  const lines: ChartLine[] = [];
  for await (const page of rows) {
    for (const part of page) {
      if ('moves' in part) for (const move of part.moves) stored.push(move);
      else for (const line of part.lines) lines.push(line);
    }
  }
  const moves = stored.map(toPlannedMove);
  return { plan, currentRevision, preview: await runInTurns(previewPlan(lines, moves, plan.lostIds)) };
}

/** Runs a long computation step by step: others are served between its steps. */
async function runInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
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

/** Builds the answer of a preview. Throws as `computePreview`. */
export async function readPreview(graph: Graph, planId: string): Promise<OrgPlanPreview> {
  return buildPreview(graph, await computePreview(graph, planId));
}

/** Adds the names of people to a preview. */
export async function buildPreview(
  graph: Graph,
  { currentRevision, preview }: ComputedPreview,
): Promise<OrgPlanPreview> {
  const viewers = countViewers(preview.sight);
  const ids = [
    ...preview.moves.flatMap(({ userId, fromId, toId }) => [userId, fromId, toId]),
    ...viewers.map(({ id }) => id),
  ];
  const people = await findNames(graph, ids);
  return {
    currentRevision,
    faults: preview.faults,
    moves: preview.moves.map(({ userId, fromId, toId, below }) => ({
      user: toRef(people, userId),
      ...(fromId !== null && { from: toRef(people, fromId) }),
      ...(toId !== null && { to: toRef(people, toId) }),
      below,
    })),
    sight: { viewers: viewers.map(({ id, ...counts }) => ({ user: toRef(people, id), ...counts })) },
    structure: preview.structure,
  };
}

/** A person as others see them. Somebody who was erased in the meantime has no name. */
export function toRef(people: People, id: string): UserRef {
  const { name = '', jobTitle, team, photoUrl } = people.get(id) ?? {};
  return { id, name, ...(jobTitle && { jobTitle }), ...(team && { team }), ...(photoUrl && { photoUrl }) };
}
