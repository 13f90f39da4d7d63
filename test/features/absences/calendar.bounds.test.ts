// Calendars that are made up by chance, compared with a list that is made day by day; and calendars that would take long.
import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect } from 'chai';
import { readCalendar } from '../../../src/features/organisation/import/calendar/read-calendar.ts';
import { toDate, toDayNumber } from '../../../src/features/organisation/import/calendar/read-event.ts';
import { readCalendarFile } from '../../../src/features/organisation/import/calendar/read-lines.ts';
import { countDaysLookedAt, listDays, readRule } from '../../../src/features/organisation/import/calendar/repeats.ts';

const now = '2026-11-20T10:00:00.000Z';
const people = [
  { email: 'zoe@x.example', name: 'Zoë Ångström-Łoś' },
  { email: 'mia@x.example', name: 'Mia Roth' },
  { email: 'li@x.example', name: '李 小龍' },
];
const readFile = (file: Buffer) => readCalendar(readCalendarFile(file), { people, timezone: 'Europe/Berlin', now });
const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const compact = (day: number): string => toDate(day).replaceAll('-', '');
const base = toDayNumber('2026-10-01');

/** How an event is written: as days, or as times from midnight to midnight. */
const forms = ['day', 'duration', 'zone', 'floating', 'utc'] as const;
const chance = fc.record({
  person: fc.nat(people.length - 1),
  by: fc.constantFrom('name', 'attendee', 'bracket'),
  day: fc.nat(400).map((n) => base + n),
  length: fc.integer({ min: 1, max: 20 }),
  form: fc.constantFrom(...forms),
  rule: fc.option(
    fc.record({
      weekly: fc.boolean(),
      interval: fc.integer({ min: 1, max: 4 }),
      count: fc.integer({ min: 1, max: 12 }),
      byUntil: fc.boolean(),
      weekdays: fc.uniqueArray(fc.nat(6), { maxLength: 4 }),
    }),
  ),
  left: fc.uniqueArray(fc.nat(60), { maxLength: 3 }),
});
type Chance = typeof chance extends fc.Arbitrary<infer One> ? One : never;

/** The days on which an event begins, found by looking at every day from its first on. */
function listNaively({ day, rule, left }: Chance): number[] {
  const excepted = new Set(left.map((n) => day + n));
  if (rule === null) return excepted.has(day) ? [] : [day];
  const weekday = (one: number): number => new Date(toDate(one)).getUTCDay();
  const monday = (one: number): number => one - ((weekday(one) + 6) % 7);
  const wanted = new Set(rule.weekdays.length > 0 ? rule.weekdays : [weekday(day)]);
  const all: number[] = [];
  for (let one = day; one < day + 900; one += 1) {
    const isInTurn = rule.weekly
      ? ((monday(one) - monday(day)) / 7) % rule.interval === 0 && wanted.has(weekday(one))
      : (one - day) % rule.interval === 0;
    if (one === day || isInTurn) all.push(one);
  }
  const until = day + 3 * rule.count;
  const kept = rule.byUntil ? all.filter((one) => one <= until) : all.slice(0, rule.count);
  return kept.filter((one) => !excepted.has(one));
}

function write(one: Chance, index: number): string[] {
  const { day, length, form, rule, left } = one;
  const moment = (at: number): string => {
    if (form === 'day' || form === 'duration') return compact(at);
    // midnight in Berlin, as it is in UTC; the time of summer ends on 25 October 2026 and lasts from 28 March to 31 October 2027
    const date = toDate(at);
    const isSummer = date <= '2026-10-25' || (date > '2027-03-28' && date <= '2027-10-31');
    return form === 'utc' ? `${compact(at - 1)}T${isSummer ? '22' : '23'}0000Z` : `${compact(at)}T000000`;
  };
  const parameter = { day: ';VALUE=DATE', duration: ';VALUE=DATE', zone: ';TZID=Europe/Berlin', floating: '', utc: '' }[
    form
  ];
  const person = people[one.person] as (typeof people)[number];
  const until = rule && moment(day + 3 * rule.count);
  const weekdays = (rule?.weekdays ?? []).map((n) => weekdayNames[n]);
  const title = {
    name: `${person.name} - Leave`,
    bracket: `[Leave] ${person.name}`,
    attendee: 'Away\\, at last\\; truly',
  }[one.by];
  return [
    `UID:event-${index}`,
    `DTSTART${parameter}:${moment(day)}`,
    form === 'duration' ? `DURATION:P${length}D` : `DTEND${parameter}:${moment(day + length)}`,
    `SUMMARY;LANGUAGE=en:${title}`,
    `DESCRIPTION:${'a secret, of course; '.repeat(5)}`,
    ...(one.by === 'attendee'
      ? [`ATTENDEE;CN="Roth, M: x";PARTSTAT=ACCEPTED:mailto:${person.email.toUpperCase()}`]
      : []),
    ...(rule
      ? [
          `RRULE:FREQ=${rule.weekly ? 'WEEKLY' : 'DAILY'};INTERVAL=${rule.interval}` +
            (rule.byUntil ? `;UNTIL=${until}` : `;COUNT=${rule.count}`) +
            (rule.weekly && weekdays.length > 0 ? `;BYDAY=${weekdays.join(',')}` : ''),
        ]
      : []),
    ...left.map((n) => `EXDATE${parameter}:${moment(day + n)}`),
  ];
}

/** Folds lines at any byte, also within a character. */
function fold(line: string, at: readonly number[]): Buffer {
  const bytes = Buffer.from(line);
  const cuts = [...new Set(at.map((n) => 1 + (n % Math.max(1, bytes.length - 1))))].sort((a, b) => a - b);
  const parts = [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length));
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from('\r\n '), part])));
}

describe('a calendar of absences, by chance,', () => {
  it('has the days of a list that is made day by day, in any order, with any folds, forms and zones', function () {
    this.timeout(60_000);
    const file = fc.record({
      events: fc.array(chance, { maxLength: 8 }),
      folds: fc.array(fc.nat(200), { maxLength: 6 }),
      isReversed: fc.boolean(),
      calendars: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(file, ({ events, folds, isReversed, calendars }) => {
        // a rule of weekdays in UTC counts the days of UTC; it is checked below
        const usual = events.filter(({ form, rule }) => form !== 'utc' || !rule?.weekly);
        const written = usual.map((one, index) => {
          const lines = write(one, index);
          return ['BEGIN:VEVENT', ...(isReversed ? lines.toReversed() : lines), 'END:VEVENT'];
        });
        const groups = Array.from({ length: calendars }, (_, group) =>
          written.filter((__, index) => index % calendars === group),
        );
        const lines = groups.flatMap((group) => ['BEGIN:VCALENDAR', ...group.flat(), 'END:VCALENDAR']);
        const text = Buffer.concat(lines.flatMap((line) => [fold(line, folds), Buffer.from('\r\n')]));
        const { rows, faults } = readFile(text);
        expect(faults).to.deep.equal([]);
        const found = rows.flatMap(({ email, absence }) => {
          const [from, to] = [toDayNumber(absence?.from ?? ''), toDayNumber(absence?.to ?? '')];
          return Array.from({ length: to - from + 1 }, (_, n) => `${email} ${toDate(from + n)}`);
        });
        const expected = usual.flatMap((one) =>
          listNaively(one).flatMap((day) =>
            Array.from({ length: one.length }, (_, n) => `${people[one.person]?.email} ${toDate(day + n)}`),
          ),
        );
        const last = '2028-11-19';
        expect([...new Set(found)].sort()).to.deep.equal(
          [...new Set(expected.filter((one) => one.slice(-10) <= last))].sort(),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('repeats events as the library does, where that ends', function () {
    this.timeout(60_000);
    const rule = fc.record({
      unit: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      interval: fc.integer({ min: 1, max: 3 }),
      weekdays: fc.uniqueArray(fc.constantFrom(...weekdayNames), { maxLength: 3 }),
      nth: fc.constantFrom('', '', '1', '2', '-1'),
      day: fc.integer({ min: 1, max: 28 }),
      month: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(rule, fc.nat(3_000), ({ unit, interval, weekdays, nth, day, month }, offset) => {
        const isByMonth = unit === 'MONTHLY' || unit === 'YEARLY';
        const byDay = weekdays.map((name) => (isByMonth ? nth : '') + name).join(',');
        const text =
          `FREQ=${unit};INTERVAL=${interval}` +
          (byDay === '' ? '' : `;BYDAY=${byDay}`) +
          (isByMonth && byDay === '' ? `;BYMONTHDAY=${day}` : '') +
          (unit === 'YEARLY' ? `;BYMONTH=${month}` : '');
        const given = toDayNumber('2020-01-01') + offset;
        // the first day is one of the rule, as RFC 5545 wants it
        const ours = readRule(text, toDayNumber);
        const [, first] = listDays({ ...ours, interval: 1, count: 2 }, given, given, given + 3_000);
        if (first === undefined) return;
        const start = ICAL.Time.fromDateString(toDate(first));
        const theirs = ICAL.Recur.fromString(text).iterator(start);
        const expected = Array.from({ length: 12 }, () => theirs.next()?.toString() ?? '');
        const found = listDays({ ...ours, count: 12 }, first, first, first + 50_000).map(toDate);
        expect(found, `${text} from ${toDate(first)}`).to.deep.equal(expected);
      }),
      { numRuns: 200 },
    );
  });
});

/** Each takes a second at most; a machine that does much else is slow. */
const mostMs = 30_000;

describe('a calendar of absences that would take long', () => {
  const calendarOf = (lines: string): Buffer =>
    Buffer.from(
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20261221\nSUMMARY:Mia Roth\n${lines}\nEND:VEVENT\nEND:VCALENDAR`,
    );
  const event = (index: number, lines: string): string =>
    `BEGIN:VEVENT\nUID:${index}\nSUMMARY:Mia Roth\n${lines}\nEND:VEVENT\n`;
  const many = (count: number, lines: string): Buffer =>
    Buffer.from(`BEGIN:VCALENDAR\n${Array.from({ length: count }, (_, n) => event(n, lines)).join('')}END:VCALENDAR`);

  const bombs: Record<string, { file: () => Buffer; refusal: RegExp }> = {
    'has a rule of seconds': { file: () => calendarOf('RRULE:FREQ=SECONDLY'), refusal: /FREQ=SECONDLY/ },
    'has a rule of seconds that never comes': {
      file: () => calendarOf('RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'),
      refusal: /is not read/,
    },
    'has an interval of a billion': {
      file: () => calendarOf('RRULE:FREQ=DAILY;INTERVAL=1000000000'),
      refusal: /is not read/,
    },
    'has a million lines of exceptions': {
      file: () => calendarOf('EXDATE:20261221\n'.repeat(1_000_000)),
      refusal: /more than 1,000 lines/,
    },
    'has a line of exceptions without an end': {
      file: () => calendarOf(`EXDATE:${'20261221,'.repeat(1_000_000)}`),
      refusal: /more than 10,000 characters/,
    },
    'has a folded line without an end': {
      file: () => calendarOf(`SUMMARY:x\n${' y\n'.repeat(5_000_000)}`),
      refusal: /more than 10,000 characters/,
    },
    'has parameters without an end': {
      file: () => calendarOf(`ATTENDEE${';A=1'.repeat(2_400)}`),
      refusal: /ATTENDEE that cannot be read/,
    },
    'is nested': {
      file: () => Buffer.from('BEGIN:VCALENDAR\n'.repeat(1_000_000)),
      refusal: /nested more than 10 times/,
    },
    'has many events': { file: () => many(100_001, 'X:1'), refusal: /more than 100,000 events/ },
    'has many rules from 1900 on': {
      file: () => many(300, 'DTSTART;VALUE=DATE:19000101\nRRULE:FREQ=DAILY;COUNT=1000000'),
      refusal: /days in all, and 10,000,000 days are the most/,
    },
    'comes to many absences': {
      file: () => many(300, 'DTSTART;VALUE=DATE:20261221\nRRULE:FREQ=DAILY'),
      refusal: /more than 100,000 absences/,
    },
    'is larger than a file of people': {
      file: () => Buffer.alloc(20_000_001, 'BEGIN:VCALENDAR\n'),
      refusal: /more than 20 MB/,
    },
  };
  for (const [what, { file, refusal }] of Object.entries(bombs)) {
    it(`is refused if it ${what}`, function () {
      this.timeout(2 * mostMs);
      const made = file();
      const began = performance.now();
      const { rows, faults } = readFile(made);
      expect(performance.now() - began).to.be.below(mostMs);
      expect(rows).to.deep.equal([]);
      expect(faults.map(({ message }) => message).join()).to.match(refusal);
    });
  }

  it('is read if it has rules that never come, or a long text that nobody reads', () => {
    for (const lines of ['RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'])
      expect(readFile(calendarOf(lines)).rows, lines).to.have.length(1);
    const began = performance.now();
    const { rows, faults } = readFile(calendarOf(`DESCRIPTION:${'x'.repeat(19_000_000)}`));
    expect([rows.length, faults]).to.deep.equal([1, []]);
    expect(performance.now() - began).to.be.below(mostMs);
  });

  it('looks at no more days than it says before', () => {
    const first = toDayNumber('2020-01-01');
    const [from, to] = [toDayNumber('2026-01-01'), toDayNumber('2026-12-31')];
    expect(countDaysLookedAt(readRule('FREQ=DAILY', toDayNumber), first, from, to)).to.equal(365);
    expect(countDaysLookedAt(readRule('FREQ=DAILY;COUNT=5', toDayNumber), first, from, to)).to.equal(to - first + 1);
    expect(countDaysLookedAt(readRule('FREQ=DAILY;UNTIL=2019-01-01', toDayNumber), first, from, to)).to.equal(0);
  });
});
