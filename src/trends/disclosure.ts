// What a department's flag may tell a reader who may not read all of the scores behind it.

/**
 * Decides what a reader may see of a department's flag. Its numbers follow from the scores, so only those who may read every
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
