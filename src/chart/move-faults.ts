// What prevents moves from being made. They are judged together, by the chart that results from all of them.
import type { PlanFault, PlanFaultCode } from '../model/plan-values.ts';
import { findCycles } from './cycles.ts';
import type { ChartLine } from './chart.ts';

/** A move. `fromId` is the manager when it was written; null is the top of the chart. */
export type PlannedMove = { userId: string; fromId: string | null; toId: string | null };

/** Predicates of a sentence about the person of the move. */
export const planFaultTexts: Record<PlanFaultCode, string> = {
  REPORTING_CYCLE: 'would stand above themselves',
  USER_NOT_FOUND: 'was erased, or the new manager was',
  MANAGER_INACTIVE: 'would report to somebody who has left',
  MOVED_SINCE: 'has another manager than when the plan was written',
};

/**
 * Finds the faults of moves, in the order of the moves.
 *
 * @param lines of everyone named in the moves, and everyone above them
 * @param lostIds the people of moves that were lost because the person or the new manager was erased
 */
export function findPlanFaults(
  lines: readonly ChartLine[],
  moves: readonly PlannedMove[],
  lostIds: readonly string[] = [],
): PlanFault[] {
  const people = new Map(lines.map(([id, managerId, active]) => [id, { managerId, active }]));
  const circular = new Set(findMoveCycles(lines, moves).flat());
  const faults = moves.flatMap(({ userId, fromId, toId }): PlanFault[] => {
    const person = people.get(userId);
    const manager = toId === null ? null : people.get(toId);
    const codes: PlanFaultCode[] = [];
    if (circular.has(userId)) codes.push('REPORTING_CYCLE');
    if (!person || manager === undefined) codes.push('USER_NOT_FOUND');
    if (manager?.active === false) codes.push('MANAGER_INACTIVE');
    if (person && person.managerId !== fromId) codes.push('MOVED_SINCE');
    return codes.map((code) => ({ userId, code }));
  });
  return [...lostIds.map((userId): PlanFault => ({ userId, code: 'USER_NOT_FOUND' })), ...faults];
}

/** Finds the cycles at or above the people of moves, by id, each as `findCycles` returns it. */
export function findMoveCycles(lines: readonly ChartLine[], moves: readonly PlannedMove[]): string[][] {
  const managers = new Map(lines.map(([id, managerId]) => [id, managerId]));
  for (const { userId, toId } of moves) managers.set(userId, toId);
  const above = new Map<string, string[]>();
  for (const { userId: start } of moves) {
    for (let id: string | null = start; id !== null && !above.has(id);) {
      const managerId: string | null = managers.get(id) ?? null;
      above.set(id, managerId === null ? [] : [managerId]);
      id = managerId;
    }
  }
  return findCycles(above);
}

/** The moves that take a plan back. */
export function invertMoves(moves: readonly PlannedMove[]): PlannedMove[] {
  return moves.map(({ userId, fromId, toId }) => ({ userId, fromId: toId, toId: fromId }));
}
