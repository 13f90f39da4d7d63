// Selects the flags among all tests of a tenant and week, with a limited share of false discoveries.
import type { Comparison } from './compare-windows.ts';
import type { Flag, Subject } from './types.ts';

/**
 * Tests that share one null distribution: all people, or all groups. Only candidates and the summed distribution are kept,
 * so memory does not grow with the number of tests.
 */
export type Family = {
  tests: number;
  candidates: Candidate[];
  /** The expected number of tests at each distance (in steps of `step`) if all weeks were in random order. */
  expected: Float64Array;
  /** Sums of persistence, by correlation group. */
  persistence: Map<string, { observed: number; expected: number }>;
};

type Candidate = Subject & Omit<Flag, 'p' | 'adjustedP'> & { distance: number; correlationGroup: string };

const step = 0.01;
const stepCount = 2000;

export function createFamily(): Family {
  return { tests: 0, candidates: [], expected: new Float64Array(stepCount), persistence: new Map() };
}

/** @param correlationGroup tests whose weeks persist alike; their persistence is estimated together */
export function addTest(family: Family, test: Subject & { n: number } & Comparison, correlationGroup: string): void {
  const { chances, persistence, isShifted, ...candidate } = test;
  family.tests += 1;
  for (const [i, share] of chances.shares.entries()) {
    if (share > 0) family.expected[toStep(chances.toDistance(i))]! += share;
  }
  const sum = family.persistence.get(correlationGroup) ?? { observed: 0, expected: 0 };
  sum.observed += persistence.observed;
  sum.expected += persistence.expected;
  family.persistence.set(correlationGroup, sum);
  if (isShifted) family.candidates.push({ ...candidate, correlationGroup });
}

/**
 * Selects the tests whose adjusted p is at most the level, lowest p first.
 *
 * 1. Persistence. Random orders have no lasting good and bad times. Where these exist, `observed` exceeds `expected`. The
 *    ratio λ ≥ 1 is how much more the recent mean varies than in random order, so distances are divided by √λ (genomic
 *    control: B. Devlin and K. Roeder, Biometrics 55, 1999).
 * 2. Chance. p is the mean, over all tests of the family, of the share of orders that are at least as far apart. So p times
 *    the number of tests is the expected number if nothing shifts (V. G. Tusher et al., PNAS 98, 2001, with all orders
 *    instead of a sample).
 * 3. Multiplicity. Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995) over all families. Each family has an equal share
 *    of the level (weights: C. R. Genovese et al., Biometrika 93, 2006), or else thousands of people would hide the groups.
 */
export function selectDiscoveries(families: readonly Family[], level: number): Flag[] {
  const testedFamilies = families.filter(({ tests }) => tests > 0);
  const ranked = testedFamilies.flatMap((family) => {
    const atLeast = accumulateExpected(family);
    return family.candidates.map(({ distance, correlationGroup, ...flag }) => {
      const byChance = atLeast[toStep(distance / Math.sqrt(computeInflation(family, correlationGroup)))] ?? 0;
      return { flag, p: byChance / family.tests, weighted: byChance * testedFamilies.length };
    });
  });
  ranked.sort((a, b) => a.weighted - b.weighted);
  const flags: Flag[] = [];
  let adjustedP = 1;
  for (const [rank, { flag, p, weighted }] of [...ranked.entries()].reverse()) {
    adjustedP = Math.min(adjustedP, weighted / (rank + 1));
    if (adjustedP <= level) flags.push({ ...flag, p, adjustedP });
  }
  return flags.reverse();
}

/** Rounds a distance down to a step, so the expected number is never too low. */
function toStep(distance: number): number {
  return Math.min(stepCount - 1, Math.floor(distance / step + 1e-6));
}

function accumulateExpected({ expected }: Family): Float64Array {
  const atLeast = expected.slice();
  for (let i = stepCount - 2; i >= 0; i -= 1) atLeast[i]! += atLeast[i + 1] ?? 0;
  return atLeast;
}

function computeInflation({ persistence }: Family, correlationGroup: string): number {
  const { observed, expected } = persistence.get(correlationGroup) ?? { observed: 0, expected: 0 };
  return expected > 0 ? Math.max(1, observed / expected) : 1;
}
