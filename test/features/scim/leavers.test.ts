// Nothing that a request holds keeps a leaver active.
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { freshCompany } from '../../support/company.ts';
import { directoryOf, enterprise, oktaUser, patchOf } from '../../support/scim.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob\n    Cy\n  Pia (people_team)');
const send = directoryOf(api, acme);

/** Switches Bob off, and returns what was not applied. */
const leave = async (method: string, body: object): Promise<unknown> => {
  const answer = await send(method, `/Users/${acme.id('Bob')}`, body);
  expect([answer.status, answer.body.active], JSON.stringify(answer.body)).to.deep.equal([200, false]);
  expect((await acme.as('Bob').get('/me')).status).to.equal(401);
  const { body: audit } = await acme
    .as('Ada')
    .get<{ items: { refused?: string[] }[] }>(`/audit?userId=${acme.id('Bob')}&action=person.deactivate`);
  expect(audit.items).to.have.length(1);
  return audit.items[0]?.refused;
};
const off = { op: 'Replace', path: 'active', value: 'False' };

describe('active: false', () => {
  for (const [what, operation, refused] of [
    ['a manager who is not there', { path: `${enterprise}:manager`, value: randomUUID() }, undefined],
    ['a manager named by an address', { path: 'manager', value: 'nobody@acme.test' }, undefined],
    ['a manager that is no text', { path: 'manager', value: { value: 7 } }, ['enterprise:manager']],
    [
      'an address of somebody else',
      { path: 'emails[type eq "work"].value', value: 'cy@example.test' },
      ['email', 'userName'],
    ],
    ['a user name of somebody else', { path: 'userName', value: 'cy@example.test' }, ['email', 'userName']],
    ['an unknown path', { path: 'shoeSize', value: 1 }, ['shoesize']],
    ['a malformed path', { path: 'emails[', value: 1 }, ['operations']],
    ['an operation that does not exist', { op: 'shout', path: 'title', value: 'x' }, ['operations']],
    ['a department that is no text', { path: `${enterprise}:department`, value: { a: 1 } }, ['enterprise:department']],
    ['an attribute that cannot be removed', { op: 'remove', path: 'userName' }, ['username']],
  ] as const)
    it(`is applied beside ${what}, before it or after it`, async () => {
      const other = { op: 'Replace', ...operation };
      expect(await leave('PATCH', patchOf(other, off, { op: 'Replace', path: 'title', value: 'Gone' }))).to.deep.equal(
        refused,
      );
      expect((await acme.as('Ada').get(`/users/${acme.id('Bob')}`)).body['jobTitle']).to.equal('Gone');
    });

  it('is applied beside a manager below the person', async () => {
    const below = { op: 'Add', path: 'manager', value: acme.id('Cy') };
    expect(await leave('PATCH', patchOf(off, below))).to.deep.equal(['manager']);
  });

  it('is applied by a PUT without a user name, whatever else is wrong', async () => {
    const { userName: _, ...rest } = oktaUser('Bob', { ACTIVE: false, active: undefined, title: { no: 'text' } });
    const body = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    expect(await leave('PUT', body)).to.deep.equal(['title', 'username']);
  });

  it('is applied to the only admin, and the People Team is told', async () => {
    expect((await send('PATCH', `/Users/${acme.id('Ada')}`, patchOf(off))).body.active).to.equal(false);
    const events = await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'org.no_admin'}) RETURN e.recipientIds AS to, e.payload AS payload`,
    );
    expect(events).to.deep.equal([{ to: [acme.id('Pia')], payload: '{"personName":"Ada"}' }]);
  });

  it('does not excuse a fault of a request that does not say it', async () => {
    const answer = await send(
      'PATCH',
      `/Users/${acme.id('Bob')}`,
      patchOf({ op: 'replace', path: 'shoeSize', value: 1 }),
    );
    expect([answer.status, answer.body.scimType]).to.deep.equal([400, 'invalidPath']);
  });
});

describe('the names of attributes', () => {
  it('are read in any case', async () => {
    const { body: made } = await send('POST', '/Users', {
      USERNAME: 'eve@acme.test',
      DisplayName: 'Eve',
      EXTERNALID: 'x',
      ACTIVE: 'TRUE',
      Emails: [
        { VALUE: 'home@acme.test', TYPE: 'home' },
        { Value: 'eve.ng@acme.test', Type: 'WORK', Primary: true },
      ],
      NAME: { GivenName: 'Eve', FAMILYNAME: 'Ng' },
      [enterprise.toUpperCase()]: { DEPARTMENT: 'Tech', EmployeeNumber: '7', MANAGER: { VALUE: acme.id('Bob') } },
    });
    expect(made).to.deep.include({
      userName: 'eve@acme.test',
      displayName: 'Eve',
      externalId: 'x',
      active: true,
      emails: [{ value: 'eve.ng@acme.test', type: 'work' }],
      name: { givenName: 'Eve', familyName: 'Ng' },
    });
    expect(made[enterprise]).to.deep.include({ department: 'Tech', employeeNumber: '7' });
    const operations = { OPERATIONS: [{ OP: 'REPLACE', PATH: 'TITLE', VALUE: 'Lead' }] };
    expect((await send('PATCH', `/Users/${made.id}`, operations)).body['title']).to.equal('Lead');
    const group = await send('POST', '/Groups', { DISPLAYNAME: 'All', MEMBERS: [{ VALUE: made.id }] });
    expect([group.status, group.body['members']]).to.have.nested.property('[1].length', 1);
    const search = { FILTER: 'USERNAME EQ "eve@acme.test"', STARTINDEX: 1, COUNT: 5 };
    expect((await send('POST', '/Users/.search', search)).body.totalResults).to.equal(1);
  });
});
