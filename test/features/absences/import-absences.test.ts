// Absences from a file, all of it or nothing.
import { expect } from 'chai';
import { readAbsences, type AbsenceFacts } from '../../../src/features/absences/write-absences.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { importAbsences, type AbsenceImport } from '../../../src/features/organisation/import/import-absences.ts';
import { fingerprint, freshCompany } from '../../support/company.ts';
import { fieldsOf } from '../../support/organisation.ts';
import { friday, service } from '../../support/service.ts';

describe('absence import', () => {
  const api = service();
  const acme = freshCompany(api, 'Ann (admin)\n  Bob\n  Cy †');
  const other = freshCompany(api, 'Zoe');
  const bring = (rows: string[], dryRun = false): Promise<AbsenceImport> =>
    importAbsences(api.graph, acme.tenantId, Buffer.from(['email,from,to', ...rows].join('\n')), {
      now: friday,
      dryRun,
    });
  const stored = async (): Promise<string[]> => {
    const people = await api.graph.transaction({ tenantId: acme.tenantId }, (tx) =>
      tx.rows<AbsenceFacts>('absences/list', { emails: null }),
    );
    return people.flatMap((person) => readAbsences(person).map(({ from, to }) => `${person.email},${from},${to}`));
  };

  it('sets what the file says, and the same file again changes nothing', async () => {
    const rows = ['bob@example.test,2026-12-21,2026-12-31', 'cy@example.test,2026-12-24,2026-12-24'];
    expect((await bring([...rows, ' BOB@example.test ,2027-01-01,2027-01-01'])).changed).to.deep.equal([
      'bob@example.test',
      'cy@example.test',
    ]);
    expect(await stored()).to.deep.equal(['bob@example.test,2026-12-21,2027-01-01', rows[1]]);
    const before = await fingerprint(api, acme.tenantId);
    expect(await bring(['bob@example.test,2026-12-21,2027-01-01', ...rows])).to.deep.include({
      changed: [],
      unchanged: 2,
    });
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('replaces from the first day of the file on, keeps what was before, and leaves others alone', async () => {
    await bring(['bob@example.test,2026-10-01,2026-12-31', 'ann@example.test,2026-12-01,2026-12-01']);
    await bring(['bob@example.test,2026-12-10,2026-12-11']);
    expect(await stored()).to.deep.equal([
      'ann@example.test,2026-12-01,2026-12-01',
      'bob@example.test,2026-10-01,2026-12-11',
    ]);
    await bring(['bob@example.test,2026-12-20,2026-12-21', 'ann@example.test,,']);
    expect(await stored()).to.include.members(['bob@example.test,2026-12-20,2026-12-21']);
    await bring(['ann@example.test,,', 'bob@example.test,2026-11-30,2026-11-30']);
    expect(await stored()).to.deep.equal(['bob@example.test,2026-10-01,2026-11-30']);
  });

  it('takes the export of an HR program as it is, and says how it was read', async () => {
    const lines = [
      'Employee ID;First name;Email;Time-off type;Start date;End date;First half-day;Status',
      '1;Ann;ann@example.test;Paid vacation;22.12.2026;31.12.2026;No;Approved',
      '2;Bob;bob@example.test;Paid vacation;24.12.2026;24.12.2026;Yes;Approved',
      '3;Cy;cy@example.test;Sick leave;01.12.2026;04.12.2026;No;Rejected',
    ];
    await bring(['cy@example.test,2026-12-24,2026-12-24', 'ann@example.test,2026-12-01,2026-12-01']);
    const file = Buffer.from(lines.join('\n'));
    const { changed, faults, notes } = await importAbsences(api.graph, acme.tenantId, file, { now: friday });
    expect(faults).to.deep.equal([]);
    expect(changed).to.deep.equal(['ann@example.test', 'bob@example.test', 'cy@example.test']);
    expect(notes).to.deep.equal([
      '3 columns ignored: "Employee ID", "First name", "Time-off type"',
      '1 row not approved, such as "Rejected" in row 4: no absence',
      '1 row with a half day, from row 3 on: taken as whole days',
    ]);
    expect(await stored()).to.deep.equal([
      'ann@example.test,2026-12-01,2026-12-01',
      'ann@example.test,2026-12-22,2026-12-31',
      'bob@example.test,2026-12-24,2026-12-24',
    ]);
  });

  it('changes nothing in a dry run, or with a fault, and names the rows', async () => {
    const before = await fingerprint(api, acme.tenantId);
    expect((await bring(['bob@example.test,2026-12-21,2026-12-31'], true)).changed).to.deep.equal(['bob@example.test']);
    const faults = async (...rows: string[]) =>
      (await bring(['bob@example.test,2026-12-21,2026-12-31', ...rows])).faults.map(({ row }) => row);
    expect(await faults('bob@example.test,2026-12-31,2026-12-21')).to.deep.equal([3]);
    expect(await faults('bob@example.test,31.11.2026,31.11.2026')).to.deep.equal([3]);
    expect(await faults('bob@example.test,2026-12-31,')).to.deep.equal([3]);
    expect(await faults('bob@example.test,2026-12-31,2031-12-31')).to.deep.equal([3]);
    expect(await faults('zoe@example.test,2026-12-31,2026-12-31')).to.deep.equal([3]);
    const day = (n: number): string => new Date(Date.UTC(2026, 11, 1 + 2 * n)).toISOString().slice(0, 10);
    const many = Array.from({ length: 101 }, (_, n) => `bob@example.test,${day(n)},${day(n)}`);
    expect((await bring(many)).faults.map(({ message }) => message)).to.deep.equal([
      'bob@example.test has more than 100 absences',
    ]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect(await fingerprint(api, other.tenantId)).to.be.an('array');
  });

  it('takes the region of people from the column of an import of people', async () => {
    await bring(['bob@example.test,2026-06-01,2026-06-03', 'bob@example.test,2026-06-05,2026-06-05']);
    const header = 'email,name,jobTitle,team,department,managerEmail,roles,region';
    const importRegion = (region: string) =>
      importPeople(
        api.graph,
        { id: acme.tenantId },
        Buffer.from(`${header}\nbob@example.test,Bob,,,,ann@example.test,,${region}`),
        { now: new Date(friday), emptyClears: true },
      );
    const weeks = async () =>
      (await acme.as('Bob').get<{ excusedWeeks: string[] }>(`/users/${acme.id('Bob')}/absences`)).body.excusedWeeks;
    expect(await weeks()).to.deep.equal([]);
    expect(fieldsOf((await importRegion('DE-BY')).changed)).to.deep.equal([
      { email: 'bob@example.test', fields: ['jobTitle', 'region'] },
    ]);
    expect(await weeks()).to.deep.equal(['2026-06-01']);
    expect((await importRegion('Bavaria')).faults).to.have.length(1);
    expect(fieldsOf((await importRegion('')).changed)).to.deep.equal([
      { email: 'bob@example.test', fields: ['region'] },
    ]);
    expect(await weeks()).to.deep.equal([]);
  });

  it('takes their working days from that import as well', async () => {
    await bring(['bob@example.test,2026-06-01,2026-06-03']);
    const header = 'email,name,jobTitle,team,department,managerEmail,roles,working days';
    const importDays = (days: string) => {
      const csv = Buffer.from(`${header}\nbob@example.test,Bob,,,,ann@example.test,,${days}`);
      return importPeople(api.graph, { id: acme.tenantId }, csv, { now: new Date(friday), emptyClears: true });
    };
    const weeks = async () =>
      (await acme.as('Bob').get<{ excusedWeeks: string[] }>(`/users/${acme.id('Bob')}/absences`)).body.excusedWeeks;
    expect((await importDays('Wednesday Monday')).changed[0]?.fields).to.include('workingDays');
    expect(await weeks()).to.deep.equal(['2026-06-01']);
    expect((await importDays('Monday Wednesday')).changed).to.deep.equal([]);
    expect((await importDays('Mon Wed')).faults).to.have.length(1);
    await importDays('');
    expect(await weeks()).to.deep.equal([]);
  });
});
