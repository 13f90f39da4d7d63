// The simulation behind the README's table, made small: no flag where nothing shifts, the planted shift where one is.
import { expect } from 'chai';
import { selectFlags, screenPerson, createScreening } from '../../src/trends/detect.ts';
import { defaultTrendSettings as settings } from '../../src/trends/types.ts';
import { simulateCase, plantedCases, quietCases, type Case, type Outcome } from '../../scripts/trends/cases.ts';
import { evaluateWeek } from '../../scripts/trends/judge.ts';
import { setCurrentWeek, simulateTenant, onset, weeks } from '../../scripts/trends/tenants.ts';

const seeds = Array.from({ length: 12 }, (_, i) => i + 1);
const named = (cases: Case[], name: string): Case => {
  const found = cases.find((one) => one.name === name);
  if (!found) throw new Error(`There is no case ${name}.`);
  return { ...found, people: 100 };
};

describe('the trend flags in made-up tenants', () => {
  const weeksOf = (name: string): Outcome['quiet'] =>
    seeds.flatMap((seed) => simulateCase(named(quietCases, name), seed, settings).quiet);
  const shareFlagged = (quiet: Outcome['quiet']): number =>
    quiet.filter(({ flagged }) => flagged).length / quiet.length;

  it('come in at most the configured share of the weeks where nothing shifts', () => {
    const quiet = weeksOf('independent weeks');
    expect(quiet).to.have.length(seeds.length * 12);
    expect(shareFlagged(quiet)).to.be.at.most(settings.level);
    const nearest = Math.min(...quiet.map(({ people }) => people));
    expect(nearest, 'a plain rule of ± 1 would shout every week').to.be.above(1);
  });

  it('come hardly more often where good and bad weeks last', () => {
    expect(shareFlagged(weeksOf('weeks that persist (lag-1 correlation 0.3)'))).to.be.at.most(2 * settings.level);
  });

  it('find a department that shifts by a point, and most people who shift by one and a half, within eight weeks', () => {
    const found = (name: string): number => {
      const targets = seeds
        .slice(0, 3)
        .flatMap((seed) => simulateCase(named(plantedCases, name), seed, settings).targets);
      return targets.filter(({ flagged }) => flagged.includes(true)).length / targets.length;
    };
    expect(found('a department of 15, 1.0 points')).to.equal(1);
    expect(found('20 of 1,000 people, 1.5 points')).to.be.above(0.7);
  });

  it('are the same each time, and from the same seed comes the same tenant', () => {
    const [, { noise }] = quietCases as [Case, Case];
    const tenant = () => simulateTenant(7, 100, noise, { points: 1.5, people: 10 });
    expect(tenant()).to.deep.equal(tenant());
    const look = () => {
      const made = tenant();
      setCurrentWeek(made, onset + 6);
      return evaluateWeek(made, settings).flags;
    };
    expect(look()).to.deep.equal(look());
    expect(look()).to.not.deep.equal([]);
  });

  it('take a person at a time: what is kept does not grow with people who have not shifted', () => {
    const [{ noise }] = quietCases as [Case];
    const people = simulateTenant(1, 300, noise);
    setCurrentWeek(people, weeks - 1);
    const screening = createScreening(settings);
    for (const { id, checkIns } of people) screenPerson(screening, id, checkIns);
    expect(screening.people.tests).to.be.at.least(850);
    expect(JSON.stringify(screening.people.candidates).length / people.length).to.be.below(400);
    expect([...screening.groupWeeks.values()].every((cells) => cells.length <= weeks)).to.equal(true);
    expect(selectFlags(screening)).to.deep.equal([]);
  });
});
