// Users as Okta and Entra provision them: match, create, change, manager, leaver, deletion.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { freshCompany, fingerprint } from '../../support/company.ts';
import {
  directory,
  directoryOf,
  enterprise,
  entraUser,
  groupSchema,
  oktaUser,
  patchOf,
  type Directory,
  type ScimBody,
} from '../../support/scim.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada [Board] (admin)\n  Bob [Sales]\n    Cy\n  Gus †');
const neighbour = freshCompany(api, 'Zed');
const send = directoryOf(api, acme);

const create = async (body: unknown): Promise<ScimBody> => {
  const answer = await send('POST', '/Users', body);
  expect(answer.status, answer.body.detail).to.equal(201);
  return answer.body;
};
const patch = (id: string, ...operations: object[]): ReturnType<Directory> =>
  send('PATCH', `/Users/${id}`, patchOf(...operations));
const find = async (filter: string): Promise<string[]> => {
  const { status, body } = await send('GET', `/Users?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`);
  expect(status, body.detail).to.equal(200);
  return body.Resources.map(({ userName }) => userName);
};
const managerOf = (user: ScimBody): unknown => (user[enterprise] as { manager?: { value: string } })?.manager?.value;
const read = async (id: string): Promise<ScimBody> => (await send('GET', `/Users/${id}`)).body;

describe('a directory whose tenant was deleted', () => {
  it('is refused with 401', async () => {
    const orphan = directory(api, randomUUID());
    const group = { schemas: [groupSchema], displayName: 'Sales' };
    const answers = [await orphan('POST', '/Users', oktaUser('Eve')), await orphan('POST', '/Groups', group)];
    expect(answers.map(({ status }) => status)).to.deep.equal([401, 401]);
  });
});

describe('a user of Okta', () => {
  it('has the time zone that was sent, if it is one', async () => {
    const { id, ...user } = await create({ ...oktaUser('Eve'), timezone: 'america/los_angeles' });
    expect(user).to.include({ timezone: 'America/Los_Angeles' });
    expect(await find('timezone eq "America/Los_Angeles"')).to.deep.equal(['eve@acme.test']);
    for (const [value, kept] of [
      ['Pacific Standard Time', 'America/Los_Angeles'],
      ['Asia/Tokyo', 'Asia/Tokyo'],
    ]) {
      expect((await patch(id, { op: 'replace', path: 'timezone', value })).body).to.include({ timezone: kept });
    }
    expect((await patch(id, { op: 'remove', path: 'timezone' })).body).to.not.have.property('timezone');
  });

  for (const blank of ['', ' ', '\u00a0', '\u200b', null]) {
    it(`may have one name alone: the other is ${JSON.stringify(blank)}`, async () => {
      const name = { givenName: 'Wayan', familyName: blank };
      const user = await create({ ...oktaUser('Wayan'), displayName: blank, name, title: blank });
      expect(user).to.deep.include({ displayName: 'Wayan', name: { givenName: 'Wayan' } });
      expect(user).to.not.have.property('title');
      const { body } = await patch(user.id, { op: 'replace', path: 'title', value: 'Head' });
      expect(body).to.include({ title: 'Head' });
      expect((await patch(user.id, { op: 'replace', path: 'title', value: blank })).body).to.not.have.property('title');
    });
  }

  it('is matched, created, and shown as it was sent', async () => {
    expect(await find('userName eq "eve@acme.test"')).to.deep.equal([]);
    const { status, headers, body } = await send('POST', '/Users', oktaUser('Eve'));
    expect([status, headers.get('content-type')]).to.deep.equal([201, 'application/scim+json']);
    const location = `${api.url}/scim/v2/Users/${body.id}`;
    expect(body).to.deep.equal({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: body.id,
      externalId: '00uEve',
      userName: 'eve@acme.test',
      displayName: 'Eve Okta',
      active: true,
      name: { givenName: 'Eve', familyName: 'Okta' },
      preferredLanguage: 'en-US', // its locale
      emails: [{ value: 'eve@acme.test', type: 'work' }],
      meta: { resourceType: 'User', created: friday, lastModified: friday, location },
    });
    expect(headers.get('location')).to.equal(`/scim/v2/Users/${body.id}`);
    expect(await find('userName eq "EVE@acme.test"')).to.deep.equal(['eve@acme.test']);
    expect(await read(body.id)).to.deep.equal(body);
    const [audit] = await acme.statement(
      'MATCH (e:AuditEntry {tenantId: $tenantId}) WHERE e.userId = $id RETURN e.action AS action, e.actorId AS actor, e.source AS source',
      { id: body.id },
    );
    expect(audit).to.deep.equal({ action: 'person.create', actor: 'service:okta', source: 'scim' });
  });

  it('is one that exists already: found by its address, then replaced whole', async () => {
    const { body } = await send('GET', '/Users?filter=userName%20eq%20%22bob%40example.test%22');
    const [bob] = body.Resources;
    expect(bob).to.deep.include({ id: acme.id('Bob'), userName: 'bob@example.test', displayName: 'Bob', active: true });
    const whole = { ...oktaUser('Bob'), id: acme.id('Bob'), title: 'Lead', displayName: 'Bob Okta' };
    const replaced = await send('PUT', `/Users/${acme.id('Bob')}`, whole);
    expect(replaced.status).to.equal(200);
    expect(replaced.body).to.deep.include({ userName: 'bob@acme.test', title: 'Lead', externalId: '00uBob' });
    expect(managerOf(replaced.body), 'a PUT without a manager leaves it').to.equal(acme.id('Ada'));
    delete (whole as Record<string, unknown>)['title'];
    expect((await send('PUT', `/Users/${acme.id('Bob')}`, whole)).body).to.not.have.property('title');
    expect((await send('POST', '/Users', oktaUser('Bob'))).body).to.include({ status: '409', scimType: 'uniqueness' });
  });

  it('is the person of an imported file whose address beyond ASCII is written in another way', async () => {
    const file = 'email,name,jobTitle,team,department,managerEmail,roles\ni1@xn--mller-kva.example,Ines,,,,,\n';
    const imported = await importPeople(api.graph, { id: acme.tenantId }, Buffer.from(file), { now: new Date(friday) });
    expect(imported.faults).to.deep.equal([]);
    const [found] = await find('userName eq "I1@müller.example"');
    expect(found).to.equal('i1@xn--mller-kva.example');
    const again = await send('POST', '/Users', { ...oktaUser('Ines'), userName: 'i1@müller.example', emails: [] });
    expect(again.status).to.equal(409);
  });

  it('leaves by active: false without a path, also while people report to them, and the admins are told', async () => {
    const { status, body } = await patch(acme.id('Bob'), { op: 'replace', value: { active: false } });
    expect([status, body.active]).to.deep.equal([200, false]);
    expect((await acme.as('Bob').get('/me')).status).to.equal(401);
    expect(await find('active eq false')).to.deep.equal(['bob@example.test', 'gus@example.test']);
    const chain = await acme.as('Ada').get<{ name: string }[]>(`/org/users/${acme.id('Ada')}/chain`);
    expect(chain.body.map(({ name }) => name)).to.deep.equal(['Cy']);
    const events = await acme.statement(
      'MATCH (e:OutboxEvent {tenantId: $tenantId}) WHERE e.key IS NOT NULL RETURN e.type AS type, e.recipientIds AS to, e.payload AS payload',
    );
    expect(events).to.deep.equal([
      { type: 'org.manager_left', to: [acme.id('Ada')], payload: '{"personName":"Bob","reports":1}' },
    ]);
    expect((await patch(acme.id('Bob'), { op: 'replace', value: { active: true } })).body.active).to.equal(true);
    expect(managerOf(await read(acme.id('Cy')))).to.equal(acme.id('Bob'));
  });

  it('gets a manager as an object, and another one', async () => {
    const { id } = await create(oktaUser('Eve', { [enterprise]: { manager: { value: acme.id('Bob') } } }));
    expect(managerOf(await read(id))).to.equal(acme.id('Bob'));
    const value = { [enterprise]: { manager: { value: acme.id('Ada'), displayName: 'Ada' } } };
    expect(managerOf((await patch(id, { op: 'replace', value })).body)).to.equal(acme.id('Ada'));
    const path = `${enterprise}:manager.value`;
    expect(managerOf((await patch(id, { op: 'replace', path, value: acme.id('Bob') })).body)).to.equal(acme.id('Bob'));
    const lines = (await acme.as('Ada').get<unknown[]>(`/org/users/${id}/manager-history`)).body;
    expect(lines).to.have.length.above(0);
  });
});

describe('a user of Entra', () => {
  it('is matched by other attributes, created with its department, and keeps what is known here', async () => {
    const { id } = await create(entraUser('Eve'));
    const body = await read(id);
    expect(body).to.deep.include({
      externalId: 'entra-eve',
      title: 'Engineer',
      [enterprise]: { department: 'Engineering', employeeNumber: '4711-Eve' },
    });
    expect(body).to.deep.include({ addresses: [{ country: 'DE', type: 'work' }] });
    expect(body).to.not.include.any.keys('phoneNumbers');
    for (const filter of [
      'externalId eq "entra-eve"',
      'emails[type eq "work"].value eq "eve@acme.test"',
      'externalId eq "entra-eve" and active eq true',
      `${enterprise}:department eq "engineering"`,
    ])
      expect(await find(filter), filter).to.deep.equal(['eve@acme.test']);
    const user = (await acme.as('Ada').get(`/users/${id}`)).body;
    expect(user).to.include({ team: 'Engineering', department: 'Engineering' });
  });

  it('is changed by operations in capitals, whose paths have filters and schemas', async () => {
    const { id } = await create(entraUser('Eve'));
    const { status, body } = await patch(
      id,
      { op: 'Replace', path: 'displayName', value: 'Eve Ng' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'Eve.Ng@acme.test' },
      { op: 'Add', path: 'name.familyName', value: 'Ng' },
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Research' },
      { op: 'Remove', path: 'title' },
      { op: 'Replace', path: 'preferredLanguage', value: 'de-DE' },
    );
    expect(status, body.detail).to.equal(200);
    expect(body).to.deep.include({
      displayName: 'Eve Ng',
      name: { givenName: 'Eve', familyName: 'Ng' },
      userName: 'eve@acme.test',
      emails: [{ value: 'eve.ng@acme.test', type: 'work' }],
      [enterprise]: { department: 'Research', employeeNumber: '4711-Eve' },
      preferredLanguage: 'de-DE',
    });
    expect(await find('preferredLanguage eq "DE-de"')).to.deep.equal(['eve@acme.test']);
    expect(body).to.not.have.property('title');
    expect(await find('userName eq "eve@acme.test"')).to.deep.equal(['eve@acme.test']);
  });

  it('has the region of the work address, by names or codes, until it is removed', async () => {
    const { id } = await create(entraUser('Eve'));
    const region = async (...operations: object[]): Promise<unknown> => {
      const { status, body } = await patch(id, ...operations);
      expect(status, body.detail).to.equal(200);
      const { addresses } = body as unknown as { addresses?: { country: string; region?: string }[] };
      return addresses?.map((address) => [address.country, address.region].join());
    };
    const path = 'addresses[type eq "work"]';
    expect(await region({ op: 'Replace', path: `${path}.region`, value: 'Bayern' })).to.deep.equal(['DE,BY']);
    expect(await region({ op: 'Replace', path: `${path}.locality`, value: 'Passau' })).to.deep.equal(['DE,BY']);
    expect(await region({ op: 'Replace', path: `${path}.country`, value: 'Atlantis' })).to.deep.equal(['DE,BY']);
    expect(await region({ op: 'Replace', path: 'addresses[type eq "home"].country', value: 'FR' })).to.deep.equal([
      'DE,BY',
    ]);
    expect(await region({ op: 'Replace', path: `${path}.country`, value: 'US' })).to.deep.equal(['US,']);
    const both = { op: 'Replace', path: 'addresses', value: [{ type: 'work', country: 'US', region: 'CA' }] };
    expect(await region(both)).to.deep.equal(['US,CA']);
    expect(await region({ op: 'Remove', path: 'addresses' })).to.deep.equal(undefined);
  });

  it('gets a manager as a plain string, another one, and none by an empty string', async () => {
    const { id } = await create(entraUser('Eve'));
    const path = `${enterprise}:manager`;
    const set = async (value: string, minute = 0): Promise<unknown> => {
      api.clock.now = `2026-11-20T11:0${minute}:00.000Z`;
      return managerOf((await patch(id, { op: 'Add', path, value })).body);
    };
    expect(await set(acme.id('Bob'))).to.equal(acme.id('Bob'));
    expect(await set(acme.id('Cy'), 1)).to.equal(acme.id('Cy'));
    expect(await set('', 2)).to.equal(undefined);
    api.clock.now = friday;
    const { body } = await acme.as('Ada').get<{ to?: string }[]>(`/org/users/${id}/manager-history`);
    expect(body.map(({ to }) => to).sort()).to.deep.equal(['2026-11-20T11:01:00.000Z', '2026-11-20T11:02:00.000Z']);
    const moves = await acme.statement(
      `MATCH (c:ChangeEntry {tenantId: $tenantId, type: 'org.manager.changed'}) WHERE c.subjectId = $id RETURN c.changed AS changed`,
      { id },
    );
    expect(moves).to.deep.equal(Array.from({ length: 3 }, () => ({ changed: ['managerId'] })));
  });

  it('keeps a manager of whom only the name is sent, and gets one without the name of the schema', async () => {
    const { id } = await create(entraUser('Eve'));
    const list = [{ $ref: `${api.url}/scim/v2/Users/x`, value: acme.id('Bob') }];
    expect(managerOf((await patch(id, { op: 'Add', path: 'manager', value: list })).body)).to.equal(acme.id('Bob'));
    expect(await find(`id eq "${id}" and manager eq "${acme.id('Bob')}"`)).to.deep.equal(['eve@acme.test']);
    const named = entraUser('Eve', { [enterprise]: { department: 'Engineering', manager: { displayName: 'Bob' } } });
    expect(managerOf((await send('PUT', `/Users/${id}`, named)).body)).to.equal(acme.id('Bob'));
    const none = await send('PUT', `/Users/${id}`, entraUser('Eve', { [enterprise]: { manager: {} } }));
    expect(managerOf(none.body)).to.equal(undefined);
  });

  it('keeps the address of work when a private one is added, and a name that follows its parts', async () => {
    const { id } = await create({ ...oktaUser('Eve'), displayName: undefined });
    const home = [{ type: 'home', value: 'eve@private.test' }];
    const added = await patch(id, { op: 'add', path: 'emails', value: home });
    expect([added.status, added.body['emails']]).to.deep.equal([200, [{ value: 'eve@acme.test', type: 'work' }]]);
    expect(added.body.displayName).to.equal('Eve Okta');
    const renamed = await patch(id, { op: 'replace', path: 'name.familyName', value: 'Ng' });
    expect(renamed.body.displayName).to.equal('Eve Ng');
    await patch(id, { op: 'replace', path: 'displayName', value: 'Evi' });
    const kept = await patch(id, { op: 'replace', path: 'name.familyName', value: 'Lee' });
    expect(kept.body).to.deep.include({ displayName: 'Evi', name: { givenName: 'Eve', familyName: 'Lee' } });
  });

  it('leaves by the text "False" and returns by "True"', async () => {
    const { id } = await create(entraUser('Eve'));
    const set = async (value: string): Promise<unknown> =>
      (await patch(id, { op: 'Replace', path: 'active', value })).body.active;
    expect([await set('False'), await set('True')]).to.deep.equal([false, true]);
  });
});

describe('a manager', () => {
  it('who stands below the user is a 409', async () => {
    for (const value of [acme.id('Cy'), acme.id('Bob')]) {
      const { status, body } = await patch(acme.id('Bob'), { op: 'Add', path: `${enterprise}:manager`, value });
      expect([status, body['status']], value).to.deep.equal([409, '409']);
    }
  });

  it('is never below the user, though a directory and an admin move both at once', async () => {
    const bob = acme.id('Bob');
    const cy = acme.id('Cy');
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        patch(cy, { op: 'Add', path: `${enterprise}:manager`, value: '' }),
        patch(bob, { op: 'Add', path: `${enterprise}:manager`, value: '' }),
      ]);
      const answers = await Promise.all([
        patch(bob, { op: 'Add', path: `${enterprise}:manager`, value: cy }),
        acme.as('Ada').put(`/admin/org-chart/users/${cy}/manager`, { managerId: bob }),
      ]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      const lines = [managerOf(await read(bob)), managerOf(await read(cy))];
      expect(lines.filter((manager) => manager !== undefined)).to.have.length(1);
    }
  });
});

describe('the deletion of a user', () => {
  it('deactivates, hides the user here, and the user returns as the same person', async () => {
    const { id } = await create(oktaUser('Eve', { title: 'Lead' }));
    expect((await send('DELETE', `/Users/${id}`)).status).to.equal(204);
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const body = { PUT: oktaUser('Eve'), PATCH: patchOf({ op: 'replace', value: { active: true } }) }[method];
      expect((await send(method, `/Users/${id}`, body)).status, method).to.equal(404);
    }
    expect(await find('userName eq "eve@acme.test"')).to.deep.equal([]);
    expect((await send('GET', '/Users')).body.totalResults).to.equal(4);
    expect((await acme.as('Ada').get(`/users/${id}`)).body).to.include({ active: false, jobTitle: 'Lead' });
    const again = await create(oktaUser('Eve'));
    expect([again.id, again.active]).to.deep.equal([id, true]);
    expect(again).to.not.have.property('title');
  });

  it('leaves somebody whom an import brings back in the groups that they join later', async () => {
    const { id } = await create(oktaUser('Eve'));
    await send('DELETE', `/Users/${id}`);
    const csv = `email,name,managerEmail,jobTitle,team,department,roles,returns\neve@acme.test,Eve,,,,,,${id}`;
    const { faults } = await importPeople(api.graph, { id: acme.tenantId }, Buffer.from(csv), {
      now: new Date(friday),
    });
    expect(faults).to.deep.equal([]);
    const group = await send('POST', '/Groups', { displayName: 'Engineers', members: [{ value: id }] });
    expect((await acme.as('Ada').patch(`/admin/users/${id}`, { jobTitle: 'Lead' })).status).to.equal(200);
    expect((await send('GET', `/Groups/${group.body.id}`)).body['members']).to.have.length(1);
  });

  it('leaves somebody whom an admin activates again visible', async () => {
    const { id } = await create(oktaUser('Eve'));
    await send('DELETE', `/Users/${id}`);
    await acme.as('Ada').post(`/admin/users/${id}/activate`);
    expect((await send('GET', `/Users/${id}`)).body.active).to.equal(true);
  });
});

describe('the SCIM endpoints', () => {
  it('are for services with the scope scim, and for the people of their tenant', async () => {
    const body = oktaUser('Eve');
    const other = directory(api, neighbour.tenantId);
    const before = await fingerprint(api, acme.tenantId);
    for (const [method, path, sent] of [
      ['GET', `/Users/${acme.id('Bob')}`],
      ['PUT', `/Users/${acme.id('Bob')}`, body],
      ['PATCH', `/Users/${acme.id('Bob')}`, patchOf({ op: 'replace', value: { active: false } })],
      ['DELETE', `/Users/${acme.id('Bob')}`],
    ] as const) {
      const foreign = await other(method, path, sent);
      expect([foreign.status, foreign.body['status']], method).to.deep.equal([404, '404']);
    }
    expect((await other('GET', '/Users')).body.totalResults).to.equal(1);
    for (const scope of ['access:evaluate', 'notifications:dispatch'])
      expect((await directory(api, acme.tenantId, scope)('POST', '/Users', body)).status).to.equal(403);
    const headers = { authorization: `Bearer ${await acme.token('Ada')}` };
    expect((await send('GET', '/Users', undefined, headers)).status).to.equal(403);
    expect((await send('GET', '/Users', undefined, { authorization: 'Bearer x' })).status).to.equal(401);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('change nothing when everything is sent again', async () => {
    const bodies = [oktaUser('Eve'), entraUser('Max')];
    const ids = [(await create(bodies[0])).id, (await create(bodies[1])).id];
    await patch(ids[0] ?? '', { op: 'Add', path: `${enterprise}:manager`, value: ids[1] });
    const before = await fingerprint(api, acme.tenantId);
    api.clock.now = '2026-11-21T10:00:00.000Z';
    for (const [place, id] of ids.entries())
      expect((await send('PUT', `/Users/${id}`, bodies[place])).status).to.equal(200);
    await patch(ids[0] ?? '', { op: 'Add', path: `${enterprise}:manager`, value: ids[1] });
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    api.clock.now = friday;
  });
});
