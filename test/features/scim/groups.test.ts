// Groups as Okta and Entra provision them, and the roles and teams that the settings of a tenant map them to.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { deleteTenant } from '../../../src/features/personal-data/delete-tenant.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { changeTenant } from '../../../src/features/organisation/tenants/change-settings.ts';
import { parseTenantSettings } from '../../../src/features/settings/parse-settings.ts';
import { freshCompany, fingerprint } from '../../support/company.ts';
import { directory, directoryOf, entraUser, groupSchema, patchOf, type ScimBody } from '../../support/scim.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada [Board] (admin)\n  Bob [Sales] (senior_manager)\n    Cy [Sales]\n  Dee');
const neighbour = freshCompany(api, 'Zed');
const send = directoryOf(api, acme);

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
  const { values, faults } = parseTenantSettings(texts);
  expect(faults).to.deep.equal([]);
  await changeTenant(api.graph, acme.tenantId, values, { now: new Date('2026-11-20T10:00:00Z') });
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
    const wish = { tenantId: acme.tenantId, userId: acme.id('Cy'), now: new Date(), dryRun: false };
    await erasePerson(openErasureServices(api.graph, api.config), wish);
    expect(await membersOf(id)).to.deep.equal(['Dee']);
    await deleteTenant(openErasureServices(api.graph, api.config), acme.tenantId);
    const left = await acme.statement('MATCH (n) WHERE n.tenantId = $tenantId RETURN labels(n) AS labels');
    expect(left).to.deep.equal([]);
  });
});

const rolesOf = async (name: string): Promise<unknown> => (await userOf(name))['roles'];
const give = async (name: string, roles: string[]): Promise<void> => {
  expect((await acme.as('Ada').patch(`/admin/users/${acme.id(name)}`, { roles })).status).to.equal(200);
};
const told = (): Promise<unknown[]> =>
  acme.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId}) WHERE e.key IS NOT NULL
     RETURN e.type AS type, e.recipientIds AS to, e.payload AS payload`);

describe('a group with a role', () => {
  it('gives it to its members, and takes it from those who leave unless another group gives it', async () => {
    const hr = await create('HR', ['Bob', 'Cy']);
    const people = await create('People', ['Cy']);
    expect(await rolesOf('Cy')).to.deep.equal([]);
    await map({ groupRoles: 'HR=people_team,People=people_team' });
    expect(await rolesOf('Bob')).to.deep.equal(['senior_manager', 'people_team']);
    expect(await rolesOf('Cy')).to.deep.equal(['people_team']);
    const etags = await fingerprint(api, acme.tenantId);
    expect(await patch(hr.id, { op: 'add', path: 'members', value: [value('Bob')] })).to.equal(204);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(etags);
    expect(await patch(hr.id, { op: 'Remove', path: 'members', value: [value('Bob'), value('Cy')] })).to.equal(204);
    expect([await rolesOf('Bob'), await rolesOf('Cy')]).to.deep.equal([['senior_manager'], ['people_team']]);
    await send('DELETE', `/Groups/${people.id}`);
    expect(await rolesOf('Cy')).to.deep.equal([]);
    const changed = await acme.statement(
      'MATCH (e:AuditEntry {tenantId: $tenantId}) WHERE e.userId = $cy RETURN DISTINCT e.action AS action, e.source AS source, e.fields AS fields ORDER BY source',
      { cy: acme.id('Cy') },
    );
    const entry = { action: 'person.update', fields: ['roles'] };
    expect(changed).to.deep.equal([
      { ...entry, source: 'command_line' },
      { ...entry, source: 'scim' },
    ]);
  });

  it('is known by its id: a new name changes nothing, and a second group of the old name gives nothing', async () => {
    const { id } = await create('IT admins', ['Cy'], { externalId: 'a' });
    await map({ groupRoles: 'IT admins=admin' });
    for (const displayName of ['it admins', 'Administrators']) {
      await patch(id, { op: 'replace', path: 'displayName', value: displayName });
      expect(await rolesOf('Cy')).to.deep.equal(['admin']);
    }
    await create('IT admins', ['Dee'], { externalId: 'b' });
    expect(await rolesOf('Dee')).to.deep.equal([]);
    await send('PUT', `/Groups/${id}`, {
      displayName: 'Admins',
      externalId: 'a',
      members: [value('Cy'), value('Dee')],
    });
    expect(await rolesOf('Dee')).to.deep.equal(['admin']);
  });

  it('is mapped by a name that one group has, or by an id, and nothing else', async () => {
    const first = await create('HR');
    await create('HR');
    const before = await fingerprint(api, acme.tenantId);
    const fails = (texts: Record<string, string>): Promise<string> =>
      map(texts).then(
        () => 'mapped',
        (error: Error) => error.message,
      );
    expect(await fails({ groupRoles: 'HR=people_team' })).to.match(/has 2 groups "HR"; name one by its id: .*, /);
    expect(await fails({ groupTeams: 'Sales=Sales' })).to.equal(
      'The directory has no group "Sales"; push the group first.',
    );
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect(await fails({ groupRoles: `${first.id}=people_team` })).to.equal('mapped');
  });

  it('takes it from all members when it is mapped no more, but leaves the tenant an admin', async () => {
    await create('HR', ['Bob', 'Cy']);
    await map({ groupRoles: 'HR=people_team' });
    await map({ groupRoles: 'none' });
    expect([await rolesOf('Bob'), await rolesOf('Cy')]).to.deep.equal([['senior_manager'], []]);
    await map({ groupRoles: 'HR=admin' });
    await api.graph.statement('MATCH (u:User {id: $id}) SET u.roles = []', { id: acme.id('Ada') });
    const before = await fingerprint(api, acme.tenantId);
    const refused = await map({ groupRoles: 'none' }).catch((error: Error) => error.message);
    expect(refused).to.equal('Nobody would be an admin; give somebody the role by hand first.');
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('does not give back what an admin took, until an admin gives it', async () => {
    const { id } = await create('IT admins', ['Cy', 'Dee']);
    await map({ groupRoles: 'IT admins=admin' });
    await give('Dee', []);
    const push = (): Promise<unknown> =>
      send('PUT', `/Groups/${id}`, { displayName: 'IT admins', members: [value('Cy'), value('Dee')] });
    await push();
    await patch(id, { op: 'remove', path: 'members', value: [value('Dee')] });
    await push();
    await map({ groupRoles: 'IT admins=admin,IT admins=people_team' });
    expect(await rolesOf('Dee')).to.deep.equal(['people_team']);
    await give('Dee', ['admin']);
    await send('DELETE', `/Groups/${id}`);
    expect([await rolesOf('Cy'), await rolesOf('Dee')]).to.deep.equal([[], ['admin']]);
  });

  it('never takes a role that somebody has without it, or is given by hand as well', async () => {
    const { id } = await create('IT admins', ['Ada', 'Cy', 'Dee']);
    await map({ groupRoles: 'IT admins=admin' });
    await give('Dee', ['admin']);
    await send('DELETE', `/Groups/${id}`);
    expect([await rolesOf('Ada'), await rolesOf('Cy'), await rolesOf('Dee')]).to.deep.equal([['admin'], [], ['admin']]);
  });

  it('is left by a user whom the directory deletes, with every role', async () => {
    const { id } = await create('HR', ['Bob']);
    await map({ groupRoles: 'HR=people_team' });
    await send('DELETE', `/Users/${acme.id('Bob')}`);
    expect(await membersOf(id)).to.deep.equal([]);
    expect((await userOf('Bob'))['roles']).to.deep.equal([]);
  });

  it('may take the last admin away, and then the People Team is told', async () => {
    const { id } = await create('IT admins', ['Cy']);
    await map({ groupRoles: 'IT admins=admin' });
    await give('Bob', ['people_team']);
    await send('PATCH', `/Users/${acme.id('Ada')}`, patchOf({ op: 'replace', value: { active: false } }));
    expect(await patch(id, { op: 'remove', path: 'members' })).to.equal(204);
    const types = (await told()) as { type: string; to: string[]; payload: string }[];
    expect(types.filter(({ type }) => type === 'org.no_admin')).to.deep.equal([
      { type: 'org.no_admin', to: [acme.id('Bob')], payload: '{"personName":"Cy"}' },
    ]);
  });
});

describe('a group with a team', () => {
  it('puts its members into the team, and takes those who leave it out of the team', async () => {
    const { id } = await create('Payments squad', ['Cy', 'Dee']);
    const board = await create('Board members');
    await map({ groupTeams: 'Payments squad=Payments, Board members=Board' });
    expect([(await userOf('Cy'))['team'], (await userOf('Dee'))['team']]).to.deep.equal(['Payments', 'Payments']);
    await patch(board.id, { op: 'add', path: 'members', value: [value('Cy')] });
    expect((await userOf('Cy'))['team'], 'the first entry counts').to.equal('Payments');
    await patch(id, { op: 'remove', path: 'members' });
    expect((await userOf('Cy'))['team']).to.equal('Board');
    expect(await userOf('Dee')).to.not.have.property('team');
  });

  it('gives somebody who leaves it the team of their department', async () => {
    const eve = await send('POST', '/Users', entraUser('Eve'));
    const { id } = await create('Payments squad');
    await map({ groupTeams: 'Payments squad=Payments' });
    await patch(id, { op: 'Add', path: 'members', value: [{ value: eve.body.id }] });
    const teamOf = async (): Promise<unknown> =>
      (await acme.as('Ada').get<{ team?: string }>(`/users/${eve.body.id}`)).body.team;
    expect(await teamOf()).to.equal('Payments');
    await patch(id, { op: 'Remove', path: 'members', value: [{ value: eve.body.id }] });
    expect(await teamOf()).to.equal('Engineering');
  });
});
