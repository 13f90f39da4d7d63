// Trend flags: the exact test against counting by hand, who is tested, and which of many tests may be called a shift.
import { expect } from 'chai';
import fc from 'fast-check';
import { compareWindows, splitWindows, type Persistence } from '../../src/trends/compare-windows.ts';
import { selectFlags, screenPerson, createScreening } from '../../src/trends/detect.ts';
import { computeCliffsDelta, computePermutationDistribution } from '../../src/trends/permutation-test.ts';
import { addTest, createFamily, selectDiscoveries, type Family } from '../../src/trends/false-discoveries.ts';
import { defaultTrendSettings as settings, type CheckIn, type Flag } from '../../src/trends/types.ts';
import { readSection } from '../support/readmes.ts';

const section = readSection('Method').replace(/\s+/g, ' ');

const baseline = [4, 4, 5, 4, 3, 4, 4, 5, 4, 4, 4, 3, 4, 5, 4, 4, 4, 4, 5, 4];
const recent = [3, 2, 3, 3, 2, 3];

/** Summaries from the oldest week to the newest; null is a week without one. The other dimensions stay at 4. */
const history = (scores: readonly (number | null)[], department?: string): CheckIn[] =>
  scores.flatMap((personalWellbeing, i) =>
    personalWellbeing === null
      ? []
      : [
          {
            weeksAgo: scores.length - 1 - i,
            ...(department && { department }),
            scores: { qualityOfWork: 4, personalWellbeing, professionalWellbeing: 4 },
          },
        ],
  );

/** One person alone, with everything reported that is a shift at all. */
const flagsAlone = (checkIns: CheckIn[], some: Partial<typeof settings> = {}): Flag[] => {
  const screening = createScreening({ ...settings, level: 1, ...some });
  screenPerson(screening, 'ada', checkIns);
  return selectFlags(screening);
};
const testsOf = (checkIns: CheckIn[]): number => {
  const screening = createScreening(settings);
  screenPerson(screening, 'ada', checkIns);
  return screening.people.tests;
};

/** A family in which so many tests are expected, in random order, at each of these distances, and those were found. */
function familyOf(expected: Record<number, number>, found: number[], tests: number, persistence?: Persistence): Family {
  const family = createFamily();
  const [distances, shares] = [Object.keys(expected).map(Number), Float64Array.from(Object.values(expected))];
  const rest = { direction: 'up', n: 5, recentMean: 4, baselineMean: 3, effectSize: 1 } as const;
  const nothing = { shares: Float64Array.of(), toDistance: () => 0 };
  for (let i = 0; i < tests; i += 1) {
    const test = { ...rest, scope: 'individual', subject: `p${i}`, dimension: 'qualityOfWork' } as const;
    addTest(
      family,
      {
        ...test,
        isShifted: found[i] !== undefined,
        distance: found[i] ?? 0,
        chances: i === 0 ? { shares, toDistance: (at) => distances[at] ?? 0 } : nothing,
        persistence: persistence ?? { observed: 1, expected: 1 },
      },
      'all',
    );
  }
  return family;
}

/** All ways to take so many of the numbers, each as what is taken and what is left. */
function choices(numbers: readonly number[], size: number): [number[], number[]][] {
  if (size === 0) return [[[], [...numbers]]];
  const [first, ...others] = numbers;
  if (first === undefined) return [];
  return [
    ...choices(others, size - 1).map(([taken, left]): [number[], number[]] => [[first, ...taken], left]),
    ...choices(others, size).map(([taken, left]): [number[], number[]] => [taken, [first, ...left]]),
  ];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const score = fc.integer({ min: 1, max: 5 });
const few = fc.array(score, { minLength: 1, maxLength: 4 });
const several = fc.array(score, { minLength: 1, maxLength: 7 });

/** How likely an order is at least as far up, and at least as far down, as the one that came. */
const tailsOf = (late: readonly number[], early: readonly number[]): { up: number; down: number } => {
  const { observed: found, shares } = computePermutationDistribution(late, early);
  return { up: sum([...shares.slice(found)]), down: sum([...shares.slice(0, found + 1)]) };
};

describe('the exact distribution of a shift', () => {
  it('is what counting every choice one by one gives, for scores and for other whole numbers', () => {
    const numbers = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.oneof(fc.tuple(few, several), fc.tuple(numbers, numbers)), ([late, early]) => {
        const sums = choices([...late, ...early], late.length).map(([taken]) => sum(taken));
        const { up, down } = tailsOf(late, early);
        expect(down).to.be.closeTo(sums.filter((one) => one <= sum(late)).length / sums.length, 1e-12);
        expect(up).to.be.closeTo(sums.filter((one) => one >= sum(late)).length / sums.length, 1e-12);
        const { observed: found, toShift } = computePermutationDistribution(late, early);
        expect(toShift(found)).to.be.closeTo(sum(late) / late.length - sum(early) / early.length, 1e-9);
      }),
    );
  });

  it('turns around with the scores', () => {
    fc.assert(
      fc.property(few, several, (late, early) => {
        const turned = (scores: number[]): number[] => scores.map((one) => 6 - one);
        expect(tailsOf(turned(late), turned(early)).up).to.be.closeTo(tailsOf(late, early).down, 1e-12);
        expect(computeCliffsDelta(turned(late), turned(early))).to.be.closeTo(-computeCliffsDelta(late, early), 1e-12);
      }),
    );
  });

  it('makes a lower recent score no likelier by chance', () => {
    fc.assert(
      fc.property(few, several, (late, early) => {
        const lower = [(late[0] ?? 0) - 1, ...late.slice(1)];
        expect(tailsOf(lower, early).down).to.be.at.most(tailsOf(late, early).down + 1e-12);
      }),
    );
  });

  it('stays exact with a year of weeks: one choice among all', () => {
    const year = Array.from({ length: 46 }, (_, i) => 3 + (i % 3));
    expect(tailsOf([1, 1, 1, 1, 1, 1], year).down).to.be.closeTo(1 / 20_358_520, 1e-15);
  });
});

describe('the comparison of a person', () => {
  it('tells both means, how many scores are behind the recent one, the direction and the effect', () => {
    const [flag, ...others] = flagsAlone(history([...baseline, ...recent]));
    expect(others).to.deep.equal([]);
    expect(flag).to.deep.include({ scope: 'individual', subject: 'ada', dimension: 'personalWellbeing' });
    expect(flag).to.deep.include({ direction: 'down', n: 5, recentMean: 2.6, baselineMean: 4.04762 });
    expect(flag?.effectSize).to.equal(-0.914286);
  });

  it('gives reversed scores the opposite direction and the same p', () => {
    const turned = [...baseline, ...recent].map((one) => 6 - one);
    const [[flag], [other]] = [flagsAlone(history([...baseline, ...recent])), flagsAlone(history(turned))];
    expect(other).to.include({ direction: 'up', effectSize: -(flag?.effectSize ?? 0), p: flag?.p });
  });

  it('takes summaries in any order, bridges weeks without one and passes over what is outside the windows', () => {
    const gaps = history([...baseline.slice(0, 9), null, null, ...baseline.slice(9), 2, null, 3, null, 2]);
    const [flag] = flagsAlone(gaps);
    expect(flag).to.include({ n: 3, recentMean: 2.33333, baselineMean: 4.1 });
    const scores = { qualityOfWork: 1, personalWellbeing: 1, professionalWellbeing: 1 };
    const outside = [-1, settings.recentWeeks + settings.baselineWeeks].map((weeksAgo) => ({ weeksAgo, scores }));
    for (const same of [[...gaps].reverse(), [...outside, ...gaps]]) {
      const [{ p = 0, ...rest } = {}] = flagsAlone(same);
      expect(rest).to.include({ n: 3, recentMean: 2.33333, baselineMean: 4.1 });
      expect(p).to.be.closeTo(flag?.p ?? 1, 1e-12);
    }
  });

  it('is not made with too few weeks on either side', () => {
    expect(testsOf(history([...baseline, null, 2, null, null, 2]))).to.equal(0);
    expect(testsOf(history([...baseline, 2, null, null, 2, 2]))).to.equal(3);
    expect(testsOf(history([...baseline.slice(0, 11), 2, 2, 2, 2, 2]))).to.equal(0);
    expect(testsOf(history([...baseline.slice(0, 12), 2, 2, 2, 2, 2]))).to.equal(3);
    expect(testsOf([])).to.equal(0);
  });

  it('finds no shift where all scores are the same, or where it is smaller than the minimum', () => {
    expect(flagsAlone(history(Array<number>(52).fill(4)))).to.deep.equal([]);
    const slight = history([...Array<number>(40).fill(4), 4, 4, 4, 4, 3]);
    expect(flagsAlone(slight)).to.deep.equal([]);
    expect(flagsAlone(slight, { minimumShift: 0.1 })).to.have.length(1);
  });

  it('finds persistence and chance equal, on average over every order of the same scores', () => {
    const scores = [1, 2, 2, 3, 5, 5];
    const windows = { ...settings, recentWeeks: 2, minimumRecent: 1, minimumBaseline: 6 };
    const persistenceOf = (order: number[]): Persistence => {
      const weeks = splitWindows(history([...order, 3, 3]), windows) ?? { recent: [], baseline: [] };
      const tested = (week: CheckIn): number => week.scores.personalWellbeing;
      return compareWindows(weeks, { toInteger: tested, toPoints: tested, unit: 1, varianceOffset: 0.5 }, windows)
        .persistence;
    };
    const all = choices([0, 1, 2, 3, 4, 5], 2).flatMap(([one, rest]) =>
      choices(rest, 2).map(([other, last]) => [...one, ...other, ...last].map((at) => scores[at] ?? 0)),
    );
    const each = all.map(persistenceOf);
    expect(sum(each.map(({ observed: found }) => found))).to.be.closeTo(
      sum(each.map(({ expected }) => expected)),
      1e-9,
    );
    const lasting = persistenceOf(scores);
    expect(lasting.observed).to.be.above(2 * lasting.expected);
  });
});

describe('the flags among all that was tested', () => {
  // The example of Benjamini and Hochberg's own paper of 1995: at 0.05 the first four of fifteen.
  const paper = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528];
  const ps = [...paper, 0.759, 1];
  const distances = ps.map((_, i) => 15 - i);
  const expected = Object.fromEntries(ps.map((p, i) => [15 - i, (p - (ps[i - 1] ?? 0)) * ps.length]));

  it('are those of the paper that the method is from, whatever their order', () => {
    for (const order of [distances, [...distances].reverse()]) {
      const flags = selectDiscoveries([familyOf(expected, order, 15)], 0.05);
      expect(flags).to.have.length(4);
      flags.forEach(({ p }, i) => expect(p).to.be.closeTo(ps[i] ?? 0, 1e-12));
      [0.0015, 0.003, 0.0095, 0.035625].forEach((p, i) => expect(flags[i]?.adjustedP).to.be.closeTo(p, 1e-12));
    }
    const all = selectDiscoveries([familyOf(expected, distances, 15)], 1);
    expect(all[5]?.adjustedP, 'never above that of a larger p').to.be.closeTo((0.0298 * 15) / 7, 1e-12);
    expect(all).to.have.length(15);
  });

  it('give people and groups half of the level each, however many there are', () => {
    const people = familyOf({ 5: 0.02 }, [5], 1000);
    const groups = familyOf({ 5: 0.02 }, [5], 3);
    expect(selectDiscoveries([people, createFamily()], 0.05)[0]?.adjustedP).to.be.closeTo(0.02, 1e-12);
    const both = selectDiscoveries([familyOf({ 5: 0.02 }, [], 1000), groups], 0.05);
    expect(both[0]?.adjustedP).to.be.closeTo(0.04, 1e-12);
    expect(both[0]?.p).to.be.closeTo(0.02 / 3, 1e-12);
    expect(selectDiscoveries([familyOf({ 5: 0.03 }, [], 1000), familyOf({ 5: 0.03 }, [5], 3)], 0.05)).to.deep.equal([]);
  });

  it('are fewer where good and bad times last, and never more where they do not', () => {
    const chances = { 6: 0.001, 4.5: 0.2 };
    const flagged = (found: number): number =>
      selectDiscoveries([familyOf(chances, [6], 100, { observed: found, expected: 1 })], 0.05).length;
    expect(flagged(1)).to.equal(1);
    expect(flagged(2), '6 / √2 is below 6').to.equal(0);
    expect(selectDiscoveries([familyOf(chances, [4], 100, { observed: 0.25, expected: 1 })], 0.05)).to.deep.equal([]);
  });

  it('are none when nothing was tested', () => {
    expect(selectDiscoveries([createFamily(), createFamily()], 0.05)).to.deep.equal([]);
  });

  it('expect exactly as many by chance as come out on average, over every order of everybody’s weeks', () => {
    const one = [4, 4, 3, 5, 2, 4];
    const two = [1, 3, 3, 2, 3, 5];
    const some = {
      ...settings,
      recentWeeks: 2,
      baselineWeeks: 4,
      minimumRecent: 2,
      minimumBaseline: 4,
      minimumShift: 0,
    };
    const counts = new Map<number, number>();
    const orders = [one, two].flatMap((scores) => choices(scores, 2).map(([late, early]) => [...early, ...late]));
    const screening = createScreening(some);
    screenPerson(screening, 'one', history(one));
    screenPerson(screening, 'two', history(two));
    for (const order of orders) {
      const alone = createScreening(some);
      screenPerson(alone, 'x', history(order));
      for (const { distance, dimension } of alone.people.candidates) {
        const step = Math.floor(distance / 0.01 + 1e-6);
        if (dimension === 'personalWellbeing') counts.set(step, (counts.get(step) ?? 0) + 1 / 15);
      }
    }
    for (const [step, count] of counts) expect(screening.people.expected[step]).to.be.closeTo(count, 1e-9);
  });

  it('reach the worked example of the README', () => {
    const screening = createScreening(settings);
    const usual = [...baseline, ...baseline.slice(0, 6)];
    screenPerson(screening, 'ada', history([...baseline, ...recent]));
    for (let i = 1; i < 40; i += 1) screenPerson(screening, `p${i}`, history(usual));
    const [flag, ...none] = selectFlags(screening);
    expect(none).to.deep.equal([]);
    expect(flag).to.include({ subject: 'ada', dimension: 'personalWellbeing', direction: 'down' });
    const { distance = 0 } = screening.people.candidates[0] ?? {};
    expect(distance).to.be.closeTo(2.21, 0.005);
    // Both 2s and three of the six 3s: 20 of the 65,780 ways to take five weeks of 26. Nobody else's weeks reach so far.
    expect(flag?.p).to.equal(Number((20 / 65_780 / 120).toPrecision(6)));
    expect(flag?.adjustedP).to.equal(Number((2 * (20 / 65_780)).toPrecision(6)));
    for (const figure of ['2.6', '4.05', '2.21', '20 of the 65,780', '0.0006', '−0.91'])
      expect(section).to.include(figure);
    const weeks = [...baseline, ...recent].join(' ');
    expect(section)
      .to.include(`\`${weeks.slice(0, 41)}\``)
      .and.to.include(`\`${weeks.slice(42)}\``);
  });
});
