// Groups as Okta and Entra provision them, and the roles and teams that the settings of a tenant map them to.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { deleteTenant } from '../../src/org/delete-tenant.ts';
import { erasePerson } from '../../src/org/erase-person.ts';
import { openErasureServices } from '../../src/org/erasure-log.ts';
import { changeTenant } from '../../src/org/tenants.ts';
import { parseSettings } from '../../src/rules/settings.ts';
import { company, fingerprint, type Company } from '../support/company.ts';
import { directory, entraUser, groupSchema, patchOf, type Directory, type ScimBody } from '../support/scim.ts';
import { service } from '../support/service.ts';

const api = service();
let acme: Company;
let neighbour: Company;
let send: Directory;
beforeEach(async () => {
  [acme, neighbour] = await Promise.all([
    company(api, 'Ada [Board] (admin)\n  Bob [Sales] (senior_manager)\n    Cy [Sales]\n  Dee'),
    company(api, 'Zed'),
  ]);
  send = directory(api, acme.tenantId);
});

const value = (name: string): { value: string } => ({ value: acme.id(name) });
const create = async (displayName: string, names: string[] = [], more: object = {}): Promise<ScimBody> => {
  const members = names.map(value);
  const { status, body } = await send('POST', '/Groups', { schemas: [groupSchema], displayName, members, ...more });
  expect(status, body.detail).to.equal(201);
  return body;
};
const patch = async (id: string, ...operations: object[]): Promise<number> =>
  (await send('PATCH', `/Groups/${id}`, patchOf(...operations))).status;
const membersOf = async (id: string): Promise<string[]> => {
  const { body } = await send('GET', `/Groups/${id}`);
  const members = (body['members'] ?? []) as { value: string }[];
  return members.map((one) => acme.people.find((person) => person.id === one.value)?.name ?? '').sort();
};
const map = async (texts: Record<string, string>): Promise<void> => {
  const { values, faults } = parseSettings(texts);
  expect(faults).to.deep.equal([]);
  await changeTenant(api.graph, acme.tenantId, values, new Date('2026-11-20T10:00:00Z'));
};
const userOf = async (name: string): Promise<Record<string, unknown>> =>
  (await acme.as('Ada').get(`/users/${acme.id(name)}`)).body;

describe('a group of Okta', () => {
  it('is created with members, and gains and loses them by a filter in the path', async () => {
    const { id, ...group } = await create('Engineers', ['Bob']);
    expect(group).to.deep.include({
      displayName: 'Engineers',
      members: [{ value: acme.id('Bob'), $ref: `${api.url}/scim/v2/Users/${acme.id('Bob')}` }],
    });
    expect(
      await patch(id, { op: 'add', path: 'members', value: [{ ...value('Cy'), display: 'cy@example.test' }] }),
    ).to.equal(204);
    expect(await membersOf(id)).to.deep.equal(['Bob', 'Cy']);
    expect(await patch(id, { op: 'remove', path: `members[value eq "${acme.id('Bob')}"]` })).to.equal(204);
    expect(await membersOf(id)).to.deep.equal(['Cy']);
    expect(await patch(id, { op: 'replace', value: { id, displayName: 'Developers' } })).to.equal(204);
    expect(await patch(id, { op: 'replace', path: 'members', value: [value('Dee')] })).to.equal(204);
    expect((await send('GET', `/Groups/${id}`)).body.displayName).to.equal('Developers');
    expect(await membersOf(id)).to.deep.equal(['Dee']);
    const whole = { schemas: [groupSchema], id, displayName: 'All', members: [value('Bob'), value('Cy')] };
    expect((await send('PUT', `/Groups/${id}`, whole)).status).to.equal(200);
    expect(await membersOf(id)).to.deep.equal(['Bob', 'Cy']);
    expect((await send('DELETE', `/Groups/${id}`)).status).to.equal(204);
    expect((await send('GET', `/Groups/${id}`)).status).to.equal(404);
  });
});

describe('a group of Entra', () => {
  it('is matched without its members, and loses them by a list of values', async () => {
    const { id } = await create('Engineers', ['Bob', 'Cy'], { externalId: '8aa1a0c0' });
    const filter = encodeURIComponent('displayName eq "engineers"');
    const { body } = await send('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
    expect(body.Resources.map((group) => [group.id, 'members' in group])).to.deep.equal([[id, false]]);
    expect((await send('GET', `/Groups/${id}?excludedAttributes=members`)).body).to.not.have.property('members');
    expect(await patch(id, { op: 'Add', path: 'members', value: [{ $ref: null, ...value('Dee') }] })).to.equal(204);
    expect(await patch(id, { op: 'Remove', path: 'members', value: [{ $ref: null, ...value('Bob') }] })).to.equal(204);
    expect(await membersOf(id)).to.deep.equal(['Cy', 'Dee']);
    const isMember = encodeURIComponent(`id eq "${id}" and members eq "${acme.id('Cy')}"`);
    expect((await send('GET', `/Groups?excludedAttributes=members&filter=${isMember}`)).body.totalResults).to.equal(1);
    expect(await patch(id, { op: 'Replace', path: 'displayName', value: 'Developers' })).to.equal(204);
    expect(await patch(id, { op: 'Remove', path: 'members' })).to.equal(204);
    expect(await membersOf(id)).to.deep.equal([]);
  });
});

describe('a group', () => {
  it('has users of its tenant alone, and is known to its tenant alone', async () => {
    const { id } = await create('Engineers', ['Bob']);
    const before = await fingerprint(api, acme.tenantId);
    for (const stranger of [neighbour.id('Zed'), randomUUID(), 'x']) {
      const { status, body } = await send(
        'PATCH',
        `/Groups/${id}`,
        patchOf({ op: 'add', path: 'members', value: [{ value: stranger }] }),
      );
      expect([status, body.scimType], stranger).to.deep.equal([400, 'invalidValue']);
      expect(await patch(id, { op: 'remove', path: 'members', value: [{ value: neighbour.id('Zed') }] })).to.equal(204);
    }
    const other = directory(api, neighbour.tenantId);
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { displayName: 'Mine', members: [] }],
      ['PATCH', patchOf({ op: 'remove', path: 'members' })],
      ['DELETE', undefined],
    ] as const)
      expect((await other(method, `/Groups/${id}`, body)).status, method).to.equal(404);
    expect((await other('GET', '/Groups')).body.totalResults).to.equal(0);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('has an external id that no other group has', async () => {
    await create('A', [], { externalId: 'x' });
    const { status, body } = await send('POST', '/Groups', { displayName: 'B', externalId: 'x' });
    expect([status, body.scimType]).to.deep.equal([409, 'uniqueness']);
  });
});

describe('a member of a group', () => {
  it('can be erased, and the group of a tenant is deleted with it', async () => {
    const { id } = await create('Engineers', ['Cy', 'Dee']);
    const wish = { tenantId: acme.tenantId, email: 'cy@example.test', now: new Date(), dryRun: false };
    await erasePerson(openErasureServices(api.graph, api.config), wish);
    expect(await membersOf(id)).to.deep.equal(['Dee']);
    await deleteTenant(openErasureServices(api.graph, api.config), acme.tenantId);
    const left = await api.graph.statement('MATCH (n) WHERE n.tenantId = $id RETURN labels(n) AS labels', {
      id: acme.tenantId,
    });
    expect(left).to.deep.equal([]);
  });
});

describe('a group with a role', () => {
  it('gives it to its members, and takes it from those who leave unless another group gives it', async () => {
    await map({ groupRoles: 'IT admins=admin,HR=people_team,People=people_team' });
    const [hr, people] = [await create('HR', ['Bob', 'Cy']), await create('People', ['Cy'])];
    const rolesOf = async (name: string): Promise<unknown> => (await userOf(name))['roles'];
    expect(await rolesOf('Bob')).to.deep.equal(['senior_manager', 'people_team']);
    expect(await rolesOf('Cy')).to.deep.equal(['people_team']);
    const etags = await fingerprint(api, acme.tenantId);
    expect(await patch(hr.id, { op: 'add', path: 'members', value: [value('Bob')] })).to.equal(204);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(etags);
    expect(await patch(hr.id, { op: 'Remove', path: 'members', value: [value('Bob'), value('Cy')] })).to.equal(204);
    expect([await rolesOf('Bob'), await rolesOf('Cy')]).to.deep.equal([['senior_manager'], ['people_team']]);
    await patch(people.id, { op: 'replace', path: 'displayName', value: 'Nobody' });
    expect(await rolesOf('Cy')).to.deep.equal([]);
    await patch(people.id, { op: 'replace', path: 'displayName', value: 'IT admins' });
    expect(await rolesOf('Cy')).to.deep.equal(['admin']);
    await send('DELETE', `/Groups/${people.id}`);
    expect(await rolesOf('Cy')).to.deep.equal([]);
    const changed = await api.graph.statement(
      'MATCH (e:AuditEntry {tenantId: $id}) WHERE e.userId = $cy RETURN DISTINCT e.action AS action, e.source AS source, e.fields AS fields',
      { id: acme.tenantId, cy: acme.id('Cy') },
    );
    expect(changed).to.deep.equal([{ action: 'person.update', source: 'scim', fields: ['roles'] }]);
  });

  it('never takes a role that somebody has without it', async () => {
    await map({ groupRoles: 'IT admins=admin' });
    const rolesOf = async (name: string): Promise<unknown> => (await userOf(name))['roles'];
    const { id } = await create('IT admins', ['Ada', 'Cy', 'Dee']);
    expect((await acme.as('Ada').patch(`/admin/users/${acme.id('Dee')}`, { roles: [] })).status).to.equal(200);
    expect((await acme.as('Ada').patch(`/admin/users/${acme.id('Dee')}`, { roles: ['admin'] })).status).to.equal(200);
    await send('DELETE', `/Groups/${id}`);
    expect([await rolesOf('Ada'), await rolesOf('Cy'), await rolesOf('Dee')]).to.deep.equal([['admin'], [], ['admin']]);
  });

  it('is left by a user whom the directory deletes, with the role', async () => {
    await map({ groupRoles: 'HR=people_team' });
    const { id } = await create('HR', ['Bob']);
    await send('DELETE', `/Users/${acme.id('Bob')}`);
    expect(await membersOf(id)).to.deep.equal([]);
    expect((await userOf('Bob'))['roles']).to.deep.equal(['senior_manager']);
  });
});

describe('a group with a team', () => {
  it('puts its members into the team, and those who leave out of it', async () => {
    await map({ groupTeams: 'Payments squad=Payments, Board members=Board' });
    const { id } = await create('Payments squad', ['Cy', 'Dee']);
    expect([(await userOf('Cy'))['team'], (await userOf('Dee'))['team']]).to.deep.equal(['Payments', 'Payments']);
    await create('Board members', ['Cy']);
    expect((await userOf('Cy'))['team'], 'the first entry counts').to.equal('Payments');
    await patch(id, { op: 'remove', path: 'members' });
    expect((await userOf('Cy'))['team']).to.equal('Board');
    expect(await userOf('Dee')).to.not.have.property('team');
  });

  it('gives somebody who leaves it the team of their department', async () => {
    await map({ groupTeams: 'Payments squad=Payments' });
    const eve = await send('POST', '/Users', entraUser('Eve'));
    const { id } = await create('Payments squad');
    await patch(id, { op: 'Add', path: 'members', value: [{ value: eve.body.id }] });
    const teamOf = async (): Promise<unknown> =>
      (await acme.as('Ada').get<{ team?: string }>(`/users/${eve.body.id}`)).body.team;
    expect(await teamOf()).to.equal('Payments');
    await patch(id, { op: 'Remove', path: 'members', value: [{ value: eve.body.id }] });
    expect(await teamOf()).to.equal('Engineering');
  });
});
