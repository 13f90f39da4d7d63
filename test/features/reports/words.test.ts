// What reports say in words: singular and plural, changes against earlier times, and the order of time in their figures.
import { expect } from 'chai';
import { describeChange, type Reading } from '../../../scripts/cli/report/compare.ts';
import {
  formatHeadline,
  type Headline,
  type ReportDefinition,
  type ReportScope,
} from '../../../src/features/reports/definition.ts';
import { reports } from '../../../src/features/reports/index.ts';
import type { Row } from '../../../src/features/reports/rows.ts';

const reportOf = (name: string): ReportDefinition => reports.find((one) => one.name === name)!;
const says = (name: string, rows: Row[], head: object = {}): string =>
  formatHeadline(reportOf(name).headline(rows, head));

describe('a report says', () => {
  it('one as one, and two as two', () => {
    const chart = (...spans: number[]): Row[] =>
      spans.map((directReports, at) => ({ depth: Math.min(at, 1), directReports }));
    expect(says('org', chart(1, 0))).to.equal(
      '2 people on 2 levels; 1 manager with 1 direct report; 1 person without a manager.',
    );
    expect(says('org', chart(2, 1, 0, 0))).to.include('; 1 of the managers has only one;');
    expect(says('org', chart(3, 1, 1, 0, 0))).to.include('; 2 of the managers have only one;');
    expect(says('org', chart(0))).to.include('nobody has direct reports');

    const heading = { expected: 62, excused: 1 };
    const person = { lastGoalSetAt: '2026-11-01T10:00:00.000Z' };
    expect(says('non-setters', [person], heading)).to.equal('1 of 62 (2 %) has no goal. 1 person is excused.');
    expect(says('non-setters', [person, person], heading)).to.include('2 of 62 (3 %) have no goal.');

    const total = { summaries: 5, answered: 1, within3: 20 };
    const one = says('response-times', [], { total, withoutManager: 1 });
    expect(one)
      .to.include('1 of 5 (20 %) has an answer so far.')
      .and.to.include('1 more is of people without a manager.');
    const two = says('response-times', [], { total: { ...total, answered: 2 }, withoutManager: 2 });
    expect(two).to.include('2 of 5 (40 %) have an answer').and.to.include('2 more are of people');

    expect(says('team', [{ week: '2026-11-09', submitted: true }], { excused: 1 })).to.include(
      '1 of 1 (100 %) check-in was made in 1 week; 1 was excused.',
    );
    expect(says('team', [{ week: '2026-11-02', submitted: true }, { week: '2026-11-09' }], { excused: 2 })).to.include(
      'check-ins were made in 2 weeks; 2 were excused.',
    );
    const week = { scope: 'everyone', completed: 1, goals: 1, setters: 1, people: 1, excused: 0 };
    expect(says('goals', [week])).to.include(
      'goal of the last of these weeks is completed; 1 of 1 (100 %) person had a goal.',
    );
  });

  it('a change by one as one, and what is true of both times once', async () => {
    const change = (now: Partial<Headline>, ...before: Partial<Headline>[]): Promise<string> => {
      const headlines = [...before];
      const report = {
        timeParameter: 'week',
        language: 'en',
        time: () => '2026-11-09',
        read: () => Promise.resolve({ head: {}, rows: (async function* () {})() }),
        headline: () => ({ figure: '', says: '', ...headlines.shift() }) as Headline,
      } as unknown as ReportDefinition;
      const reading = { report, head: {}, rows: [], headline: { figure: '', says: '', amount: 0, ...now } } as Reading;
      return describeChange(reading, { week: null } as unknown as ReportScope, tenant);
    };
    let tenant = {};
    const people = (amount: number): Partial<Headline> => ({ amount, figure: `${amount} people`, unit: 'people' });
    const points = (amount: number): Partial<Headline> => ({ amount, figure: `${amount} %`, unit: 'points' });
    for (const [createdAt, wanted] of [
      [
        '2026-10-12T00:00:00.000Z',
        '+1 person against the week before (61 people), +2 people against four weeks before (60 people)',
      ],
      ['2026-11-08T22:59:00.000Z', '+1 person against the week before (61 people)'],
      ['2026-11-08T23:00:00.000Z', ''],
    ] as const) {
      tenant = { createdAt, timezone: 'Europe/Berlin' };
      expect(await change(people(62), people(61), people(60)), createdAt).to.equal(wanted);
    }
    tenant = {};
    expect(await change(people(62), people(61), people(60))).to.equal(
      '+1 person against the week before (61 people), +2 people against four weeks before (60 people)',
    );
    expect(await change(points(50), points(51), points(52))).to.equal(
      '−1 point against the week before (51 %), −2 points against four weeks before (52 %)',
    );
    expect(await change(people(62), people(62), people(62))).to.equal(
      '±0 people against the week before and four weeks before (62 people)',
    );
    const none = { amount: null, missing: 'no detection ran' };
    expect(await change({ amount: 3 }, none, none)).to.equal('No detection ran the week before and four weeks before');
  });
});

describe('the figures of a report', () => {
  const weeks = ['2026-11-16', '2026-10-26', '2026-11-02', '2026-11-09'];
  const scores = { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 };
  const ofWeek = (week: string): Row => ({ week, scope: 'everyone', people: 9, submitted: 8, rate: 88.9, ...scores });
  const rows: Record<string, Row[]> = {
    team: weeks.map((week) => ({ week, userId: '1', name: 'Ann', submitted: true, ...scores })),
    'check-ins': weeks.toSorted().map(ofWeek),
    goals: weeks
      .toSorted()
      .map((week) => ({ ...ofWeek(week), setters: 5, setterRate: 55, goals: 9, completed: 3, completionRate: 33 })),
    headcount: ['2026-09', '2026-10', '2026-11'].map((month) => ({
      month,
      people: 5,
      joiners: 0,
      leavers: 0,
      layers: 2,
    })),
  };

  for (const [name, of] of Object.entries(rows))
    it(`of ${name} begin with the earliest time, in lines, heat maps and bars alike`, () => {
      const orders = reportOf(name)
        .figures(of, 5, {})
        .flatMap((figure) => {
          if ('grid' in figure) return [figure.grid.columns];
          if ('lines' in figure) return figure.lines.map(({ points }) => points.map(({ at }) => at));
          if ('bars' in figure) return [figure.bars.map(({ label }) => new Date(`1 ${label} UTC`).toISOString())];
          return [];
        });
      expect(orders).to.have.length.above(0);
      for (const order of orders) expect(order).to.deep.equal(order.toSorted());
    });

  it('of response times are ordered by the upper end of the interval, which they show', () => {
    const manager = (name: string, within3: number, within3From: number, within3To: number, summaries: number): Row => {
      return { manager: name, within3, within3From, within3To, summaries, answered: 3 };
    };
    const shown = [
      manager('Many', 42.4, 31.2, 54.4, 66),
      manager('Few', 33.3, 12.1, 64.6, 9),
      { manager: 'One', summaries: 1 },
    ];
    const [, figure] = reportOf('response-times').figures(shown, 5, { total: {} });
    expect((figure as { bars: object[] }).bars).to.deep.equal([
      {
        label: 'Many',
        text: '42 % (31–54 %); 3 of 66 answered so far',
        parts: [{ share: 42.4 / 100 }],
        interval: { from: 31.2 / 100, to: 54.4 / 100 },
      },
      {
        label: 'Few',
        text: '33 % (12–65 %); 3 of 9 answered so far',
        parts: [{ share: 33.3 / 100 }],
        interval: { from: 12.1 / 100, to: 64.6 / 100 },
      },
      { label: 'One', text: '0 of 1 answered so far', parts: [] },
    ]);
  });
});
