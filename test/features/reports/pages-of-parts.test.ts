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

  it('has no score of somebody who wrote in a department of the part, and is not in the part today', () => {
    const seen = { shown: 0, withheld: 0 };
    const moved = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 });
    const drawn = fc.array(fc.tuple(department, moved), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(drawn, (departments) => {
        const named = departments.map(([{ people }, scores], at) => {
          const part = count(`D${at}`, people);
          const gone = count(
            `D${at}`,
            scores.map((score) => ({ isExcused: false, isSeen: false, score })),
          );
          const all = { ...part };
          for (const [name, value] of Object.entries(gone))
            if (typeof value === 'number' && !['people', 'excused', 'submitted'].includes(name))
              all[name] = Number(all[name]) + value;
          return { part, all, scores };
        });
        const rows = describeWeeks(
          named.map(({ all }) => all),
          minimum,
          described,
          null,
          named.map(({ part }) => part),
        );
        for (const row of rows) {
          if (row['scope'] !== 'department') continue;
          const { scores = [] } = named.find(({ part }) => part.department === row['department']) ?? {};
          const isShown = row['written'] !== undefined;
          seen[isShown ? 'shown' : 'withheld'] += 1;
          if (!isShown || scores.length === 0) continue;
          expect(scores.length).to.be.at.least(minimum);
          for (const end of [1, 5]) expect(scores.filter((score) => score !== end)).to.have.length.above(1);
        }
      }),
      { numRuns: 1_000, seed: 20_261_130 },
    );
    expect(seen.shown).to.be.above(100);
    expect(seen.withheld).to.be.above(100);
  });
});
