// Weeks: every date belongs to the Monday before it or on it.
import { expect } from 'chai';
import fc from 'fast-check';
import { mondayOf } from '../../src/rules/weeks.ts';

describe('weeks', () => {
  it('start on Monday, across the ends of years and leap days', () => {
    const weeks: Record<string, string[]> = {
      '2026-12-28': ['2026-12-28', '2027-01-01', '2027-01-03'],
      '2027-01-04': ['2027-01-04', '2027-01-10'],
      '2024-02-26': ['2024-02-29', '2024-03-03'],
      '1899-12-25': ['1899-12-31'],
    };
    for (const [monday, days] of Object.entries(weeks)) {
      for (const day of days) expect(mondayOf(day), day).to.equal(monday);
    }
  });

  it('are seven days for every day there is', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const monday = new Date(mondayOf(date.toISOString().slice(0, 10)));
        expect(monday.getUTCDay()).to.equal(1);
        expect(date.getTime() - monday.getTime()).to.be.within(0, 7 * 86_400_000 - 1);
      }),
    );
  });

  it('do not take a day that is none', () => {
    for (const day of ['2026-02-30', '2025-02-29', '2026-13-01']) expect(() => mondayOf(day)).to.throw(RangeError);
  });
});
