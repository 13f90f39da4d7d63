// The command `absence import` with calendars: what it takes, what it says, and what it refuses.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { addDays } from '../../src/platform/time/weeks.ts';
import { company, type Company } from '../support/company.ts';
import { service } from '../support/service.ts';
import { shell, type Ran } from '../support/shell.ts';

const api = service();
const { folder, run } = shell();
let acme: Company;
/** The command reads the clock, so days are counted from today. */
const day = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);
const compact = (days: number): string => day(days).replaceAll('-', '');

const checkin = (...words: string[]): Promise<Ran> => run(['absence', ...words], { CHECKIN_TENANT: acme.tenantId });
function write(name: string, events: readonly string[][]): string {
  const lines = events.flatMap((one) => ['BEGIN:VEVENT', ...one, 'END:VEVENT']);
  writeFileSync(
    path.join(folder, name),
    ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'),
  );
  return path.join(folder, name);
}
const away = (title: string, from: number, to: number, ...more: string[]): string[] => [
  `DTSTART;VALUE=DATE:${compact(from)}`,
  `DTEND;VALUE=DATE:${compact(to + 1)}`,
  `SUMMARY:${title}`,
  ...more,
];

describe('checkin absence', () => {
  beforeEach(async () => {
    acme = await company(api, 'Ada (admin)\n  Mia Roth\n    Bob\n    Cy');
  });

  it('takes a calendar: first what would change, then the change, of which the days alone are stored', async () => {
    const file = write('away.ics', [
      away('Mia Roth - Chemotherapy', 30, 33, 'DESCRIPTION:at the hospital', 'CATEGORIES:Illness'),
      away('[Vacation] Bob', 40, 40),
      away('Bob - Birthday', 50, 50),
      away('Company party', 60, 60),
    ]);
    const email = (name: string): string => acme.people.find((person) => person.name === name)?.email ?? '';
    const notes = [
      'note: 1 property ignored: "DESCRIPTION"',
      'note: 1 event not understood, for want of a person: "Company party" in row 20',
      'note: 1 event with words that mean no absence, such as "Bob - Birthday" in row 15: no absence',
      '',
    ].join('\n');
    const changed = [email('Bob'), email('Mia Roth')].sort().map((one) => `changed\t${one}\n`);
    expect(await checkin('import', file, '--dry-run')).to.deep.equal({
      code: 0,
      out: `${changed.join('')}Would change absences of 2 people; 0 unchanged.\n`,
      err: notes,
    });
    expect((await checkin('list')).out).to.equal('email,from,to\n');
    expect(await checkin('import', file)).to.deep.equal({
      code: 0,
      out: 'Changed absences of 2 people; 0 unchanged.\n',
      err: notes,
    });
    const listed = (await checkin('list')).out.trim().split('\n').slice(1);
    const expected = [`${email('Bob')},${day(40)},${day(40)}`, `${email('Mia Roth')},${day(30)},${day(33)}`];
    expect(listed.sort()).to.deep.equal(expected.sort());
    const stored = await acme.statement('MATCH (node {tenantId: $tenantId}) RETURN properties(node) AS properties', {});
    expect(stored.length).to.be.above(4);
    for (const word of ['Chemotherapy', 'hospital', 'Illness', 'Vacation', 'party'])
      expect(JSON.stringify(stored).toLowerCase()).to.not.include(word.toLowerCase());
    expect((await checkin('import', file, '--json')).out).to.include('"unchanged": 2');
  });

  it('refuses a calendar with a fault, and changes nothing', async () => {
    await acme.statement("MATCH (user:User {tenantId: $tenantId, name: 'Cy'}) SET user.name = 'bob'", {});
    const file = write('fault.ics', [away('Mia Roth', 30, 33), away('Bob: Vacation', 40, 40)]);
    const { code, out, err } = await checkin('import', file);
    expect([code, out]).to.deep.equal([1, '']);
    expect(err).to.match(
      /^row 8: the event "Bob: Vacation" may be about Bob <.*> or bob <.*>: name one as its only attendee, by the address\n.* has 1 fault; nothing was changed\.\n$/i,
    );
    const endless = write('seconds.ics', [away('Mia Roth', 30, 30, 'RRULE:FREQ=SECONDLY')]);
    expect((await checkin('import', endless)).err).to.include('repeats in a way that is not read (FREQ=SECONDLY)');
    const often = write('often.ics', [away('Mia Roth - off', 0, 0, 'RRULE:FREQ=WEEKLY;COUNT=101')]);
    expect((await checkin('import', often)).err).to.include(
      'has more than 100 absences; days off in each week belong into workingDays',
    );
    expect((await checkin('list')).out).to.equal('email,from,to\n');
  });

  it('says in its help that it takes calendars', async () => {
    expect((await checkin('import', '--help')).out).to.match(/calendar \(\.ics\)[^]*Titles are not stored/);
  });
});
