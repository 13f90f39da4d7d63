// Managers of any name, who may come later.
import { expect } from 'chai';
import { freshCompany } from '../../support/company.ts';
import { checkTenant } from '../../../src/features/organisation/tenants/check.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { directoryOf, enterprise, oktaUser, patchOf, type ScimBody } from '../../support/scim.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob\n    Cy\n  Gus †');
const neighbour = freshCompany(api, 'Zed');
const send = directoryOf(api, acme);

const below = (manager: unknown, more: object = {}): object => ({ [enterprise]: { manager, ...more } });
const create = async (name: string, more: object = {}): Promise<ScimBody> => {
  const { status, body } = await send('POST', '/Users', oktaUser(name, more));
  expect(status, body.detail).to.equal(201);
  return body;
};
const lineOf = async (id: string): Promise<unknown[]> => {
  const { body } = await acme.as('Ada').get(`/users/${id}`);
  return [body['managerId'], body['pendingManager']];
};
const events = (): Promise<unknown[]> =>
  acme.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'org.manager_loop'})
     RETURN e.recipientIds AS to, e.payload AS payload`);

describe('a manager in a directory', () => {
  it('is named by id, number, external id, user name or address, as a text or an object', async () => {
    await acme.as('Ada').patch(`/admin/users/${acme.id('Bob')}`, { employeeNumber: 'E-7', externalId: 'Xy' });
    await send('PATCH', `/Users/${acme.id('Bob')}`, patchOf({ op: 'replace', path: 'userName', value: 'bobby' }));
    let place = 0;
    for (const name of [acme.id('Bob').toUpperCase(), 'E-7', 'Xy', 'Bobby', 'BOB@example.test'])
      for (const manager of [name, { value: name }, { $ref: `${api.url}/scim/v2/Users/${name}` }]) {
        const { id } = await create(`Eve${(place += 1)}`, below(manager));
        expect(await lineOf(id), JSON.stringify(manager)).to.deep.equal([acme.id('Bob'), undefined]);
      }
  });

  it('who is not there yet is waited for, listed, and set when they come', async () => {
    for (const [index, [name, coming]] of (
      [
        ['max0@acme.test', {}],
        ['E-1', below(undefined, { employeeNumber: 'E-1' })],
        ['00uMax2', {}],
        ['maxi', { userName: 'Maxi' }],
      ] as const
    ).entries()) {
      const eve = await create(`Eve${index}`, below(name));
      expect(await lineOf(eve.id)).to.deep.equal([undefined, name]);
      const notes = (await checkTenant(api.graph, acme.tenantId)).map(({ message }) => message);
      expect(notes).to.include(`eve${index}@acme.test waits for the manager ${name}`);
      const max = await create(`Max${index}`, coming);
      expect(await lineOf(eve.id), name).to.deep.equal([max.id, undefined]);
    }
    const eve = await create('Eva', below(neighbour.id('Zed')));
    expect(await lineOf(eve.id)).to.deep.equal([undefined, neighbour.id('Zed')]);
  });

  it('is nobody whose external id or number differs in case', async () => {
    const eve = await create('Eve', below('0015AbC'));
    const csv = Buffer.from('email,name,jobTitle,team,department,managerEmail,roles\nann@acme.test,Ann,,,,0015AbC,');
    await create('Wrong', { externalId: '0015aBc', ...below(undefined, { employeeNumber: '0015ABC' }) });
    await importPeople(api.graph, { id: acme.tenantId }, csv, { now: new Date(friday) });
    const ann = (await acme.as('Ada').get<{ items: { id: string }[] }>('/users?search=ann@acme.test')).body.items[0];
    for (const id of [eve.id, ann?.id ?? '']) expect(await lineOf(id)).to.deep.equal([undefined, '0015AbC']);
    const right = await create('Right', { externalId: '0015AbC' });
    for (const id of [eve.id, ann?.id ?? '']) expect(await lineOf(id)).to.deep.equal([right.id, undefined]);
  });

  it('who is named by a number in capitals, and comes while the person is away, is found by a later change', async () => {
    const eve = await create('Eve', below('E-9'));
    expect(await lineOf(eve.id)).to.deep.equal([undefined, 'E-9']);
    const change = (active: boolean): Promise<unknown> =>
      send('PATCH', `/Users/${eve.id}`, patchOf({ op: 'replace', value: { active } }));
    await change(false);
    const max = await create('Max', below(undefined, { employeeNumber: 'E-9' }));
    await change(true);
    expect(await lineOf(eve.id)).to.deep.equal([max.id, undefined]);
  });

  it('who is not there yet leaves the line of today and the rest of the request as asked', async () => {
    const { status, body } = await send(
      'PATCH',
      `/Users/${acme.id('Cy')}`,
      patchOf(
        { op: 'Replace', path: 'title', value: 'Lead' },
        { op: 'Add', path: `${enterprise}:manager`, value: 'new.boss@acme.test' },
      ),
    );
    expect([status, body['title']]).to.deep.equal([200, 'Lead']);
    expect(await lineOf(acme.id('Cy'))).to.deep.equal([acme.id('Bob'), 'new.boss@acme.test']);
    const boss = await create('New.Boss');
    expect(await lineOf(acme.id('Cy'))).to.deep.equal([boss.id, undefined]);
    const lines = (await acme.as('Ada').get<{ managerId: string }[]>(`/org/users/${acme.id('Cy')}/manager-history`))
      .body;
    expect(lines).to.have.length(2);
  });

  it('is waited for no more once another is set, or none', async () => {
    for (const manager of [acme.id('Bob'), '']) {
      await send('PATCH', `/Users/${acme.id('Cy')}`, patchOf({ op: 'Add', path: 'manager', value: 'later' }));
      await send('PATCH', `/Users/${acme.id('Cy')}`, patchOf({ op: 'Add', path: 'manager', value: manager }));
      expect(await lineOf(acme.id('Cy'))).to.deep.equal([manager || undefined, undefined]);
    }
  });

  it('who turns out to report to the person is not set, and the admins are told once', async () => {
    await send('PATCH', `/Users/${acme.id('Bob')}`, patchOf({ op: 'Add', path: 'manager', value: 'max' }));
    const max = await create('Max', { userName: 'max', ...below(acme.id('Cy')) });
    expect(await lineOf(acme.id('Bob'))).to.deep.equal([acme.id('Ada'), 'max']);
    const told = [{ to: [acme.id('Ada')], payload: '{"personName":"Bob","managerName":"Max Okta"}' }];
    expect(await events()).to.deep.equal(told);
    await send('PATCH', `/Users/${max.id}`, patchOf({ op: 'replace', path: 'title', value: 'Boss' }));
    expect(await events()).to.deep.equal(told);
    await send('PATCH', `/Users/${max.id}`, patchOf({ op: 'Add', path: 'manager', value: '' }));
    expect(await lineOf(acme.id('Bob')), 'set as soon as it is possible').to.deep.equal([max.id, undefined]);
  });
});

describe('a name that several people have', () => {
  it('is the id of one, else means somebody active, by number, external id and address in this order', async () => {
    const admin = acme.as('Ada');
    const patch = (name: string, change: object) => admin.patch(`/admin/users/${acme.id(name)}`, change);
    await patch('Gus', { externalId: 'bob@example.test' });
    await patch('Cy', { externalId: '1001' });
    await patch('Bob', { employeeNumber: '1001' });
    await patch('Ada', { employeeNumber: acme.id('Cy') });
    for (const [place, [name, meant]] of [
      ['bob@example.test', 'Bob'],
      ['1001', 'Bob'],
      [acme.id('Cy'), 'Cy'],
    ].entries()) {
      const eve = await create(`Eve${place}`, below(name));
      expect(await lineOf(eve.id), name).to.deep.equal([acme.id(meant ?? ''), undefined]);
      const row = `ann${place}@acme.test,Ann ${place},,,,${name},`;
      const csv = Buffer.from(`email,name,jobTitle,team,department,managerEmail,roles\n${row}`);
      expect(
        (await importPeople(api.graph, { id: acme.tenantId }, csv, { now: new Date(friday) })).faults,
      ).to.deep.equal([]);
      const { items } = (await admin.get<{ items: { id: string }[] }>(`/users?search=Ann%20${place}`)).body;
      expect(await lineOf(items[0]?.id ?? ''), name).to.deep.equal([acme.id(meant ?? ''), undefined]);
    }
  });
});

describe('a manager for an admin', () => {
  const post = (name: string, more: object) =>
    acme.as('Ada').post<{ id: string; code?: string }>('/admin/users', { email: `${name}@acme.test`, name, ...more });

  it('is named in any way, and waited for', async () => {
    const eve = (await post('eve', { manager: 'max@acme.test' })).body;
    expect(await lineOf(eve.id)).to.deep.equal([undefined, 'max@acme.test']);
    const ann = (await post('ann', { manager: 'later' })).body;
    const list = (more: string) =>
      acme.as('Ada').get<{ items: unknown[]; nextCursor: string }>(`/admin/pending-managers${more}`);
    const first = (await list('?limit=1')).body;
    expect(first.items).to.deep.equal([{ user: { id: ann.id, name: 'ann' }, manager: 'later' }]);
    const second = (await list(`?limit=1&cursor=${first.nextCursor}`)).body;
    expect(second).to.deep.equal({ items: [{ user: { id: eve.id, name: 'eve' }, manager: 'max@acme.test' }] });
    expect((await acme.as('Bob').get('/admin/pending-managers')).status).to.equal(403);
    expect((await neighbour.as('Zed').get('/admin/pending-managers')).status).to.equal(403);
    const max = (await post('max', { manager: 'BOB@example.test' })).body;
    expect(await lineOf(max.id)).to.deep.equal([acme.id('Bob'), undefined]);
    expect(await lineOf(eve.id)).to.deep.equal([max.id, undefined]);
    await acme.as('Ada').patch(`/admin/users/${eve.id}`, { manager: acme.id('Cy') });
    expect(await lineOf(eve.id)).to.deep.equal([acme.id('Cy'), undefined]);
    const both = await post('eva', { manager: 'x', managerId: acme.id('Cy') });
    expect([both.status, both.body.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    const loop = await acme.as('Ada').patch<{ code?: string }>(`/admin/users/${max.id}`, { manager: 'eve@acme.test' });
    expect(loop.status).to.equal(200);
    const left = await post('evi', { manager: acme.id('Gus') });
    expect([left.status, left.body.code]).to.deep.equal([404, 'MANAGER_NOT_FOUND']);
  });
});

describe('a manager in a file', () => {
  const bring = (...rows: string[]) =>
    importPeople(
      api.graph,
      { id: acme.tenantId },
      Buffer.from(['email,name,jobTitle,team,department,managerEmail,roles,employeeNumber', ...rows].join('\n')),
      { now: new Date(friday), emptyClears: true },
    );

  it('is waited for across files, directories and admins, and a cycle is told', async () => {
    const first = await bring('eve@acme.test,Eve,,,,E-9,,', 'eva@acme.test,Eva,,,,00uMax,,');
    expect(first).to.deep.include({
      faults: [],
      pending: [
        { email: 'eva@acme.test', manager: '00uMax' },
        { email: 'eve@acme.test', manager: 'E-9' },
      ],
    });
    const { id: maxId } = await create('Max');
    const findId = async (name: string): Promise<string> =>
      (await send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${name}@acme.test"`)}`)).body.Resources[0]
        ?.id ?? '';
    const eve = await findId('eve');
    const eva = await findId('eva');
    expect(await lineOf(eva)).to.deep.equal([maxId, undefined]);
    const boss = await bring('boss@acme.test,Boss,,,,eve@acme.test,,E-9');
    expect(boss.loops).to.deep.equal([{ email: 'eve@acme.test', manager: 'boss@acme.test' }]);
    expect(await lineOf(eve)).to.deep.equal([undefined, 'E-9']);
    expect(await events()).to.deep.equal([
      { to: [acme.id('Ada')], payload: '{"personName":"Eve","managerName":"Boss"}' },
    ]);
    const moved = await bring('boss@acme.test,Boss,,,,,,E-9');
    expect(moved.moved.map(({ email, to }) => [email, to])).to.deep.equal([
      ['boss@acme.test', ''],
      ['eve@acme.test', 'boss@acme.test'],
    ]);
  });
});
