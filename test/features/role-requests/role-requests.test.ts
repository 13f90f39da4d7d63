// Requests for roles: with the setting roleApproval a role with tenant scope takes two admins, by whatever way it is given.
import { expect } from 'chai';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import type { RoleRequest } from '../../../src/features/organisation/people/schema.ts';
import { operator, toAdmin } from '../../../src/features/organisation/people/actor.ts';
import { importPeople, type ImportResult } from '../../../src/features/organisation/import/import.ts';
import { company, fingerprint, freshCompany, refusal, type Client } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Mia\n    Bob\nEve (admin)\nPia (people_team)');
beforeEach(async () => {
  const { status } = await acme.as('Ada').patch('/admin/settings', { roleApproval: 'second_admin' });
  expect(status).to.equal(200);
});

type Body = { id: string; code?: string };
const pathOf = (who: string, action = ''): string => `/admin/users/${acme.id(who)}/role-request${action}`;
const ask = (by: string, who: string, role = 'people_team') => acme.as(by).post<Body>(pathOf(who), { role });
const decide = (by: string, who: string, requestId: string, action = 'approve') =>
  acme.as(by).post<Body>(pathOf(who, `/${action}`), { requestId });
const rolesOf = async (who: string): Promise<unknown> => (await acme.as(who).get('/me')).body['roles'];
const list = async (by: Client = acme.as('Eve')): Promise<RoleRequest[]> =>
  (await by.get<{ items: RoleRequest[] }>('/admin/role-requests')).body.items;
const importRole = (by = toAdmin(acme.id('Ada'), 'api')): Promise<ImportResult> => {
  const csv = 'email,name,jobTitle,team,department,managerEmail,roles\nnew@a.example,New,,,,,admin\n';
  return importPeople(api.graph, { id: acme.tenantId }, Buffer.from(csv), { now: new Date(friday), by });
};

describe('a role that needs a second admin', () => {
  it('is requested by one and given by another, both in the log, and the admins are told', async () => {
    const { status, body } = await ask('Ada', 'Bob');
    expect(status).to.equal(201);
    expect(await list()).to.deep.equal([
      {
        id: body.id,
        user: { id: acme.id('Bob'), name: 'Bob' },
        role: 'people_team',
        requestedAt: friday,
        requesterId: acme.id('Ada'),
        requester: { id: acme.id('Ada'), name: 'Ada' },
      },
    ]);
    expect(await rolesOf('Bob')).to.deep.equal([]);
    expect(refusal(await decide('Ada', 'Bob', body.id))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await decide('Eve', 'Bob', body.id)).status).to.equal(204);
    expect(await rolesOf('Bob')).to.deep.equal(['people_team']);
    expect(await list()).to.deep.equal([]);
    expect(refusal(await decide('Eve', 'Bob', body.id))).to.deep.equal([409, 'ROLE_REQUEST_STATE']);
    const log = await acme.as('Eve').get<{ items: AuditEntry[] }>(`/audit?userId=${acme.id('Bob')}`);
    expect(
      log.body.items.map(({ action, actorId, values }) => [action, actorId, values?.map(({ after }) => after)]),
    ).to.have.deep.members([
      ['role.request', acme.id('Ada'), ['people_team']],
      ['person.update', acme.id('Eve'), ['people_team']],
      ['role.approve', acme.id('Eve'), ['people_team']],
    ]);
    const told = await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'org.role_requested'}) RETURN e.payload AS payload, e.recipientIds AS whom`,
    );
    const [{ payload, whom } = {}] = told as { payload: string; whom: string[] }[];
    expect(JSON.parse(payload ?? '')).to.deep.equal({ personName: 'Bob', role: 'people_team' });
    expect(whom).to.have.members([acme.id('Ada'), acme.id('Eve')]);
  });

  it('is not given by one alone: by a change, with a new person, by a file, or by what groups mean', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const ada = acme.as('Ada');
    const forbidden = [403, 'ROLE_APPROVAL'];
    expect(refusal(await ada.patch(`/admin/users/${acme.id('Bob')}`, { roles: ['admin'] }))).to.deep.equal(forbidden);
    const newcomer = { email: 'new@a.example', name: 'New', roles: ['senior_leadership'] };
    expect(refusal(await ada.post('/admin/users', newcomer))).to.deep.equal(forbidden);
    expect((await importRole()).faults).to.deep.equal([
      { row: 2, message: 'its role needs a second admin: request it' },
    ]);
    for (const change of [{ roleApproval: 'none' }, { groupRoles: [] }, { elevatedRoles: ['admin'] }])
      expect(refusal(await ada.patch('/admin/settings', change))).to.deep.equal(forbidden);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);

    // a provider may know Pia by these: whoever gets them would sign in as her
    for (const key of [{ externalId: 'of-ada' }, { email: 'ada2@example.test' }])
      expect(refusal(await ada.patch(`/admin/users/${acme.id('Pia')}`, key))).to.deep.equal(forbidden);
    const csv = `email,name,jobTitle,team,department,managerEmail,roles,externalId\npia@example.test,Pia,Pia's job,,,,people_team,of-ada\n`;
    const renamed = await importPeople(api.graph, { id: acme.tenantId }, Buffer.from(csv), {
      now: new Date(friday),
      by: toAdmin(acme.id('Ada'), 'api'),
    });
    expect(renamed.faults.map(({ message }) => message)).to.deep.equal([
      'who operates the service changes keys of such a role',
    ]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);

    const others = { roles: ['senior_manager'], jobTitle: 'Boss' };
    expect((await ada.patch(`/admin/users/${acme.id('Bob')}`, others)).status).to.equal(200);
    expect((await ada.patch(`/admin/users/${acme.id('Pia')}`, { roles: [] })).status).to.equal(200);
    expect((await importRole(operator)).applied).to.equal(true);
  });

  it('waits alone, and can be rejected or withdrawn', async () => {
    const { body: own } = await ask('Ada', 'Bob');
    expect(refusal(await ask('Eve', 'Bob', 'admin'))).to.deep.equal([409, 'ROLE_REQUEST_STATE']);
    expect((await decide('Ada', 'Bob', own.id, 'reject')).status).to.equal(204);
    const { body: next } = await ask('Ada', 'Bob', 'admin');
    expect(refusal(await decide('Eve', 'Bob', own.id))).to.deep.equal([409, 'ROLE_REQUEST_STATE']);
    expect((await decide('Eve', 'Bob', next.id, 'reject')).status).to.equal(204);
    expect([await rolesOf('Bob'), await list()]).to.deep.equal([[], []]);
    expect(refusal(await ask('Ada', 'Pia'))).to.deep.equal([409, 'ROLE_REQUEST_STATE']);
  });

  it('is not given when its requester has left, and never to who approves', async () => {
    const { body } = await ask('Ada', 'Bob');
    const { body: forEve } = await ask('Ada', 'Eve');
    expect(refusal(await decide('Eve', 'Eve', forEve.id))).to.deep.equal([403, 'OWN_ROLES']);
    expect((await acme.as('Eve').patch(`/admin/users/${acme.id('Ada')}`, { roles: [] })).status).to.equal(200);
    expect(refusal(await decide('Eve', 'Bob', body.id))).to.deep.equal([409, 'ROLE_REQUEST_STATE']);
    expect(await rolesOf('Bob')).to.deep.equal([]);
  });

  it('is requested, seen and decided by admins of the tenant alone', async () => {
    const { body } = await ask('Ada', 'Bob');
    const neighbour = await company(api, 'Zed (admin)');
    const zed = neighbour.as('Zed');
    const before = await fingerprint(api, acme.tenantId);
    for (const by of [acme.as('Pia'), acme.as('Bob'), zed]) {
      for (const [path, sent] of [
        [pathOf('Mia'), { role: 'admin' }],
        [pathOf('Bob', '/approve'), { requestId: body.id }],
        [pathOf('Bob', '/reject'), { requestId: body.id }],
      ] as const)
        expect(refusal(await by.post(path, sent)), path).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect(refusal(await acme.as('Pia').get('/admin/role-requests'))).to.deep.equal([403, 'FORBIDDEN']);
    expect(await list(zed)).to.deep.equal([]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    const nobody = '/admin/users/00000000-0000-4000-8000-000000000000/role-request';
    expect(refusal(await zed.post(nobody, { role: 'admin' }))).to.deep.equal([404, 'USER_NOT_FOUND']);
  });
});
