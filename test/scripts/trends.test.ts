// The simulation behind the README's table, made small: no flag where nothing shifts, the injected shift where one is.
import { expect } from 'chai';
import { defaultTrendSettings as settings } from '../../scripts/trends/select-flags.ts';
import {
  detectSimulated,
  furtherCases,
  injectedCases,
  quietCases,
  simulateInjected,
  simulateQuiet,
  type InjectedCase,
  type Quiet,
} from '../../scripts/trends/cases.ts';
import { readSeries, simulateTenant, weeks } from '../../scripts/trends/tenants.ts';

const quietOf = (part: string): Quiet[] => {
  const one = quietCases.find(({ name }) => name.includes(part));
  if (!one) throw new Error(`There is no case ${part}.`);
  return [1].map((seed) => simulateQuiet(one, 100, seed, settings, false));
};
const flagged = (quiet: Quiet[]): number => quiet.flat().filter(({ flags }) => flags > 0).length;

describe('the trend flags in made-up tenants', function () {
  this.timeout(120_000);

  for (const part of ['independent', 'autocorrelated (0.9)', 'variance changes']) {
    it(`come in hardly any week where nothing shifts: ${part}`, () => {
      const quiet = quietOf(part);
      expect(quiet.flat()).to.have.length(7);
      expect(flagged(quiet)).to.be.at.most(1);
    });
  }

  it('are those of the organisation alone when everybody dips for two weeks', () => {
    const quiet = quietOf('everybody dips');
    expect(flagged(quiet)).to.be.at.most(1);
    expect(quiet.every((looks) => looks.some(({ organisation }) => organisation > 0))).to.equal(true);
  });

  it('find people who shift by one and a half points within eight weeks, in the week it began, for as long as it lasts', () => {
    const [, one] = injectedCases as [InjectedCase, InjectedCase];
    const found = simulateInjected({ ...one, people: 100 }, 1, settings, false)['trend flags'];
    const targets = found?.targets ?? [];
    expect(targets.filter((target) => target.slice(0, 8).includes(true)).length).to.be.at.least(14);
    expect(targets.filter((target) => target[11]).length).to.be.at.least(17);
    const late = found?.starts.map((start) => Math.abs(start.late)).sort((a, b) => a - b) ?? [];
    expect(late[late.length >> 1]).to.be.at.most(1);
    expect(found?.falseFlags).to.be.below((found?.flags ?? 0) / 5);
  });

  it('find a department that shifts by a point', () => {
    const one = furtherCases.find(({ name }) => name.includes('1.0 points')) as InjectedCase;
    const targets = simulateInjected({ ...one, people: 100 }, 1, settings, false)['trend flags']?.targets;
    expect(targets?.[0]?.slice(0, 4)).to.include(true);
  });

  it('are the same each time, and from the same seed comes the same tenant', () => {
    const tenant = () => simulateTenant('again', 7, 100, {}, { points: 1.5, people: 10, onset: 40 });
    expect(tenant()).to.deep.equal(tenant());
    const look = () => detectSimulated(tenant(), 48, settings);
    expect(look()).to.deep.equal(look());
    expect(look()).to.not.deep.equal([]);
  });

  it('are looked for in what the processes promise', () => {
    const person = (noise: Parameters<typeof simulateTenant>[3]): number[] =>
      readSeries(simulateTenant('one', 1, 1, noise), 0, 0, weeks - 1).values;
    expect(new Set(person({ alwaysFour: true }))).to.deep.equal(new Set([4]));
    expect(person({ turnover: true }).length).to.be.at.most(weeks);
    const dipped = simulateTenant('dip', 1, 100, { dip: { from: 40, until: 42, points: 0.8 } });
    const meanOf = (week: number): number => {
      const scores = Array.from({ length: 100 }, (_, person) => dipped.scores[(person * weeks + week) * 3] ?? 0);
      const written = scores.filter((score) => score > 0);
      return written.reduce((sum, score) => sum + score, 0) / written.length;
    };
    expect(meanOf(39) - meanOf(40)).to.be.within(0.5, 1.1);
    expect(meanOf(39) - meanOf(42)).to.be.within(-0.3, 0.3);
  });
});
