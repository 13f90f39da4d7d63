// Weeks: every date belongs to the Monday before it or on it, and every moment to a date of the tenant's time zone.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  formatMinute,
  toLocalDate,
  toMonday,
  getCurrentMonday,
  getWeekRange,
  addWeeks,
} from '../../../src/platform/time/weeks.ts';

const zones = Intl.supportedValuesOf('timeZone');
const between = (from: string, to: string): fc.Arbitrary<Date> =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true });
const msBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

describe('weeks', () => {
  it('start on Monday, across the ends of years and leap days', () => {
    const weeks: Record<string, string[]> = {
      '2026-12-28': ['2026-12-28', '2026-12-31', '2027-01-01', '2027-01-03'], // 2026-W53
      '2027-01-04': ['2027-01-04', '2027-01-10'], // 2027-W01
      '2020-12-28': ['2020-12-31', '2021-01-01', '2021-01-03'], // 2020-W53
      '2021-01-04': ['2021-01-04'],
      '2024-12-23': ['2024-12-29'],
      '2024-12-30': ['2024-12-30', '2025-01-01', '2025-01-05'], // 2025-W01
      '2024-02-26': ['2024-02-29', '2024-03-03'],
      '2000-02-28': ['2000-02-29'],
      '1900-02-26': ['1900-02-28', '1900-03-01'], // no leap year
      '1899-12-25': ['1899-12-31'],
    };
    for (const [monday, days] of Object.entries(weeks)) {
      for (const day of days) expect(toMonday(day), day).to.equal(monday);
    }
  });

  it('are seven days for every day there is', () => {
    fc.assert(
      fc.property(between('1900-01-01', '2199-12-31'), (date) => {
        const monday = new Date(toMonday(date.toISOString().slice(0, 10)));
        expect(monday.getUTCDay()).to.equal(1);
        expect(date.getTime() - monday.getTime()).to.be.within(0, 7 * 86_400_000 - 1);
      }),
    );
  });

  it('refuse a day that does not exist', () => {
    for (const day of ['2026-02-30', '2025-02-29', '2100-02-29', '2026-13-01', '2026-00-10', '2026-1-5', '']) {
      expect(() => toMonday(day), day).to.throw(RangeError);
    }
  });

  it('are counted on and back over the ends of years and leap days', () => {
    expect(addWeeks('2026-12-28', 1)).to.equal('2027-01-04');
    expect(addWeeks('2027-01-04', -1)).to.equal('2026-12-28');
    expect(addWeeks('2024-02-26', 1)).to.equal('2024-03-04');
    expect(addWeeks('2026-11-16', 0)).to.equal('2026-11-16');
    expect(addWeeks('2020-12-28', 53)).to.equal('2022-01-03');
  });

  // The moment at which Monday begins, and that Monday.
  const mondays: [zone: string, begins: string, monday: string, why: string][] = [
    ['UTC', '2027-01-04T00:00:00Z', '2027-01-04', 'after the 53rd week of 2026'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30', 'when summer time began on Sunday'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26', 'when summer time ended on Sunday'],
    ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09', 'when summer time began on Sunday'],
    ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02', 'when summer time ended on Sunday'],
    ['Australia/Lord_Howe', '2026-04-05T13:30:00Z', '2026-04-06', 'when half an hour of summer time ended on Sunday'],
    ['Australia/Lord_Howe', '2026-10-04T13:00:00Z', '2026-10-05', 'when half an hour of summer time began on Sunday'],
    ['Pacific/Auckland', '2026-11-22T11:00:00Z', '2026-11-23', 'while it is Sunday noon in Europe'],
    ['Pacific/Pago_Pago', '2026-11-23T11:00:00Z', '2026-11-23', 'eleven hours after Greenwich'],
    ['Pacific/Kiritimati', '2026-11-22T10:00:00Z', '2026-11-23', 'fourteen hours before Greenwich'],
    ['Pacific/Apia', '2012-01-01T10:00:00Z', '2012-01-02', 'in the week that had six days'],
    ['Pacific/Kiritimati', '2026-12-27T10:00:00Z', '2026-12-28', 'in the last week of the year'],
  ];
  for (const [zone, begins, monday, why] of mondays) {
    it(`begin in ${zone} at ${begins}, ${why}`, () => {
      expect(getCurrentMonday(begins, zone)).to.equal(monday);
      expect(getCurrentMonday(msBefore(begins), zone)).to.equal(addWeeks(monday, -1));
    });
  }

  it('know dates by the time zone, and that Apia had no 30 December 2011', () => {
    expect(toLocalDate('2026-12-31T23:30:00Z', 'Europe/Berlin')).to.equal('2027-01-01');
    expect(toLocalDate('2026-12-31T23:30:00Z', 'America/New_York')).to.equal('2026-12-31');
    expect(toLocalDate('2027-01-01T01:30:00+02:00', 'UTC')).to.equal('2026-12-31');
    expect(toLocalDate('2024-02-29T23:59:59.999Z', 'UTC')).to.equal('2024-02-29');
    expect(toLocalDate('2011-12-30T09:59:59.999Z', 'Pacific/Apia')).to.equal('2011-12-29');
    expect(toLocalDate('2011-12-30T10:00:00Z', 'Pacific/Apia')).to.equal('2011-12-31');
    for (const moment of ['2011-12-30T09:59:59.999Z', '2011-12-30T10:00:00Z']) {
      expect(getCurrentMonday(moment, 'Pacific/Apia')).to.equal('2011-12-26');
    }
  });

  it('around a moment hold the previous, this and next week of every time zone, and few others', () => {
    fc.assert(
      fc.property(between('1972-01-01', '2199-12-31'), (date) => {
        const now = date.toISOString();
        const { from, to } = getWeekRange(now);
        for (const zone of zones) {
          const monday = getCurrentMonday(now, zone);
          expect(from <= addWeeks(monday, -1) && addWeeks(monday, 1) <= to, `${zone} at ${now}`).to.equal(true);
        }
        expect(to <= addWeeks(from, 3)).to.equal(true);
      }),
      { numRuns: 30 },
    );
  });

  it('around the moments between Sunday and Monday hold those of the most distant time zones', () => {
    fc.assert(
      fc.property(fc.integer({ min: -26 * 60, max: 26 * 60 }), (minutes) => {
        const now = new Date(Date.parse('2026-11-23T00:00:00Z') + minutes * 60_000).toISOString();
        const { from, to } = getWeekRange(now);
        expect(from).to.equal(addWeeks(getCurrentMonday(now, 'Etc/GMT+12'), -1));
        expect(to).to.equal(addWeeks(getCurrentMonday(now, 'Pacific/Kiritimati'), 1));
      }),
    );
  });

  it('have times that people of a time zone read as their own', () => {
    expect(formatMinute('2026-11-20T23:56:10.123Z', 'Europe/Berlin')).to.equal('2026-11-21 00:56 Europe/Berlin');
    expect(formatMinute('2026-07-01T10:00:00Z', 'America/New_York')).to.equal('2026-07-01 06:00 America/New_York');
  });
});
