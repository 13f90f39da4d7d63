// Scheduled plans: applied once when their day begins, or blocked, which the admins are told.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Neo4jError } from 'neo4j-driver';
import { ApiError } from '../../../src/platform/errors.ts';
import { applyDuePlans } from '../../../src/features/org-plans/due-plans.ts';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import type { OrgPlan } from '../../../src/features/org-plans/schema.ts';
import { applyPlan } from '../../../src/features/org-plans/apply-plan.ts';
import { company, type Answer, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { inbox } from '../../support/inbox.ts';
import { interfered } from '../../support/interfered.ts';
import { settled } from '../../support/outbox.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const path = '/admin/org-plans';
const tuesday = '2026-11-30T23:00:00.000Z'; // 00:00 on the 1st of December in Berlin
let acme: Company;

beforeEach(async () => {
  await endDueEvents(api);
  await api.graph.statement(
    `MATCH (plan:OrgPlan {status: 'scheduled'}) WHERE plan.tenantId IS NOT NULL DETACH DELETE plan`,
  );
  acme = await company(
    api,
    `
    Ada (admin)
      Bob
        Cy
      Max
    Pia (admin)
      Eve`,
  );
});

async function schedule(moves: [who: string, to: string][], effectiveOn = '2026-12-01'): Promise<string> {
  const body = {
    name: 'Two teams',
    effectiveOn,
    moves: moves.map(([who, to]) => ({ userId: acme.id(who), managerId: acme.id(to) })),
  };
  const { body: plan } = await acme.as('Ada').post<OrgPlan>(path, body);
  const submitted = await acme.as('Ada').post<OrgPlan>(`${path}/${plan.id}/submit`);
  expect(submitted.body.status).to.equal('scheduled');
  return plan.id;
}
const read = async (id: string): Promise<OrgPlan> => (await acme.as('Ada').get<OrgPlan>(`${path}/${id}`)).body;
async function managerOf(name: string): Promise<unknown> {
  const [row] = await api.graph.statement('MATCH (:User {id: $id})-[:REPORTS_TO]->(m:User) RETURN m.name AS name', {
    id: acme.id(name),
  });
  return row?.['name'];
}
async function entries(planId: string): Promise<unknown> {
  const [row] = await acme.statement(
    `MATCH (t:Tenant {id: $tenantId})
     RETURN t.orgRevision AS revision,
       COUNT { (:AuditEntry {tenantId: $tenantId, planId: $planId, action: 'reporting-line.move'}) } AS moves,
       COUNT { (e:OutboxEvent {tenantId: $tenantId}) WHERE e.type = 'org.plan.applied' } AS events`,
    { planId },
  );
  return row;
}

/** The graph in which nobody can be moved. */
const refuseMoves = (createError: () => Error): typeof api.graph =>
  interfered(api.graph, (name, write) =>
    name === 'organisation/move_people' ? Promise.reject(createError()) : write(),
  );

describe('a scheduled plan', () => {
  it('is applied when its day begins in the time zone of the tenant, and not before', async () => {
    const id = await schedule([['Cy', 'Max']]);
    expect(await applyDuePlans(api.graph, '2026-11-30T22:59:59.999Z')).to.deep.equal([]);
    expect(await managerOf('Cy')).to.equal('Bob');
    expect(await applyDuePlans(api.graph, tuesday)).to.deep.equal([
      { tenantId: acme.tenantId, planId: id, status: 'applied' },
    ]);
    expect(await managerOf('Cy')).to.equal('Max');
    expect(await read(id)).to.include({ status: 'applied', appliedAt: tuesday });
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.timezone = 'Pacific/Kiritimati'`);
    await schedule([['Eve', 'Max']], '2026-12-02');
    expect(await applyDuePlans(api.graph, '2026-12-01T09:59:59.999Z')).to.deep.equal([]);
    expect(await applyDuePlans(api.graph, '2026-12-01T10:00:00.000Z')).to.have.length(1);
  });

  it('is applied later when no worker ran on its day', async () => {
    const id = await schedule([['Cy', 'Max']]);
    await applyDuePlans(api.graph, '2026-12-24T12:00:00.000Z');
    expect((await read(id)).status).to.equal('applied');
  });

  it('is applied once by three workers at the same time, after a fourth was killed in the middle of it', async () => {
    const id = await schedule([
      ['Cy', 'Max'],
      ['Bob', 'Pia'],
    ]);
    const worker = spawn(process.execPath, ['test/support/failing-planner.ts', tuesday], { stdio: 'ignore' });
    expect((await once(worker, 'exit'))[1]).to.equal('SIGKILL');
    expect(await entries(id)).to.deep.equal({ revision: 0, moves: 0, events: 0 });
    const results = await Promise.all(Array.from({ length: 3 }, () => applyDuePlans(api.graph, tuesday)));
    expect(results.flat()).to.deep.equal([{ tenantId: acme.tenantId, planId: id, status: 'applied' }]);
    expect(await entries(id)).to.deep.equal({ revision: 1, moves: 2, events: 1 });
    expect([await managerOf('Cy'), await managerOf('Bob')]).to.deep.equal(['Max', 'Pia']);
  });

  it('is blocked by a fault: nobody is moved, and the admins are notified', async () => {
    const id = await schedule([
      ['Cy', 'Max'],
      ['Bob', 'Pia'],
    ]);
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Bob')}/manager`, { managerId: acme.id('Max') });
    expect(await applyDuePlans(api.graph, tuesday)).to.deep.equal([
      { tenantId: acme.tenantId, planId: id, status: 'blocked' },
    ]);
    expect(await applyDuePlans(api.graph, tuesday)).to.deep.equal([]);
    const plan = await read(id);
    expect(plan.faults).to.deep.equal([{ userId: acme.id('Bob'), code: 'MOVED_SINCE' }]);
    expect([await managerOf('Cy'), await managerOf('Bob')]).to.deep.equal(['Bob', 'Max']);

    const mailbox = await inbox();
    const worker = startInProcessWorker(api, {
      ses: mailbox.url,
      now: () => new Date(Date.parse(tuesday) + 3_600_000),
    });
    await settled(api, acme).finally(() => worker.stop());
    await mailbox.close();
    for (const who of ['Ada', 'Pia']) {
      const { body } = await acme.as(who).get<{ items: Notification[] }>('/notifications?type=org.plan.blocked');
      expect(body.items.map(({ title, subject }) => [title, subject])).to.deep.equal([
        ['Plan not applied: Two teams', { type: 'org_plan', id }],
      ]);
    }
    const others = await acme.as('Bob').get<{ items: Notification[] }>('/notifications?type=org.plan.blocked');
    expect(others.body.items).to.deep.equal([]);

    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Bob')}/manager`, { managerId: acme.id('Ada') });
    const applied = await acme.as('Ada').post<OrgPlan>(`${path}/${id}/apply`);
    expect([applied.status, applied.body.status, applied.body.faults]).to.deep.equal([200, 'applied', undefined]);
  });

  for (const [name, leave, fault] of [
    ['whose author has left', (who) => acme.as('Eve').post(`/admin/users/${acme.id(who)}/deactivate`), 'AUTHOR_LEFT'],
    [
      'whose author is no admin any more',
      (who) => acme.as('Eve').patch(`/admin/users/${acme.id(who)}`, { roles: [] }),
      'AUTHOR_LEFT',
    ],
    [
      'of a tenant that demands a second admin meanwhile',
      () => acme.as('Eve').patch('/admin/settings', { planApproval: 'second_admin' }),
      'NOT_APPROVED',
    ],
  ] as [string, (who: string) => Promise<Answer>, string][]) {
    it(`${name} is blocked, and the admins are told`, async () => {
      acme = await company(api, 'Root\n  Cy\n  Max\nAda (admin)\nEve (admin)');
      const id = await schedule([['Cy', 'Max']]);
      expect((await leave('Ada')).status).to.equal(200);
      expect(await applyDuePlans(api.graph, tuesday)).to.deep.equal([
        { tenantId: acme.tenantId, planId: id, status: 'blocked' },
      ]);
      expect(await managerOf('Cy')).to.equal('Root');
      const { body: plan } = await acme.as('Eve').get<OrgPlan>(`${path}/${id}`);
      expect(plan.faults).to.deep.equal([{ userId: acme.id('Ada'), code: fault }]);
      const [event] = await acme.statement(
        `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'org.plan.blocked'}) RETURN e.recipientIds AS ids`,
      );
      expect(event?.['ids']).to.include(acme.id('Eve'));
      expect((await acme.as('Eve').post<{ code: string }>(`${path}/${id}/apply`)).body.code).to.equal('PLAN_FAULTS');
    });
  }

  it('whose approver has left is blocked, and applied once an admin has written and another approved it anew', async () => {
    acme = await company(api, 'Root\n  Cy\n  Max\nAda (admin)\nPia (admin)\nEve (admin)');
    await acme.as('Eve').patch('/admin/settings', { planApproval: 'second_admin' });
    const moves = [{ userId: acme.id('Cy'), managerId: acme.id('Max') }];
    const input = { name: 'Two teams', effectiveOn: '2026-12-01', moves };
    const { id } = (await acme.as('Ada').post<OrgPlan>(path, input)).body;
    const act = async (who: string, action: string, body?: object): Promise<unknown> => {
      const answer = await acme.as(who).post<OrgPlan & { code?: string }>(`${path}/${id}/${action}`, body);
      return answer.body.code ?? answer.body.status;
    };
    expect([await act('Ada', 'submit'), await act('Pia', 'approve')]).to.deep.equal(['in_review', 'scheduled']);
    const left = await acme.as('Eve').post(`/admin/users/${acme.id('Pia')}/deactivate`);
    expect(left.body['scheduledPlans']).to.deep.equal([{ id, name: 'Two teams', effectiveOn: '2026-12-01' }]);
    expect(await applyDuePlans(api.graph, tuesday)).to.have.deep.members([
      { tenantId: acme.tenantId, planId: id, status: 'blocked' },
    ]);
    expect((await read(id)).faults).to.deep.equal([{ userId: acme.id('Pia'), code: 'APPROVER_LEFT' }]);
    expect(await act('Eve', 'reject', { reason: 'Pia has left.' })).to.equal('draft');
    expect([await act('Ada', 'submit'), await act('Eve', 'approve')]).to.deep.equal(['in_review', 'scheduled']);
    expect([await act('Ada', 'apply'), await managerOf('Cy')]).to.deep.equal(['applied', 'Max']);
    expect([await act('Ada', 'undo'), await managerOf('Cy')]).to.deep.equal(['SAME_PERSON', 'Max']);
    expect([await act('Eve', 'undo'), await managerOf('Cy')]).to.deep.equal(['undone', 'Root']);
    const { items } = (await acme.as('Eve').get<{ items: AuditEntry[] }>('/audit?limit=100')).body;
    const steps = items.filter(({ planId, action }) => planId === id && action.startsWith('plan.'));
    expect(steps.map(({ action, actorId, source }) => [action, actorId, source])).to.have.deep.members([
      ['plan.create', acme.id('Ada'), 'api'],
      ['plan.submit', acme.id('Ada'), 'api'],
      ['plan.approve', acme.id('Pia'), 'api'],
      ['plan.block', acme.id('Pia'), 'worker'],
      ['plan.reject', acme.id('Eve'), 'api'],
      ['plan.submit', acme.id('Ada'), 'api'],
      ['plan.approve', acme.id('Eve'), 'api'],
      ['plan.apply', acme.id('Ada'), 'api'],
      ['plan.undo', acme.id('Eve'), 'api'],
    ]);
    expect(steps.find(({ action }) => action === 'plan.block')?.values).to.deep.equal([
      { field: 'status', before: 'scheduled', after: 'blocked' },
    ]);
  });

  it('does not prevent plans of other tenants when it fails', async () => {
    const other = await schedule([['Cy', 'Max']]);
    const neighbour = acme;
    acme = await company(api, 'Ada (admin)\n  Bob\n  Cy');
    const id = await schedule([['Bob', 'Cy']]);
    const failing: typeof api.graph = {
      ...api.graph,
      bind: (scope) => {
        const bound = api.graph.bind(scope);
        if (scope.tenantId !== neighbour.tenantId) return bound;
        return { ...bound, atomically: () => Promise.reject(new Error('out of order')) };
      },
    };
    const error = await applyDuePlans(failing, tuesday).catch((thrown: Error) => thrown.message);
    expect(error).to.equal(`Plans could not be applied: ${other} of tenant ${neighbour.tenantId}.`);
    expect((await read(id)).status).to.equal('applied');
    acme = neighbour;
    expect((await read(other)).status).to.equal('scheduled');
  });

  it('that failed is tried again after five minutes, not with every check', async () => {
    const id = await schedule([['Cy', 'Max']]);
    const failedAt = new Map<string, number>();
    const later = (ms: number): string => new Date(Date.parse(tuesday) + ms).toISOString();
    const failing = refuseMoves(() => new Error('out of order'));
    const error = await applyDuePlans(failing, tuesday, failedAt).catch((thrown: Error) => thrown.message);
    expect(error).to.include(id);
    expect(await applyDuePlans(api.graph, later(299_000), failedAt)).to.deep.equal([]);
    expect(await applyDuePlans(api.graph, later(300_000), failedAt)).to.deep.equal([
      { tenantId: acme.tenantId, planId: id, status: 'applied' },
    ]);
  });

  it('that the database has too little memory for is refused, and blocked on its day', async () => {
    const cause = new Neo4jError('…', 'Neo.TransientError.General.MemoryPoolOutOfMemoryError', '', '');
    const full = refuseMoves(() => new ApiError('DATABASE_UNAVAILABLE', undefined, { cause }));
    const id = await schedule([['Cy', 'Max']]);
    const change = { changeId: randomUUID(), now: friday, asOperator: true };
    const fault = await applyPlan(full.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') }), id, change).catch(
      ({ code }: ApiError) => code,
    );
    expect([fault, (await read(id)).status]).to.deep.equal(['PLAN_TOO_LARGE', 'scheduled']);
    expect(await applyDuePlans(full, tuesday)).to.deep.equal([
      { tenantId: acme.tenantId, planId: id, status: 'blocked' },
    ]);
    expect([(await read(id)).faults, await managerOf('Cy')]).to.deep.equal([[], 'Bob']);
  });
});
