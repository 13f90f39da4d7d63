// What a plan would change: who moves along, who gains and who loses sight of whom, and the structure of the organisation.
import type { MoveFault, PlanFault } from '../schema/plan-values.ts';
import { countReports, createChart, listAbove, noManager, type Chart, type ChartLine, type Counts } from './chart.ts';
import { findPlanFaults, type PlannedMove } from './move-faults.ts';
import { measureStructure } from './structure.ts';

/** Figures of the active people: `meanSpan` and `p90Span` are the direct reports of a manager. */
type StructureFigures = {
  people: number;
  layers: number;
  managers: number;
  managersWithOneReport: number;
  meanSpan: number;
  p90Span: number;
};

/**
 * Viewers who gain something, or lose it, towards the same people; ids, sorted. `place` is what they gain: being above
 * the people, or being their direct manager while they are above them anyway.
 */
export type SightChange = { place: 'above' | 'direct'; gains: string[]; loses: string[]; people: readonly string[] };

/** A part of the company, everyone below `headId`, whose partner is `userId`. */
export type PartBelow = { userId: string; headId: string };

/** How many active people come into the parts of a partner, and leave them. */
type PartnerChange = { userId: string; gains: number; loses: number };

export type PlanPreview = {
  faults: PlanFault[];
  /**
   * `below`: the active people below at present, who move along unless they are moved too. `fromId` is the manager at
   * present.
   */
  moves: (PlannedMove & { below: number })[];
  sight: SightChange[];
  /** Those with most changes come first. */
  partners: PartnerChange[];
  structure: { before: StructureFigures; after: StructureFigures };
  /** Everyone above a person, nearest first. */
  findPath: (id: string, when: 'before' | 'after') => string[];
};

/**
 * Computes the preview. Sight follows the line: everyone above a person sees them, except people who have left, and the
 * direct manager sees more of them, unless a role shows them as much. If the moves would be a cycle, sight and structure
 * stay as they are; a move whose manager is unknown is left out. Takes time in proportion to the people, and to the moves
 * times the depth of the chart; and for each partner whom it concerns to the people.
 *
 * @param lines everyone of the tenant
 * @param lostIds see `findPlanFaults`
 */
export function previewPlan(
  lines: readonly ChartLine[],
  moves: readonly PlannedMove[],
  { lostIds = [], parts = [] }: { lostIds?: readonly string[] | undefined; parts?: readonly PartBelow[] } = {},
): PlanPreview & { faults: MoveFault[] } {
  const before = createChart(lines);
  const findIndex = (id: string | null): number => before.indexById.get(id ?? '') ?? noManager;
  const faults = findPlanFaults(lines, moves, lostIds);
  const isCircular = faults.some(({ code }) => code === 'REPORTING_CYCLE');
  const isKnown = (id: string | null): boolean => id === null || before.indexById.has(id);
  const possible = moves.filter(({ userId, toId }) => !isCircular && isKnown(userId) && isKnown(toId));
  const after = { ...before, managers: applyMoves(before, possible) };
  const counts = countReports(before);
  const countsAfter = countReports(after);
  const structure = { before: measure(before, counts), after: measure(after, countsAfter) };
  const sight = [
    ...compareSight(before, after, possible),
    ...compareManagers(before, after, possible, findFurther(lines)),
  ];
  const known = moves.filter(({ userId }) => isKnown(userId));
  return {
    faults,
    moves: known.map(({ userId, toId }) => ({
      userId,
      toId,
      fromId: before.ids[before.managers[findIndex(userId)] ?? noManager] ?? null,
      below: counts.below[findIndex(userId)] ?? 0,
    })),
    sight,
    partners: possible.length === 0 ? [] : comparePartners(before, after, parts),
    structure,
    findPath: (id, when) => {
      const chart = when === 'before' ? before : after;
      return listAbove(chart, findIndex(id)).map((index) => chart.ids[index] ?? '');
    },
  };
}

/**
 * Nobody stands between a person and the nearest moved person above them in one chart and not in the other. So everyone
 * below a moved person gains and loses the same viewers, down to the next moved person.
 */
function compareSight(before: Chart, after: Chart, moves: readonly PlannedMove[]): SightChange[] {
  const moved = moves.map(({ userId }) => before.indexById.get(userId) ?? 0);
  const peopleByMove = groupByNearest(before, moved);
  return moved.map((index) => {
    const above = new Set(listAbove(before, index));
    const aboveAfter = new Set(listAbove(after, index));
    const toViewers = (indexes: Set<number>, others: Set<number>): string[] =>
      [...indexes]
        .filter((viewer) => !others.has(viewer) && before.active[viewer])
        .map((viewer) => before.ids[viewer] ?? '')
        .sort();
    const people = (peopleByMove.get(index) ?? []).filter((id) => before.active[id]).map((id) => before.ids[id] ?? '');
    const gains = toViewers(aboveAfter, above);
    const loses = toViewers(above, aboveAfter);
    return { place: 'above', gains, loses, people: people.sort() };
  });
}

/**
 * Only people who are moved get another direct manager. The old manager may still be above them, and the new one may have been
 * above them before. In these cases it does not change who is above.
 */
function compareManagers(
  before: Chart,
  after: Chart,
  moves: readonly PlannedMove[],
  seesFurther: ReadonlySet<string>,
): SightChange[] {
  const list = (chart: Chart, index: number, other: Chart): string[] => {
    const manager = chart.managers[index] ?? noManager;
    const isOther = manager !== noManager && manager !== other.managers[index];
    const id = chart.ids[manager] ?? '';
    const isChange =
      isOther && chart.active[manager] && !seesFurther.has(id) && listAbove(other, index).includes(manager);
    return isChange ? [id] : [];
  };
  return moves.flatMap(({ userId }): SightChange[] => {
    const index = before.indexById.get(userId) ?? 0;
    const gains = list(after, index, before);
    const loses = list(before, index, after);
    const isChange = before.active[index] === true && gains.length + loses.length > 0;
    return isChange ? [{ place: 'direct', gains, loses, people: [userId] }] : [];
  });
}

/** Parts are as many as partners may have; departments do not change by moves. */
function comparePartners(before: Chart, after: Chart, parts: readonly PartBelow[]): PartnerChange[] {
  const changes = [...Map.groupBy(parts, ({ userId }) => userId)].flatMap(([userId, own]) => {
    const partner = before.indexById.get(userId) ?? noManager;
    const heads = new Set(own.flatMap(({ headId }) => before.indexById.get(headId) ?? []));
    const [isIn, isInAfter] = [findPeopleBelow(before, heads, partner), findPeopleBelow(after, heads, partner)];
    const count = (had: Uint8Array, has: Uint8Array): number =>
      before.active.reduce((sum, isActive, index) => sum + Number(isActive && has[index] === 1 && had[index] === 0), 0);
    const change = { userId, gains: count(isIn, isInAfter), loses: count(isInAfter, isIn) };
    return change.gains + change.loses > 0 ? [change] : [];
  });
  return changes.sort((a, b) => b.gains + b.loses - (a.gains + a.loses) || (a.userId < b.userId ? -1 : 1));
}

/** By index: 1 if a person is below one of the heads, and is neither the partner nor above the partner. It is the rule of cypher/includes/is_in_part.cypher. */
function findPeopleBelow(chart: Chart, heads: ReadonlySet<number>, partner: number): Uint8Array {
  const { managers } = chart;
  const unknown = 2;
  const isBelow = new Uint8Array(managers.length).fill(unknown);
  for (let start = 0; start < managers.length; start += 1) {
    const path: number[] = [];
    let index = start;
    for (; index !== noManager && isBelow[index] === unknown; index = managers[index] ?? noManager) {
      path.push(index);
      isBelow[index] = 0; // ends a corrupt line
    }
    let isUnderHead = index !== noManager && (isBelow[index] === 1 || heads.has(index));
    for (const member of path.reverse()) {
      isBelow[member] = Number(isUnderHead);
      isUnderHead ||= heads.has(member);
    }
  }
  for (const index of partner === noManager ? [] : [partner, ...listAbove(chart, partner)]) isBelow[index] = 0;
  return isBelow;
}

const findFurther = (lines: readonly ChartLine[]): ReadonlySet<string> =>
  new Set(lines.flatMap(({ id, seesFurther }) => (seesFurther ? id : [])));

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

function applyMoves({ indexById, managers }: Chart, moves: readonly PlannedMove[]): Int32Array {
  const result = managers.slice();
  for (const { userId, toId } of moves) {
    result[indexById.get(userId) ?? 0] = toId === null ? noManager : (indexById.get(toId) ?? noManager);
  }
  return result;
}

function measure({ active }: Chart, { depth, reports }: Counts): StructureFigures {
  const places = active.flatMap((isActive, index) =>
    isActive ? { depth: depth[index] ?? 0, reports: reports[index] ?? 0 } : [],
  );
  const { people, layers, managers, managersWithOneReport, span } = measureStructure(places);
  return { people, layers, managers, managersWithOneReport, meanSpan: span?.mean ?? 0, p90Span: span?.p90 ?? 0 };
}
