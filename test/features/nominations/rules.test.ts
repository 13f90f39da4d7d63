// The nomination window to the millisecond, teams by any spelling of their name, and what a nominator is told.
import { expect } from 'chai';
import fc from 'fast-check';
import { formatConfirmation, findWindow } from '../../../src/features/nominations/rules.ts';
import { toLocalDate } from '../../../src/platform/time/weeks.ts';

const ms = (instant: string, more = 0): string => new Date(Date.parse(instant) + more).toISOString();

describe('the nomination window', () => {
  // Now, where, on which days → the window's period and moments, and whether it is open.
  const table: Record<string, string[]> = {
    'is the whole month': [
      '2026-11-20T10:00:00Z UTC 1-31 → 2026-11 2026-11-01T00:00:00Z 2026-12-01T00:00:00Z open',
      '2024-02-29T23:59:59.999Z UTC 1-31 → 2024-02 2024-02-01T00:00:00Z 2024-03-01T00:00:00Z open',
      '2026-12-31T23:59:59.999Z UTC 1-31 → 2026-12 2026-12-01T00:00:00Z 2027-01-01T00:00:00Z open',
    ],
    'is some days of it: before, while and after they last': [
      '2026-11-10T10:00:00Z UTC 20-25 → 2026-11 2026-11-20T00:00:00Z 2026-11-26T00:00:00Z',
      '2026-11-22T10:00:00Z UTC 20-25 → 2026-11 2026-11-20T00:00:00Z 2026-11-26T00:00:00Z open',
      '2026-11-26T00:00:00Z UTC 20-25 → 2026-12 2026-12-20T00:00:00Z 2026-12-26T00:00:00Z',
    ],
    'is that of January once that of December is over': [
      '2026-12-26T10:00:00Z UTC 20-25 → 2027-01 2027-01-20T00:00:00Z 2027-01-26T00:00:00Z',
      '2027-01-01T00:00:00Z UTC 1-31 → 2027-01 2027-01-01T00:00:00Z 2027-02-01T00:00:00Z open',
    ],
    'is the last day for each day that a month does not have': [
      '2027-02-10T10:00:00Z UTC 31-31 → 2027-02 2027-02-28T00:00:00Z 2027-03-01T00:00:00Z',
      '2027-02-28T10:00:00Z UTC 30-31 → 2027-02 2027-02-28T00:00:00Z 2027-03-01T00:00:00Z open',
      '2028-02-29T10:00:00Z UTC 30-31 → 2028-02 2028-02-29T00:00:00Z 2028-03-01T00:00:00Z open',
      '2027-02-28T10:00:00Z UTC 29-29 → 2027-02 2027-02-28T00:00:00Z 2027-03-01T00:00:00Z open',
      '2026-11-30T10:00:00Z UTC 31-31 → 2026-11 2026-11-30T00:00:00Z 2026-12-01T00:00:00Z open',
      '2027-01-31T00:00:00Z UTC 30-30 → 2027-02 2027-02-28T00:00:00Z 2027-03-01T00:00:00Z',
    ],
    'keeps to midnight where summer time begins or ends within it': [
      '2026-10-22T10:00:00Z Europe/Berlin 20-26 → 2026-10 2026-10-19T22:00:00Z 2026-10-26T23:00:00Z open',
      '2026-03-10T10:00:00Z Europe/Berlin 1-31 → 2026-03 2026-02-28T23:00:00Z 2026-03-31T22:00:00Z open',
      '2026-03-08T10:00:00Z America/New_York 8-8 → 2026-03 2026-03-08T05:00:00Z 2026-03-09T04:00:00Z open',
      '2026-04-05T10:00:00Z Australia/Lord_Howe 5-5 → 2026-04 2026-04-04T13:00:00Z 2026-04-05T13:30:00Z open',
    ],
    'opens at one o’clock on a day without midnight': [
      '2026-03-29T10:00:00Z Asia/Beirut 29-29 → 2026-03 2026-03-28T22:00:00Z 2026-03-29T21:00:00Z open',
    ],
    'reaches over a day that was skipped, and is of no length on it': [
      '2011-12-30T10:00:00Z Pacific/Apia 29-31 → 2011-12 2011-12-29T10:00:00Z 2011-12-31T10:00:00Z open',
      '2011-12-30T09:59:59Z Pacific/Apia 30-30 → 2011-12 2011-12-30T10:00:00Z 2011-12-30T10:00:00Z',
      '2011-12-30T10:00:00Z Pacific/Apia 30-30 → 2012-01 2012-01-29T10:00:00Z 2012-01-30T10:00:00Z',
    ],
    'is of the month that it is there, at both ends of the world': [
      '2026-10-31T09:59:59.999Z Pacific/Kiritimati 1-31 → 2026-10 2026-09-30T10:00:00Z 2026-10-31T10:00:00Z open',
      '2026-10-31T10:00:00Z Pacific/Kiritimati 1-31 → 2026-11 2026-10-31T10:00:00Z 2026-11-30T10:00:00Z open',
      '2026-12-01T10:59:59.999Z Pacific/Pago_Pago 1-31 → 2026-11 2026-11-01T11:00:00Z 2026-12-01T11:00:00Z open',
      '2027-01-01T10:00:00Z Pacific/Pago_Pago 31-31 → 2026-12 2026-12-31T11:00:00Z 2027-01-01T11:00:00Z open',
    ],
  };
  for (const [title, rows] of Object.entries(table)) {
    it(title, () => {
      for (const row of rows) {
        const [now = '', zone = '', days = '', , period, opensAt = '', closesAt = '', open] = row.split(' ');
        const window = { period, opensAt: ms(opensAt), closesAt: ms(closesAt), open: open === 'open' };
        expect(findWindow(now, zone, days), row).to.deep.equal(window);
      }
    });
  }

  it('is open from its first millisecond to the last before it closes, then it is that of the next month', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const days = fc.tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 31 }));
    const moment = fc.date({ min: new Date('2012-02-01'), max: new Date('2199-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, zone, days, (date, timezone, [a, b]) => {
        const asked = `${Math.min(a, b)}-${Math.max(a, b)}`;
        const at = (now: string) => findWindow(now, timezone, asked);
        const now = date.toISOString();
        const window = at(now);
        const { period, opensAt, closesAt } = window;
        expect(window.open).to.equal(Date.parse(opensAt) <= Date.parse(now));
        expect(Date.parse(now)).to.be.below(Date.parse(closesAt));
        expect(toLocalDate(opensAt, timezone).slice(0, 7)).to.equal(period);
        expect(toLocalDate(ms(closesAt, -1), timezone).slice(0, 7)).to.equal(period);

        expect(at(opensAt)).to.deep.equal({ ...window, open: true });
        expect(at(ms(closesAt, -1))).to.deep.equal({ ...window, open: true });
        const before = at(ms(opensAt, -1));
        expect(before.period === period ? before.open : before.period < period).to.equal(before.period !== period);
        const after = at(closesAt);
        expect(after.period > period).to.equal(true);
        expect(Date.parse(after.opensAt)).to.be.at.least(Date.parse(closesAt));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the confirmation of a nomination', () => {
  it('names whom, and the month in words', () => {
    expect(formatConfirmation({ person: 'Zoë Ng' }, '2026-11')).to.equal(
      'Your nomination of Zoë Ng for November 2026 is recorded.',
    );
    expect(formatConfirmation({ team: ' Web Shop ' }, '2027-01')).to.equal(
      'Your nomination of the team Web Shop for January 2027 is recorded.',
    );
  });
});
