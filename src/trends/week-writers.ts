// Records who wrote in each week of a department, so its flag can be hidden from readers who know most of the scores.
import { thresholds } from './thresholds.ts';
import type { CheckIn } from './types.ts';

/** Ids of writers, by department, then by the number of weeks ago. */
export type WeekWriters = Map<string, string[][]>;

/** Adds a person to the departments of their summaries, as of the time of writing. */
export function addToWriters(writers: WeekWriters, userId: string, checkIns: readonly CheckIn[]): void {
  for (const { weeksAgo, department } of checkIns) {
    if (!department) continue;
    const weeks = writers.get(department) ?? [];
    writers.set(department, weeks);
    (weeks[weeksAgo] ??= []).push(userId);
  }
}

/**
 * Lists the writers of each week in a department's means as comma-separated ids. Weeks with fewer writers than the minimum
 * group are not in the means. By week, because the flags of two consecutive weeks reveal the mean of one week.
 */
export function listWritersByWeek(writers: WeekWriters, department: string, minimumGroup: number): string[] {
  const weeks = (writers.get(department) ?? []).slice(0, thresholds.weeks);
  return weeks.filter((ids) => ids.length >= minimumGroup).map((ids) => ids.join());
}
