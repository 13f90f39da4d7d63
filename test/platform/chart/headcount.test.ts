// Who was there at a time, and who came and went between two.
import { expect } from 'chai';
import { measureHeadcount, type Presence } from '../../../src/platform/chart/headcount.ts';

const month = (date: string) => ({ date, at: `${date}T22:59:59.999Z` });
const [september, october, november] = ['2026-09-30', '2026-10-31', '2026-11-30'].map(month) as [
  Moment,
  Moment,
  Moment,
];
type Moment = ReturnType<typeof month>;
const founder: Presence = { id: 'a', createdAt: '2026-02-01T08:00:00.000Z', active: true, changes: [], lines: [] };
const count = (people: Partial<Presence>[], before: Moment, end: Moment): number[] => {
  const everyone = [founder, ...people.map((person, at) => ({ ...founder, id: `p${at}`, ...person }))];
  const { people: there, joiners, leavers } = measureHeadcount(everyone, before, end);
  return [there, joiners, leavers];
};

describe('the headcount', () => {
  it('has whom the company came with in every month, and a later hire without a start date from then on', () => {
    const others = [{ createdAt: '2026-02-01T20:00:00.000Z' }, { createdAt: '2026-11-10T08:00:00.000Z' }];
    expect(count(others, month('2025-11-30'), month('2025-12-31'))).to.deep.equal([2, 0, 0]);
    expect(count(others, september, october)).to.deep.equal([2, 0, 0]);
    expect(count(others, october, november)).to.deep.equal([3, 1, 0]);
  });

  it('goes by the start date where there is one', () => {
    const hire = { createdAt: '2026-10-01T08:00:00.000Z', startDate: '2026-11-02' };
    expect(count([hire], september, october)).to.deep.equal([1, 0, 0]);
    expect(count([hire], october, november)).to.deep.equal([2, 1, 0]);
  });

  it('counts who came and went in one month as both', () => {
    const changes: Presence['changes'] = [['person.deactivate', '2026-11-20T08:00:00.000Z']];
    const passing = [
      { startDate: '2026-11-02', active: false, changes },
      { createdAt: '2026-11-02T08:00:00.000Z', active: false, changes },
    ];
    expect(count(passing, october, november)).to.deep.equal([1, 2, 2]);
    expect(count(passing, september, october)).to.deep.equal([1, 0, 0]);
    expect(count(passing, november, month('2026-12-31'))).to.deep.equal([1, 0, 0]);
  });
});
