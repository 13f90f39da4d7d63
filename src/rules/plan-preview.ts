// What a plan would change: who moves along, who gains and who loses sight of whom, and the structure of the organisation.
import { createOrgChart, type ChartLine, type OrgChart } from './org-chart.ts';
import { findCircularMoves, type PlannedMove } from './plan-faults.ts';

/** Figures of the active people: `meanSpan` and `p90Span` are the direct reports of a manager. */
export type Structure = {
  people: number;
  layers: number;
  managers: number;
  managersWithOneReport: number;
  meanSpan: number;
  p90Span: number;
};

/** A move of which the viewers `gains` begin to see `people`, and the viewers `loses` no longer see them; ids, sorted. */
export type SightChange = { gains: string[]; loses: string[]; people: readonly string[] };

export type PlanPreview = {
  /** `below`: the active people who move along, at present. `fromId` is the manager at present. */
  moves: (PlannedMove & { below: number })[];
  sight: SightChange[];
  structure: { before: Structure; after: Structure };
  /** Everyone above a person, nearest first. */
  findPath: (id: string, when: 'before' | 'after') => string[];
};

/** A reporting line is followed by index, which takes a tenth of the time that following ids takes. */
type Chart = { ids: string[]; indexById: Map<string, number>; managers: Int32Array; active: boolean[] };

const noManager = -1;

/**
 * Computes the preview. Sight follows the line: everyone above a person sees them, except people who have left. If the moves would
 * be a cycle, sight and structure stay as they are; a move whose manager is unknown is left out. Takes time in proportion to the people,
 * and to the moves times the depth of the chart.
 *
 * @param lines everyone of the tenant
 */
export function previewPlan(lines: readonly ChartLine[], moves: readonly PlannedMove[]): PlanPreview {
  const before = createChart(lines);
  const isCircular = findCircularMoves(lines, moves).size > 0;
  const isKnown = (id: string | null): boolean => id === null || before.indexById.has(id);
  const possible = moves.filter(({ userId, toId }) => !isCircular && isKnown(userId) && isKnown(toId));
  const after = { ...before, managers: applyMoves(before, possible) };
  const [chartBefore, chartAfter] = [buildOrgChart(before), buildOrgChart(after)];
  const managerOf = (id: string): string | null =>
    before.ids[before.managers[before.indexById.get(id) ?? 0] ?? 0] ?? null;
  return {
    moves: moves
      .filter(({ userId }) => isKnown(userId))
      .map(({ userId, toId }) => ({
        ...{ userId, toId, fromId: managerOf(userId) },
        below: chartBefore.find(userId)?.below ?? 0,
      })),
    sight: compareSight(before, after, possible),
    structure: { before: measure(before, chartBefore), after: measure(after, chartAfter) },
    findPath: (id, when) => {
      const chart = when === 'before' ? before : after;
      return listAbove(chart, chart.indexById.get(id) ?? noManager).map((index) => chart.ids[index] ?? '');
    },
  };
}

function createChart(lines: readonly ChartLine[]): Chart {
  const ids = lines.map(([id]) => id);
  const indexById = new Map(ids.map((id, index) => [id, index]));
  const managers = Int32Array.from(lines, ([, managerId]) => indexById.get(managerId ?? '') ?? noManager);
  return { ids, indexById, managers, active: lines.map(([, , active]) => active) };
}

function applyMoves({ indexById, managers }: Chart, moves: readonly PlannedMove[]): Int32Array {
  const result = managers.slice();
  for (const { userId, toId } of moves) {
    result[indexById.get(userId) ?? 0] = toId === null ? noManager : (indexById.get(toId) ?? noManager);
  }
  return result;
}

/**
 * Nobody stands between a person and the nearest moved person above them in one chart and not in the other. So everyone below
 * a moved person gains and loses the same viewers, down to the next moved person.
 */
function compareSight(before: Chart, after: Chart, moves: readonly PlannedMove[]): SightChange[] {
  const moved = moves.map(({ userId }) => before.indexById.get(userId) ?? 0);
  const peopleByMove = groupByNearest(before, moved);
  return moved.map((index) => {
    const [above, aboveAfter] = [new Set(listAbove(before, index)), new Set(listAbove(after, index))];
    const toViewers = (indexes: Set<number>, others: Set<number>): string[] =>
      [...indexes]
        .filter((viewer) => !others.has(viewer) && before.active[viewer])
        .map((viewer) => before.ids[viewer] ?? '')
        .sort();
    const people = (peopleByMove.get(index) ?? []).filter((id) => before.active[id]).map((id) => before.ids[id] ?? '');
    return { gains: toViewers(aboveAfter, above), loses: toViewers(above, aboveAfter), people: people.sort() };
  });
}

/** Everyone above, nearest first. Ends where a corrupt line would begin again. */
function listAbove({ managers }: Chart, index: number): number[] {
  const above: number[] = [];
  const visited = new Set([index]);
  for (
    let next = managers[index] ?? noManager;
    next !== noManager && !visited.has(next);
    next = managers[next] ?? noManager
  ) {
    above.push(next);
    visited.add(next);
  }
  return above;
}

/** Groups people by the nearest of these who is, or stands above, them. Others are in no group. */
function groupByNearest({ managers }: Chart, roots: readonly number[]): Map<number, number[]> {
  const unknown = -2;
  const nearest = new Int32Array(managers.length).fill(unknown);
  for (const root of roots) nearest[root] = root;
  const groups = new Map<number, number[]>(roots.map((root) => [root, []]));
  for (let start = 0; start < managers.length; start += 1) {
    const path: number[] = [];
    let index = start;
    for (; index !== noManager && nearest[index] === unknown; index = managers[index] ?? noManager) {
      path.push(index);
      nearest[index] = noManager; // ends a corrupt line
    }
    const root = index === noManager ? noManager : (nearest[index] ?? noManager);
    for (const member of path) nearest[member] = root;
    groups.get(nearest[start] ?? noManager)?.push(start);
  }
  return groups;
}

function buildOrgChart({ ids, managers, active }: Chart): OrgChart {
  const reports = new Map<number, number[]>();
  managers.forEach((manager, index) => {
    const list = reports.get(manager);
    if (list) list.push(index);
    else reports.set(manager, [index]);
  });
  const order = [...(reports.get(noManager) ?? [])];
  for (const index of order) for (const report of reports.get(index) ?? []) order.push(report); // grows while it is read
  const chart = createOrgChart();
  chart.add(
    order.map(
      (index) => [ids[index] ?? '', ids[managers[index] ?? noManager] ?? null, active[index] ?? false] as const,
    ),
  );
  return chart;
}

function measure({ ids }: Chart, chart: OrgChart): Structure {
  let [people, layers] = [0, 0];
  const spans: number[] = [];
  for (const id of ids) {
    const place = chart.find(id);
    if (!place) continue;
    people += 1;
    layers = Math.max(layers, place.depth + 1);
    if (place.reports > 0) spans.push(place.reports);
  }
  const total = spans.reduce((sum, span) => sum + span, 0);
  return {
    people,
    layers,
    managers: spans.length,
    managersWithOneReport: spans.filter((span) => span === 1).length,
    meanSpan: spans.length === 0 ? 0 : Math.round((100 * total) / spans.length) / 100,
    p90Span: spans.sort((a, b) => a - b)[Math.ceil(0.9 * spans.length) - 1] ?? 0,
  };
}
