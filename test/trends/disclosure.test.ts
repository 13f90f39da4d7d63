// What a manager can reckon from the flags of departments: the attack that the rule for weeks and the rounding are for, on
// 1,000 made-up tenants, with the earlier rule and with that of today.
import { expect } from 'chai';
import { isDisclosureSafe } from '../../src/trends/groups.ts';
import { roundFlag, type Flag } from '../../src/trends/types.ts';
import { minimumGroup } from '../support/trend-flags.ts';
import { createRandom, randomBetween } from '../../scripts/tools/random.ts';

const weekCount = 24;
const tenants = 1_000;

type Summary = { person: number; score: number };
/** By department, then week: who wrote what. */
type Written = Summary[][][];
type Tenant = { written: Written; sight: Set<number>; laterSight: Set<number> };

/** People write in most weeks and move between two departments; more of them come into the manager's sight later. */
function makeTenant(seed: number): Tenant {
  const random = createRandom('disclosure', String(seed));
  const people = 8 + Math.floor(random() * 14);
  const outside = Math.floor(random() * (minimumGroup + 3));
  const written: Written = [0, 1].map(() => Array.from({ length: weekCount }, () => []));
  for (let person = 0; person < people; person += 1) {
    let department = random() < 0.6 ? 0 : 1;
    const misses = randomBetween(random, 0.05, person < outside ? 0.6 : 0.3);
    for (let week = 0; week < weekCount; week += 1) {
      if (random() < 0.03) department = 1 - department;
      if (random() >= misses) written[department]?.[week]?.push({ person, score: 1 + Math.floor(random() * 5) });
    }
  }
  const numbers = [...Array(people).keys()];
  const sight = new Set(numbers.filter((person) => person >= outside));
  return { written, sight, laterSight: new Set([...sight, ...numbers.slice(0, random() < 0.2 ? outside - 1 : 0)]) };
}

type Shown = { recentMean: number; baselineMean: number };
/** Shows the means of a department from a start up to a week, or null to this manager. */
type Show = (weeks: Summary[][], start: number, until: number, sight: Set<number>) => Shown | null;

const meanOf = (weeks: Summary[][]): number =>
  weeks.reduce((sum, week) => sum + week.reduce((total, { score }) => total + score, 0) / week.length, 0) /
  weeks.length;
const hiddenIn = (week: Summary[], sight: Set<number>): number =>
  week.filter(({ person }) => !sight.has(person)).length;
const counted = (weeks: Summary[][]): Summary[][] => weeks.filter(({ length }) => length >= minimumGroup);

/** The rule before: unseen people were counted over all weeks of a mean, and means were exact. */
const before: Show = (weeks, start, until, sight) => {
  const parts = [weeks.slice(start, until + 1), weeks.slice(0, start)].map(counted);
  const isSafe = parts.every((part) => {
    const hidden = new Set(part.flat().flatMap(({ person }) => (sight.has(person) ? [] : [person])));
    return part.length > 0 && isDisclosureSafe(hidden.size, { minimumGroup });
  });
  const [recentMean = 0, baselineMean = 0] = parts.map(meanOf);
  return isSafe ? { recentMean, baselineMean } : null;
};

const today: Show = (weeks, start, until, sight) => {
  const parts = [weeks.slice(start, until + 1), weeks.slice(0, start)].map(counted);
  const isSafe = parts.every(
    (part) => part.length > 0 && part.every((week) => isDisclosureSafe(hiddenIn(week, sight), { minimumGroup })),
  );
  const [recentMean = 0, baselineMean = 0] = parts.map(meanOf);
  const flag = { scope: 'department', recentMean, baselineMean, effectSize: 0, p: 0, adjustedP: 0 } as Flag;
  return isSafe ? roundFlag({ ...flag, series: [] }) : null;
};

/**
 * Subtracts the means of consecutive detections, or of starts one week apart, which gives the mean of one week; takes away
 * the scores that the manager may read, then or later; and counts the weeks in which what one to four others gave comes out.
 */
function attack({ written, sight, laterSight }: Tenant, show: Show, rounding: number): number {
  let broken = 0;
  const solve = (week: Summary[], weekMean: number, error: number): void => {
    for (const readable of [sight, laterSight]) {
      const hidden = hiddenIn(week, readable);
      if (hidden === 0 || hidden >= minimumGroup || week.length < minimumGroup) continue;
      const known = week.reduce((sum, { person, score }) => sum + (readable.has(person) ? score : 0), 0);
      const [low, high] = [weekMean - error, weekMean + error].map((mean) => mean * week.length - known);
      const possible = Array.from({ length: 4 * hidden + 1 }, (_, i) => hidden + i).filter(
        (sum) => sum >= (low ?? 0) - 1e-6 && sum <= (high ?? 0) + 1e-6,
      );
      const actual = week.reduce((sum, { person, score }) => sum + (readable.has(person) ? 0 : score), 0);
      if (possible.length === 1 && possible[0] === actual) {
        broken += 1;
        return;
      }
    }
  };
  for (const weeks of written) {
    for (let until = 14; until + 1 < weekCount; until += 1) {
      const start = until - 5;
      const [one, wider, next] = [
        show(weeks, start, until, sight),
        show(weeks, start + 1, until, sight), // a start that is estimated a week later
        show(weeks, start, until + 1, sight),
      ];
      const recent = counted(weeks.slice(start, until + 1)).length;
      const baseline = counted(weeks.slice(0, start)).length;
      const added = weeks[until + 1] ?? [];
      if (one && next && added.length >= minimumGroup)
        solve(added, (recent + 1) * next.recentMean - recent * one.recentMean, rounding * (2 * recent + 1));
      const moved = weeks[start] ?? [];
      if (one && wider && moved.length >= minimumGroup) {
        solve(moved, (baseline + 1) * wider.baselineMean - baseline * one.baselineMean, rounding * (2 * baseline + 1));
        solve(moved, recent * one.recentMean - (recent - 1) * wider.recentMean, rounding * (2 * recent - 1));
      }
    }
  }
  return broken;
}

describe('the means of departments, attacked by subtraction and by changes of sight in 1,000 tenants', function () {
  this.timeout(60_000);
  const made: Tenant[] = Array.from({ length: tenants }, (_, seed) => makeTenant(seed));
  const brokenTenants = (show: Show, rounding: number): number =>
    made.filter((tenant) => attack(tenant, show, rounding) > 0).length;

  it('gave scores away under the rule before, so the attack works', () => {
    expect(brokenTenants(before, 0)).to.be.above(tenants / 10);
  });

  it('give none away today', () => {
    expect(brokenTenants(today, 0.05)).to.equal(0);
    const shown = made.filter(({ written, sight }) => written.some((weeks) => today(weeks, 9, 14, sight))).length;
    expect(shown, 'flags are still shown to many').to.be.above(tenants / 10);
  });
});
