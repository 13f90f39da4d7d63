// Who a person is for an admin: addresses that are used again, numbers, leaving and coming back.
import { expect } from 'chai';
import type { DirectoryUser } from '../../../src/platform/schema/people.ts';
import { freshCompany, refusal, type Answer } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Mia [Sales]\n    Bob\n    Cy\n    Gus †\n  Pia (people_team)');
const post = (body: unknown): Promise<Answer<DirectoryUser & { code?: string }>> =>
  acme.as('Ada').post('/admin/users', body);
const patch = (name: string, body: unknown): Promise<Answer<DirectoryUser & { code?: string }>> =>
  acme.as('Ada').patch(`/admin/users/${acme.id(name)}`, body);
const entries = (userId: string): Promise<unknown[]> =>
  acme.statement(
    `MATCH (e:AuditEntry {tenantId: $tenantId}) WHERE e.userId = $userId AND e.actorId = $admin
     RETURN e.action AS action, e.fields AS fields ORDER BY action`,
    { userId, admin: acme.id('Ada') },
  );

describe('an address that somebody had who has left', () => {
  const gus = 'gus@example.test';
  const formerly = (): Promise<Answer<DirectoryUser>> => acme.as('Ada').get(`/users/${acme.id('Gus')}`);

  it('is refused with both ways out, and neither opens the old account to a new person', async () => {
    const refused = await post({ email: gus, name: 'Nora' });
    expect([...refusal(refused), refused.headers.get('location')]).to.deep.equal([
      409,
      'USER_LEFT',
      `/v1/users/${acme.id('Gus')}`,
    ]);
    const { status, body } = await post({ email: gus, name: 'Nora', newPerson: true, employeeNumber: '7' });
    expect([status, body.email, body.employeeNumber, body.id === acme.id('Gus')]).to.deep.equal([201, gus, '7', false]);
    expect((await acme.as('Ada').get(`/users/${body.id}`)).body).to.deep.equal(body);
    const old = (await formerly()).body;
    expect([old.name, old.email, old.active]).to.deep.equal(['Gus', `${acme.id('Gus')}@released.invalid`, false]);
    expect(await entries(acme.id('Gus'))).to.deep.equal([{ action: 'person.update', fields: ['email'] }]);
    expect(refusal(await acme.as('Ada').post(`/admin/users/${acme.id('Gus')}/activate`))).to.deep.equal([
      400,
      'VALIDATION_ERROR',
    ]);
  });

  it('passes to somebody who is here already', async () => {
    expect(refusal(await patch('Bob', { email: gus }))).to.deep.equal([409, 'USER_LEFT']);
    expect((await patch('Bob', { email: gus, newPerson: true })).body.email).to.equal(gus);
    expect((await formerly()).body.email).to.equal(`${acme.id('Gus')}@released.invalid`);
  });

  it('opens their account to them when an admin says that they are back', async () => {
    const before = acme.id('Gus');
    await api.graph.statement(`MATCH (u:User {id: $before}) SET u.roles = ['people_team']`, { before });
    const { status, body } = await post({ email: 'gus.new@example.test', name: 'Gus', returns: before });
    expect([status, body.id, body.active, body.roles, body.managerId]).to.deep.equal([
      201,
      before,
      true,
      [],
      acme.id('Mia'),
    ]);
    const again = await post({ email: 'gus.newer@example.test', name: 'Gus', returns: before });
    expect(again.body).to.include({
      code: 'USER_EXISTS',
      message: 'returns names nobody of your tenant who has left.',
    });
  });

  it('is no key where there is a number', async () => {
    expect((await patch('Cy', { employeeNumber: '\u200b9\u00a0' })).body.employeeNumber).to.equal('9');
    await patch('Cy', { employeeNumber: '9', externalId: 'x9' });
    expect(refusal(await patch('Bob', { employeeNumber: '9' }))).to.deep.equal([409, 'USER_EXISTS']);
    await acme.as('Ada').post(`/admin/users/${acme.id('Cy')}/deactivate`);
    for (const key of [{ employeeNumber: '9' }, { externalId: 'x9' }]) {
      expect(refusal(await post({ email: 'new@example.test', name: 'Cy', ...key }))).to.deep.equal([409, 'USER_LEFT']);
    }
    const wish = { email: 'new@example.test', name: 'Cy', employeeNumber: '9', returns: acme.id('Cy') };
    expect((await post(wish)).body.id).to.equal(acme.id('Cy'));
  });
});

describe('whoever leaves', () => {
  it('loses every role, and comes back without any', async () => {
    const act = (what: string): Promise<Answer<DirectoryUser>> =>
      acme.as('Ada').post(`/admin/users/${acme.id('Pia')}/${what}`);
    expect((await act('deactivate')).body.roles).to.deep.equal([]);
    expect((await act('activate')).body.roles).to.deep.equal([]);
    expect(await entries(acme.id('Pia'))).to.deep.equal([
      { action: 'person.activate', fields: null },
      { action: 'person.deactivate', fields: null },
      { action: 'person.update', fields: ['roles'] },
    ]);
  });
});
