// What prevents moves from being made. They are judged together, by the chart that results from all of them.
import type { MoveFault, PlanFaultCode } from '../schema/plan-values.ts';
import { rotateToFirst, sortCycles } from './cycles.ts';
import type { ChartLine } from './chart.ts';

/** A move. `fromId` is the manager when it was written; null is the top of the chart. */
export type PlannedMove = { userId: string; fromId: string | null; toId: string | null };

/** Predicates of a sentence about the person of the move, or whoever stands behind the plan. */
export const planFaultTexts: Record<PlanFaultCode, string> = {
  REPORTING_CYCLE: 'would stand above themselves',
  USER_NOT_FOUND: 'was erased, or the new manager was',
  MANAGER_INACTIVE: 'would report to somebody who has left',
  MOVED_SINCE: 'has another manager than when the plan was written',
  AUTHOR_LEFT: 'wrote the plan and is no active admin any more',
  APPROVER_LEFT: 'approved the plan and is no active admin any more',
  NOT_APPROVED: 'wrote the plan, which no second admin has approved',
};

/**
 * Finds the faults of moves, in the order of the moves.
 *
 * @param lines of everyone named in the moves, and everyone above them; others may be among them
 * @param lostIds the people of moves that were lost because the person or the new manager was erased
 */
export function findPlanFaults(
  lines: readonly ChartLine[],
  moves: readonly PlannedMove[],
  lostIds: readonly string[] = [],
): MoveFault[] {
  const people = new Map<string, ChartLine>();
  for (const line of lines) {
    if (!people.has(line[0])) people.set(line[0], line);
  }
  const circular = new Set(findMoveCycles(people, moves).flat());
  const faults = moves.flatMap(({ userId, fromId, toId }): MoveFault[] => {
    const person = people.get(userId);
    const manager = toId === null ? null : people.get(toId);
    const codes: MoveFault['code'][] = [];
    if (circular.has(userId)) codes.push('REPORTING_CYCLE');
    if (!person || manager === undefined) codes.push('USER_NOT_FOUND');
    if (manager?.[2] === false) codes.push('MANAGER_INACTIVE');
    if (person && person[1] !== fromId) codes.push('MOVED_SINCE');
    return codes.map((code) => ({ userId, code }));
  });
  return [...lostIds.map((userId): MoveFault => ({ userId, code: 'USER_NOT_FOUND' })), ...faults];
}

/** Finds the cycles at or above the people of moves, by id, each as `findCycles` returns it. */
export function findMoveCycles(people: ReadonlyMap<string, ChartLine>, moves: readonly PlannedMove[]): string[][] {
  const moved = new Map(moves.map(({ userId, toId }) => [userId, toId] as const));
  const findManager = (id: string): string | null => {
    const toId = moved.get(id);
    return toId === undefined ? (people.get(id)?.[1] ?? null) : toId;
  };
  const walkById = new Map<string, number>();
  const cycles = moves.flatMap(({ userId }, walk) => {
    let id: string | null = userId;
    for (; id !== null && !walkById.has(id); id = findManager(id)) walkById.set(id, walk);
    if (id === null || walkById.get(id) !== walk) return [];
    const cycle = [id];
    for (let next = findManager(id); next !== null && next !== id; next = findManager(next)) cycle.push(next);
    return [rotateToFirst(cycle)];
  });
  return sortCycles(cycles);
}

/** The moves that take a plan back. */
export function invertMoves(moves: readonly PlannedMove[]): PlannedMove[] {
  return moves.map(({ userId, fromId, toId }) => ({ userId, fromId: toId, toId: fromId }));
}
