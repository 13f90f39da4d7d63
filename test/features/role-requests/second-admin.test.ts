// With the setting roleApproval one admin alone opens nobody's texts: deputies, moves and the end of planApproval take two.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Approval } from '../../../src/features/role-requests/schema.ts';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import type { OrgPlan } from '../../../src/features/org-plans/schema.ts';
import { operator, toAdmin } from '../../../src/features/organisation/people/actor.ts';
import { importPeople, type ImportResult } from '../../../src/features/organisation/import/import.ts';
import { decideApproval } from '../../../src/features/role-requests/approvals.ts';
import { movePeople } from '../../../src/features/organisation/people/move-people.ts';
import { company, fingerprint, freshCompany, refusal, type Answer } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(
  api,
  'Ada (admin)\n  Dee\nEve (admin)\nCeo\n  Mia\n    Bob\n  Vic\n    Xan\nPia (people_team)\nPam (people_team, admin)',
);
type Created = { id: string; code?: string };
const second = [403, 'SECOND_ADMIN'];
const forbidden = [403, 'FORBIDDEN'];
beforeEach(async () => {
  const settings = { roleApproval: 'second_admin', planApproval: 'none' };
  expect((await acme.as('Eve').patch('/admin/settings', settings)).status).to.equal(200);
});

const term = { from: '2026-11-20', to: '2026-11-27', rights: ['read'] };
const name = (by: string, of: string, deputy: string): Promise<Answer> =>
  acme.as(by).put(`/users/${acme.id(of)}/deputies/${acme.id(deputy)}`, term);
const move = (by: string, who: string, to: string): Promise<Answer> =>
  acme.as(by).put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(to) });
const scores = async (by: string, of: string): Promise<number> =>
  (await acme.as(by).get(`/users/${acme.id(of)}/scores`)).status;
const ask = (by: string, kind: string, body?: object): Promise<Answer<Created>> =>
  acme.as(by).post<Created>(`/admin/approvals/${kind}`, body);
const decide = (by: string, { body: { id } }: Answer<Created>, decision = 'approve'): Promise<Answer> =>
  acme.as(by).post(`/admin/approvals/${id}/${decision}`);
const waiting = async (): Promise<Approval[]> =>
  (await acme.as('Eve').get<{ items: Approval[] }>('/admin/approvals')).body.items;
const payloads = async (type: string): Promise<[unknown, string[]][]> => {
  const rows = (await acme.statement(
    'MATCH (e:OutboxEvent {tenantId: $tenantId, type: $type}) RETURN e.payload AS payload, e.recipientIds AS whom',
    { type },
  )) as { payload: string; whom: string[] }[];
  return rows.map(({ payload, whom }) => [JSON.parse(payload), whom]);
};
const setRoleApproval = (value: string): Promise<unknown> =>
  acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.roleApproval = $value', { value });

describe('a deputy whom an admin names for somebody else', () => {
  const request = () => ({ userId: acme.id('Ceo'), deputyId: acme.id('Dee'), ...term });

  it('is a request that another admin approves; the manager is told, and the log names both', async () => {
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await name('Ada', 'Ceo', 'Dee'))).to.deep.equal(second);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    const asked = await ask('Ada', 'deputy', request());
    expect([asked.status, asked.body]).to.deep.equal([201, { id: asked.body.id, kind: 'deputy' }]);
    expect(refusal(await ask('Eve', 'deputy', request()))).to.deep.equal([409, 'APPROVAL_STATE']);
    expect((await waiting())[0]).to.deep.include({
      kind: 'deputy',
      ...term,
      requesterId: acme.id('Ada'),
      expiresAt: '2026-12-20T10:00:00.000Z',
      user: { id: acme.id('Ceo'), name: 'Ceo' },
      deputy: { id: acme.id('Dee'), name: 'Dee' },
    });
    expect(await scores('Dee', 'Mia')).to.equal(403);
    expect(refusal(await decide('Ada', asked))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await decide('Eve', asked)).status).to.equal(204);
    expect([await scores('Dee', 'Mia'), await waiting()]).to.deep.equal([200, []]);
    expect(await payloads('deputy.named')).to.deep.equal([
      [{ deputyName: 'Dee', from: term.from, to: term.to, by: 'admin' }, [acme.id('Ceo')]],
    ]);
    const { body: log } = await acme.as('Eve').get<{ items: AuditEntry[] }>(`/audit?userId=${acme.id('Ceo')}`);
    expect(log.items.map(({ action, actorId, deputyId }) => [action, actorId, deputyId])).to.have.deep.members([
      ['approval.request', acme.id('Ada'), acme.id('Dee')],
      ['deputy.set', acme.id('Eve'), acme.id('Dee')],
      ['approval.approve', acme.id('Eve'), acme.id('Dee')],
    ]);
    expect((await payloads('approval.requested'))[0]?.[1]).to.have.members(
      ['Ada', 'Eve', 'Pam'].map((one) => acme.id(one)),
    );
  });

  it('is named at once by the manager, or where roles need no second admin; the manager is told of others alone', async () => {
    expect((await name('Ceo', 'Ceo', 'Dee')).status).to.equal(200);
    expect(await payloads('deputy.named')).to.deep.equal([]);
    await setRoleApproval('none');
    expect((await name('Ada', 'Mia', 'Dee')).status).to.equal(200);
    expect((await name('Ada', 'Mia', 'Dee')).status).to.equal(200);
    expect((await payloads('deputy.named')).map(([, whom]) => whom)).to.deep.equal([[acme.id('Mia')]]);
  });

  it('is not the requester, nor who approves, and not named when its requester has left or after 30 days', async () => {
    expect(refusal(await ask('Ada', 'deputy', { ...request(), deputyId: acme.id('Ada') }))).to.deep.equal(forbidden);
    const forEve = await ask('Ada', 'deputy', { ...request(), deputyId: acme.id('Eve') });
    expect(refusal(await decide('Eve', forEve))).to.deep.equal(forbidden);
    expect((await decide('Ada', forEve, 'reject')).status).to.equal(204);
    const old = await ask('Ada', 'deputy', request());
    await acme.statement(`MATCH (a:Approval {tenantId: $tenantId}) SET a.expiresAt = datetime('2026-11-20T10:00:00Z')`);
    expect(refusal(await decide('Eve', old))).to.deep.equal([404, 'APPROVAL_NOT_FOUND']);
    const unbacked = await ask('Ada', 'deputy', request());
    await acme.statement(`MATCH (u:User {tenantId: $tenantId, name: 'Ada'}) SET u.roles = []`);
    expect(refusal(await decide('Eve', unbacked))).to.deep.equal([409, 'APPROVAL_STATE']);
  });

  it('is approved by the operator, too', async () => {
    const id = await ask('Ada', 'deputy', request());
    const waiting = String(id.body['id']);
    const context = { now: api.clock.now, newId: () => randomUUID(), asOperator: true };
    const own = api.graph.bind({ tenantId: acme.tenantId, userId: 'operator' });
    await decideApproval(own, waiting, 'approve', context);
    const [row] = await acme.statement(
      'MATCH (:User {tenantId: $tenantId})-[d:DEPUTY_FOR]->() RETURN count(d) AS count',
    );
    expect(Number(row?.['count'])).to.equal(1);
  });

  it('is requested by admins of the tenant alone', async () => {
    const neighbour = await company(api, 'Zed (admin)');
    const before = await fingerprint(api, acme.tenantId);
    for (const by of [acme.as('Pia'), acme.as('Ceo'), neighbour.as('Zed')]) {
      expect(refusal(await by.post('/admin/approvals/deputy', request()))).to.deep.equal(forbidden);
      const body = { userId: acme.id('Bob'), managerId: acme.id('Ada') };
      expect(refusal(await by.post('/admin/approvals/move', body))).to.deep.equal(forbidden);
    }
    expect(refusal(await acme.as('Pia').post('/admin/approvals/plan-approval'))).to.deep.equal(forbidden);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    const full =
      'UNWIND range(1, 200) AS n CREATE (:Approval:$($label) {tenantId: $tenantId, id: randomUUID(), key: toString(n),';
    await acme.statement(`${full} kind: 'move', expiresAt: datetime('2027-01-01T00:00:00Z')})`);
    expect(refusal(await ask('Ada', 'deputy', request()))).to.deep.equal([409, 'LIMIT_REACHED']);
  });
});

describe('a move by which an admin would see more', () => {
  const importMove = (by = toAdmin(acme.id('Ada'), 'api')): Promise<ImportResult> => {
    const csv =
      'email,name,jobTitle,team,department,managerEmail,roles\nbob@example.test,Bob,Bob,,,ada@example.test,\n';
    return importPeople(api.graph, { id: acme.tenantId }, Buffer.from(csv), { now: new Date(api.clock.now), by });
  };

  it('is refused: below themself, below their manager of a deputy, by a new account, by a reference, by a file', async () => {
    await setRoleApproval('none');
    expect((await name('Ada', 'Vic', 'Dee')).status).to.equal(200);
    await setRoleApproval('second_admin');
    expect((await name('Mia', 'Mia', 'Ada')).status).to.equal(200); // the admin is a deputy
    await acme.statement(
      `MATCH (v:User {tenantId: $tenantId, name: 'Vic'}) SET v.pendingManager = 'n-1', v.pendingManagerText = 'n-1'`,
    );
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await move('Ada', 'Bob', 'Ada'))).to.deep.equal(second);
    expect(refusal(await move('Ada', 'Mia', 'Dee'))).to.deep.equal(second); // Dee reports to Ada
    expect(refusal(await move('Ada', 'Bob', 'Vic'))).to.deep.equal(second); // Ada named the deputy of Vic
    expect(refusal(await move('Ada', 'Vic', 'Mia'))).to.deep.equal(second);
    const user = (who: string): string => `/admin/users/${acme.id(who)}`;
    expect(refusal(await acme.as('Ada').patch(user('Bob'), { manager: 'dee@example.test' }))).to.deep.equal(second);
    expect(refusal(await acme.as('Ada').patch(user('Ada'), { employeeNumber: 'n-1' }))).to.deep.equal(second);
    const newcomer = { email: 'n@a.example', name: 'N', employeeNumber: 'n-1', managerId: acme.id('Ada') };
    expect(refusal(await acme.as('Ada').post('/admin/users', newcomer))).to.deep.equal(second);
    expect((await importMove()).faults).to.deep.equal([
      {
        row: 2,
        message:
          'bob@example.test would be seen by you, by a deputy whom you named, or by somebody who is not an established manager: this needs a second admin',
      },
    ]);
    const rows = [{ row: null, email: 'bob@example.test', managerEmail: 'ada@example.test' }];
    const moved = await movePeople(
      api.graph,
      acme.tenantId,
      { rows, faults: [] },
      {
        now: new Date(api.clock.now),
        by: toAdmin(acme.id('Ada'), 'command_line'),
      },
    );
    expect([moved.applied, moved.faults.length]).to.deep.equal([false, 1]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is made where nobody sees more, by who sees all anyway, by the operator, and with roleApproval none', async () => {
    expect((await move('Ada', 'Bob', 'Vic')).status).to.equal(200);
    expect((await move('Ada', 'Dee', 'Ceo')).status).to.equal(200); // away from themself
    expect(refusal(await move('Ada', 'Dee', 'Ada'))).to.deep.equal(second); // and not back
    expect((await move('Pam', 'Mia', 'Pam')).status).to.equal(200); // in the People Team
    expect((await importMove(operator)).applied).to.equal(true);
    await setRoleApproval('none');
    expect((await move('Ada', 'Mia', 'Ada')).status).to.equal(200);
  });

  it('is made when another admin approves the request, unless they would see more by it', async () => {
    const asked = await ask('Ada', 'move', { userId: acme.id('Bob'), managerId: acme.id('Ada') });
    expect((await waiting())[0]).to.deep.include({ kind: 'move', manager: { id: acme.id('Ada'), name: 'Ada' } });
    expect(refusal(await decide('Ada', asked))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await decide('Eve', asked)).status).to.equal(204);
    expect(await scores('Ada', 'Bob')).to.equal(200);
    const forEve = await ask('Ada', 'move', { userId: acme.id('Mia'), managerId: acme.id('Eve') });
    expect(refusal(await decide('Eve', forEve))).to.deep.equal(second);
    const loop = { userId: acme.id('Ceo'), managerId: acme.id('Mia') };
    expect(refusal(await ask('Ada', 'move', { ...loop, managerId: loop.userId }))).to.deep.equal([
      409,
      'REPORTING_CYCLE',
    ]);
    expect(refusal(await decide('Eve', await ask('Ada', 'move', loop)))).to.deep.equal([409, 'REPORTING_CYCLE']);
  });

  it('is not made of somebody who has left, also if they left after the request', async () => {
    const asked = await ask('Ada', 'move', { userId: acme.id('Bob'), managerId: acme.id('Ada') });
    expect((await acme.as('Ada').post(`/admin/users/${acme.id('Bob')}/deactivate`)).status).to.equal(200);
    expect(refusal(await decide('Eve', asked))).to.deep.equal([409, 'APPROVAL_STATE']);
    await decide('Ada', asked, 'reject');
    const again = await ask('Ada', 'move', { userId: acme.id('Bob'), managerId: acme.id('Ada') });
    expect(refusal(again)).to.deep.equal([409, 'APPROVAL_STATE']);
  });

  it('is made by a plan when another admin approves it, whatever planApproval is', async () => {
    const moves = [{ userId: acme.id('Bob'), managerId: acme.id('Ada') }];
    const created = await acme.as('Ada').post<OrgPlan>('/admin/org-plans', { name: 'Mine', moves });
    const act = (by: string, action: string): Promise<Answer<OrgPlan & { message: string }>> =>
      acme.as(by).post(`/admin/org-plans/${created.body.id}/${action}`);
    const applied = await act('Ada', 'apply');
    expect(refusal(applied)).to.deep.equal([409, 'PLAN_FAULTS']);
    expect(applied.body.message).to.include('NOT_APPROVED');
    expect((await act('Ada', 'submit')).body.status).to.equal('in_review');
    expect(refusal(await act('Ada', 'approve'))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await act('Eve', 'approve')).body.status).to.equal('approved');
    expect((await act('Ada', 'apply')).body.status).to.equal('applied');
    expect(await scores('Ada', 'Bob')).to.equal(200);

    expect((await move('Eve', 'Dee', 'Ceo')).status).to.equal(200); // Ada loses Dee
    const away = await acme.as('Eve').post<OrgPlan>('/admin/org-plans', {
      name: 'Away',
      moves: [{ userId: acme.id('Bob'), managerId: acme.id('Mia') }],
    });
    expect((await acme.as('Eve').post(`/admin/org-plans/${away.body.id}/apply`)).status).to.equal(200);
    expect(refusal(await acme.as('Ada').post(`/admin/org-plans/${away.body.id}/undo`))).to.deep.equal(second);
    expect((await acme.as('Eve').post(`/admin/org-plans/${away.body.id}/undo`)).status).to.equal(200);
  });
});

describe('planApproval', () => {
  it('is switched off by two admins, and on by one', async () => {
    const set = (by: string, planApproval: string): Promise<Answer> =>
      acme.as(by).patch('/admin/settings', { planApproval });
    expect(refusal(await ask('Ada', 'plan-approval'))).to.deep.equal([409, 'APPROVAL_STATE']);
    expect((await set('Ada', 'second_admin')).status).to.equal(200);
    expect(refusal(await set('Ada', 'none'))).to.deep.equal(second);
    const asked = await ask('Ada', 'plan-approval');
    expect(refusal(await decide('Ada', asked))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await decide('Eve', asked)).status).to.equal(204);
    expect((await acme.as('Ada').get('/admin/settings')).body['planApproval']).to.equal('none');
    await set('Ada', 'second_admin');
    await setRoleApproval('none');
    expect((await set('Ada', 'none')).status).to.equal(200);
  });
});
