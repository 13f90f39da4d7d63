// What a department's flag may tell a reader who may not read all of the scores behind it.
import { forEachScore, type History } from './history.ts';
import { thresholds } from './thresholds.ts';

/**
 * Lists the writers of each week in a department's means as comma-separated ids, newest week first. Weeks with fewer writers
 * than the minimum group are not in the means. By week, because the flags of two consecutive weeks reveal the mean of one.
 */
export function listWritersByWeek(history: History, name: string): string[] {
  const writers: string[][] = [];
  forEachScore(history, 0, (department, week, _, place) => {
    if (history.departments[department] === name)
      (writers[thresholds.weeks - 1 - week] ??= []).push(history.ids[place] as string);
  });
  return writers.filter((ids) => ids.length >= history.minimumGroup).map((ids) => ids.join());
}

/**
 * Decides what a reader may see of a department's flag. Its numbers follow from the scores, so only readers who may read every
 * score see them. Others see the direction, if it is about enough people whom they may not read.
 *
 * @param unreadable by week behind the flag: the number of writers whose scores the reader may not read
 */
export function judgeDisclosure(
  unreadable: readonly number[],
  { minimumGroup }: { minimumGroup: number },
): 'numbers' | 'direction' | 'nothing' {
  if (unreadable.every((people) => people === 0)) return 'numbers';
  return unreadable.every((people) => people === 0 || people >= minimumGroup) ? 'direction' : 'nothing';
}
