// Which groups of a table are shown alone, beside the total of all groups.

/**
 * `size`: how many people are behind the numbers of the group. `distances`: how far the group is from each answer that all of it could have
 * given, if its numbers would say so: the number of people who have not given it. The counts of a distribution say that of each answer, a
 * mean of the least and of the greatest.
 */
export type Group = { name: string; size: number; distances?: readonly number[] };

/** So far a group is from an answer of all. Were it one, whoever answered otherwise would know what all others answered. */
const leastDistance = 2;

/**
 * Tells whether a group may be shown by itself: it has at least the minimum of people, and is far enough from an answer of all. Where all
 * gave the same answer, everybody who knows who is in the group knows the answer of each.
 */
export const isShowable = ({ size, distances = [] }: Omit<Group, 'name'>, minimum: number): boolean =>
  size >= minimum && distances.every((distance) => distance >= leastDistance);

/**
 * Selects the groups whose numbers are shown. Those that may not be shown by themselves are withheld. With them so many of the smallest
 * other groups are withheld that the withheld groups may be shown together, even without any one of them. Otherwise a reader could
 * subtract the shown groups from the total, and get the numbers of few people, or the one answer that all of them gave. The manager of
 * a withheld group could subtract the numbers of that group as well (secondary suppression: Hundepool et al., Statistical Disclosure
 * Control, Wiley 2012, chapter 4). The smallest groups are withheld, up to the last one that must be, so that what is withheld does
 * not say in which groups all gave the same answer. Groups without people are never shown, and hide nothing.
 *
 * @param groups all groups of the total, each once, with as many `distances` each
 */
export function selectShown(groups: readonly Group[], minimum: number): Set<string> {
  const rising = groups
    .filter(({ size }) => size > 0)
    .sort((a, b) => a.size - b.size || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const least = 1 + rising.findLastIndex((group) => !isShowable(group, minimum));
  // people and distances: of all withheld groups together, and the most of one of them
  const needs = [minimum, ...(rising[0]?.distances ?? []).map(() => leastDistance)];
  const sums = needs.map(() => 0);
  const largest = needs.map(() => 0);
  const isEnough = (): boolean => needs.every((need, at) => (sums[at] as number) - (largest[at] as number) >= need);
  let withheld = 0;
  for (const { size, distances = [] } of rising) {
    if (withheld >= least && (withheld === 0 || isEnough())) break;
    for (const [at, amount] of [size, ...distances].entries()) {
      sums[at] = (sums[at] as number) + amount;
      largest[at] = Math.max(largest[at] as number, amount);
    }
    withheld += 1;
  }
  return new Set(rising.slice(withheld).map(({ name }) => name));
}
