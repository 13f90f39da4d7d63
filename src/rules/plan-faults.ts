// What prevents a plan from being applied. Its moves are judged together, by the chart that results from all of them.
import type { PlanFault, PlanFaultCode } from '../model/plan-values.ts';
import { findCycles } from './cycles.ts';
import type { ChartLine } from './chart.ts';

/** A move of a plan. `fromId` is the manager when the plan was written; null is the top of the chart. */
export type PlannedMove = { userId: string; fromId: string | null; toId: string | null };

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
  const circular = findCircularMoves(lines, moves);
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

/** Returns the people who would stand above themselves, of those who are moved. */
export function findCircularMoves(lines: readonly ChartLine[], moves: readonly PlannedMove[]): Set<string> {
  const managers = new Map(lines.map(([id, managerId]) => [id, managerId]));
  const moved = new Map(moves.map(({ userId, toId }) => [userId, toId]));
  const above = new Map<string, string[]>();
  for (const start of moved.keys()) {
    for (let id: string | null = start; id !== null && !above.has(id);) {
      const managerId: string | null = moved.has(id) ? (moved.get(id) ?? null) : (managers.get(id) ?? null);
      above.set(id, managerId === null ? [] : [managerId]);
      id = managerId;
    }
  }
  return new Set(findCycles(above).flatMap((cycle) => cycle.filter((id) => moved.has(id))));
}

/** The moves that take a plan back. */
export function invertMoves(moves: readonly PlannedMove[]): PlannedMove[] {
  return moves.map(({ userId, fromId, toId }) => ({ userId, fromId: toId, toId: fromId }));
}
