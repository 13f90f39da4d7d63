// Changes of one person by an admin: what they write, who may make them, and what is refused.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DirectoryUser } from '../../../src/platform/schema/people.ts';
import { company, fingerprint, refusal, type Answer, type Client, freshCompany } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (admin)
    Mia [Sales] (senior_manager)
      Bob [Sales]
        Cy [Sales]
      Gus [Sales] †
        Hal [Sales] †
    Pia [People] (people_team)`;
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zed [Sales] (admin)\n  Yan');

type Change = (as: Client, id: string) => Promise<Answer<DirectoryUser & { code?: string }>>;
const changes: Record<string, Change> = {
  PATCH: (as, id) => as.patch(`/admin/users/${id}`, { name: 'Robert' }),
  deactivate: (as, id) => as.post(`/admin/users/${id}/deactivate`),
  activate: (as, id) => as.post(`/admin/users/${id}/activate`),
  'DELETE manager': (as, id) => as.delete(`/admin/users/${id}/manager`),
};
const post = (body: unknown, who = 'Ada'): Promise<Answer<DirectoryUser & { code?: string }>> =>
  acme.as(who).post('/admin/users', body);
const patch = (name: string, body: unknown): Promise<Answer<DirectoryUser & { code?: string }>> =>
  acme.as('Ada').patch(`/admin/users/${acme.id(name)}`, body);

/** The audit entries of a person, oldest first, without ids. */
const entries = (userId: string): Promise<unknown[]> =>
  acme.statement(
    `MATCH (e:AuditEntry {tenantId: $tenantId}) WHERE e.userId = $userId
     RETURN e.action AS action, e.actorId AS actor, e.source AS source, e.fields AS fields,
       e.fromManagerId AS from, e.toManagerId AS to ORDER BY action`,
    { userId },
  );
const entry = (action: string, more: object = {}): object => ({
  action,
  actor: acme.id('Ada'),
  source: 'api',
  fields: null,
  from: null,
  to: null,
  ...more,
});
const revision = async (): Promise<unknown> =>
  (await acme.statement('MATCH (t:Tenant {id: $tenantId}) RETURN t.orgRevision AS n'))[0]?.['n'];

describe('POST /admin/users', () => {
  it('trims texts and takes roles as a set, as an import does', async () => {
    const sent = {
      email: ' eve@example.test ',
      name: ' Eve ',
      jobTitle: ' Clerk ',
      team: ' Sales ',
      department: ' Trade ',
    };
    const { status, body } = await post({ ...sent, roles: ['people_team', 'people_team'] });
    expect([status, body.email, body.name, body.jobTitle, body.team, body.department, body.roles]).to.deep.equal([
      201,
      'eve@example.test',
      'Eve',
      'Clerk',
      'Sales',
      'Trade',
      ['people_team'],
    ]);
    expect((await acme.as('Ada').get<DirectoryUser>(`/users/${acme.id('Bob')}`)).body.department).to.equal('Trade');
  });

  it('refuses an address without quoting it', async () => {
    const { status, body } = await post({ email: 'nope secret', name: 'Eve' });
    expect([status, body]).to.deep.equal([
      400,
      { code: 'VALIDATION_ERROR', message: 'email is not an e-mail address.' },
    ]);
  });

  it('creates a person below their manager, in a new team, and says so in the audit log', async () => {
    const { status, body, headers } = await post({
      email: ' Eve.Ng@Example.test ',
      name: 'Eve Ng',
      jobTitle: 'Engineer',
      team: 'Apps',
      department: 'Tech',
      managerId: acme.id('Bob'),
      roles: ['people_team'],
      startDate: '2026-12-01',
    });
    expect(status).to.equal(201);
    expect(body).to.deep.equal({
      id: body.id,
      name: 'Eve Ng',
      jobTitle: 'Engineer',
      team: 'Apps',
      department: 'Tech',
      email: 'eve.ng@example.test',
      active: true,
      roles: ['people_team'],
      updatedAt: friday,
      managerId: acme.id('Bob'),
      manager: { id: acme.id('Bob'), name: 'Bob', jobTitle: "Bob's job", team: 'Sales' },
    });
    expect(headers.get('location')).to.equal(`/v1/users/${body.id}`);
    const read = await acme.as('Ada').get(`/users/${body.id}`);
    expect(read.body).to.deep.equal(body);
    expect(read.headers.get('etag')).to.equal(headers.get('etag'));
    expect(await entries(body.id)).to.deep.equal([
      entry('person.create'),
      entry('reporting-line.move', { to: acme.id('Bob') }),
    ]);
    const chain = (await acme.as('Ada').get<{ id: string }[]>(`/org/users/${acme.id('Mia')}/chain`)).body;
    expect(chain.map(({ id }) => id)).to.include(body.id);
    expect(await revision()).to.equal(1);
  });

  it('needs no more than a name and an address', async () => {
    const { status, body } = await post({ email: 'eve@example.test', name: 'Eve' });
    expect(status).to.equal(201);
    expect(body).to.deep.equal({
      id: body.id,
      name: 'Eve',
      email: 'eve@example.test',
      active: true,
      roles: [],
      updatedAt: friday,
    });
  });

  it('refuses what is not plausible, and changes nothing', async () => {
    const eve = { email: 'eve@example.test', name: 'Eve' };
    const before = [await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)];
    for (const [body, status, code] of [
      [{ name: 'Eve' }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, email: 'eve' }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, email: 'eve@ example.test' }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, name: ' ' }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, name: 'E\tve' }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, name: 'x'.repeat(201) }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, email: `${'x'.repeat(65)}@example.test` }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, roles: ['boss'] }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, startDate: '2026-02-30' }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, department: 'Tech' }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, active: false }, 400, 'VALIDATION_ERROR'],
      [{ ...eve, email: 'BOB@example.test' }, 409, 'USER_EXISTS'],
      [{ ...eve, email: 'gus@example.test' }, 409, 'USER_LEFT'],
      [{ ...eve, returns: acme.id('Bob') }, 409, 'USER_EXISTS'],
      [{ ...eve, returns: neighbour.id('Yan') }, 409, 'USER_EXISTS'],
      [{ ...eve, returns: acme.id('Hal') }, 409, 'MANAGER_INACTIVE'],
      [{ ...eve, email: 'cy@example.test', newPerson: true }, 409, 'USER_EXISTS'],
      [{ ...eve, managerId: randomUUID() }, 404, 'MANAGER_NOT_FOUND'],
      [{ ...eve, managerId: acme.id('Gus') }, 404, 'MANAGER_NOT_FOUND'],
      [{ ...eve, managerId: neighbour.id('Zed') }, 403, 'FORBIDDEN'],
    ] as const)
      expect(refusal(await post(body)), JSON.stringify(body)).to.deep.equal([status, code]);
    expect([await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)]).to.deep.equal(before);
  });

  it('creates one person for the same Idempotency-Key', async () => {
    const eve = { email: 'eve@example.test', name: 'Eve' };
    const send = (): Promise<Answer> => acme.as('Ada').post('/admin/users', eve, { 'idempotency-key': 'a' });
    const first = await send();
    const second = await send();
    const outcome = [first.status, second.status, second.headers.get('idempotency-replayed')];
    expect(outcome, JSON.stringify(first.body)).to.deep.equal([201, 201, 'true']);
    expect(second.body).to.deep.equal(first.body);
  });
});

describe('PATCH /admin/users/{userId}', () => {
  it('replaces what is sent, removes what is null, and leaves the rest', async () => {
    const { status, body } = await patch('Bob', { name: 'Robert', jobTitle: null, roles: ['admin'], team: 'Apps' });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      id: acme.id('Bob'),
      name: 'Robert',
      team: 'Apps',
      email: 'bob@example.test',
      active: true,
      roles: ['admin'],
      updatedAt: friday,
      managerId: acme.id('Mia'),
      manager: { id: acme.id('Mia'), name: 'Mia', jobTitle: "Mia's job", team: 'Sales' },
    });
    expect(await entries(acme.id('Bob'))).to.deep.equal([
      entry('person.update', { fields: ['name', 'jobTitle', 'roles', 'team'] }),
    ]);
    expect((await acme.as('Bob').get('/me')).body).to.deep.include({ name: 'Robert', roles: ['admin'] });
    expect((await patch('Bob', { team: null })).body).to.not.have.property('team');
    expect((await patch('Bob', { email: 'Rob@example.test' })).body.email).to.equal('rob@example.test');
  });

  it('leaves the tenant an admin', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const alone = await company(api, 'Zoe (admin)\n  Yan (admin) †');
    const leave = () => alone.as('Zoe').post<{ code?: string }>(`/admin/users/${alone.id('Zoe')}/deactivate`);
    expect(refusal(await leave())).to.deep.equal([409, 'LAST_ADMIN']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    await patch('Pia', { roles: ['admin'] });
    expect((await acme.as('Pia').patch(`/admin/users/${acme.id('Ada')}`, { roles: ['people_team'] })).status).to.equal(
      200,
    );
  });

  it('gives the department to everyone in the team', async () => {
    expect((await patch('Bob', { team: 'Sales', department: 'Field' })).body.department).to.equal('Field');
    const cy = (await acme.as('Ada').get<DirectoryUser>(`/users/${acme.id('Cy')}`)).body;
    expect([cy.department, cy.updatedAt]).to.deep.equal(['Field', friday]);
    const announced = await acme.statement(`MATCH (c:ChangeEntry {tenantId: $tenantId, type: 'user.updated'})
       RETURN COUNT { (:User {id: c.subjectId, active: true}) } AS active, c.changed AS changed, count(*) AS people
       ORDER BY changed, active DESC`);
    expect(announced).to.deep.equal([
      { active: 1, changed: ['department'], people: 2 },
      { active: 0, changed: ['department'], people: 2 },
      { active: 1, changed: ['team'], people: 1 },
    ]);
  });

  it('writes nothing when nothing differs', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const same = { name: 'Bob', email: 'BOB@example.test', team: 'Sales', department: 'Sales', roles: [] };
    expect((await patch('Bob', same)).status).to.equal(200);
    expect((await acme.as('Ada').post(`/admin/users/${acme.id('Bob')}/activate`)).status).to.equal(200);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect(await revision()).to.equal(0);
  });

  it('refuses an address of somebody else, and a change of nothing', async () => {
    expect(refusal(await patch('Bob', { email: 'cy@example.test' }))).to.deep.equal([409, 'USER_EXISTS']);
    for (const body of [{}, { name: null }, { managerId: acme.id('Ada') }, { active: false }, { department: 'Tech' }])
      expect(refusal(await patch('Bob', body)), JSON.stringify(body)).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('is made only for the version that the client has read', async () => {
    const path = `/admin/users/${acme.id('Bob')}`;
    const etag = (await acme.as('Ada').get(`/users/${acme.id('Bob')}`)).headers.get('etag') ?? '';
    const send = (name: string): Promise<Answer> => acme.as('Ada').patch(path, { name }, { 'if-match': etag });
    expect((await send('Robert')).status).to.equal(200);
    expect((await send('Roberta')).status).to.equal(412);
    expect((await acme.as('Ada').get(`/users/${acme.id('Bob')}`)).body['name']).to.equal('Robert');
  });
});

describe('leaving and returning', () => {
  const act = (name: string, what: string): Promise<Answer<DirectoryUser & { code?: string }>> =>
    acme.as('Ada').post(`/admin/users/${acme.id(name)}/${what}`);

  it('closes the service to the person and opens it again', async () => {
    expect((await act('Cy', 'deactivate')).body.active).to.equal(false);
    expect((await acme.as('Cy').get('/me')).status).to.equal(401);
    expect((await act('Cy', 'activate')).body).to.deep.include({ active: true, managerId: acme.id('Bob') });
    expect((await acme.as('Cy').get('/me')).status).to.equal(200);
    expect(await entries(acme.id('Cy'))).to.deep.equal([entry('person.activate'), entry('person.deactivate')]);
  });

  it('is refused while somebody would lose their manager', async () => {
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await act('Bob', 'deactivate'))).to.deep.equal([409, 'HAS_REPORTS']);
    expect(refusal(await act('Hal', 'activate'))).to.deep.equal([409, 'MANAGER_INACTIVE']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });
});

describe('DELETE /admin/users/{userId}/manager', () => {
  it('moves the person with everyone below to the top, once', async () => {
    const remove = (): Promise<Answer> => acme.as('Ada').delete(`/admin/users/${acme.id('Bob')}/manager`);
    expect((await remove()).body).to.not.have.property('managerId');
    await remove();
    expect(await entries(acme.id('Bob'))).to.deep.equal([entry('reporting-line.move', { from: acme.id('Mia') })]);
    expect((await acme.as('Mia').get(`/org/users/${acme.id('Cy')}/chain`)).status).to.equal(403);
    const history = await acme.as('Ada').get<{ to?: string }[]>(`/org/users/${acme.id('Bob')}/manager-history`);
    expect(history.body.map(({ to }) => to)).to.deep.equal([friday]);
  });
});

describe('a change of a person', () => {
  it('is for admins alone, who are told apart before the person is looked up', async () => {
    const before = await fingerprint(api, acme.tenantId);
    for (const who of ['Mia', 'Bob', 'Pia']) {
      expect(refusal(await post({ email: 'eve@example.test', name: 'Eve' }, who))).to.deep.equal([403, 'FORBIDDEN']);
      for (const [name, change] of Object.entries(changes)) {
        for (const id of [acme.id('Cy'), randomUUID()])
          expect(refusal(await change(acme.as(who), id)), `${who} ${name}`).to.deep.equal([403, 'FORBIDDEN']);
      }
    }
    for (const [name, change] of Object.entries(changes))
      expect(refusal(await change(acme.as('Gus'), acme.id('Cy'))), name).to.deep.equal([401, 'UNAUTHENTICATED']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('finds nobody of another tenant', async () => {
    const before = await fingerprint(api, neighbour.tenantId);
    for (const [name, change] of Object.entries(changes)) {
      expect(refusal(await change(acme.as('Ada'), neighbour.id('Yan'))), name).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await change(acme.as('Ada'), randomUUID())), name).to.deep.equal([404, 'USER_NOT_FOUND']);
    }
    expect(await fingerprint(api, neighbour.tenantId)).to.deep.equal(before);
  });

  it('keeps the chart without a cycle while two admins change it at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0
          ? patch('Bob', { jobTitle: `Job ${n}` })
          : acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, {
              managerId: acme.id(n % 4 === 1 ? 'Mia' : 'Bob'),
            }),
      ),
    );
    expect(results.map(({ status }) => status)).to.deep.equal(results.map(() => 200));
  });
});
