// Selects the flags among all tests of a tenant and week, with a limited share of false discoveries.
import type { Candidate, Family } from './test-series.ts';

/** A test that may be called a shift. */
export type Discovery = Candidate & { adjustedP: number; family: Family };

/**
 * Selects the tests whose adjusted p is at most the level, lowest p first: Benjamini and Hochberg (J. R. Stat. Soc. B 57,
 * 1995) in each family by itself, with its share of the level. Together, thousands of people would hide the groups, and a
 * true flag of the organisation would make it easier to flag a person.
 */
export function selectDiscoveries(families: readonly Family[], level: number): Discovery[] {
  return families.flatMap((family) => selectInFamily(family, level)).sort((a, b) => a.adjustedP - b.adjustedP);
}

function selectInFamily(family: Family, level: number): Discovery[] {
  const { candidates, tests, levelShare } = family;
  const rising = [...candidates].sort((a, b) => a.p - b.p);
  const discoveries: Discovery[] = [];
  let adjustedP = 1;
  for (const [rank, candidate] of [...rising.entries()].reverse()) {
    adjustedP = Math.min(adjustedP, (candidate.p * tests) / levelShare / (rank + 1));
    if (adjustedP <= level) discoveries.push({ ...candidate, adjustedP, family });
  }
  return discoveries.reverse();
}
