// Which departments are shown beside the total: none that is withheld can be computed from what is shown.
import { expect } from 'chai';
import { createRandom } from '../../scripts/tools/random.ts';
import { describeWeeks, type DepartmentWeek } from '../../src/reports/by-department.ts';
import { checkInFigures } from '../../src/reports/check-ins.ts';
import { readNumber, type Row } from '../../src/reports/rows.ts';
import { selectShown } from '../../src/rules/withholding.ts';

const minimum = 5;

describe('the departments that are shown', () => {
  const shown = (...sizes: number[]): string[] => [
    ...selectShown(
      sizes.map((size) => ({ name: String(size), size })),
      minimum,
    ),
  ];

  it('are all that are large enough, where none is too small, or those that are too small are enough together', () => {
    expect(shown(10, 8, 6)).to.deep.equal(['6', '8', '10']);
    expect(shown(10, 8, 3, 2)).to.deep.equal(['8', '10']);
  });

  it('leave out the next smallest where the small ones are too few together, so that the total minus the others is of enough people', () => {
    expect(shown(10, 8, 6, 3, 1)).to.deep.equal(['8', '10']);
    expect(shown(10, 1)).to.deep.equal([]);
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

/** Bounds of the sum of scores of each department in a week. */
type Bounds = Map<string, { low: number; high: number }>;

/**
 * What somebody concludes who has the pages: sums between the ends of rounded means, and scores from 1 to 5. The total is exact,
 * since the distribution of the scores of everyone, on the page of the digest, says so.
 */
function solve(rows: Row[], counts: Map<string, number>, exact: number, rounding: number): Bounds {
  const bounds: Bounds = new Map();
  const half = rounding + 1e-9;
  let [totalLow, totalHigh] = [-Infinity, Infinity];
  for (const row of rows) {
    const name = row['department'] === undefined ? '' : String(row['department']);
    const people = row['scope'] === 'everyone' ? readNumber(row, 'submitted') : (counts.get(name) ?? 0);
    const mean = row['qualityOfWork'];
    const known = typeof mean === 'number';
    const low = known ? Math.max(people, people * (mean - half)) : people;
    const high = known ? Math.min(5 * people, people * (mean + half)) : 5 * people;
    if (row['scope'] === 'everyone') [totalLow, totalHigh] = known ? [exact, exact] : [low, high];
    else bounds.set(name, { low, high });
  }
  // one equation in which each sum stands once: its bounds follow from those of all others at once
  const sums = [...bounds.values()];
  const [lows, highs] = [sums.reduce((sum, { low }) => sum + low, 0), sums.reduce((sum, { high }) => sum + high, 0)];
  return new Map(
    [...bounds].map(([name, { low, high }]) => [
      name,
      { low: Math.max(low, totalLow - (highs - high)), high: Math.min(high, totalHigh - (lows - low)) },
    ]),
  );
}

describe('the check-ins of a thousand companies', function () {
  this.timeout(60_000);

  /** A company in some weeks: departments of random sizes, of whom most write; the reader sees some of them, or all. */
  function* companies(): Generator<DepartmentWeek[]> {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const random = createRandom('companies', String(seed));
      const sizes = Array.from({ length: 1 + Math.floor(random() * 9) }, () => 1 + Math.floor(random() ** 2 * 14));
      const isSeen = sizes.map(() => seed % 3 > 0 || random() < 0.6);
      yield Array.from({ length: 4 }, (_, week) =>
        sizes.flatMap((people, at): DepartmentWeek[] => {
          if (!isSeen[at]) return [];
          const scores = Array.from({ length: people }, () => (random() < 0.8 ? 1 + Math.floor(random() * 5) : 0));
          const written = scores.filter((score) => score > 0);
          const sum = written.reduce((total, score) => total + score, 0);
          const sums = { qualityOfWork: sum, personalWellbeing: sum, professionalWellbeing: sum };
          return [{ week: `w${week}`, department: `D${at}`, people, excused: 0, submitted: written.length, ...sums }];
        }),
      ).flat();
    }
  }

  const isFew = (people: number): boolean => people > 0 && people < minimum;
  const meansIn = (rows: Row[]): number =>
    rows.filter((row) => row['scope'] === 'department' && row['qualityOfWork'] !== undefined).length;

  /** How many means of fewer people than the minimum are known within half a point of one person, and how many are shown. */
  async function attack(report: (weeks: DepartmentWeek[]) => Promise<Row[]> | Row[], rounding = 0.05) {
    const found = { few: 0, computed: 0, shown: 0, enough: 0 };
    for (const company of companies()) {
      const rows = await report(company);
      found.shown += meansIn(rows);
      for (const [week, departments] of Map.groupBy(company, (one) => one.week)) {
        // who checked in is no secret: the digest says it by name
        const counts = new Map(departments.map((one) => [one.department, Number(one['submitted'])]));
        const bounds = solve(
          rows.filter((row) => row['week'] === week),
          counts,
          departments.reduce((sum, one) => sum + Number(one['qualityOfWork']), 0),
          rounding,
        );
        for (const [name, people] of counts) {
          if (!isFew(people)) {
            found.enough += people > 0 ? 1 : 0;
            continue;
          }
          found.few += 1;
          const { low, high } = bounds.get(name) ?? { low: 0, high: 5 };
          if (high - low <= 1) found.computed += 1;
        }
      }
    }
    return found;
  }

  // oxlint-disable-next-line typescript/require-await -- the rows of a report are on their way
  async function* onePage(rows: DepartmentWeek[]) {
    yield rows;
  }

  it('give no mean of fewer people than the minimum away', async () => {
    const found = await attack((weeks) => describeWeeks(onePage(weeks), minimum, 'submitted', checkInFigures));
    expect(found.few).to.be.above(5_000);
    expect(found.computed).to.equal(0);
    console.log(
      `      shown: ${found.shown} of ${found.enough} means of enough people (${found.few} of fewer, none computed)`,
    );
  });

  it('gave them away when only these were withheld, and means had two decimals: the solver works', async () => {
    const before = await attack(
      (weeks) =>
        [...Map.groupBy(weeks, (one) => one.week)].flatMap(([week, departments]) => {
          const total = (name: string): number => departments.reduce((sum, one) => sum + Number(one[name]), 0);
          const round = (sum: number, people: number) => Math.round((100 * sum) / people) / 100;
          const everyone = { week, scope: 'everyone', submitted: total('submitted') };
          return [
            {
              ...everyone,
              ...(total('submitted') >= minimum && {
                qualityOfWork: round(total('qualityOfWork'), total('submitted')),
              }),
            },
            ...departments.map((one): Row => {
              const submitted = Number(one['submitted']);
              const mean = submitted >= minimum && { qualityOfWork: round(Number(one['qualityOfWork']), submitted) };
              return { week, scope: 'department', department: one.department, submitted, ...mean };
            }),
          ];
        }),
      0.005,
    );
    expect(before.computed).to.be.above(100);
  });
});
