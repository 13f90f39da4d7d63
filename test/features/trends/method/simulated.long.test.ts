// Trend flags in made-up tenants: hardly any where nothing shifts, and the injected shift where one is.
import { expect } from 'chai';
import { dimensions } from '../../../../src/platform/schema/scores.ts';
import type { Flag } from '../../../../src/features/trends/method/types.ts';
import {
  detectSimulated,
  simulateTenant,
  weeks,
  type Noise,
  type SimulatedTenant,
} from '../../../support/simulated-tenants.ts';

const dip = { from: 40, until: 42, points: 0.8, missing: 0.5 };
const onset = 40;

describe('the trend flags in made-up tenants', () => {
  const skipping = (chance: number) => ({ chance, below: 0 });
  const spells = { share: 0.1, correlation: [0.9, 0.9] as [number, number], common: true as const };
  /** The rows of the study where nothing shifts, but for the dip. Looks that are close together see the same weeks. */
  const quiet: Record<string, Noise> = {
    'independent weeks': {},
    'bursts: a fifth of blocks of 4 weeks': { bursts: { weeks: [4, 4], share: 0.2, factors: [0.75, 2.2] } },
    'bursts: half of blocks of 2 to 6 weeks': { bursts: { weeks: [2, 6], share: 0.5, factors: [0.5, 1.6] } },
    'autocorrelation 0.9 in 5 %': { autocorrelated: { share: 0.05, correlation: [0.9, 0.9] } },
    'autocorrelation 0.8 in 20 %': { autocorrelated: { share: 0.2, correlation: [0.8, 0.8] } },
    'autocorrelation 0 to 0.6 in all': { autocorrelated: { share: 1, correlation: [0, 0.6] } },
    'spells in 10 %, bad weeks skipped': { autocorrelated: spells, silence: skipping(0.7) },
    'the same, the three dimensions apart': {
      autocorrelated: { share: 0.1, correlation: [0.9, 0.9] },
      silence: skipping(0.7),
    },
    'the same spells, nothing skipped': { autocorrelated: spells },
    'autocorrelation 0.5 in all, bad weeks skipped': {
      autocorrelated: { share: 1, correlation: [0.5, 0.5] },
      silence: skipping(0.75),
    },
    'joiners and leavers, 30 % each': { turnover: 30 },
    '70 % always 5': { always5: 0.7 },
    'heavy tails': { degrees: 2 },
    'spells in 10 %, bad weeks skipped by everybody': {
      autocorrelated: spells,
      silence: { chance: 0.7, below: -0.7, byAll: true },
      common: true,
    },
    'cycles of 13 weeks': { cycle: { weeks: 13, points: [0.4, 0.8], share: 1 } },
  };
  for (const [name, noise] of Object.entries(quiet)) {
    it(`come in hardly any week where nothing shifts: ${name}`, () => {
      const tenant = simulateTenant(name, 1, 100, noise);
      const flagged = [20, 38, 55].filter((week) => detectSimulated(tenant, week).length > 0);
      expect(flagged).to.have.length.at.most(1);
    });
  }

  const holidays = { weeks: [4, 17, 30, 43], silent: 0.7 };
  const seasons: [string, number, Noise][] = [
    ['of ± 0.25, 50 people', 50, { season: 0.25 }],
    ['of ± 0.25, 100 people', 100, { season: 0.25 }],
    ['of ± 0.4, 100 people', 100, { season: 0.4 }],
    ['of ± 0.25 with holidays, 50 people', 50, { season: 0.25, holidays }],
  ];
  for (const [name, people, noise] of seasons) {
    it(`are of no person and no department in a slow season of everybody ${name}`, () => {
      const found = [1, 2, 3, 4, 5].flatMap((seed) => {
        const tenant = simulateTenant(name, seed, people, noise);
        return [28, 42, 55].map((week) => detectSimulated(tenant, week));
      });
      const flagged = found.filter((flags) => flags.some(({ scope }) => scope !== 'organisation'));
      expect(flagged).to.have.length.at.most(2);
    });
  }

  it('are those of the organisation alone when everybody dips for two weeks', () => {
    const tenant = simulateTenant('everybody dips', 1, 100, { dip });
    const found = [40, 41, 42, 43, 44, 46, 50].map((week) => detectSimulated(tenant, week));
    const count = (ofOrganisation: boolean): number =>
      found.filter((flags) => flags.some(({ scope }) => (scope === 'organisation') === ofOrganisation)).length;
    expect(count(true)).to.be.at.least(1);
    expect(count(false)).to.be.at.most(1);
  });

  it('are hardly of a person when all use the scale in another way from a week on, and are of the organisation', () => {
    const honesty = { from: 30, points: 0.5, width: 1.25 };
    const found = Array.from({ length: 10 }, (_, seed) => {
      const tenant = simulateTenant('honesty', 100 + seed, 100, { honesty });
      return [33, 37, 44].map((week) => detectSimulated(tenant, week));
    }).flat();
    const count = (scope: Flag['scope']): number =>
      found.filter((flags) => flags.some((flag) => flag.scope === scope)).length;
    expect(count('organisation')).to.be.at.least(25);
    expect(count('individual')).to.be.at.most(1);
  });

  it('find people who shift by one and a half points within eight weeks, in the week it began, for as long as it lasts', () => {
    const tenant = simulateTenant('1.5 points', 1, 100, {}, { points: 1.5, people: 20, onset });
    const shifted = [...tenant.shifted.keys()].filter((person) => tenant.shifted[person]! > 0);
    const found = lookEachWeek(tenant);
    const isTrue = ({ subject, dimension }: Flag): boolean =>
      shifted.some(
        (person) => subject === `person ${person}` && 1 << dimensions.indexOf(dimension) === tenant.shifted[person]!,
      );
    const seen = (from: number, until: number): number =>
      shifted.filter((person) =>
        found
          .slice(from, until)
          .some((flags) => flags.some((flag) => isTrue(flag) && flag.subject === `person ${person}`)),
      ).length;
    expect(seen(0, 8)).to.be.at.least(14);
    expect(seen(11, 12)).to.be.at.least(17);
    const late = found
      .flatMap((flags, week) => flags.filter(isTrue).map(({ start }) => Math.abs(week - start.weeksAgo)))
      .sort((a, b) => a - b);
    expect(late[late.length >> 1]).to.be.at.most(1);
    const all = found.flat();
    expect(all.filter((flag) => !isTrue(flag)).length).to.be.below(all.length / 5);
  });

  it('are not about colleagues of eight who fall in a department of twelve, and do not point the other way', () => {
    const injection = { points: 1.5, team: { size: 8, department: 4 }, onset };
    const colleagues = [1, 2, 3, 4].flatMap((seed) => {
      const tenant = simulateTenant('eight of twelve', seed, 300, {}, injection);
      const flags = [47, 49, 51].flatMap((week) => detectSimulated(tenant, week));
      expect(flags.some(({ subject }) => subject === 'department 4')).to.equal(true);
      const inside = flags.filter(({ subject }) => tenant.departments[Number(subject.slice(7))] === 4);
      return inside.filter(
        ({ subject, direction }) => direction === 'up' || tenant.shifted[Number(subject.slice(7))] === 0,
      );
    });
    expect(colleagues).to.deep.equal([]);
  });

  it('find a department that shifts by a point', () => {
    const injection = { points: 1, team: { size: 12, department: 3 }, onset };
    const tenant = simulateTenant('a department of 12, 1.0 points', 1, 100, {}, injection);
    const found = lookEachWeek(tenant).slice(0, 4).flat();
    expect(found.some(({ subject }) => subject === 'department 3')).to.equal(true);
  });

  it('are looked for in what the processes promise', () => {
    const written = ({ scores }: SimulatedTenant): number[] => [...scores].filter((score) => score > 0);
    expect(new Set(written(simulateTenant('one', 1, 1, { always5: 1 })))).to.deep.equal(new Set([5]));
    const dipped = simulateTenant('dip', 1, 100, { dip });
    const meanOf = (week: number): number => {
      const scores = Array.from({ length: 100 }, (_, person) => dipped.scores[(person * weeks + week) * 3] ?? 0);
      const given = scores.filter((score) => score > 0);
      return given.reduce((sum, score) => sum + score, 0) / given.length;
    };
    expect(meanOf(39) - meanOf(40)).to.be.within(0.5, 1.1);
    expect(meanOf(39) - meanOf(42)).to.be.within(-0.3, 0.3);
  });
});

/** The flags of each week from the onset on. */
function lookEachWeek(tenant: SimulatedTenant): Flag[][] {
  return Array.from({ length: 12 }, (_, i) => detectSimulated(tenant, onset + i));
}
