// What prevents moves from being made. They are judged together, by the chart that results from all of them.
import type { Language } from '../lib/languages.ts';
import type { MoveFault, PlanFaultCode } from '../schema/plan-values.ts';
import { rotateToFirst, sortCycles } from './cycles.ts';
import type { ChartLine } from './chart.ts';

/** A move. `fromId` is the manager when it was written; null is the top of the chart. */
export type PlannedMove = { userId: string; fromId: string | null; toId: string | null };

type FaultTexts = Record<PlanFaultCode, string>;

/** Predicates of a sentence about the person of the move, or about the author or the approver of the plan. The interface and the command line show them. */
export const planFaultTexts: FaultTexts = {
  REPORTING_CYCLE: 'would stand above themselves',
  USER_NOT_FOUND: 'was erased, or the new manager was',
  MANAGER_INACTIVE: 'would report to somebody who has left',
  MOVED_SINCE: 'has another manager than when the plan was written',
  AUTHOR_LEFT: 'wrote the plan and is no active admin any more',
  APPROVER_LEFT: 'approved the plan and is no active admin any more',
  NOT_APPROVED: 'wrote the plan, which no second admin has approved',
};
/** The same in each language, for the page. */
export const planFaultTextsByLanguage: Record<Language, FaultTexts> = {
  en: planFaultTexts,
  de: {
    REPORTING_CYCLE: 'stünde über sich selbst',
    USER_NOT_FOUND: 'wurde gelöscht, oder die neue Führungskraft wurde gelöscht',
    MANAGER_INACTIVE: 'würde an jemanden berichten, der nicht mehr da ist',
    MOVED_SINCE: 'hat eine andere Führungskraft als beim Schreiben des Plans',
    AUTHOR_LEFT: 'hat den Plan geschrieben und ist kein aktiver Admin mehr',
    APPROVER_LEFT: 'hat den Plan genehmigt und ist kein aktiver Admin mehr',
    NOT_APPROVED: 'hat den Plan geschrieben, und kein zweiter Admin hat ihn genehmigt',
  },
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
    if (!people.has(line.id)) people.set(line.id, line);
  }
  const circular = new Set(findMoveCycles(people, moves).flat());
  const faults = moves.flatMap(({ userId, fromId, toId }): MoveFault[] => {
    const person = people.get(userId);
    const manager = toId === null ? null : people.get(toId);
    const codes: MoveFault['code'][] = [];
    if (circular.has(userId)) codes.push('REPORTING_CYCLE');
    if (!person || manager === undefined) codes.push('USER_NOT_FOUND');
    if (manager?.active === false) codes.push('MANAGER_INACTIVE');
    if (person && (person.managerId ?? null) !== fromId) codes.push('MOVED_SINCE');
    return codes.map((code) => ({ userId, code }));
  });
  return [...lostIds.map((userId): MoveFault => ({ userId, code: 'USER_NOT_FOUND' })), ...faults];
}

/** Finds the cycles at or above the people of moves, by id, each as `findCycles` returns it. */
export function findMoveCycles(people: ReadonlyMap<string, ChartLine>, moves: readonly PlannedMove[]): string[][] {
  const moved = new Map(moves.map(({ userId, toId }) => [userId, toId] as const));
  const findManager = (id: string): string | null => {
    const toId = moved.get(id);
    return toId === undefined ? (people.get(id)?.managerId ?? null) : toId;
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
