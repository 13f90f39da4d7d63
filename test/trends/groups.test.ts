// Departments and the organisation: what shifts them, what does not, and that nobody's score can be reckoned from them.
import { expect } from 'chai';
import fc from 'fast-check';
import { selectFlags, screenPerson, createScreening, type Screening } from '../../src/trends/detect.ts';
import { compareGroups, isDisclosureSafe, type GroupWeeks } from '../../src/trends/groups.ts';
import { defaultTrendSettings as settings, type CheckIn, type Flag } from '../../src/trends/types.ts';

const weeks = 30;
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

const screened = (members: readonly Member[], level = 1): Screening => {
  const screening = createScreening({ ...settings, level });
  for (const member of members) screenPerson(screening, null, checkInsOf(member));
  return screening;
};
const groupsOf = (members: readonly Member[]): GroupWeeks => screened(members).groupWeeks;
const testsOf = (members: readonly Member[]) =>
  compareGroups(groupsOf(members), 0.1, settings).filter(({ dimension }) => dimension === 'professionalWellbeing');
const testedOf = (members: readonly Member[], subject: string) =>
  testsOf(members).find((one) => one.subject === subject);
const flagOf = (members: readonly Member[], subject: string): Flag | undefined =>
  selectFlags(screened(members)).find((one) => one.subject === subject && one.dimension === 'professionalWellbeing');

/** Scores that go up and down by the week, by a pattern of the member's own. */
const wavering = (i: number, level = 4): ((weeksAgo: number) => number) => {
  return (weeksAgo) => level + (((weeksAgo * 7 + i * 5 + ((weeksAgo * i) % 4)) % 3) - 1);
};
const team = (size: number, department: string, change: (weeksAgo: number) => number = () => 0): Member[] =>
  Array.from({ length: size }, (_, i) => ({ department, score: (ago) => wavering(i)(ago) + change(ago) }));

describe('the test of a group', () => {
  it('finds a shift of a department, told in plain means', () => {
    const flag = flagOf(
      team(8, 'Care', (ago) => (ago < 5 ? -1 : 0)),
      'Care',
    );
    expect(flag).to.include({ scope: 'department', direction: 'down', n: 40 });
    expect(flag?.adjustedP).to.be.below(0.001);
    expect((flag?.recentMean ?? 0) - (flag?.baselineMean ?? 0)).to.be.closeTo(-1, 0.2);
    expect(selectFlags(screened(team(8, 'Care'), settings.level))).to.deep.equal([]);
  });

  it('gives reversed scores the opposite direction and the same p', () => {
    for (const weeksSince of [2, 3, 5]) {
      const members = team(8, 'Care', (ago) => (ago < weeksSince ? -1 : 0));
      const turned = members.map(({ score, ...rest }) => ({ ...rest, score: (ago: number) => 6 - (score(ago) ?? 0) }));
      const [one, other] = [testedOf(members, 'Care'), testedOf(turned, 'Care')];
      expect(one?.direction).to.equal('down');
      expect(other?.direction).to.equal('up');
      expect(other?.effectSize).to.equal(-(one?.effectSize ?? 0));
      expect(other?.distance).to.be.closeTo(one?.distance ?? 0, 1e-9);
    }
  });

  it('is not moved by who comes and goes: three who always give 1 join, and means fall, but nobody has changed', () => {
    const joining = Array.from({ length: 3 }, () => ({
      department: 'Care',
      score: (ago: number) => (ago < 5 ? 1 : null),
    }));
    const tested = testedOf([...team(8, 'Care'), ...joining], 'Care');
    expect((tested?.recentMean ?? 0) - (tested?.baselineMean ?? 0)).to.be.below(-0.7);
    expect(selectFlags(screened([...team(8, 'Care'), ...joining], settings.level))).to.deep.equal([]);
  });

  it('never looks at fewer people than the minimum, in any week', () => {
    expect(testedOf(team(4, 'Small'), 'Small')).to.equal(undefined);
    expect(testedOf(team(5, 'Small'), 'Small')).to.include({ n: 25 });
    const [first, ...others] = team(5, 'Small') as [Member, ...Member[]];
    const away = (from: number, to: number): Member => ({
      department: 'Small',
      score: (ago) => (ago >= from && ago < to ? null : first.score(ago)),
    });
    expect(testedOf([...others, away(0, 2)], 'Small'), 'two recent weeks do not count').to.include({ n: 15 });
    expect(testedOf([...others, away(0, 3)], 'Small'), 'two are left').to.equal(undefined);
  });

  it('counts a score for the department it was written in', () => {
    const moved = { department: 'New', score: (ago: number) => (ago < 10 ? 4 : null) };
    const before = { department: 'Old', score: (ago: number) => (ago >= 10 ? 4 : null) };
    const groups = groupsOf([moved, before]);
    expect([...(groups.get('Old') ?? []).keys()].filter((ago) => groups.get('Old')?.[ago])).to.have.length(20);
    expect(groups.get('New')?.[10]).to.equal(undefined);
  });

  it('counts the organisation in lots of at least the minimum, so that a difference of groups is never a few people', () => {
    const large = team(6, 'Large');
    const nine = [...large, ...team(3, 'Small')];
    expect(testedOf(nine, '')?.n, 'three beside six stay out').to.equal(30);
    expect(testedOf(nine, '')?.recentMean).to.equal(testedOf(nine, 'Large')?.recentMean);
    const eleven = [...nine, ...team(1, 'One'), { score: wavering(9) }];
    expect(testedOf(eleven, '')?.n, 'five from small departments and none come in together').to.equal(55);
    expect(testedOf(team(4, 'Small'), '')).to.equal(undefined);
  });

  it('leaves at least the minimum when all departments of any size are taken from the organisation', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.nat({ max: 6 }), (departments, without) => {
        const members = departments.flatMap((size, i) => team(size, `D${i}`));
        const loose = Array.from({ length: without }, (_, i) => ({ score: wavering(i) }));
        const tested = testsOf([...members, ...loose]);
        const people = (scope: string): number =>
          tested.filter((one) => one.scope === scope).reduce((total, { n }) => total + n, 0) / settings.recentWeeks;
        const rest = people('organisation') - people('department');
        expect(rest === 0 || rest >= settings.minimumGroup, `${rest} left`).to.equal(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a flag of a group', () => {
  it('is not for a reader who may read all but a few of its people', () => {
    for (const [unreadable, shown] of [
      [0, true],
      [1, false],
      [4, false],
      [5, true],
    ] as const) {
      expect(isDisclosureSafe(unreadable, settings), String(unreadable)).to.equal(shown);
    }
  });
});
