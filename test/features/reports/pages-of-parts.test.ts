// The page of a partner says nothing that the page of the whole tenant does not: each of its figures is one of a department that the tenant's
// page shows, or of all of these together. So no pages of partners, whose parts overlap in any way, betray beside it what it withholds.
import { expect } from 'chai';
import fc from 'fast-check';
import { dimensions } from '../../../src/platform/schema/scores.ts';
import { describeWeeks, type DepartmentWeek } from '../../../src/features/reports/by-department.ts';
import { checkInFigures, scoreDistances, scoreFigures } from '../../../src/features/reports/check-ins.ts';
import type { Row } from '../../../src/features/reports/rows.ts';

const minimum = 5;
const described = {
  figures: checkInFigures,
  written: { by: 'written', distances: scoreDistances, figures: scoreFigures },
};
/** A person of a department in a week; `isSeen` by the partner. */
type Person = { isExcused: boolean; isSeen: boolean; score: number | null };
const person = fc.record({
  isExcused: fc.boolean(),
  isSeen: fc.boolean(),
  score: fc.option(fc.integer({ min: 1, max: 5 })),
});
const department = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 12 }),
  /** A part has many departments as a whole. */
  isWhole: fc.boolean(),
});

function count(name: string, people: readonly Person[]): DepartmentWeek {
  const scores = people.flatMap(({ score }) => score ?? []);
  const away = people.filter(({ isExcused, score }) => isExcused && score === null).length;
  return {
    week: '2026-11-16',
    department: name,
    people: people.length - away,
    excused: away,
    submitted: scores.length,
    written: scores.length,
    ...Object.fromEntries(
      dimensions.flatMap((dimension) => [
        [dimension, scores.reduce((sum, score) => sum + score, 0)],
        [`${dimension}NotWorst`, scores.filter((score) => score > 1).length],
        [`${dimension}NotBest`, scores.filter((score) => score < 5).length],
      ]),
    ),
  };
}
const figuresOf = ({ week: _week, scope: _scope, department: _department, people: _people, ...figures }: Row): Row =>
  figures;

describe('the page of a partner', () => {
  it('has no figure that does not follow from the page of the whole tenant', () => {
    const seen = { withFigures: 0, withoutFigures: 0, totals: 0 };
    fc.assert(
      fc.property(fc.array(department, { minLength: 1, maxLength: 7 }), (drawn) => {
        const named = drawn.map(({ people, isWhole }, at) => ({
          name: `D${at}`,
          all: people,
          part: isWhole ? people : people.filter(({ isSeen }) => isSeen),
        }));
        const all = named.map(({ name, all: people }) => count(name, people));
        const part = named.filter((one) => one.part.length > 0).map((one) => count(one.name, one.part));
        const ofTenant = new Map(
          describeWeeks(all, minimum, described, null).map((row) => [row['department'], figuresOf(row)]),
        );
        const [total, ...rows] = describeWeeks(all, minimum, described, null, part);
        const whole = named.filter((one) => one.part.length === one.all.length).map(({ name }) => name);
        expect(rows.map((row) => row['department'])).to.deep.equal(part.map((one) => one.department));
        const shown = rows.filter((row) => Object.keys(figuresOf(row)).length > 0);
        for (const row of shown) {
          expect(whole).to.include(row['department']);
          expect(figuresOf(row)).to.deep.equal(ofTenant.get(row['department']));
        }
        // Everyone is everyone of the departments that are shown, in each figure.
        const sum = (field: string): number => shown.reduce((added, row) => added + Number(row[field] ?? 0), 0);
        expect(total?.['submitted'] ?? 0).to.equal(sum('submitted'));
        if (total?.['written'] !== undefined) {
          expect(total['written']).to.equal(sum('written'));
          seen.totals += 1;
        }
        seen.withFigures += shown.length;
        seen.withoutFigures += rows.length - shown.length;
      }),
      { seed: 20_261_129, numRuns: 400 },
    );
    expect(seen.withFigures).to.be.above(100);
    expect(seen.withoutFigures).to.be.above(100);
    expect(seen.totals).to.be.above(20);
  });
});
