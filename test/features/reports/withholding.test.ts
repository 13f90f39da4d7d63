// Which departments are shown beside the total: none that is withheld can be computed from what is shown.
import { expect } from 'chai';
import { dimensions, mapDimensions } from '../../../src/platform/schema/scores.ts';
import { describeWeeks, type DepartmentWeek } from '../../../src/features/reports/by-department.ts';
import { checkInFigures, scoreDistances, scoreFigures } from '../../../src/features/reports/check-ins.ts';
import { digest } from '../../../src/features/reports/digest.ts';
import { goalFigures } from '../../../src/features/reports/goals.ts';
import { answerDistances, answerFigures } from '../../../src/features/reports/question.ts';
import { readNumber, type Row } from '../../../src/features/reports/rows.ts';
import { maxPoints } from '../../../src/features/questions/rules.ts';
import { createRandom, type Random } from '../../../scripts/tools/random.ts';
import { selectShown } from '../../../src/platform/lib/withholding.ts';
import {
  makeCompany,
  solveSums,
  type Employee,
  type Kind,
  type Member,
  type PageTime,
  type Shown,
} from '../../support/page-attack.ts';

const minimum = 5;

/** How many scores are not the worst one, and how many not the best one, in each dimension, as the query counts them. */
const countOthers = (scores: readonly number[]): Record<string, number> =>
  Object.fromEntries(
    dimensions.flatMap((name) => [
      [`${name}NotWorst`, scores.filter((score) => score > 1).length],
      [`${name}NotBest`, scores.filter((score) => score < 5).length],
    ]),
  );

describe('the departments that are shown', () => {
  const shown = (...sizes: number[]): string[] => [
    ...selectShown(
      sizes.map((size) => ({ name: String(size), size })),
      minimum,
    ),
  ];

  it('are all that are large enough, where none is too small, or those that are too small are enough together', () => {
    expect(shown(10, 8, 6)).to.deep.equal(['6', '8', '10']);
    expect(shown(10, 8, 3, 3, 2)).to.deep.equal(['8', '10']);
    expect(shown(8, 3, 3, 2)).to.deep.equal(['8']);
  });

  it('leave out the next smallest where the small ones are too few together, so that the total minus the others is of enough people', () => {
    expect(shown(10, 9, 6, 4, 1)).to.deep.equal(['9', '10']);
    expect(shown(10, 1)).to.deep.equal([]);
  });

  it('leave out one more where a manager who knows the largest of them would be left with too few', () => {
    expect(shown(10, 8, 6, 3)).to.deep.equal(['10']);
    expect(shown(10, 9, 8, 3, 2)).to.deep.equal(['9', '10']);
    expect(shown(10, 4, 1)).to.deep.equal([]);
  });

  it('are none in which all or all but one gave the same answer, nor any that is as large', () => {
    const ofCounts = (...groups: [name: string, counts: number[]][]): string[] => [
      ...selectShown(
        groups.map(([name, counts]) => {
          const size = counts.reduce((sum, count) => sum + count, 0);
          return { name, size, distances: counts.map((count) => size - count) };
        }),
        minimum,
      ),
    ];
    expect(ofCounts(['a', [4, 2]], ['b', [5, 2]], ['c', [6, 2]])).to.deep.equal(['a', 'b', 'c']);
    // without any one of the groups that are withheld, the others have two others as well
    for (const alike of [
      [6, 0],
      [5, 1],
      [1, 5],
    ])
      expect(ofCounts(['a', alike], ['b', [5, 2]], ['c', [6, 2]], ['d', [7, 2]]), alike.join()).to.deep.equal(['d']);
    expect(ofCounts(['a', [4, 2]], ['b', [5, 2]], ['c', [8, 0]])).to.deep.equal([]);
  });

  it('do not depend on departments of nobody, nor on the order', () => {
    expect(shown(0, 6, 8)).to.deep.equal(['6', '8']);
    expect(
      selectShown(
        [
          { name: 'b', size: 5 },
          { name: 'a', size: 5 },
          { name: 'c', size: 1 },
        ],
        minimum,
      ),
    ).to.deep.equal(
      selectShown(
        [
          { name: 'c', size: 1 },
          { name: 'a', size: 5 },
          { name: 'b', size: 5 },
        ],
        minimum,
      ),
    );
  });
});

describe('the reports of a thousand companies, solved together', function () {
  this.timeout(60_000);

  /** How much of the departments that are withheld is known within half a point of one person. */
  type Found = { few: number; alone: number; beforeAndAfter: number; fromTotal: number; shown: number; enough: number };
  type Make = (weeks: DepartmentWeek[], kind: Kind) => Promise<Row[]> | Row[];

  const scale = { kind: 'scale', places: 5 } as const;
  const asShown: Make = (weeks, kind) => {
    if (kind === 'check-ins')
      return describeWeeks(
        weeks,
        minimum,
        { figures: checkInFigures, written: { by: 'written', distances: scoreDistances, figures: scoreFigures } },
        null,
      );
    if (kind === 'goals') return describeWeeks(weeks, minimum, { figures: goalFigures }, null);
    const written = {
      by: 'answered',
      distances: answerDistances,
      figures: (sums: DepartmentWeek) => answerFigures(sums, scale),
    };
    return describeWeeks(
      weeks,
      minimum,
      { figures: ({ answered }) => ({ answered: Number(answered) }), written },
      null,
    );
  };

  /**
   * Attacks the check-ins, goals, digest and answers to a question of two weeks: of the first, as printed then and a week later,
   * when people have moved or left; of the second, as printed then. With `byManager`, the attacker also has what the manager of a team reads in theirs.
   */
  async function attack(make: Make, byManager: boolean, halfTenth = 0.05): Promise<Found> {
    const found: Found = { few: 0, alone: 0, beforeAndAfter: 0, fromTotal: 0, shown: 0, enough: 0 };
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const people = makeCompany(seed);
      for (const kind of kinds) {
        for (const week of [0, 1] as const) {
          const printed = await Promise.all(
            week === 0
              ? [print(people, kind, 0, 'before'), print(people, kind, 0, 'after')]
              : [print(people, kind, 1, 'after')],
          );
          const members = toMembers(people, kind, week, byManager);
          const solveFor = (pages: Printed[]) =>
            solveSums(
              members,
              pages.flatMap(({ sums }) => sums),
              limits[kind],
            );
          const together = solveFor(printed);
          for (const one of printed) {
            const own = solveFor([one]);
            found.shown += one.sums.length - 1;
            for (const { size } of one.groups) found.enough += size >= minimum ? 1 : 0;
            for (const department of one.withheld) {
              const hidden = members.filter((member) => member[one.at] === department && !member.isKnown);
              if (hidden.length === 0 || hidden.length >= minimum) continue;
              found.few += 1;
              const sum = hidden.reduce((total, { value }) => total + value, 0);
              const wide = own(one.at, department);
              const narrow = together(one.at, department);
              expect(sum, `${seed} ${kind} ${week} ${department}`).to.be.within(narrow.low - 1e-6, narrow.high + 1e-6);
              if (narrow.high - narrow.low > 1) continue;
              if (one.sums.length === 1) found.fromTotal += 1;
              else if (wide.high - wide.low <= 1) found.alone += 1;
              else found.beforeAndAfter += 1;
            }
          }
        }
      }
    }
    return found;

    type Printed = { at: PageTime; groups: { department: string; size: number }[]; sums: Shown[]; withheld: string[] };
    /** Prints the pages of a week, and says which sums follow from each. */
    async function print(people: Employee[], kind: Kind, week: 0 | 1, at: PageTime): Promise<Printed> {
      const inside = people.filter((person) => person[at] !== '');
      const groups = Map.groupBy(inside, (person) => person[at]);
      const counts = (of: Employee[]): Employee[] => of.filter((one) => isCounted(one, kind, week));
      const sizes = new Map([...groups].map(([department, of]) => [department, counts(of).length]));
      const sources = [...groups]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([department, of]): DepartmentWeek => {
          const written = of.map(({ scores }) => scores[week]).filter((score) => score > 0);
          const sum = written.reduce((total, score) => total + score, 0);
          const completed = of.reduce((total, one) => total + one.completed[week], 0);
          return {
            week: 'w',
            department,
            people: of.length,
            excused: 0,
            submitted: written.length,
            written: written.length,
            qualityOfWork: sum,
            personalWellbeing: sum,
            professionalWellbeing: sum,
            ...countOthers(written),
            setters: of.length,
            goals: completed * 2,
            completed,
            answered: of.filter(({ points }) => points[week] > 0).length,
            ...Object.fromEntries(
              places.map((place) => [`count${place}`, of.filter(({ points }) => points[week] === place).length]),
            ),
          };
        });
      const rows = await make(sources, kind);
      const printed: Printed = {
        at,
        groups: [...sizes].map(([department, size]) => ({ department, size })),
        sums: [],
        withheld: [],
      };
      for (const row of rows) {
        const department = row['scope'] === 'everyone' ? null : String(row['department']);
        const size = department === null ? counts(inside).length : (sizes.get(department) ?? 0);
        const value = readShown(row, kind);
        if (department === null) {
          // counts are exact, and so are the sums of scores by the distribution on the page of the digest
          const total = kind === 'check-ins' ? readDistribution(counts(inside), week) : value;
          if (total !== null) printed.sums.push({ at, department, low: total, high: total });
        } else if (value === null) {
          if (size > 0) printed.withheld.push(department);
        } else {
          const [mean, half] = kind === 'check-ins' ? [size * value, size * halfTenth + 1e-9] : [value, 0];
          printed.sums.push({ at, department, low: mean - half, high: mean + half });
        }
      }
      return printed;
    }
  }

  /** What a row shows: a mean of scores, the goals completed, or the sum of all points; null if it is withheld. */
  function readShown(row: Row, kind: Kind): number | null {
    const value = row[kind === 'goals' ? 'completed' : kind === 'question' ? 'count1' : 'qualityOfWork'];
    if (typeof value !== 'number') return null;
    return kind === 'question'
      ? places.reduce((sum, place) => sum + place * readNumber(row, `count${place}`), 0)
      : value;
  }

  /** The sum of scores of everyone, from the bars of the digest; null if it has none. */
  function readDistribution(people: Employee[], week: 0 | 1): number | null {
    const rows = people.map(({ scores }): Row => ({ submitted: true, ...mapDimensions(() => scores[week]) }));
    const figure = digest.figures(rows, minimum, {}).find(({ title }) => title === 'Distribution of scores');
    if (!figure || !('bars' in figure)) return null;
    const parts = figure.bars[0]?.parts ?? [];
    return Math.round(parts.reduce((sum, { share, score = 0 }) => sum + score * share * people.length, 0));
  }

  /** Who counts on the pages of a week. */
  const toMembers = (people: Employee[], kind: Kind, week: 0 | 1, byManager: boolean): Member[] =>
    people
      .filter((one) => isCounted(one, kind, week))
      .map((one) => {
        const { before, after, isReport } = one;
        return { before, after, isKnown: byManager && isReport, value: valueOf(one, kind, week) };
      });

  const valueOf = ({ scores, completed, points }: Employee, kind: Kind, week: 0 | 1): number =>
    ({ 'check-ins': scores, goals: completed, question: points })[kind][week];
  /** Everybody counts in the goals; in the others who has written or answered. */
  const isCounted = (one: Employee, kind: Kind, week: 0 | 1): boolean =>
    kind === 'goals' || valueOf(one, kind, week) > 0;

  const places = [1, 2, 3, 4, 5];
  const limits = {
    'check-ins': { least: 1, most: 5 },
    goals: { least: 0, most: 30 },
    question: { least: 1, most: 5 },
  };
  const kinds = ['check-ins', 'goals', 'question'] as const;

  for (const byManager of [false, true]) {
    it(`give nothing of a withheld department away${byManager ? ' to who also has what a manager reads' : ''}`, async () => {
      const found = await attack(asShown, byManager);
      expect(found.few).to.be.above(10_000);
      expect(found.alone, 'from the pages of one day').to.equal(0);
      // a known limit: who leaves is the difference of two digests, and who moves that of two departments
      expect(found.beforeAndAfter / found.few, 'from pages before and after people move or leave').to.be.below(0.01);
      const { shown, enough, few, beforeAndAfter, fromTotal } = found;
      console.log(
        `      shown: ${shown} of ${enough} departments of enough people; of ${few} of fewer, ${beforeAndAfter} are known from ` +
          `two days, ${fromTotal} where there is a total alone`,
      );
    });
  }

  it('gave it away when only the small ones were withheld, and means had two decimals: the solver works', async () => {
    const before = await attack(
      (weeks, kind) => {
        const total = (name: string): number => weeks.reduce((sum, one) => sum + Number(one[name]), 0);
        const counted = { 'check-ins': 'submitted', goals: 'people', question: 'answered' }[kind];
        const counts = places.map((place) => `count${place}`);
        return [
          {
            scope: 'everyone',
            completed: total('completed'),
            ...Object.fromEntries(counts.map((name) => [name, total(name)])),
          },
          ...weeks.map((one): Row => {
            const mean = Math.round((100 * Number(one['qualityOfWork'])) / Number(one['submitted'])) / 100;
            const figures = Number(one[counted]) >= minimum && {
              qualityOfWork: mean,
              completed: Number(one['completed']),
              ...Object.fromEntries(counts.map((name) => [name, Number(one[name])])),
            };
            return { scope: 'department', department: one.department, ...figures };
          }),
        ];
      },
      false,
      0.005,
    );
    expect(before.alone).to.be.above(100);
  });
});

describe('the answers and scores of 300 companies, of which some people know their own or those of their department', function () {
  this.timeout(60_000);

  /** `isMean`: a score, of which the page shows means instead of counts. */
  type Asked = { title: string; shares: number[]; isScale?: true; isMean?: true };
  type Person = { department: string; place: number };
  type Found = { certain: number; shown: number; isTotal: number };

  const companies = 300;
  const allCounts = Array.from({ length: maxPoints }, (_, at) => [`count${at + 1}`, 0] as const);
  const draw = (random: Random, shares: readonly number[]): number => {
    let left = random();
    const at = shares.findIndex((share) => (left -= share) < 0);
    return 1 + (at < 0 ? shares.length - 1 : at);
  };
  /** From 3 to 8 departments of 1 to 24 people. */
  const drawCompany = (seed: number, shares: readonly number[]): Person[] => {
    const random = createRandom('alike', String(seed), shares.join());
    return Array.from({ length: 3 + Math.floor(random() * 6) }, (_, at) =>
      Array.from({ length: 1 + Math.floor(random() ** 2 * 24) }, () => ({
        department: `D${at}`,
        place: draw(random, shares),
      })),
    ).flat();
  };

  /** How many answers somebody knows for certain from a page; nobody, each manager of a department, and each person try. */
  function attack({ shares, isScale, isMean }: Asked, isJudged: boolean): Found {
    const names = shares.map((_, at) => `count${at + 1}`);
    const found: Found = { certain: 0, shown: 0, isTotal: 0 };
    for (let seed = 1; seed <= companies; seed += 1) {
      const people = drawCompany(seed, shares);
      const departments = Map.groupBy(people, ({ department }) => department);
      const sums = [...departments].map(([department, of]): DepartmentWeek => {
        const counts = names.map((name, at) => [name, of.filter(({ place }) => place === at + 1).length]);
        return {
          week: 'w',
          department,
          people: of.length,
          excused: 0,
          answered: of.length,
          written: of.length,
          ...mapDimensions(() => of.reduce((sum, { place }) => sum + place, 0)),
          ...countOthers(of.map(({ place }) => place)),
          ...(Object.fromEntries([...allCounts, ...counts]) as Record<string, number>),
        };
      });
      const rows = describeWeeks(
        sums,
        minimum,
        {
          figures: () => ({}),
          written: {
            by: 'answered',
            distances: !isJudged ? () => [] : isMean ? scoreDistances : answerDistances,
            figures: (of) =>
              isMean
                ? scoreFigures(of)
                : answerFigures(of, { kind: isScale ? 'scale' : 'yes_no', places: shares.length }),
          },
        },
        null,
      );
      const pages = rows.filter((row) => typeof row[isMean ? 'qualityOfWork' : 'count1'] === 'number');
      const isTotal = pages.some(({ scope }) => scope === 'everyone');
      found.isTotal += isTotal ? 1 : 0;
      found.shown += pages.length - (isTotal ? 1 : 0);
      // who knows nothing, each manager, and one of those who have answered alike; the total alone is no split that could be undone
      const knowers: ((one: Person) => boolean)[] = [
        () => false,
        ...(pages.length > 1 ? [...departments.keys()].map((name) => (one: Person) => one.department === name) : []),
        ...[...Map.groupBy(people, ({ department, place }) => `${department} ${place}`).values()].map(
          ([first]) =>
            (one: Person) =>
              one === first,
        ),
      ];
      for (const isKnown of knowers)
        for (const [at, name] of isMean ? [[0, 'qualityOfWork'] as const] : names.entries()) {
          const members = people.map((one): Member => {
            const { department, place } = one;
            const value = isMean ? place : place === at + 1 ? 1 : 0;
            return { before: department, after: '', isKnown: isKnown(one), value };
          });
          const shown = pages.map((row): Shown => {
            const department = row['scope'] === 'everyone' ? null : String(row['department']);
            const of = department === null ? people : (departments.get(department) as Person[]);
            const sum = of.reduce((total, { place }) => total + place, 0);
            if (!isMean) return { at: 'before', department, low: readNumber(row, name), high: readNumber(row, name) };
            // the page of the digest has the exact sum of everyone
            if (department === null) return { at: 'before', department, low: sum, high: sum };
            const [low, high] = [-0.05, 0.05].map((half) => (readNumber(row, name) + half) * of.length) as [
              number,
              number,
            ];
            return { at: 'before', department, low: Math.ceil(low - 1e-6), high: Math.floor(high + 1e-6) };
          });
          const range = isMean ? { least: 1, most: shares.length } : { least: 0, most: 1 };
          const solve = solveSums(members, shown, range);
          for (const department of departments.keys()) {
            const unknown = members.filter((one) => one.before === department && !one.isKnown).length;
            const { low, high } = solve('before', department);
            const isCertain = low >= unknown * range.most - 1e-6 || (isMean && high <= unknown * range.least + 1e-6);
            if (unknown > 0 && isCertain) found.certain += unknown;
          }
        }
    }
    return found;
  }

  const asked: Asked[] = [
    { title: 'yes or no, 70 % say yes', shares: [0.7, 0.3] },
    { title: 'yes or no, 90 % say yes', shares: [0.9, 0.1] },
    { title: 'yes or no, 97 % say yes', shares: [0.97, 0.03] },
    { title: 'a scale of three', shares: [0.1, 0.3, 0.6], isScale: true },
    { title: 'a scale of five', shares: [0.05, 0.1, 0.2, 0.4, 0.25], isScale: true },
    { title: 'scores of which 90 % are the best', shares: [0.01, 0.01, 0.03, 0.05, 0.9], isMean: true },
    { title: 'scores of which 97 % are the best', shares: [0, 0, 0, 0.03, 0.97], isMean: true },
    { title: 'scores of which 90 % are the worst', shares: [0.9, 0.05, 0.03, 0.01, 0.01], isMean: true },
    { title: 'usual scores', shares: [0.05, 0.1, 0.2, 0.4, 0.25], isMean: true },
  ];
  for (const one of asked)
    it(`are known for certain to nobody: ${one.title}`, () => {
      const found = attack(one, true);
      expect(found.certain).to.equal(0);
      console.log(
        `      shown: ${found.shown} departments, and everyone of ${found.isTotal} of ${companies} companies`,
      );
    });

  it('were known when only the sizes of groups decided: the solver works', () => {
    for (const one of [...asked.slice(1, 3), ...asked.slice(5, 8)])
      expect(attack(one, false).certain, one.title).to.be.above(1_000);
  });
});
