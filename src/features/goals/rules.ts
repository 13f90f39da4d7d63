// The goals board: its three columns, derived from the current week, and which of them are read-only.
import type { Board, BoardColumn, Goal } from './schema.ts';
import { addWeeks } from '../../platform/time/weeks.ts';

type TargetWeek = 'this' | 'next';

/** Goals of a person in a week. */
export const maxGoals = 200;

/** Returns the Monday of the column that a new goal goes to. */
export function targetMonday(target: TargetWeek, monday: string): string {
  return target === 'this' ? monday : addWeeks(monday, 1);
}

/** Goals of the Previous column and older ones are read-only. */
export function isReadOnly(goal: { weekStart: string }, monday: string): boolean {
  return goal.weekStart < monday;
}

/** Whether a goal is an unfinished one of a past week. */
export function isLeftOver(goal: Pick<Goal, 'status' | 'weekStart'>, monday: string): boolean {
  return goal.status === 'active' && isReadOnly(goal, monday);
}

/**
 * Groups goals into the three columns.
 *
 * @param goals in the order of creation; goals of other weeks are ignored
 * @param monday the Monday of the week in the column This
 * @param currentMonday the Monday of the current week, which decides what is read-only
 */
export function groupByColumn(
  goals: readonly Goal[],
  monday: string,
  currentMonday = monday,
): Pick<Board, 'previous' | 'this' | 'next'> {
  const buildColumn = (week: BoardColumn['week'], weeks: number): BoardColumn => {
    const weekStart = addWeeks(monday, weeks);
    const inWeek = (type: Goal['type']): Goal[] =>
      goals.filter((goal) => goal.weekStart === weekStart && goal.type === type);
    const readOnly = isReadOnly({ weekStart }, currentMonday);
    return { week, readOnly, professional: inWeek('professional'), personal: inWeek('personal') };
  };
  return { previous: buildColumn('previous', -1), this: buildColumn('this', 0), next: buildColumn('next', 1) };
}
