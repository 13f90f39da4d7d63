// Selects the flags among all tests of a tenant and week, with a limited share of false discoveries.
import type { Candidate, Family } from './test-series.ts';

export type Discovery = Candidate & { adjustedP: number; family: Family };

/**
 * Selects the tests whose adjusted p is at most the level, lowest p first: Benjamini and Hochberg (J. R. Stat. Soc. B 57,
 * 1995) over all families. Each family has its share of the level (weights: C. R. Genovese et al., Biometrika 93, 2006), or
 * else thousands of people would hide the groups.
 */
export function selectDiscoveries(families: readonly Family[], level: number): Discovery[] {
  const ranked = families
    .flatMap((family) =>
      family.candidates.map((candidate) => ({
        discovery: { ...candidate, adjustedP: 1, family },
        expected: (candidate.p * family.tests) / family.levelShare,
      })),
    )
    .sort((a, b) => a.expected - b.expected);
  const discoveries: Discovery[] = [];
  let adjustedP = 1;
  for (const [rank, { discovery, expected }] of [...ranked.entries()].reverse()) {
    adjustedP = Math.min(adjustedP, expected / (rank + 1));
    if (adjustedP <= level) discoveries.push({ ...discovery, adjustedP });
  }
  return discoveries.reverse();
}
