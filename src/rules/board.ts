// The goals board: three columns derived from the current week, and what may still be changed.
import type { Board, Goal } from '../model/index.ts';
import { addWeeks } from './weeks.ts';

export type TargetWeek = 'this' | 'next';

/** The Monday of the column that accepts the goal. */
export function targetMonday(target: TargetWeek, monday: string): string {
  return target === 'this' ? monday : addWeeks(monday, 1);
}

/** Whether a goal of that week is in the Previous column or before it: it can be read, not changed. */
export function isReadOnly(goal: { weekStart: string }, monday: string): boolean {
  return goal.weekStart < monday;
}

/**
 * The three columns.
 *
 * @param goals in the order they were set; those of other weeks are left out
 * @param monday the Monday of the current week
 */
export function groupByColumn(goals: readonly Goal[], monday: string): Pick<Board, 'previous' | 'this' | 'next'> {
  const column = <Week extends 'previous' | 'this' | 'next'>(week: Week, weeks: number): Board[Week] => {
    const weekStart = addWeeks(monday, weeks);
    const inWeek = (type: Goal['type']): Goal[] =>
      goals.filter((goal) => goal.weekStart === weekStart && goal.type === type);
    const readOnly = isReadOnly({ weekStart }, monday);
    return { week, readOnly, professional: inWeek('professional'), personal: inWeek('personal') } as Board[Week];
  };
  return { previous: column('previous', -1), this: column('this', 0), next: column('next', 1) };
}
