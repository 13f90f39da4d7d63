// Which groups of a table are shown alone, beside the total of all groups.

/** `size`: how many people are behind the numbers of the group. */
type Group = { name: string; size: number };

/**
 * Selects the groups whose numbers are shown. Withheld are those of fewer people than the minimum, and with them the smallest of the
 * others until, without any one of the withheld groups, the others of them are enough people together: else total minus what is shown
 * would be the numbers of few, or of few beside a group whose manager knows its own (secondary suppression: Hundepool et al.,
 * Statistical Disclosure Control, Wiley 2012, chapter 4). A group of nobody hides nothing.
 *
 * @param groups all of the total, each once
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
