// Departments and the organisation: what shifts them, what does not, and that nobody's score can be reckoned from them.
import { expect } from 'chai';
import fc from 'fast-check';
import { addPerson, createHistory, type History } from '../../../../src/features/trends/method/history.ts';
import { selectFlags } from '../../../../src/features/trends/method/detect.ts';
import { minimumGroup } from '../../../support/trend-flags.ts';
import {
  createGroupSeries,
  selectShownGroups,
  type GroupSeries,
} from '../../../../src/features/trends/method/groups.ts';
import { measureSharedWeeks } from '../../../../src/features/trends/method/shared-weeks.ts';
import type { CheckIn, Flag } from '../../../../src/features/trends/method/types.ts';
import { describeWeeks, type DepartmentWeek } from '../../../../src/features/reports/by-department.ts';
import { scoreDistances, scoreFigures } from '../../../../src/features/reports/check-ins.ts';
import { dimensions } from '../../../../src/platform/schema/scores.ts';
import { waver } from '../../../support/check-ins.ts';

const weeks = 30;
const dimension = 2;
type Member = { department?: string; score: (weeksAgo: number) => number | null };

const checkInsOf = ({ department, score }: Member): CheckIn[] =>
  Array.from({ length: weeks }, (_, weeksAgo) => ({ weeksAgo, score: score(weeksAgo) })).flatMap(
    ({ weeksAgo, score }) =>
      score === null
        ? []
        : [
            {
              weeksAgo,
              ...(department && { department }),
              scores: { qualityOfWork: 3, personalWellbeing: 3, professionalWellbeing: score },
            },
          ],
  );

/** Nobody is tested alone. */
const screened = (members: readonly Member[], areTested = false): History => {
  const tenant = createHistory(minimumGroup);
  for (const [i, member] of members.entries()) addPerson(tenant, `p${i}`, checkInsOf(member), areTested);
  return tenant;
};
const flagsOf = (members: readonly Member[]): Flag[] => selectFlags(screened(members));
const flagOf = (members: readonly Member[], subject: string): Flag | undefined =>
  flagsOf(members).find((one) => one.subject === subject && one.dimension === 'professionalWellbeing');
const sharedOf = (members: readonly Member[]) => measureSharedWeeks(screened(members), dimension);
const seriesOf = (members: readonly Member[]): GroupSeries[] => {
  const history = screened(members);
  return createGroupSeries(history, dimension, measureSharedWeeks(history, dimension), selectShownGroups(history));
};
const seriesOfOne = (members: readonly Member[], subject: string): GroupSeries | undefined =>
  seriesOf(members).find((one) => one.subject === subject);

/** Scores that go up and down by the week, by a pattern of the member's own. */
const wavering = (i: number, level = 4): ((weeksAgo: number) => number) => {
  return (weeksAgo) => level + waver(weeksAgo, i);
};
const team = (size: number, department: string, change: (weeksAgo: number) => number = () => 0): Member[] =>
  Array.from({ length: size }, (_, i) => {
    const usual = wavering(i + department.length * 100);
    return { department, score: (ago) => usual(ago) + change(ago) };
  });
const down = (ago: number): number => (ago < 6 ? -1 : 0);
/** Departments of eight in which nothing shifts. */
const others = [...team(8, 'Sales'), ...team(8, 'Design'), ...team(8, 'Support')];
const last = (series: ArrayLike<number>, count: number): number =>
  Array.from(series)
    .slice(-count)
    .reduce((sum, value) => sum + value, 0) / count;

describe('the flag of a group', function () {
  this.timeout(30_000);

  it('is about a shift of a department, told in plain means to a tenth, and is the only one', () => {
    const [flag, ...more] = flagsOf([...team(8, 'Care', down), ...others]);
    expect(flag).to.include({ scope: 'department', subject: 'Care', direction: 'down', n: 48 });
    expect(more.filter(({ subject }) => subject !== 'Care')).to.deep.equal([]);
    expect(flag?.start).to.include({ weeksAgo: 5 });
    expect((flag?.recentMean ?? 0) - (flag?.baselineMean ?? 0)).to.be.closeTo(-0.9, 0.3);
    for (const { value } of flag?.series ?? []) expect(value).to.equal(Number(value.toFixed(1)));
    expect(flagsOf([...team(8, 'Care'), ...others])).to.deep.equal([]);
  });

  it('is one of the organisation when everybody shifts, and none of people or departments', () => {
    const everyone = ['Care', 'Sales', 'Design', 'Support'].flatMap((name) => team(8, name, down));
    const flags = selectFlags(screened(everyone, true));
    expect(flags.map(({ scope }) => scope)).to.deep.equal(['organisation']);
    expect(flags[0]?.start).to.include({ weeksAgo: 5 });
  });

  it('has the opposite direction for reversed scores', () => {
    const members = [...team(8, 'Care', down), ...others];
    const turned = members.map(({ score, ...rest }) => ({ ...rest, score: (ago: number) => 6 - (score(ago) ?? 0) }));
    const one = flagOf(members, 'Care');
    const other = flagOf(turned, 'Care');
    expect(one?.direction).to.equal('down');
    expect(other).to.include({ direction: 'up', effectSize: -(one?.effectSize ?? 0) });
  });

  it('is not moved by who comes and goes: three who always give 1 join, and means fall, but nobody has changed', () => {
    const joining = Array.from({ length: 3 }, () => ({
      department: 'Care',
      score: (ago: number) => (ago < 5 ? 1 : null),
    }));
    const members = [...team(8, 'Care'), ...joining, ...others];
    const series = seriesOfOne(members, 'Care');
    expect(last(series?.means ?? [], 5)).to.be.below(3.5);
    expect(last(series?.values ?? [], 5)).to.be.above(-0.4);
    expect(flagsOf(members)).to.deep.equal([]);
  });

  it('never looks at fewer people than the minimum, in any week', () => {
    expect(seriesOfOne(team(4, 'Small'), 'Small')).to.equal(undefined);
    expect(seriesOfOne(team(5, 'Small'), 'Small')?.people).to.deep.equal(Array(30).fill(5));
    const [first, ...rest] = team(5, 'Small') as [Member, ...Member[]];
    const away = { department: 'Small', score: (ago: number) => (ago < 2 ? null : first.score(ago)) };
    expect(seriesOfOne([...rest, away], 'Small')?.people, 'two weeks do not count').to.have.length(28);
  });

  it('counts a score for the department it was written in', () => {
    const moved = { department: 'New', score: (ago: number) => (ago < 16 ? 4 : null) };
    const before = { department: 'Old', score: (ago: number) => (ago >= 16 ? 4 : null) };
    const four = [...team(4, 'New'), ...team(4, 'Old')];
    expect(seriesOfOne([...four, moved, before], 'New')?.people).to.have.length(16);
    expect(seriesOfOne([...four, before], 'New'), 'four are too few').to.equal(undefined);
  });

  it('counts the organisation in lots of at least the minimum, so that a difference of groups is never a few people', () => {
    const people = (members: Member[]): number | undefined => seriesOfOne(members, '')?.people.at(-1);
    const nine = [...team(6, 'Large'), ...team(3, 'Small')];
    expect(people(nine), 'three beside six stay out').to.equal(6);
    const eleven = [...nine, ...team(1, 'One'), { score: wavering(9) }];
    expect(people(eleven), 'five from small departments and none come in together').to.equal(11);
    expect(people(team(4, 'Small'))).to.equal(undefined);
  });

  it('has no numbers beside fewer people than the minimum, whose score everyone’s minus these would be', () => {
    const numbersOf = (members: Member[]): unknown[] => [...new Set(flagsOf(members).map((flag) => flag.hasNumbers))];
    const one = team(1, 'One');
    expect(numbersOf([...team(5, 'Care', down), ...one])).to.deep.equal([false]);
    expect(numbersOf(team(5, 'Care', down)), 'nobody else').to.deep.equal([true]);
    const careOf = (size: number): Flag | undefined =>
      flagsOf([...team(size, 'Care', down), ...others, ...one]).find(({ subject }) => subject === 'Care');
    expect(careOf(12)?.hasNumbers, 'among many').to.equal(true);
    expect(careOf(7)?.hasNumbers, 'withheld with the one').to.equal(false);
    const joining = { department: 'One', score: (ago: number) => (ago === 20 ? 3 : null) };
    expect(numbersOf([...team(5, 'Care', down), joining]), 'in a single week').to.deep.equal([false]);
  });

  it('shows of a department what the report of the check-ins shows in each week, and nothing of another', () => {
    // a small department beside two that fall, each at its own time, and two larger ones
    const companies = [
      [1, 6, 7, 12, 15],
      [3, 6, 7, 12, 15],
      [4, 9, 9, 14, 20],
      [5, 6, 7, 12, 15],
      [2, 2, 8, 9, 10],
      [8, 20, 22, 30, 40],
      [3, 16, 18, 30, 40],
    ];
    const found = { withNumbers: 0, without: 0 };
    for (const sizes of companies) {
      const members = sizes.flatMap((size, at) =>
        team(size, `D${at}`, (ago) =>
          at === 1 && ago < 6 ? -1 : at === 2 && ago < 12 ? -1 : at === 4 && ago < 9 ? 1 : 0,
        ),
      );
      const sums = Array.from({ length: weeks }, (_, ago) =>
        sizes.map((size, at): DepartmentWeek => {
          const scores = members
            .filter(({ department }) => department === `D${at}`)
            .map(({ score }) => score(ago) ?? 0);
          const sum = scores.reduce((total, one) => total + one, 0);
          const of = { week: String(ago), department: `D${at}`, people: size, excused: 0, written: size };
          const others = Object.fromEntries(
            dimensions.flatMap((name) => [
              [`${name}NotWorst`, size],
              [`${name}NotBest`, size],
            ]),
          );
          others['professionalWellbeingNotBest'] = scores.filter((score) => score < 5).length;
          return { ...of, ...others, qualityOfWork: 3 * size, personalWellbeing: 3 * size, professionalWellbeing: sum };
        }),
      ).flat();
      const described = {
        figures: () => ({}),
        written: { by: 'written', distances: scoreDistances, figures: scoreFigures },
      };
      const rows = describeWeeks(sums, minimumGroup, described, null);
      for (const flag of flagsOf(members).filter(({ scope }) => scope === 'department')) {
        found[flag.hasNumbers ? 'withNumbers' : 'without'] += 1;
        const printed = flag.series.map(({ weeksAgo }) => {
          const row = rows.find(({ week, department }) => week === String(weeksAgo) && department === flag.subject);
          return row?.['professionalWellbeing'];
        });
        if (flag.hasNumbers)
          for (const [at, { value }] of flag.series.entries())
            // two ways to round
            expect(printed[at], `${sizes.join()} ${flag.subject}`).to.be.closeTo(value, 0.101);
        else expect(printed, sizes.join()).to.include(undefined);
      }
    }
    expect(Math.min(found.withNumbers, found.without), JSON.stringify(found)).to.be.above(1);
  });

  it('has no numbers if in one of its weeks all but one gave the best score, in any dimension', () => {
    const numbersOf = (alike: (ago: number) => boolean): (boolean | undefined)[] => {
      const low = ['Care', 'Sales', 'Design', 'Support'].flatMap((name) => team(8, name, () => -1));
      const members = low.map(({ score, ...member }, at) => ({
        ...member,
        score: (ago: number) => (alike(ago) && at > 0 && at < 8 ? 5 : score(ago)),
      }));
      return ['Care', ''].map((name) => seriesOfOne(members, name)?.hasNumbers);
    };
    expect(numbersOf(() => false)).to.deep.equal([true, true]);
    expect(numbersOf((ago) => ago === 20)).to.deep.equal([false, true]);
  });

  it('leaves at least the minimum when all departments of any size are taken from the organisation', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.nat({ max: 6 }), (departments, without) => {
        const members = departments.flatMap((size, i) => team(size, `D${i}`));
        const loose = Array.from({ length: without }, (_, i) => ({ score: wavering(i) }));
        const series = seriesOf([...members, ...loose]);
        const people = (scope: string): number =>
          series.filter((one) => one.scope === scope).reduce((total, one) => total + (one.people.at(-1) ?? 0), 0);
        const rest = people('organisation') - people('department');
        expect(rest === 0 || rest >= minimumGroup, `${rest} left`).to.equal(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a shared week', () => {
  const dip = (ago: number): number => (ago === 3 ? -1 : 0);

  it('is taken out where everybody dips', () => {
    const everyone = ['Care', 'Sales', 'Design', 'Support'].flatMap((name) => team(8, name, dip));
    const { tenant } = sharedOf(everyone);
    expect(tenant.at(-4)).to.be.within(-1.3, -0.6);
    expect([...tenant].filter((_, week) => week !== tenant.length - 4).every((one) => Math.abs(one) < 0.5)).to.equal(
      true,
    );
  });

  it('is the department’s, not the tenant’s, where one department of four dips', () => {
    const members = [...team(12, 'Care', dip), ...others];
    const { tenant, departments } = sharedOf(members);
    expect(tenant.at(-4)).to.be.above(-0.3);
    expect(departments[2 * tenant.length - 4]).to.be.below(-0.4);
  });
});
