// Which of everything that was tested in a tenant and week may be called a shift.
import type { Comparison } from './compared-weeks.ts';
import type { Flag, Subject } from './terms.ts';

/**
 * Tests that share their chances: all people, or all groups. What is kept does not grow with the weeks looked at: the
 * candidates, and how many of all tests would be how far apart by chance.
 */
export type Family = {
  tests: number;
  candidates: Candidate[];
  /** By distance, in steps of `step`: how many tests are expected there if all weeks came in random order. */
  expected: Float64Array;
  /** How much more stretches of weeks differ than by chance, of those whose weeks are judged together. */
  persistence: Map<string, { observed: number; expected: number }>;
};

type Candidate = Subject & Omit<Flag, 'p' | 'adjustedP'> & { distance: number; correlationGroup: string };

const step = 0.01;
const steps = 2000;

/** A family without tests. */
export function createFamily(): Family {
  return { tests: 0, candidates: [], expected: new Float64Array(steps), persistence: new Map() };
}

/** Adds a test. @param correlationGroup whose weeks persist alike: their persistence is judged together */
export function addTest(family: Family, test: Subject & { n: number } & Comparison, correlationGroup: string): void {
  const { chances, persistence, shifted, ...candidate } = test;
  family.tests += 1;
  for (const [i, share] of chances.shares.entries()) {
    if (share > 0) family.expected[toStep(chances.toDistance(i))]! += share;
  }
  const sum = family.persistence.get(correlationGroup) ?? { observed: 0, expected: 0 };
  sum.observed += persistence.observed;
  sum.expected += persistence.expected;
  family.persistence.set(correlationGroup, sum);
  if (shifted) family.candidates.push({ ...candidate, correlationGroup });
}

/**
 * The flags among all tests of a tenant and week, the surest first: those whose adjusted p is at most the level.
 *
 * 1. Persistence. An order at random knows no good and bad times. Where they last, `found` exceeds `expected`: the ratio
 *    λ ≥ 1 is how much more the recent mean varies than in random order, so distances shrink by √λ (the genomic control
 *    of B. Devlin and K. Roeder, Biometrics 55, 1999).
 * 2. Chance. p is the mean, over everybody in the family, of the share of their own orders that are at least so far
 *    apart: p times the number of tests is exactly how many would be, were there no shift (V. G. Tusher et al., PNAS 98,
 *    2001, with all orders in place of a sample).
 * 3. Multiplicity. Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995) over all families. Each has an equal share of the
 *    level (weights: C. R. Genovese et al., Biometrika 93, 2006): else a few groups would drown among thousands of people.
 */
export function selectDiscoveries(families: readonly Family[], level: number): Flag[] {
  const tested = families.filter(({ tests }) => tests > 0);
  const judged = tested.flatMap((family) => {
    const atLeast = accumulateExpected(family);
    return family.candidates.map(({ distance, correlationGroup, ...flag }) => {
      const byChance = atLeast[toStep(distance / Math.sqrt(computeInflation(family, correlationGroup)))] ?? 0;
      return { flag, p: byChance / family.tests, weighted: byChance * tested.length };
    });
  });
  judged.sort((a, b) => a.weighted - b.weighted);
  const flags: Flag[] = [];
  let adjustedP = 1;
  for (const [rank, { flag, p, weighted }] of [...judged.entries()].reverse()) {
    adjustedP = Math.min(adjustedP, weighted / (rank + 1));
    if (adjustedP <= level) flags.push({ ...flag, p, adjustedP });
  }
  return flags.reverse();
}

/** Distances of a step count as its smallest: what is expected by chance is never counted short. */
function toStep(distance: number): number {
  return Math.min(steps - 1, Math.floor(distance / step + 1e-6));
}

function accumulateExpected({ expected }: Family): Float64Array {
  const atLeast = expected.slice();
  for (let i = steps - 2; i >= 0; i -= 1) atLeast[i]! += atLeast[i + 1] ?? 0;
  return atLeast;
}

function computeInflation({ persistence }: Family, correlationGroup: string): number {
  const { observed, expected } = persistence.get(correlationGroup) ?? { observed: 0, expected: 0 };
  return expected > 0 ? Math.max(1, observed / expected) : 1;
}
