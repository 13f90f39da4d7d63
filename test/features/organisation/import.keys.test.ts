// checkin org import: who a row is about, when addresses, names and numbers change.
import { expect } from 'chai';
import { ann, bob, header, organisation } from '../../support/organisation.ts';
import { service } from '../../support/service.ts';

const api = service();
const org = organisation(api);

type Who = { id: string; email: string; name: string; active: boolean; roles: string[]; number?: string };
const everybody = (): Promise<Who[]> =>
  api.graph.statement(
    `MATCH (u:User {tenantId: $id}) WHERE u.email IS NOT NULL
     RETURN u.id AS id, u.email AS email, u.name AS name, u.active AS active, u.roles AS roles,
       u.employeeNumber AS number ORDER BY email`,
    { id: org.tenant.id },
  ) as Promise<Who[]>;
const find = async (email: string): Promise<Who> => {
  const found = (await everybody()).find((one) => one.email === email);
  if (!found) throw new Error(`Nobody has ${email}.`);
  return found;
};
const leave = async (email: string): Promise<Who> => {
  await api.graph.statement('MATCH (u:User {tenantId: $id, email: $email}) SET u.active = false', {
    id: org.tenant.id,
    email,
  });
  return find(email);
};
const file = (columns: string, ...rows: string[]): Buffer => Buffer.from([`${header},${columns}`, ...rows].join('\n'));
const faultsOf = async (csv: Buffer): Promise<string[]> => {
  const before = await org.nodes();
  const { faults, applied } = await org.bring(csv);
  expect(applied).to.equal(false);
  expect(await org.nodes()).to.deep.equal(before);
  return faults.map(({ row, message }) => `${row}: ${message}`);
};

describe('a row of an import', () => {
  it('never opens the account of somebody who has left to a new person with their address', async () => {
    await org.bring([ann, bob.replace(/,$/, ',people_team')]);
    const old = await leave('bob@a.example');
    const hire = 'bob@a.example,Nora New,Clerk,,,ann@a.example,';
    expect(await faultsOf(file('newPerson', `${hire},`))).to.have.length(1);
    const { created, released, faults } = await org.bring(file('newPerson', `${hire},yes`));
    expect([faults, released]).to.deep.equal([[], [{ id: old.id, email: 'bob@a.example' }]]);
    expect(created).to.deep.equal([
      { email: 'bob@a.example', name: 'Nora New', manager: 'ann@a.example', team: '', startDate: '' },
    ]);
    const nora = await find('bob@a.example');
    expect([nora.id === old.id, nora.name, nora.roles]).to.deep.equal([false, 'Nora New', []]);
    expect(await find(`${old.id}@released.invalid`)).to.deep.include({ id: old.id, name: 'Bob', active: false });
    expect((await faultsOf(file('newPerson', `${hire},yes`)))[0]).to.include('who is active');
    expect(await org.bring([hire])).to.deep.include({ unchanged: 1, faults: [] });
  });

  it('is about the person of its id, though the address is another one', async () => {
    await org.bring([ann, bob]);
    const { id } = await find('bob@a.example');
    const renamed = (await org.exported()).replace('bob@a.example,Bob', 'rob@a.example,Bob');
    const { changed, ...result } = await org.bring(Buffer.from(renamed));
    expect(result).to.deep.include({ created: [], leftOut: [], faults: [] });
    expect(changed).to.deep.equal([
      {
        email: 'rob@a.example',
        fields: ['email'],
        name: 'Bob',
        values: [{ field: 'email', from: 'bob@a.example', to: 'rob@a.example' }],
      },
    ]);
    expect((await find('rob@a.example')).id).to.equal(id);
  });

  it('is asked about if a key alone says whose it is, after a merger as after a wedding', async () => {
    const columns = 'employeeNumber,name,email,jobTitle,managerEmail,department';
    const people = [
      columns,
      '1001,Anna Adler,anna.adler@alpha.example,CEO,,Board',
      '1002,Bernd Busch,bernd.busch@alpha.example,Head of Sales,1001,Sales',
      '1003,Carla Conti,carla.conti@alpha.example,Rep,1002,Sales',
    ];
    await org.bring(Buffer.from(people.join('\n')));
    const others = [
      columns,
      '1001,Walter Wolff,walter.wolff@beta.example,CTO,anna.adler@alpha.example,Technology',
      '1002,Xenia Xu,xenia.xu@beta.example,Engineer,walter.wolff@beta.example,Technology',
      '1003,Carla Conti,carla.conti@beta.example,Engineer,walter.wolff@beta.example,Technology',
    ];
    expect(await faultsOf(Buffer.from(others.join('\n')))).to.deep.equal([
      '2: is this the same person? Was Anna Adler <anna.adler@alpha.example>, would be Walter Wolff <walter.wolff@beta.example>, by employeeNumber "1001" alone. If so, write yes into the column samePerson; if not, correct employeeNumber',
      '3: is this the same person? Was Bernd Busch <bernd.busch@alpha.example>, would be Xenia Xu <xenia.xu@beta.example>, by employeeNumber "1002" alone. If so, write yes into the column samePerson; if not, correct employeeNumber',
    ]);
    const { id } = await find('carla.conti@alpha.example');
    const wedding = 'employeeNumber,name,email,samePerson\n1003,Carla Diaz,carla.diaz@alpha.example,Yes';
    const { faults, changed } = await org.bring(Buffer.from(wedding));
    expect([faults, changed[0]?.name, changed[0]?.values]).to.deep.equal([
      [],
      'Carla Conti',
      [
        { field: 'email', from: 'carla.conti@alpha.example', to: 'carla.diaz@alpha.example' },
        { field: 'name', from: 'Carla Conti', to: 'Carla Diaz' },
      ],
    ]);
    expect((await find('carla.diaz@alpha.example')).id).to.equal(id);
  });

  it('is about the person of its number, else of its external id', async () => {
    const columns = 'employeeNumber,externalId';
    await org.bring(file(columns, `${ann},1,x1`, `${bob},2,x2`));
    const { id } = await find('bob@a.example');
    await org.bring(file(columns, 'b@a.example,Bob,,,,ann@a.example,,2,'));
    await org.bring(file(columns, 'c@a.example,Bob,,,,ann@a.example,,3,x2'));
    expect(await find('c@a.example')).to.deep.include({ id, number: '3' });
    expect(await org.bring(Buffer.from(await org.exported()))).to.deep.include({ unchanged: 2, faults: [] });
  });

  it('is about the person of its number also where a spreadsheet has hidden a character in one of them', async () => {
    await org.bring(file('employeeNumber', `${ann},`, `${bob},E-é`));
    const { id } = await find('bob@a.example');
    for (const [place, number] of ['\u200bE-é', 'E-e\u0301', 'E-é\u2060'].entries()) {
      const { created, faults } = await org.bring(
        file('employeeNumber', `b${place}@a.example,Bob,,,,\u200bANN@a.example,,${number}`),
      );
      expect([created, faults]).to.deep.equal([[], []]);
      expect(await find(`b${place}@a.example`)).to.deep.include({ id, number: 'E-é' });
    }
  });

  it('may swap addresses with another row, and pass one on', async () => {
    await org.bring(file('employeeNumber', `${ann},1`, `${bob},2`));
    const a = await find('ann@a.example');
    const b = await find('bob@a.example');
    const { faults } = await org.bring(
      file('employeeNumber', 'bob@a.example,Ann,,,,,admin,1', 'ann@a.example,Bob,,,,bob@a.example,,2'),
    );
    expect(faults).to.deep.equal([]);
    expect([(await find('bob@a.example')).id, (await find('ann@a.example')).id]).to.deep.equal([a.id, b.id]);
    await org.bring(file('employeeNumber', 'new@a.example,Bob,,,,1,,2', 'ann@a.example,Eve,,,,1,,3'));
    expect((await find('new@a.example')).id).to.equal(b.id);
    expect([a.id, b.id]).to.not.include((await find('ann@a.example')).id);
  });

  it('is a fault if it is not sure whom it is about', async () => {
    await org.bring(file('employeeNumber', `${ann},1`, `${bob},2`));
    const { id: annId } = await find('ann@a.example');
    const columns = 'employeeNumber,id,returns,newPerson';
    const row = (cells: string, email = 'x@a.example'): string => `${email},X,,,,,,${cells}`;
    expect(await faultsOf(file(columns, row(`2,${annId},,`)))).to.deep.equal([
      '2: x@a.example: id, employeeNumber, externalId and returns name different people',
    ]);
    expect((await faultsOf(file(columns, row('7,,,', 'ann@a.example'))))[0]).to.include('who is active');
    expect((await faultsOf(file(columns, row(',,,yes', 'ann@a.example'))))[0]).to.include('who is active');
    expect((await faultsOf(file(columns, row(',,2,'))))[0]).to.equal(
      '2: x@a.example: returns names nobody who has left',
    );
    expect((await faultsOf(file(columns, row(',,,maybe'))))[0]).to.equal('2: newPerson is yes, no or empty');
    const rowsOfAnn = [row('1,,,'), row('1,,,', 'y@a.example')].map((cells) => cells.replace(',X,', ',Ann,'));
    expect(await faultsOf(file(columns, ...rowsOfAnn))).to.deep.equal([
      '3: employeeNumber "1" is already in row 2',
      '3: y@a.example is the person of row 2',
    ]);
    await leave('bob@a.example');
    for (const newPerson of ['', 'yes'])
      expect((await faultsOf(file(columns, row(`2,,,${newPerson}`))))[0]).to.match(
        /who has left: if they are back.*; if this is somebody else, remove number and external id from them first$/,
      );
    expect((await org.bring(file(columns, row('2,,2,')))).changed[0]?.fields).to.include('active');
  });

  it('is a fault if nobody would be an admin', async () => {
    await org.bring([ann, bob]);
    const [, ...cells] = ann.split(',');
    const row = ['ann@a.example', ...cells.slice(0, -1), ''].join(',');
    expect(ann).to.match(/,admin$/);
    expect((await org.bring([row])).changed).to.deep.equal([]);
    expect((await org.bring([row], { emptyClears: true })).faults).to.deep.equal([
      { row: null, message: 'Nobody active would be an admin.' },
    ]);
  });

  it('is a fault if its address is the user name of somebody who has left', async () => {
    await org.bring([ann, bob]);
    await leave('bob@a.example');
    await api.graph.statement(
      "MATCH (u:User {tenantId: $id, email: 'bob@a.example'}) SET u.email = 'robert@a.example', u.userName = 'bob@a.example'",
      { id: org.tenant.id },
    );
    const { faults } = await org.bring([bob]);
    expect(faults.map(({ message }) => message).join()).to.match(
      /^bob@a\.example is .* of Bob .*, who has left:.* newPerson$/,
    );
  });
});
