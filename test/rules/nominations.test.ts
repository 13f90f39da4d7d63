// The nomination window to the millisecond, teams by any spelling of their name, and what a nominator is told.
import { expect } from 'chai';
import fc from 'fast-check';
import { formatConfirmation, normalizeTeamName, findWindow } from '../../src/rules/nominations.ts';
import { toLocalDate } from '../../src/rules/weeks.ts';

const ms = (instant: string, more = 0): string => new Date(Date.parse(instant) + more).toISOString();

describe('the nomination window', () => {
  // Now, where, on which days: the window's period and moments, and whether it is open.
  type Row = [
    now: string,
    zone: string,
    days: string,
    period: string,
    opensAt: string,
    closesAt: string,
    open: boolean,
  ];
  const table: Record<string, Row[]> = {
    'is the whole month': [
      ['2026-11-20T10:00:00Z', 'UTC', '1-31', '2026-11', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', true],
      ['2024-02-29T23:59:59.999Z', 'UTC', '1-31', '2024-02', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z', true],
      ['2026-12-31T23:59:59.999Z', 'UTC', '1-31', '2026-12', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z', true],
    ],
    'is some days of it: before, while and after they last': [
      ['2026-11-10T10:00:00Z', 'UTC', '20-25', '2026-11', '2026-11-20T00:00:00Z', '2026-11-26T00:00:00Z', false],
      ['2026-11-22T10:00:00Z', 'UTC', '20-25', '2026-11', '2026-11-20T00:00:00Z', '2026-11-26T00:00:00Z', true],
      ['2026-11-26T00:00:00Z', 'UTC', '20-25', '2026-12', '2026-12-20T00:00:00Z', '2026-12-26T00:00:00Z', false],
    ],
    'is that of January once that of December is over': [
      ['2026-12-26T10:00:00Z', 'UTC', '20-25', '2027-01', '2027-01-20T00:00:00Z', '2027-01-26T00:00:00Z', false],
      ['2027-01-01T00:00:00Z', 'UTC', '1-31', '2027-01', '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z', true],
    ],
    'is the last day for each day that a month does not have': [
      ['2027-02-10T10:00:00Z', 'UTC', '31-31', '2027-02', '2027-02-28T00:00:00Z', '2027-03-01T00:00:00Z', false],
      ['2027-02-28T10:00:00Z', 'UTC', '30-31', '2027-02', '2027-02-28T00:00:00Z', '2027-03-01T00:00:00Z', true],
      ['2028-02-29T10:00:00Z', 'UTC', '30-31', '2028-02', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z', true],
      ['2027-02-28T10:00:00Z', 'UTC', '29-29', '2027-02', '2027-02-28T00:00:00Z', '2027-03-01T00:00:00Z', true],
      ['2026-11-30T10:00:00Z', 'UTC', '31-31', '2026-11', '2026-11-30T00:00:00Z', '2026-12-01T00:00:00Z', true],
      ['2027-01-31T00:00:00Z', 'UTC', '30-30', '2027-02', '2027-02-28T00:00:00Z', '2027-03-01T00:00:00Z', false],
    ],
    'keeps to midnight where summer time begins or ends within it': [
      [
        '2026-10-22T10:00:00Z',
        'Europe/Berlin',
        '20-26',
        '2026-10',
        '2026-10-19T22:00:00Z',
        '2026-10-26T23:00:00Z',
        true,
      ],
      [
        '2026-03-10T10:00:00Z',
        'Europe/Berlin',
        '1-31',
        '2026-03',
        '2026-02-28T23:00:00Z',
        '2026-03-31T22:00:00Z',
        true,
      ],
      [
        '2026-03-08T10:00:00Z',
        'America/New_York',
        '8-8',
        '2026-03',
        '2026-03-08T05:00:00Z',
        '2026-03-09T04:00:00Z',
        true,
      ],
      [
        '2026-04-05T10:00:00Z',
        'Australia/Lord_Howe',
        '5-5',
        '2026-04',
        '2026-04-04T13:00:00Z',
        '2026-04-05T13:30:00Z',
        true,
      ],
    ],
    'opens at one o’clock on a day without midnight': [
      ['2026-03-29T10:00:00Z', 'Asia/Beirut', '29-29', '2026-03', '2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z', true],
    ],
    'reaches over a day that was skipped, and is of no length on it': [
      [
        '2011-12-30T10:00:00Z',
        'Pacific/Apia',
        '29-31',
        '2011-12',
        '2011-12-29T10:00:00Z',
        '2011-12-31T10:00:00Z',
        true,
      ],
      [
        '2011-12-30T09:59:59Z',
        'Pacific/Apia',
        '30-30',
        '2011-12',
        '2011-12-30T10:00:00Z',
        '2011-12-30T10:00:00Z',
        false,
      ],
      [
        '2011-12-30T10:00:00Z',
        'Pacific/Apia',
        '30-30',
        '2012-01',
        '2012-01-29T10:00:00Z',
        '2012-01-30T10:00:00Z',
        false,
      ],
    ],
    'is of the month that it is there, at both ends of the world': [
      [
        '2026-10-31T09:59:59.999Z',
        'Pacific/Kiritimati',
        '1-31',
        '2026-10',
        '2026-09-30T10:00:00Z',
        '2026-10-31T10:00:00Z',
        true,
      ],
      [
        '2026-10-31T10:00:00Z',
        'Pacific/Kiritimati',
        '1-31',
        '2026-11',
        '2026-10-31T10:00:00Z',
        '2026-11-30T10:00:00Z',
        true,
      ],
      [
        '2026-12-01T10:59:59.999Z',
        'Pacific/Pago_Pago',
        '1-31',
        '2026-11',
        '2026-11-01T11:00:00Z',
        '2026-12-01T11:00:00Z',
        true,
      ],
      [
        '2027-01-01T10:00:00Z',
        'Pacific/Pago_Pago',
        '31-31',
        '2026-12',
        '2026-12-31T11:00:00Z',
        '2027-01-01T11:00:00Z',
        true,
      ],
    ],
  };
  for (const [title, rows] of Object.entries(table)) {
    it(title, () => {
      for (const [now, zone, days, period, opensAt, closesAt, open] of rows) {
        expect(findWindow(now, zone, days), `${now} ${zone} ${days}`).to.deep.equal({
          ...{ period, opensAt: ms(opensAt), closesAt: ms(closesAt), open },
        });
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

describe('a team', () => {
  const same: Record<string, string[]> = {
    'space around it': ['Web Shop', '  Web Shop\t', '\u3000Web Shop\u00a0', 'Web\u00a0Shop'],
    'its case': ['Platform', 'PLATFORM', 'pLATFORM'],
    'sharp s': ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
    'final sigma': ['ΟΔΟΣ', 'οδος', 'οδοσ', 'Οδοσ'],
    'the width of its letters': ['Ｐｌａｔｆｏｒｍ', 'platform', 'ＰＬＡＴＦＯＲＭ'],
    'how accents are put together': ['Caf\u00e9', 'Cafe\u0301', 'CAFE\u0301'],
    'two accents on a letter': ['\u0390', '\u0399\u0308\u0301', '\u03b9\u0308\u0301'],
    'ligatures and enclosed digits': ['ﬁeld ①', 'FIELD 1'],
  };
  for (const [what, names] of Object.entries(same)) {
    it(`is the same whatever ${what}`, () => {
      expect(new Set(names.map(normalizeTeamName))).to.have.property('size', 1);
    });
  }

  it('is another with another accent, another space inside, or another letter that only looks alike', () => {
    const names = ['Cafe', 'Café', 'Web Shop', 'WebShop', 'Web  Shop', 'Α (alpha)', 'A (alpha)', 'ae', 'æ'];
    expect(new Set(names.map(normalizeTeamName))).to.have.property('size', names.length);
  });

  it('has no language: dotless ı counts as i and I, dotted İ as i with a dot of its own', () => {
    expect(normalizeTeamName('Işık')).to.equal(normalizeTeamName('IŞIK')).and.to.equal(normalizeTeamName('işik'));
    expect(normalizeTeamName('İzmir'))
      .to.equal(normalizeTeamName('i\u0307zmir'))
      .and.not.to.equal(normalizeTeamName('izmir'));
  });

  it('has a key that is idempotent and independent of case, for every character', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const name = `a${String.fromCodePoint(code)}b`;
      const key = normalizeTeamName(name);
      const others = [key, name.toUpperCase(), name.toLowerCase(), name.normalize('NFD'), name.normalize('NFKD')];
      if (others.some((other) => normalizeTeamName(other) !== key)) expect.fail(`U+${code.toString(16)}`);
    }
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
