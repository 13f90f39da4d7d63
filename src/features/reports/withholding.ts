// Which groups of a table are shown alone, beside the total of all groups.

/** `size`: how many people are behind the numbers of the group. */
type Group = { name: string; size: number };

/**
 * Selects the groups whose numbers are shown. Groups with fewer people than the minimum are withheld. The smallest other groups are
 * withheld with them, until the withheld groups together have enough people even without any one of them. Otherwise a reader could
 * subtract the shown groups from the total, and get the numbers of few people. The manager of a withheld group could subtract the
 * numbers of that group as well (secondary suppression: Hundepool et al., Statistical Disclosure Control, Wiley 2012, chapter 4).
 * Groups without people are never shown, and hide nothing.
 *
 * @param groups all groups of the total, each once
 */
export function selectShown(groups: readonly Group[], minimum: number): Set<string> {
  const rising = groups
    .filter(({ size }) => size > 0)
    .sort((a, b) => a.size - b.size || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  let withheld = 0;
  let people = 0;
  let largest = 0;
  for (const { size } of rising) {
    if (size >= minimum && (people === 0 || people - largest >= minimum)) break;
    people += size;
    largest = size;
    withheld += 1;
  }
  return new Set(rising.slice(withheld).map(({ name }) => name));
}
