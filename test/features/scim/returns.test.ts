// Who a directory means: addresses that are used again, people who come back, numbers.
import { expect } from 'chai';
import { fingerprint, freshCompany } from '../../support/company.ts';
import { directoryOf, enterprise, oktaUser, patchOf, type ScimAnswer } from '../../support/scim.ts';
import { service } from '../../support/service.ts';

const api = service();
const own = 'urn:checkin:scim:schemas:User';
const acme = freshCompany(api, 'Ada (admin)\n  Bob (people_team)\n  Gus †');
const send = directoryOf(api, acme);

const at = (who: string): string => `${who}@example.test`;
/** A body with the address of somebody who is known here. */
const bodyOf = (who: string, more: object = {}): object =>
  oktaUser('Eve', { userName: at(who), emails: [{ value: at(who), type: 'work' }], ...more });
const post = (body: object): Promise<ScimAnswer> => send('POST', '/Users', body);
const conflict = async (answer: ScimAnswer, before: unknown): Promise<void> => {
  expect([answer.status, answer.body.scimType]).to.deep.equal([409, 'uniqueness']);
  expect(answer.body.detail).to.match(/If they are back,.*If this is somebody else,/);
  expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
};
const look = (): Promise<unknown> => fingerprint(api, acme.tenantId);

describe('an address that is used again, in a directory', () => {
  it('does not open the account of somebody whom no directory had made', async () => {
    await send('DELETE', `/Users/${acme.id('Bob')}`);
    const before = await look();
    await conflict(await post(bodyOf('bob', { externalId: 'new-hire-4711' })), before);
    await conflict(await post(bodyOf('bob', { externalId: undefined })), before);
    await conflict(await post(bodyOf('gus')), before);
  });

  it('is found with the account of who has left, and does not open it either', async () => {
    const before = await look();
    await conflict(await send('PUT', `/Users/${acme.id('Gus')}`, bodyOf('gus')), before);
    const operations = [
      { op: 'Replace', path: 'externalId', value: 'another' },
      { op: 'Replace', path: 'active', value: 'True' },
    ];
    await conflict(await send('PATCH', `/Users/${acme.id('Gus')}`, patchOf(...operations)), before);
    const eve = (await post(oktaUser('Eve'))).body.id;
    await send('PATCH', `/Users/${eve}`, patchOf({ op: 'replace', value: { active: false } }));
    const left = await look();
    await conflict(await send('PUT', `/Users/${eve}`, oktaUser('Eve', { externalId: 'another' })), left);
    await conflict(await post(oktaUser('Eve', { externalId: 'another' })), left);
  });

  it('does not open the account of somebody who is still here, if number and external id are other ones', async () => {
    const eve = (await post(oktaUser('Eve', { [enterprise]: { employeeNumber: '1' } }))).body.id;
    const before = await look();
    const hire = oktaUser('Eve', { externalId: 'another', [enterprise]: { employeeNumber: '2' } });
    for (const answer of [await send('PUT', `/Users/${eve}`, hire), await post(hire)]) {
      expect([answer.status, answer.body.scimType]).to.deep.equal([409, 'uniqueness']);
      expect(await look()).to.deep.equal(before);
    }
    const relinked = oktaUser('Eve', { externalId: 'another', [enterprise]: { employeeNumber: '1' } });
    expect((await send('PUT', `/Users/${eve}`, relinked)).status).to.equal(200);
  });

  it('does not open by an external id that is used again, where the number or the directory says that it is somebody else', async () => {
    const number = (employeeNumber: string) => ({ [enterprise]: { employeeNumber } });
    const { id } = (await post(oktaUser('Eve', number('100')))).body;
    await send('DELETE', `/Users/${id}`);
    const before = await look();
    for (const more of [{ [`${own}:newPerson`]: true }, number('200')]) {
      const answer = await post(oktaUser('Eve', more));
      expect([answer.status, answer.body.scimType]).to.deep.equal([409, 'uniqueness']);
      expect(await look()).to.deep.equal(before);
    }
  });

  it('does not open where the external id is the address itself', async () => {
    const body = oktaUser('Eve', { externalId: 'Eve@acme.test' });
    const { id } = (await post(body)).body;
    expect((await send('PUT', `/Users/${id}`, body)).status).to.equal(200);
    await send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
    const left = await look();
    await conflict(await send('PUT', `/Users/${id}`, body), left);
    await conflict(await post(body), left);
    await send('DELETE', `/Users/${id}`);
    await conflict(await post(body), await look());
    await acme.as('Ada').patch(`/admin/users/${id}`, { externalId: null });
    const another = await post({ ...body, [`${own}:newPerson`]: true });
    expect([another.status, another.body.id === id]).to.deep.equal([201, false]);
  });

  it('does not open later by keys that were written into the account of somebody who has left', async () => {
    const gus = acme.id('Gus');
    await send('PUT', `/Users/${gus}`, bodyOf('gus', { externalId: 'another', active: false }));
    const user = (await acme.as('Ada').get(`/users/${gus}`)).body;
    expect([user['name'], user['externalId'], user['active']]).to.deep.equal(['Gus', undefined, false]);
  });

  it('does not open later by an external id that a directory gave to somebody who had left', async () => {
    const gus = acme.id('Gus');
    const relink = patchOf({ op: 'replace', path: 'externalId', value: '00uEve' });
    expect((await send('PATCH', `/Users/${gus}`, relink)).status).to.equal(200);
    const before = await look();
    await conflict(await post(oktaUser('Eve')), before);
    await conflict(await send('PUT', `/Users/${gus}`, bodyOf('gus')), before);
    await acme.as('Ada').post(`/admin/users/${gus}/activate`);
    await send('DELETE', `/Users/${gus}`);
    expect((await post(oktaUser('Eve'))).body.id).to.equal(gus);
  });

  it('opens by an external id that came after they had left once the directory says, of that account, that it is active', async () => {
    const gus = acme.id('Gus');
    await send('PATCH', `/Users/${gus}`, patchOf({ op: 'replace', path: 'externalId', value: '00uEve' }));
    const back = await send('PATCH', `/Users/${gus}`, patchOf({ op: 'replace', value: { active: true } }));
    expect([back.status, back.body.active]).to.deep.equal([200, true]);
    await send('DELETE', `/Users/${gus}`);
    expect((await post(oktaUser('Eve'))).body.id).to.equal(gus);
  });

  it('opens by the external id that somebody had from the start, though they were created inactive', async () => {
    const { id } = (await post(oktaUser('Eve', { active: false }))).body;
    expect((await post(oktaUser('Eve'))).body.id).to.equal(id);
  });

  it('opens by an external id that an admin gave to somebody who had left', async () => {
    const gus = acme.id('Gus');
    await send('PATCH', `/Users/${gus}`, patchOf({ op: 'replace', path: 'externalId', value: 'another' }));
    await acme.as('Ada').patch(`/admin/users/${gus}`, { externalId: '00uEve' });
    expect((await post(oktaUser('Eve'))).body.id).to.equal(gus);
  });

  it('goes to a new person if the directory says so', async () => {
    await send('DELETE', `/Users/${acme.id('Bob')}`);
    for (const [who, word] of [
      ['bob', { [`${own}:newPerson`]: true }],
      ['gus', { [own.toUpperCase()]: { NEWPERSON: 'True' } }],
    ] as const) {
      const { status, body } = await post(bodyOf(who, { externalId: `new-${who}`, ...word }));
      expect([status, body.userName], body.detail).to.deep.equal([201, at(who)]);
      expect([acme.id('Bob'), acme.id('Gus')]).to.not.include(body.id);
      const user = (await acme.as('Ada').get(`/users/${body.id}`)).body;
      expect([user['roles'], user['externalId']]).to.deep.equal([[], `new-${who}`]);
    }
    const old = (await acme.as('Ada').get(`/users/${acme.id('Bob')}`)).body;
    expect([old['name'], old['active']]).to.deep.equal(['Bob', false]);
  });
});

describe('somebody who comes back', () => {
  it('is brought back by a POST with their external id, or their number, whatever their address is now', async () => {
    const number = { [enterprise]: { employeeNumber: '12' } };
    const { id } = (await post(oktaUser('Eve', number))).body;
    await acme.as('Ada').patch(`/admin/users/${id}`, { roles: ['admin'] });
    for (const [leave, body] of [
      ['DELETE', oktaUser('Eve')],
      ['PATCH', oktaUser('Eve', { ...bodyOf('eve.married') })],
      ['DELETE', oktaUser('Eva', number)],
    ] as const) {
      await send(leave, `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
      const back = await post(body);
      expect([back.status, back.body.id, back.body.active], back.body.detail).to.deep.equal([201, id, true]);
      expect((await acme.as('Ada').get(`/users/${id}`)).body['roles']).to.deep.equal([]);
    }
    expect((await post(oktaUser('Eva', number))).status).to.equal(409);
  });

  it('is activated by an admin who knows them, and then found by the directory', async () => {
    await acme.as('Ada').post(`/admin/users/${acme.id('Gus')}/activate`);
    const put = await send('PUT', `/Users/${acme.id('Gus')}`, bodyOf('gus'));
    expect([put.status, put.body['externalId']]).to.deep.equal([200, '00uEve']);
  });
});

describe('an employee number', () => {
  it('is kept, found, left by a PUT without it, and nobody else can have it', async () => {
    const { id } = (await post(oktaUser('Eve', { [enterprise]: { employeeNumber: '12' } }))).body;
    const filter = encodeURIComponent(`${enterprise}:employeeNumber eq "12"`);
    expect((await send('GET', `/Users?filter=${filter}`)).body.Resources.map((user) => user.id)).to.deep.equal([id]);
    const { body } = await send('PUT', `/Users/${id}`, oktaUser('Eve'));
    expect(body[enterprise]).to.deep.equal({ employeeNumber: '12' });
    const taken = await post(oktaUser('Max', { [enterprise]: { employeeNumber: '1\u200b2 ' } }));
    expect([taken.status, taken.body.scimType]).to.deep.equal([409, 'uniqueness']);
  });
});
