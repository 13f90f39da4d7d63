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

/** Who wrote in the weeks that count for a department, those with at least the minimum group, in each of the windows. */
export function writersBehind(
  writers: WeekWriters,
  department: string,
  { minimumGroup, recentWeeks, baselineWeeks }: TrendSettings,
): { recentWriters: string[]; baselineWriters: string[] } {
  const weeks = writers.get(department) ?? [];
  const within = (from: number, to: number): string[] => [
    ...new Set(weeks.slice(from, to).flatMap((ids = []) => (ids.length >= minimumGroup ? ids : []))),
  ];
  return {
    recentWriters: within(0, recentWeeks),
    baselineWriters: within(recentWeeks, recentWeeks + baselineWeeks),
  };
}
