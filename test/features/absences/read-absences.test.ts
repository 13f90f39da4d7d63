// The file of absences: its titles, its dates, its states and its half days.
import { expect } from 'chai';
import { readAbsenceRows } from '../../../src/features/organisation/import/read-absences.ts';

const now = '2026-11-20T10:00:00.000Z';
const read = (titles: string, ...lines: string[]) => readAbsenceRows(Buffer.from([titles, ...lines].join('\n')), now);
const days = ({ rows }: ReturnType<typeof read>): string[] =>
  rows.map(({ email, absence }) => `${email} ${absence ? `${absence.from}/${absence.to}` : 'none'}`);

describe('a file of absences', () => {
  for (const [titles, line] of [
    ['email,from,to', 'a@x.example,2026-12-22,2026-12-31'],
    ['E-Mail,Von,Bis', 'A@x.example,22.12.2026,31.12.2026'],
    ['Work Email*,Start date,End date', 'a@x.example,12/22/2026,12/31/2026'],
    ['Email [Required],First day,Last day', 'a@x.example,22/12/2026,31/12/2026'],
    ['Employee email,Leave from,Leave to', 'a@x.example,22 Dec 2026,31 Dec 2026'],
    ['Email,Startdatum,Enddatum,Status', 'a@x.example,2026/12/22,2026-12-31T00:00:00,genehmigt'],
  ] as const) {
    it(`is read with the titles ${titles}`, () => {
      const file = read(titles, line);
      expect([file.faults, days(file)]).to.deep.equal([[], ['a@x.example 2026-12-22/2026-12-31']]);
    });
  }

  it('is read with the titles and the order of dates that the user names', () => {
    const csv = Buffer.from('Who,Away since,Away until\na@x.example,03/04/2026,03/04/2026');
    const titles = { Who: 'email', 'Away since': 'from', 'Away until': 'to' };
    expect(readAbsenceRows(csv, now, { titles }).faults).to.deep.equal([
      {
        row: 2,
        message: 'from "03/04/2026" may begin with its day or its month; say --date-order (dateOrder) dmy or mdy',
      },
    ]);
    for (const [dateOrder, day] of [
      ['dmy', '2026-04-03'],
      ['mdy', '2026-03-04'],
    ] as const) {
      const file = readAbsenceRows(csv, now, { titles, dateOrder });
      expect([file.faults, days(file)]).to.deep.equal([[], [`a@x.example ${day}/${day}`]]);
    }
  });

  it('has no absence in a row that is not approved, and refuses a status that is not known', () => {
    const titles = 'email,from,to,status';
    for (const status of ['Rejected', 'CANCELLED', 'Pending', 'abgelehnt', 'Withdrawn'])
      expect(days(read(titles, `a@x.example,2026-12-22,2026-12-23,${status}`)), status).to.deep.equal([
        'a@x.example none',
      ]);
    for (const status of ['Approved', 'taken', '', 'Genehmigt'])
      expect(days(read(titles, `a@x.example,2026-12-22,2026-12-23,${status}`)), status).to.deep.equal([
        'a@x.example 2026-12-22/2026-12-23',
      ]);
    expect(read(titles, 'a@x.example,2026-12-22,2026-12-23,Purple').faults).to.deep.equal([
      { row: 2, message: 'status "Purple" is not known: write approved or rejected, or leave the row out' },
    ]);
  });

  it('counts half days, which are whole days', () => {
    const rows = ['yes,no', 'no,PM', 'no,', 'false,0'].map((half) => `a@x.example,2026-12-22,2026-12-22,${half}`);
    expect(read('email,from,to,First half-day,Last half-day', ...rows).notes).to.deep.equal([
      '2 rows with a half day, from row 2 on: taken as whole days',
    ]);
  });

  it('is refused by its name if it is a workbook, or a calendar in place of a table', () => {
    const calendar =
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261222\r\nEND:VEVENT\r\nEND:VCALENDAR';
    expect(readAbsenceRows(Buffer.from(calendar), now).faults).to.deep.equal([
      {
        row: null,
        message:
          'The file is a calendar (.ics) and not a CSV file: export the absences as CSV, with a column for the address, the first and the last day.',
      },
    ]);
    expect(readAbsenceRows(Buffer.from('PK\u0003\u0004'), now).faults[0]?.message).to.match(/^The file is a workbook/);
  });
});
