// Pages of who gains and who loses sight of whom by a plan, with the reporting lines before and after.
import type { Graph } from '../../platform/graph/client.ts';
import type { SightChangeRow } from './schema.ts';
import type { UserRef } from '../../platform/schema/people.ts';
import { findChangedPermission } from './line-permissions.ts';
import type { PlanPreview, SightChange } from '../../platform/chart/preview.ts';
import { findPlan, requireNextStatus } from './plan.ts';
import { computePreview, findNames, toRef, type People } from './preview.ts';

/** `viewerId` and `userId` restrict the rows to one viewer, and to one person who is seen. */
type SightFilter = { viewerId?: string | undefined; userId?: string | undefined };
type SightPosition = { viewerId: string; userId: string };
export type SightStep = SightPosition & { change: 'gains' | 'loses'; place: SightChange['place'] };

/**
 * The preview that was computed last: pages of it follow, and each would read the whole chart. It is kept for a minute, as a
 * large commit can be seen in parts: the revision of its end, and the lines of before.
 */
let latest: { key: string; until: number; preview: PlanPreview } | undefined;
const keptMs = 60_000;

/**
 * Reads a page of changes, ordered by the ids of viewer and person: `limit + 1` rows behind `after`.
 *
 * @throws {ApiError} PLAN_NOT_FOUND; PLAN_STATE if the plan has ended
 */
export async function readSight(
  graph: Graph,
  planId: string,
  filter: SightFilter,
  { after, limit, now }: { after: SightPosition | null; limit: number; now: string },
): Promise<(SightChangeRow & { position: SightPosition })[]> {
  const access = await findPlan(graph, planId);
  requireNextStatus('preview', access);
  const key = [planId, access.plan.version, access.tenant.orgRevision].join();
  // the chart is read after the key: a change in between is in the preview, and the next key is another one
  if (latest?.key !== key || performance.now() > latest.until) {
    const { preview } = await computePreview(graph, planId, { now });
    latest = { key, preview, until: performance.now() + keptMs };
  }
  const { preview } = latest;
  return nameSteps(graph, preview, listSteps(preview.sight, filter, after, limit + 1));
}

/** Adds the names of people, and the lines before and after, to changes. */
export async function nameSteps(
  graph: Graph,
  preview: PlanPreview,
  steps: readonly SightStep[],
): Promise<(SightChangeRow & { position: SightPosition })[]> {
  const paths = steps.map(({ userId }) => ({
    before: preview.findPath(userId, 'before'),
    after: preview.findPath(userId, 'after'),
  }));
  const ids = [
    ...steps.flatMap(({ viewerId, userId }) => [viewerId, userId]),
    ...paths.flatMap((path) => [...path.before, ...path.after]),
  ];
  const people = await findNames(graph, ids);
  return steps.map(({ viewerId, userId, change, place }, index) => ({
    viewer: toRef(people, viewerId),
    person: toRef(people, userId),
    change,
    permission: findChangedPermission(place, people.get(viewerId)?.roles ?? []),
    before: (paths[index]?.before ?? []).map((id) => toPerson(people, id)),
    after: (paths[index]?.after ?? []).map((id) => toPerson(people, id)),
    position: { viewerId, userId },
  }));
}

/** Lists up to `limit` changes behind a position. Only the viewers of these rows are expanded to people. */
export function listSteps(
  sight: readonly SightChange[],
  { viewerId: viewer, userId: person }: SightFilter,
  after: SightPosition | null,
  limit: number,
): SightStep[] {
  const changesByViewer = new Map<string, (Pick<SightStep, 'change' | 'place'> & { people: readonly string[] })[]>();
  for (const { place, gains, loses, people } of sight) {
    if (person !== undefined && !people.includes(person)) continue;
    for (const [change, ids] of [['gains', gains] as const, ['loses', loses] as const]) {
      for (const id of viewer === undefined ? ids : ids.filter((one) => one === viewer)) {
        if (after && id < after.viewerId) continue;
        const changes = changesByViewer.get(id) ?? [];
        changes.push({ change, place, people: person === undefined ? people : [person] });
        changesByViewer.set(id, changes);
      }
    }
  }
  const steps: SightStep[] = [];
  for (const viewerId of [...changesByViewer.keys()].sort()) {
    const own = (changesByViewer.get(viewerId) ?? [])
      .flatMap(({ people, ...step }) => people.map((userId) => ({ viewerId, userId, ...step })))
      .filter(({ userId }) => !after || viewerId > after.viewerId || userId > after.userId)
      .sort((a, b) => (a.userId < b.userId ? -1 : 1));
    for (const step of own.slice(0, limit - steps.length)) steps.push(step);
    if (steps.length === limit) break;
  }
  return steps;
}

function toPerson(people: People, id: string): UserRef {
  const { name, team } = toRef(people, id);
  return { id, name, ...(team !== undefined && { team }) };
}
