// Who stands behind the numbers of a department's flag, so that it can be kept from readers who know all but a few of them.
import type { CheckIn, TrendSettings } from './terms.ts';

/** Ids of who wrote, by department and by how many weeks ago. */
export type WeekWriters = Map<string, string[][]>;

/** Adds a person's summaries to the departments they belonged to when they wrote them. */
export function addToWriters(writers: WeekWriters, userId: string, checkIns: readonly CheckIn[]): void {
  for (const { weeksAgo, department } of checkIns) {
    if (!department) continue;
    const weeks = writers.get(department) ?? [];
    writers.set(department, weeks);
    (weeks[weeksAgo] ??= []).push(userId);
  }
}

/**
 * Who wrote in each of the weeks behind a department's means, those with at least the minimum group: their ids with commas
 * between them. Week by week, since two flags of consecutive weeks give the mean of a single one.
 */
export function writersByWeek(
  writers: WeekWriters,
  department: string,
  { minimumGroup, recentWeeks, baselineWeeks }: TrendSettings,
): string[] {
  const weeks = (writers.get(department) ?? []).slice(0, recentWeeks + baselineWeeks);
  return weeks.filter((ids) => ids.length >= minimumGroup).map((ids) => ids.join());
}
