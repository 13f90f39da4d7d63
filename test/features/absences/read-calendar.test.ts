// Calendars of absences (.ics): what is read from those of programs, whom events are about, and what a file may not have.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readCalendar } from '../../../src/features/organisation/import/calendar/read-calendar.ts';
import { isCalendar, readCalendarFile } from '../../../src/features/organisation/import/calendar/read-lines.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';

const now = '2026-11-20T10:00:00.000Z';
const people = [
  { email: 'ann@example.test', name: 'Ann' },
  { email: 'mia@example.test', name: 'Mia Roth' },
  { email: 'cy@example.test', name: 'Cy Müller' },
  { email: 'lee1@example.test', name: 'Sam Lee' },
  { email: 'lee2@example.test', name: 'Sam LEE' },
];
const readFile = (file: Buffer, timezone = 'Europe/Berlin') =>
  readCalendar(readCalendarFile(file), { people, timezone, now });
const days = ({ rows }: ReturnType<typeof readFile>): string[] =>
  rows.map(({ email, absence }) => `${email.split('@')[0]} ${absence ? `${absence.from}/${absence.to}` : 'none'}`);

/** A calendar of events, each a text of lines; `before` are lines of the calendar. */
const calendarOf = (events: readonly string[], before: readonly string[] = []): Buffer => {
  const lines = events.flatMap((text) => ['BEGIN:VEVENT', ...text.split('\n'), 'END:VEVENT']);
  return Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...before, ...lines, 'END:VCALENDAR', ''].join('\r\n'));
};
const day = 'DTSTART;VALUE=DATE:20261221\nDTEND;VALUE=DATE:20261223';
const read = (...events: string[]) => readFile(calendarOf(events));
/** Whose days the title gives, and the notes about it. */
const readTitle = (title: string): string[] => {
  const { rows, faults, notes } = read(`${day}\nSUMMARY:${title}`);
  return [...rows.map(({ email }) => email.split('@')[0] as string), ...faults.map(({ message }) => message), ...notes];
};

const fixtures: Record<string, { days: string[]; notes: string[] }> = {
  'personio.ics': {
    days: ['mia 2026-12-21/2027-01-01', 'cy 2026-11-23/2026-11-23'],
    notes: [
      '2 properties ignored: "DESCRIPTION", "TRANSP"',
      '2 events with words that mean no absence, such as "[Home office] Cy Müller" in row 23: no absence',
      '1 event with a half day or times, such as "[Sick leave (0.5 days)] Cy Müller" in row 16: taken as whole days',
    ],
  },
  'bamboohr.ics': {
    days: ['mia 2026-12-07/2026-12-09', 'cy 2026-12-11/2026-12-11'],
    notes: [
      '1 event not understood, for want of a person: "Christmas Day" in row 19',
      '1 event with a half day or times, such as "Müller, Cy (Vacation – 0.5 days)" in row 13: taken as whole days',
    ],
  },
  'timetastic.ics': {
    days: ['cy none', 'mia 2026-12-14/2026-12-18', 'cy 2026-12-21/2026-12-21'],
    notes: [
      '1 event not approved or cancelled, such as "Cy Müller - Holiday (Pending)" in row 19: no absence',
      '1 event shorter than three hours, such as "Cy Müller - Dentist" in row 26: no absence',
      '1 event with a half day or times, such as "Cy Müller - Holiday (Afternoon)" in row 12: taken as whole days',
    ],
  },
  'factorial.ics': {
    days: ['mia 2027-01-04/2027-01-08', 'cy 2027-01-11/2027-01-11', 'mia 2027-01-18/2027-01-19'],
    notes: [
      'components ignored: "VTODO" (1)',
      '1 event with words that mean no absence, such as "Cy Müller\'s birthday" in row 18: no absence',
    ],
  },
  'google.ics': {
    days: [
      'ann 2026-12-28/2026-12-30',
      'mia 2026-11-30/2026-11-30',
      'cy 2026-12-04/2026-12-04',
      'cy 2026-12-25/2026-12-25',
      'cy 2026-12-10/2026-12-10',
      'mia 2026-12-16/2026-12-16',
    ],
    notes: [],
  },
  'outlook.ics': {
    days: ['cy none', 'mia 2026-12-21/2026-12-23'],
    notes: [
      '2 properties ignored: "CLASS", "X-ALT-DESC"',
      '1 version of events ignored, of which there is a later one',
      '1 event not understood, for want of a person: "Summer party" in row 66',
      '1 event with words that mean no absence, such as "Working at home" in row 48: no absence',
      '1 event not approved or cancelled, such as "Vacation" in row 57: no absence',
    ],
  },
};

describe('a calendar of absences', () => {
  for (const [name, expected] of Object.entries(fixtures)) {
    it(`is read as ${name} has it, with either end of lines`, () => {
      const text = readFileSync(path.join(projectFolder, 'test/fixtures/calendars', name), 'utf8');
      for (const end of ['\n', '\r\n']) {
        const file = Buffer.from(text.replaceAll('\n', end));
        expect(isCalendar(file)).to.equal(true);
        const result = readFile(file);
        expect([result.faults, days(result), result.notes]).to.deep.equal([[], expected.days, expected.notes]);
      }
    });
  }

  it('is known by its beginning, in UTF-8 and UTF-16', () => {
    const text = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
    for (const file of [Buffer.from(text), Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      expect(isCalendar(file)).to.equal(true);
      expect(readFile(file)).to.deep.equal({ rows: [], faults: [], notes: [] });
    }
    expect(isCalendar(Buffer.from('email,from,to\nBEGIN:VCALENDAR,,'))).to.equal(false);
  });

  it('names people by their whole name alone, beside words of absence or signs', () => {
    for (const title of [
      'Mia Roth',
      'MIA  roth',
      'Roth\\, Mia',
      'Mia Roth - Parental leave',
      'Vacation: Mia Roth',
      'Mia Roth (Sick)',
      'Mia Roth | Urlaub',
      "Mia Roth's vacation",
      'OOO Mia Roth',
      'Mia Roth out of office',
      '[Birthday leave] Mia Roth',
    ])
      expect(readTitle(title), title).to.deep.equal(['mia']);
    for (const title of [
      'Mia',
      'Mia Rothe',
      'Mia R.',
      'Roth',
      'Lunch with Mia Roth',
      'Vacation',
      '',
      'Mia-Roth',
      'Ann-Mia Roth',
    ])
      expect(readTitle(title), title).to.deep.equal([
        `1 event not understood, for want of a person: ${JSON.stringify(title)} in row 3`,
      ]);
  });

  it('refuses an event that may be about several people, and names them', () => {
    expect(readTitle('Sam Lee - Vacation')).to.deep.equal([
      'the event "Sam Lee - Vacation" may be about Sam Lee <lee1@example.test> or Sam LEE <lee2@example.test>: name one as its only attendee, by the address',
    ]);
    expect(readTitle('Mia Roth (deputy: Cy Müller)')[0]).to.match(/may be about Mia Roth <.*> or Cy Müller </);
    const invited = (title: string, ...addresses: string[]) =>
      read([day, `SUMMARY:${title}`, ...addresses.map((one) => `ATTENDEE:mailto:${one}@example.test`)].join('\n'));
    expect(days(invited('Sam Lee - Vacation', 'lee2'))).to.deep.equal(['lee2 2026-12-21/2026-12-22']);
    expect(invited('Vacation', 'mia', 'cy').faults).to.have.length(1);
    expect(invited('Mia Roth - Vacation', 'cy').faults).to.have.length(1);
    expect(days(invited('Mia Roth - Vacation', 'cy', 'mia'))).to.deep.equal(['mia 2026-12-21/2026-12-22']);
    expect(days(invited('Vacation', 'MIA', 'someone'))).to.deep.equal(['mia 2026-12-21/2026-12-22']);
  });

  it('takes an organizer for the one who is away only if the title says so, and not if titles name others', () => {
    const by = (title: string): string => `${day}\nSUMMARY:${title}\nORGANIZER:mailto:ann@example.test`;
    expect(days(read(by('Vacation')))).to.deep.equal(['ann 2026-12-21/2026-12-22']);
    expect(days(read(by('Strategy day')))).to.deep.equal([]);
    const kept = read(by('Mia Roth - Vacation'), by('Vacation'));
    expect([days(kept), kept.notes]).to.deep.equal([
      ['mia 2026-12-21/2026-12-22'],
      ['1 event not understood, for want of a person: "Vacation" in row 9'],
    ]);
    const own = calendarOf([by('Strategy day'), by('Vacation')], ['X-WR-CALNAME:Ann@example.test']);
    expect(days(readFile(own))).to.deep.equal(['ann 2026-12-21/2026-12-22']);
  });

  it('leaves out what is no absence, and what is not approved', () => {
    for (const words of ['Birthday', 'Home Office', 'WFH', 'Remote', 'Work anniversary', 'Geburtstag', 'Hire date'])
      expect(readTitle(`Mia Roth - ${words}`), words).to.deep.equal([
        `1 event with words that mean no absence, such as "Mia Roth - ${words}" in row 3: no absence`,
      ]);
    expect(days(read(`${day}\nSUMMARY:Mia Roth\nCATEGORIES:Team,Home Office`))).to.deep.equal([]);
    expect(readTitle('Mia Roth - Business trip')).to.deep.equal(['mia']);
    for (const lines of [
      'SUMMARY:Mia Roth\nSTATUS:CANCELLED',
      'SUMMARY:Mia Roth\nSTATUS:TENTATIVE',
      'SUMMARY:Pending: Mia Roth',
    ])
      expect(days(read(`${day}\n${lines}`)), lines).to.deep.equal(['mia none']);
    expect(days(readFile(calendarOf([`${day}\nSUMMARY:Mia Roth`], ['METHOD:CANCEL'])))).to.deep.equal(['mia none']);
  });

  it('reads days and times: the end is no day of the event', () => {
    for (const [lines, expected] of [
      ['DTSTART;VALUE=DATE:20261221', '2026-12-21/2026-12-21'],
      ['DTSTART:20261221', '2026-12-21/2026-12-21'],
      ['DTSTART;VALUE=DATE:20261221\nDTEND;VALUE=DATE:20261221', '2026-12-21/2026-12-21'],
      ['DTSTART;VALUE=DATE:20261221\nDURATION:P3D', '2026-12-21/2026-12-23'],
      ['DTSTART;VALUE=DATE:20261221\nDURATION:P1W', '2026-12-21/2026-12-27'],
      ['DTSTART:20261221T090000\nDTEND:20261221T120000', '2026-12-21/2026-12-21'],
      ['DTSTART:20261221T090000\nDURATION:PT4H', '2026-12-21/2026-12-21'],
      ['DTSTART:20261221T130000\nDTEND:20261223T120000', '2026-12-21/2026-12-23'],
      ['DTSTART;TZID=Asia/Tokyo:20261221T000000\nDTEND;TZID=Asia/Tokyo:20261223T000000', '2026-12-21/2026-12-22'],
      ['DTSTART:20261220T230000Z\nDTEND:20261222T230000Z', '2026-12-21/2026-12-22'],
      ['DTSTART:20261220T230000Z\nDTEND:20261221T230000Z\nRRULE:FREQ=DAILY;COUNT=1', '2026-12-21/2026-12-21'],
      ['DTSTART;VALUE=DATE:20241221\nDTEND;VALUE=DATE:20251201', '2025-11-17/2025-11-30'],
    ] as const)
      expect(days(read(`${lines}\nSUMMARY:Mia Roth`)), lines).to.deep.equal([`mia ${expected}`]);
    const zones = calendarOf(
      ['DTSTART:20261221T140000Z\nDTEND:20261221T180000Z\nSUMMARY:Mia Roth'],
      ['X-WR-TIMEZONE:Asia/Tokyo'],
    );
    expect(days(readFile(zones))).to.deep.equal(['mia 2026-12-21/2026-12-22']);
    expect(read('DTSTART:20261220T230000Z\nDTEND:20261221T230000Z\nSUMMARY:Mia Roth').notes).to.deep.equal([
      '1 event with times in UTC, such as "Mia Roth" in row 3: read in Europe/Berlin',
    ]);
  });

  it('says what is beyond the days that an absence may have', () => {
    const at = (date: string): string => `DTSTART;VALUE=DATE:${date}\nSUMMARY:Mia Roth`;
    expect(read(at('20240101')).notes).to.deep.equal([
      '1 event before 2025-11-17, such as "Mia Roth" in row 3: forgotten',
    ]);
    expect(read(at('20300101')).notes).to.deep.equal([
      '1 event after 2028-11-19, such as "Mia Roth" in row 3: not taken',
    ]);
  });

  it('repeats an event without an end for a year, so that a day off in each week is within the bound of a person', () => {
    const { rows, notes } = read('DTSTART;VALUE=DATE:20200103\nRRULE:FREQ=WEEKLY;BYDAY=FR\nSUMMARY:Mia Roth - off');
    expect(rows).to.have.length(66);
    expect([rows[0]?.absence, rows.at(-1)?.absence]).to.deep.equal([
      { from: '2026-08-21', to: '2026-08-21' },
      { from: '2027-11-19', to: '2027-11-19' },
    ]);
    expect(notes).to.deep.equal([
      '1 event repeated without an end, such as "Mia Roth - off" in row 3: taken until 2027-11-21; days off in each week belong into workingDays',
    ]);
  });

  it('takes the latest version of an event, and replaces and cancels days of a series', () => {
    const version = (lines: string): string => `UID:1\nSUMMARY:Mia Roth\n${lines}`;
    const older = version('SEQUENCE:1\nDTSTAMP:20261101T000000Z\nDTSTART;VALUE=DATE:20261221');
    const newer = version('SEQUENCE:2\nDTSTAMP:20261001T000000Z\nDTSTART;VALUE=DATE:20261222');
    for (const events of [
      [older, newer],
      [newer, older],
    ])
      expect(days(read(...events))).to.deep.equal(['mia 2026-12-22/2026-12-22']);
    const series = version('DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE;VALUE=DATE:20261202');
    const moved = version('RECURRENCE-ID;VALUE=DATE:20261203\nDTSTART;VALUE=DATE:20261210');
    const cancelled = version('RECURRENCE-ID;VALUE=DATE:20261204\nDTSTART;VALUE=DATE:20261204\nSTATUS:CANCELLED');
    expect(days(read(series, moved, cancelled)).sort()).to.deep.equal([
      'mia 2026-12-01/2026-12-01',
      'mia 2026-12-10/2026-12-10',
      'mia none',
    ]);
  });

  it('reads further days of a series (RDATE), of periods the beginning', () => {
    const rdate = 'RDATE;VALUE=DATE:20261225,20261228\nRDATE;VALUE=PERIOD:20261230T000000/20261231T000000';
    expect(days(read(`DTSTART;VALUE=DATE:20261221\n${rdate}\nSUMMARY:Mia Roth`))).to.deep.equal(
      ['21', '25', '28', '30'].map((one) => `mia 2026-12-${one}/2026-12-${one}`),
    );
  });

  it('does not count those who declined, rooms and groups as invited', () => {
    const invited = (parameters: string) =>
      days(
        read(`${day}\nSUMMARY:Away\nATTENDEE;${parameters}:mailto:cy@example.test\nATTENDEE:mailto:mia@example.test`),
      );
    for (const parameters of ['PARTSTAT=DECLINED', 'CUTYPE=ROOM', 'CUTYPE=GROUP'])
      expect(invited(parameters), parameters).to.deep.equal(['mia 2026-12-21/2026-12-22']);
  });

  it('refuses, by row, what it cannot read', () => {
    const faults = (lines: string) =>
      read(`SUMMARY:Mia Roth\n${lines}`).faults.map(({ row, message }) => `${row} ${message}`);
    for (const [lines, message] of [
      ['UID:1', '3 the event has no DTSTART'],
      ['DTSTART;VALUE=DATE:20261301', '3 the event has a DTSTART that is no date such as 20261221, from 1900 to 2199'],
      ['DTSTART;VALUE=DATE:20261221\nDTEND;VALUE=DATE:20261220', '3 the event ends before it begins'],
      [
        'DTSTART;VALUE=DATE:20261221\nDTEND:20261222T000000',
        '3 the event has a time at one of DTSTART and DTEND alone',
      ],
      [`${day}\nRRULE:FREQ=SECONDLY`, '3 the event repeats in a way that is not read (FREQ=SECONDLY)'],
      [
        `${day}\nRRULE:FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO`,
        '3 the event repeats in a way that is not read (FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO)',
      ],
      [`${day}\nRRULE:FREQ=WEEKLY;COUNT=0`, '3 the event repeats in a way that is not read (FREQ=WEEKLY;COUNT=0)'],
      [`${day}\nRRULE:INTERVAL=2`, '3 the event repeats in a way that is not read (INTERVAL=2)'],
      [
        `${day}\nRECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261221`,
        '3 the event changes the rest of a series (RANGE=THISANDFUTURE), which is not read',
      ],
      [`${day}\nATTENDEE;CN="Mia:mailto:mia@example.test`, '3 the event has a ATTENDEE that cannot be read'],
      [`${day}\nno colon here`, '7 is no line of a calendar: it has no name before a colon'],
      [`${day}\nEND:VTODO`, '7 ends what is not open, after VEVENT'],
    ] as const)
      expect(faults(lines), lines).to.deep.equal([message]);
    const cut = calendarOf([`${day}\nSUMMARY:Mia Roth`])
      .toString()
      .replace(/END:VEVENT[^]*/, '');
    expect(readFile(Buffer.from(cut)).faults).to.deep.equal([
      { row: 1, message: 'VCALENDAR does not end: the file is not complete' },
    ]);
    const old = Buffer.from('BEGIN:VCALENDAR\nVERSION:1.0\nEND:VCALENDAR');
    expect(readFile(old).faults[0]?.message).to.match(/vCalendar 1\.0/);
  });
});
