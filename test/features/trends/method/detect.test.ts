// Trend flags: the chance of a distance against counting by hand, who is tested, when a shift began, and which of many
// tests may be called a shift.
import { expect } from 'chai';
import fc from 'fast-check';
import { computeCliffsDelta } from '../../../../src/features/trends/method/effect-size.ts';
import { addPerson, createHistory } from '../../../../src/features/trends/method/history.ts';
import { selectFlags } from '../../../../src/features/trends/method/detect.ts';
import { minimumGroup } from '../../../support/trend-flags.ts';
import { correctForPersistence, estimatePersistence } from '../../../../src/features/trends/method/persistence.ts';
import {
  createSeries,
  createTiming,
  estimateVarianceChange,
  sharePriorVariance,
  type Series,
} from '../../../../src/features/trends/method/series.ts';
import { selectDiscoveries } from '../../../../src/features/trends/method/false-discoveries.ts';
import { testFamily, type Family } from '../../../../src/features/trends/method/test-series.ts';
import { thresholds } from '../../../../src/features/trends/method/thresholds.ts';
import type { CheckIn, Flag } from '../../../../src/features/trends/method/types.ts';
import { createRandom, randomNormal } from '../../../../scripts/tools/random.ts';
import { listCheckIns, simulateTenant, type Noise } from '../../../support/simulated-tenants.ts';
import { waver } from '../../../support/check-ins.ts';
import { readSection } from '../../../support/readmes.ts';

const section = readSection('Method').replace(/\s+/g, ' ');

const baseline = [4, 4, 5, 4, 3, 4, 4, 5, 4, 4, 4, 3, 4, 5, 4, 4, 4, 4, 5, 4, 3];
const recent = [2, 3, 3, 2, 3];

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

/** The flags of a person among colleagues whose scores waver. */
const flagsOf = (checkIns: CheckIn[], colleagues = 39): Flag[] => {
  const screening = createHistory(minimumGroup);
  addPerson(screening, 'ada', checkIns);
  for (let i = 0; i < colleagues; i += 1) {
    const scores = Array.from({ length: 26 }, (_, week) => 4 + (waver(week, 2 * i) + waver(week, 2 * i + 1)) / 2);
    addPerson(screening, `p${i}`, history(scores.map(Math.round)));
  }
  return selectFlags(screening).filter(({ subject }) => subject === 'ada');
};

const windows = [{ weeks: 4, weight: 1 }];
const seriesOf = (values: number[], some = windows): Series => {
  const of = { scope: 'individual', subject: 'ada', dimension: 'qualityOfWork' } as const;
  const timing = createTiming([...values.keys()], values.length - 1, some);
  if (!timing) throw new Error('There are too few values.');
  return createSeries(of, timing, values);
};
const test = (series: Series[]): Family => testFamily(series, windows, 'people');

/** All ways to take so many of the numbers. */
function choices(numbers: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  const [first, ...others] = numbers;
  if (first === undefined) return [];
  return [...choices(others, size - 1).map((taken) => [first, ...taken]), ...choices(others, size)];
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

describe('the effect size', () => {
  it('turns around with the scores, and is 1 where every recent score is higher', () => {
    const scores = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(scores, scores, (late, early) => {
        const turned = (some: number[]): number[] => some.map((one) => 6 - one);
        expect(computeCliffsDelta(turned(late), turned(early))).to.be.closeTo(-computeCliffsDelta(late, early), 1e-12);
      }),
    );
    expect(computeCliffsDelta([4, 5], [1, 3])).to.equal(1);
    expect(computeCliffsDelta([1, 5], [3, 3])).to.equal(0);
  });
});

describe('the chance of a distance', () => {
  it('is what counting every order one by one gives', () => {
    const values = [4, 5, 4, 3, 4, 5, 3, 4, 4, 5, 4, 3, 2, 3, 3, 2];
    const series = seriesOf(values);
    sharePriorVariance([series], 0.1);
    const [candidate] = test([series]).candidates;
    const total = sum(values);
    const apart = (late: number): number => Math.abs(late / 4 - (total - late) / 12);
    const orders = choices(values, 4).map(sum);
    const share = orders.filter((late) => apart(late) >= apart(2 + 3 + 3 + 2) - 1e-9).length / orders.length;
    expect(share).to.be.within(0.001, 0.02);
    expect(candidate?.p).to.be.closeTo(share, 4 * Math.sqrt(share / 1_000));
  });

  it('is the same at each run, and never 0', () => {
    const series = [seriesOf([...Array.from({ length: 40 }, (_, i) => 4 + (i % 2)), 1, 1, 1, 1])];
    sharePriorVariance(series, 0.1);
    const one = test(series);
    const other = test(series);
    expect(one.candidates[0]?.p).to.equal(other.candidates[0]?.p);
    expect(one.candidates[0]?.p).to.be.within(1e-9, 0.001);
  });
});

describe('the variance', () => {
  const made = (noise: Noise): Series[] => {
    const tenant = simulateTenant('variance', 1, 100, noise);
    const series = [...Array(100).keys()].map((person) =>
      seriesOf(listCheckIns(tenant, person, 51).map(({ scores }) => scores.qualityOfWork)),
    );
    sharePriorVariance(series, 0.1);
    return series;
  };

  it('is seen to change where bursts come, wherever they begin, and not where weeks are independent or a few far off', () => {
    for (const length of [3, 4, 5, 6]) {
      const change = estimateVarianceChange(
        made({ bursts: { weeks: [length, length], share: 0.2, factors: [0.75, 2.2] } }),
      );
      expect(change, `bursts of ${length} weeks`).to.be.within(0.3, 1.5);
    }
    for (const noise of [{}, { degrees: 2 }, { always5: 0.5 }]) expect(estimateVarianceChange(made(noise))).to.equal(0);
  });
});

describe('the flags of a tenant', function () {
  this.timeout(60_000);

  it('are the same in whatever order people come, and whatever their ids are', () => {
    // More than 3,000 series, some of them autocorrelated, so that autocorrelation is estimated from a sample and counts.
    const injection = { points: 1.5, people: 20, onset: 40 };
    const noise = { autocorrelated: { share: 0.2, correlation: [0.8, 0.8] as [number, number] } };
    const tenant = simulateTenant('the order of people', 1, 1_100, noise, injection);
    const detect = (order: number[]): Record<string, unknown>[] => {
      const screening = createHistory(minimumGroup);
      for (const person of order) addPerson(screening, `id ${order.indexOf(person)}`, listCheckIns(tenant, person, 51));
      return selectFlags(screening).map(({ subject, ...rest }) => ({
        ...rest,
        subject: subject?.startsWith('id ') ? order[Number(subject.slice(3))] : subject,
      }));
    };
    const flags = detect([...Array(tenant.people).keys()]);
    expect(flags).to.have.length.above(10);
    expect(detect([...Array(tenant.people).keys()].map((i) => (i * 7 + 3) % tenant.people))).to.have.deep.members(
      flags,
    );
  });
});

describe('the flag of a person', function () {
  this.timeout(30_000);

  it('tells both means, the direction and effect, when it began and the weeks behind it', () => {
    const [flag, ...others] = flagsOf(history([...baseline, ...recent]));
    expect(others).to.deep.equal([]);
    expect(flag).to.deep.include({ scope: 'individual', subject: 'ada', dimension: 'personalWellbeing' });
    expect(flag).to.deep.include({ direction: 'down', n: 6, recentMean: 2.67, baselineMean: 4.1 });
    expect(flag?.effectSize).to.equal(-0.93);
    expect(flag?.start).to.deep.equal({ weeksAgo: 5, earliest: 6, latest: 4 });
    expect(flag?.series.map(({ value }) => value)).to.deep.equal([...baseline, ...recent]);
    expect(flag?.series.map(({ weeksAgo }) => weeksAgo)).to.deep.equal([...Array(26).keys()].reverse());
  });

  it('has the opposite direction for reversed scores', () => {
    const turned = [...baseline, ...recent].map((one) => 6 - one);
    const [flag] = flagsOf(history([...baseline, ...recent]));
    const [other] = flagsOf(history(turned));
    expect(other).to.include({ direction: 'up', effectSize: -(flag?.effectSize ?? 0) });
    expect(other?.start.weeksAgo).to.equal(flag?.start.weeksAgo);
  });

  it('takes summaries in any order, bridges weeks without one and passes over what is outside of the weeks', () => {
    const gaps = history([...baseline.slice(0, 9), null, ...baseline.slice(9), 2, 3, 2, null, 2]);
    const [flag] = flagsOf(gaps);
    expect(flag?.series).to.have.length(25);
    const scores = { qualityOfWork: 1, personalWellbeing: 1, professionalWellbeing: 1 };
    const outside = [-1, thresholds.weeks].map((weeksAgo) => ({ weeksAgo, scores }));
    for (const same of [[...gaps].reverse(), [...outside, ...gaps]]) expect(flagsOf(same)).to.deep.equal([flag]);
  });

  it('needs enough weeks on either side, and a shift that is not tiny', () => {
    expect(flagsOf(history([...baseline.slice(0, 12), null, null, 1, 1]))).to.deep.equal([]);
    expect(flagsOf(history([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1]))).to.deep.equal([]);
    expect(flagsOf([])).to.deep.equal([]);
    expect(flagsOf(history(Array<number>(52).fill(4)))).to.deep.equal([]);
    const slight = [...Array<number>(40).fill(4), 4, 4, 4, 4, 4, 4, 4, 5, 4, 4, 5, 4];
    expect(flagsOf(history(slight))).to.deep.equal([]);
  });

  it('lasts while the shift does, for half a year, and always tells of its first week', () => {
    for (const weeks of [6, 10, 16, 20, 25]) {
      const before = Array.from({ length: 52 - weeks }, (_, i) => baseline[i % baseline.length] ?? 4);
      const after = Array.from({ length: weeks }, (_, i) => recent[i % recent.length] ?? 3);
      const [flag] = flagsOf(history([...before, ...after]));
      expect(flag?.direction, `after ${weeks} weeks`).to.equal('down');
      expect(flag?.start.earliest, `after ${weeks} weeks`).to.be.at.least(weeks - 1);
      expect(flag?.start.latest, `after ${weeks} weeks`).to.be.at.most(weeks - 1);
    }
  });

  it('is that of the worked example in the README', () => {
    const [flag] = flagsOf(history([...baseline, ...recent]));
    for (const figure of [flag?.recentMean, flag?.baselineMean, flag?.adjustedP])
      expect(section).to.include(String(Number((figure ?? 0).toPrecision(3))));
    expect(section)
      .to.include(`\`${baseline.join(' ')}\``)
      .and.to.include(`\`${recent.join(' ')}\``);
    expect(section).to.include('six weeks ago');
  });
});

describe('the flag of a department', function () {
  this.timeout(60_000);
  it('finds a department whose people all fall, the more surely the deeper they fall', () => {
    const found = [1.5, 2, 3].map((points) => {
      const screening = createHistory(minimumGroup);
      for (let i = 0; i < 27; i += 1) {
        const scores = Array.from({ length: 26 }, (_, week) => {
          const fall = i < 13 && week >= 19 ? points : 0;
          return Math.max(1, Math.min(5, 4 + waver(week, i) - fall));
        });
        addPerson(screening, `p${i}`, history(scores, i < 13 ? 'Care' : 'Sales'));
      }
      return selectFlags(screening).filter(({ scope, subject }) => scope === 'department' && subject === 'Care').length;
    });
    expect(found).to.deep.equal([1, 1, 1]);
  });
});

describe('autocorrelation', function () {
  this.timeout(30_000);

  const weekCount = 52;
  const made = (people: number, correlation: (i: number) => number): Series[] => {
    const series = Array.from({ length: people }, (_, i) => {
      const random = createRandom('moods', String(i));
      let state = randomNormal(random, 1);
      const values = Array.from({ length: weekCount }, () => {
        const lasts = correlation(i);
        state = lasts * state + Math.sqrt(1 - lasts ** 2) * randomNormal(random, 1);
        return Math.min(5, Math.max(1, Math.round(3.6 + 0.7 * state)));
      });
      return seriesOf(values, [...thresholds.windows]);
    });
    sharePriorVariance(series, 0.1);
    return series;
  };
  const priorOf = (series: Series[]) => estimatePersistence(series, () => 0, 2e-4);

  it('is estimated for nobody in independent weeks, and for about the share of people who have it', () => {
    expect(priorOf(made(300, () => 0))[0]).to.be.above(0.99);
    expect(priorOf(made(300, (i) => (i % 10 === 0 ? 0.9 : 0)))[0]).to.be.within(0.8, 0.95);
    expect(priorOf(made(300, () => 0.6))[0]).to.be.below(0.2);
  });

  it('reduces the distance of people who have it, and hardly that of others', () => {
    const series = made(300, (i) => (i % 10 === 0 ? 0.9 : 0));
    const prior = priorOf(series);
    const distances = (some: Series[]): [plain: number, corrected: number][] =>
      some.map((one) => [
        correctForPersistence(
          one,
          8,
          8,
          prior.map((_, i) => (i === 0 ? 1 : 0)),
        ),
        correctForPersistence(one, 8, 8, prior),
      ]);
    const mean = (numbers: number[]): number => sum(numbers) / numbers.length;
    const autocorrelated = distances(series.filter((_, i) => i % 10 === 0));
    const others = distances(series.filter((_, i) => i % 10 !== 0));
    expect(mean(autocorrelated.map(([plain]) => plain)), 'they swing').to.be.above(2);
    expect(mean(autocorrelated.map(([, corrected]) => corrected))).to.be.below(2);
    const plain = mean(others.map(([one]) => one));
    const corrected = mean(others.map(([, one]) => one));
    expect(corrected).to.be.within(0.9 * plain, plain);
  });
});

describe('the flags among all that was tested', () => {
  // The example of Benjamini and Hochberg's own paper of 1995: at 0.05 the first four of fifteen.
  const paper = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528];
  const ps = [...paper, 0.759, 1];
  const familyOf = (some: number[], tests: number, levelShare = 1): Family => ({
    tests,
    levelShare,
    candidates: some.map((p) => ({ p }) as Family['candidates'][number]),
    prior: Float64Array.of(1),
  });

  it('are those of the paper that the method is from, whatever their order', () => {
    for (const order of [ps, [...ps].reverse()]) {
      const flags = selectDiscoveries([familyOf(order, 15)], 0.05);
      expect(flags.map(({ p }) => p)).to.deep.equal(ps.slice(0, 4));
      [0.0015, 0.003, 0.0095, 0.035625].forEach((p, i) => expect(flags[i]?.adjustedP).to.be.closeTo(p, 1e-12));
    }
    const all = selectDiscoveries([familyOf(ps, 15)], 1);
    expect(all[5]?.adjustedP, 'never above that of a larger p').to.be.closeTo((0.0298 * 15) / 7, 1e-12);
    expect(all).to.have.length(15);
  });

  it('give people and groups their shares of the level, however many there are', () => {
    const people = familyOf([], 1000, 0.75);
    const groups = familyOf([0.004], 3, 0.25);
    expect(selectDiscoveries([people, groups], 0.05)[0]?.adjustedP).to.be.closeTo((0.004 * 3) / 0.25, 1e-12);
    expect(selectDiscoveries([people, groups], 0.04)).to.deep.equal([]);
    const { people: one, groups: other } = thresholds.levelShares;
    expect(one + other).to.be.at.most(1);
  });

  it('are none when nothing was tested', () => {
    expect(selectFlags(createHistory(minimumGroup))).to.deep.equal([]);
  });
});
