// Plans of reorganisations over HTTP: written, previewed, applied as a whole, taken back.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Graph } from '../../../src/platform/graph/client.ts';
import type { OrgPlan, OrgPlanPreview, SightChangeRow } from '../../../src/features/org-plans/schema.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { readSight } from '../../../src/features/org-plans/sight.ts';
import { planFaultCodes } from '../../../src/platform/schema/plan-values.ts';
import { settings } from '../../../src/platform/settings/settings.ts';
import { company, fingerprint, refusal, type Answer, type Company, freshCompany } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (admin)
    Bob [Sales]
      Cy [Sales]
        Dee [Sales]
      Fay [Sales]
    Max [Tech]
      Eve [Tech]
    Gus [Tech] †
  Pia [People] (admin, people_team)`;
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zed (admin)\n  Yan\n  Xia');

const path = '/admin/org-plans';
type Move = { userId?: string; email?: string; managerId?: string | null; managerEmail?: string | null };
const move = (who: string, to: string | null): Move => ({
  userId: acme.id(who),
  managerId: to === null ? null : acme.id(to),
});
const ref = (name: string, team: string) => ({ id: acme.id(name), name, jobTitle: `${name}'s job`, team });
async function plan(moves: Move[], fields = {}): Promise<OrgPlan> {
  const { status, body } = await acme.as('Ada').post<OrgPlan>(path, { name: 'Plan', moves, ...fields });
  expect(status, JSON.stringify(body)).to.equal(201);
  return body;
}
const act = (id: string, action: string, who = 'Ada', body?: unknown): Promise<Answer<OrgPlan>> =>
  acme.as(who).post<OrgPlan>(`${path}/${id}/${action}`, body);
async function erase(name: string): Promise<void> {
  const wish = { tenantId: acme.tenantId, userId: acme.id(name), now: new Date(friday), dryRun: false };
  await erasePerson(openErasureServices(api.graph, api.config), wish);
}
async function managers(): Promise<Record<string, unknown>> {
  const rows = await acme.statement(
    `MATCH (u:User {tenantId: $tenantId}) OPTIONAL MATCH (u)-[:REPORTS_TO]->(m) RETURN u.name AS name, m.name AS manager`,
  );
  return Object.fromEntries(rows.map(({ name, manager }) => [name as string, manager]));
}

describe('a plan of a reorganisation', () => {
  it('moves nobody until it is applied, then everyone together, and is taken back as a whole', async () => {
    const before = await managers();
    const draft = await plan([move('Cy', 'Max'), move('Eve', 'Bob'), move('Fay', null)]);
    expect(draft).to.include({ status: 'draft', moveCount: 3, baseRevision: 0, version: 1 });
    expect(draft.author).to.deep.equal(ref('Ada', 'Board'));
    expect(await managers()).to.deep.equal(before);

    const applied = await act(draft.id, 'apply');
    expect([applied.status, applied.body.status, applied.body.appliedAt]).to.deep.equal([200, 'applied', friday]);
    expect(await managers()).to.deep.equal({ ...before, Cy: 'Max', Eve: 'Bob', Fay: null });

    const undone = await act(draft.id, 'undo');
    expect([undone.status, undone.body.status]).to.deep.equal([200, 'undone']);
    expect(await managers()).to.deep.equal(before);
  });

  it('says who applied it and who took it back, and keeps its moves for reading in every status', async () => {
    const { id } = await plan([move('Fay', null), move('Cy', 'Max')]);
    const moves = [
      { user: ref('Fay', 'Sales'), from: ref('Bob', 'Sales') },
      { user: ref('Cy', 'Sales'), from: ref('Bob', 'Sales'), to: ref('Max', 'Tech') },
    ];
    type Page = { items: unknown[]; nextCursor?: string };
    const read = (query = '', who = 'Pia') => acme.as(who).get<Page>(`${path}/${id}/moves${query}`);
    expect((await read()).body).to.deep.equal({ items: moves });
    api.clock.now = '2026-11-20T11:00:00.000Z';
    await act(id, 'apply', 'Pia');
    expect((await read()).body).to.deep.equal({ items: moves });
    api.clock.now = '2026-11-20T12:00:00.000Z';
    const { body } = await act(id, 'undo');
    expect(body).to.deep.include({ appliedAt: '2026-11-20T11:00:00.000Z', appliedBy: ref('Pia', 'People') });
    expect(body).to.deep.include({ undoneAt: '2026-11-20T12:00:00.000Z', undoneBy: ref('Ada', 'Board') });
    const first = await read('?limit=1');
    expect(first.body.items).to.deep.equal(moves.slice(0, 1));
    expect((await read(`?limit=1&cursor=${first.body.nextCursor}`)).body).to.deep.equal({ items: moves.slice(1) });
    for (const who of ['Bob', 'Max']) expect(refusal(await read('', who))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await neighbour.as('Zed').get(`${path}/${id}/moves`))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await acme.as('Ada').get(`${path}/${randomUUID()}/moves`))).to.deep.equal([404, 'PLAN_NOT_FOUND']);
  });

  it('of more people than one statement reads or moves is applied and taken back as a whole', async () => {
    const people = Array.from({ length: 620 }, (_, index) => `Person ${index}`);
    Object.assign(
      acme,
      await company(api, ['Ada (admin)', '  Bob', ...people.map((name) => `    ${name}`), '  Max'].join('\n')),
    );
    const before = await managers();
    const draft = await plan(people.map((name) => move(name, 'Max')));
    expect((await act(draft.id, 'apply')).status).to.equal(200);
    const moved = Object.fromEntries(people.map((name) => [name, 'Max']));
    expect(await managers()).to.deep.equal({ ...before, ...moved });
    expect((await act(draft.id, 'undo')).status).to.equal(200);
    expect(await managers()).to.deep.equal(before);
  });

  it('lets two managers swap places, which is a cycle only for who looks at one move', async () => {
    const draft = await plan([move('Bob', 'Cy'), move('Cy', 'Ada')]);
    expect((await act(draft.id, 'apply')).status).to.equal(200);
    expect(await managers()).to.include({ Bob: 'Cy', Cy: 'Ada', Dee: 'Cy', Fay: 'Bob' });
  });

  it('names the plan in the audit log, counts as one change of the chart, and is one event for the admins', async () => {
    const draft = await plan([move('Cy', 'Max'), move('Eve', 'Bob')]);
    await act(draft.id, 'apply');
    const [row] = await acme.statement(`MATCH (t:Tenant {id: $tenantId})
       RETURN t.orgRevision AS revision,
         COLLECT {
           MATCH (e:OutboxEvent {tenantId: $tenantId}) WHERE e.type STARTS WITH 'org.plan.'
           RETURN [e.type, e.subjectId, size(e.recipientIds)]
         } AS events,
         COLLECT {
           MATCH (a:AuditEntry {tenantId: $tenantId})
           RETURN [a.action, a.actorId, a.planId] ORDER BY a.action, a.id
         } AS entries`);
    expect(row).to.deep.equal({
      revision: 1,
      events: [['org.plan.applied', draft.id, 2]],
      entries: ['plan.apply', 'plan.create', 'reporting-line.move', 'reporting-line.move'].map((action) => [
        action,
        acme.id('Ada'),
        draft.id,
      ]),
    });
  });

  it('is not applied with a fault, and says who has it', async () => {
    const draft = await plan([move('Bob', 'Dee'), move('Eve', 'Bob'), move('Max', 'Bob')]);
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Eve')}/manager`, { managerId: acme.id('Ada') });
    await api.graph.statement('MATCH (u:User {id: $id}) SET u.active = false', { id: acme.id('Bob') });
    const before = await fingerprint(api, acme.tenantId);
    const { body, ...answer } = await act(draft.id, 'apply');
    expect(refusal({ body, ...answer })).to.deep.equal([409, 'PLAN_FAULTS']);
    for (const fault of [
      `REPORTING_CYCLE for ${acme.id('Bob')}`,
      `MANAGER_INACTIVE for ${acme.id('Max')}`,
      `MOVED_SINCE for ${acme.id('Eve')}`,
    ]) {
      expect((body as unknown as { message: string }).message).to.include(fault);
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    const preview = await acme.as('Ada').get<OrgPlanPreview>(`${path}/${draft.id}/preview`);
    expect(preview.body.faults).to.deep.equal([
      { userId: acme.id('Bob'), code: 'REPORTING_CYCLE' },
      { userId: acme.id('Eve'), code: 'MANAGER_INACTIVE' },
      { userId: acme.id('Eve'), code: 'MOVED_SINCE' },
      { userId: acme.id('Max'), code: 'MANAGER_INACTIVE' },
    ]);
  });

  it('is not taken back after somebody of it was moved again, who is named', async () => {
    const draft = await plan([move('Cy', 'Max'), move('Eve', 'Bob')]);
    await act(draft.id, 'apply');
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Ada') });
    const before = await managers();
    const answer = await act(draft.id, 'undo');
    expect(refusal(answer)).to.deep.equal([409, 'PLAN_OVERTAKEN']);
    expect(answer.body).to.have.property('message').that.includes(acme.id('Cy')).and.does.not.include(acme.id('Eve'));
    expect(await managers()).to.deep.equal(before);
  });

  it('is taken back without people who were erased since, who have no place to return to', async () => {
    const draft = await plan([move('Dee', 'Max'), move('Eve', 'Bob')]);
    await act(draft.id, 'apply');
    await erase('Dee');
    expect((await act(draft.id, 'undo')).body.status).to.equal('undone');
    expect(await managers())
      .to.include({ Eve: 'Max' })
      .and.not.have.property('Dee');
  });

  it('is not taken back after the new manager of somebody was erased, who is named', async () => {
    const draft = await plan([move('Dee', 'Eve'), move('Fay', 'Max')]);
    await act(draft.id, 'apply');
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Dee')}/manager`, { managerId: acme.id('Max') });
    await erase('Eve');
    const before = await managers();
    const answer = await act(draft.id, 'undo');
    expect(refusal(answer)).to.deep.equal([409, 'PLAN_OVERTAKEN']);
    expect(answer.body).to.have.property('message').that.includes(acme.id('Dee')).and.does.not.include(acme.id('Fay'));
    expect(await managers()).to.deep.equal(before);
  });

  it('shows beforehand who moves along, who gains and loses sight of whom, and what becomes of the structure', async () => {
    const draft = await plan([move('Cy', 'Max'), move('Eve', 'Bob')]);
    const { status, body } = await acme.as('Ada').get<OrgPlanPreview>(`${path}/${draft.id}/preview`);
    expect(status).to.equal(200);
    const user = (name: string, team: string) => ({ id: acme.id(name), name, jobTitle: `${name}'s job`, team });
    const bob = user('Bob', 'Sales');
    const max = user('Max', 'Tech');
    expect(body).to.deep.include({
      currentRevision: 0,
      faults: [],
      moves: [
        { user: user('Cy', 'Sales'), from: bob, to: max, below: 1 },
        { user: user('Eve', 'Tech'), from: max, to: bob, below: 0 },
      ],
    });
    expect(body.sight.viewers).to.have.deep.members([
      { user: bob, gains: 1, loses: 2 },
      { user: max, gains: 2, loses: 1 },
    ]);
    const before = { people: 8, layers: 4, managers: 4, managersWithOneReport: 2, meanSpan: 1.5, p90Span: 2 };
    expect(body.structure).to.deep.equal({ before, after: before });

    const rows = await acme.as('Ada').get<{ items: SightChangeRow[] }>(`${path}/${draft.id}/preview/sight`);
    const said = rows.body.items.map(
      ({ viewer, change, person, permission, before: up, after }) =>
        `${viewer.name} ${change} ${person.name} ${permission}: ${up.map(({ name }) => name).join(' ')} | ${after.map(({ name }) => name).join(' ')}`,
    );
    expect(said).to.have.members([
      'Bob gains Eve summary:read: Max Ada | Bob Ada',
      'Bob loses Cy summary:read: Bob Ada | Max Ada',
      'Bob loses Dee summary:read: Cy Bob Ada | Cy Max Ada',
      'Max gains Cy summary:read: Bob Ada | Max Ada',
      'Max gains Dee summary:read: Cy Bob Ada | Cy Max Ada',
      'Max loses Eve summary:read: Max Ada | Bob Ada',
    ]);
  });
});

describe('the moves of a plan', () => {
  type Problem = { code: string; errors: { pointer: string; message: string }[] };
  async function faults(body: unknown): Promise<Problem['errors']> {
    const before = await fingerprint(api, acme.tenantId);
    const answer = await acme.as('Ada').post<Problem>(path, body, { accept: 'application/problem+json' });
    expect(refusal(answer), JSON.stringify(answer.body)).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    return answer.body.errors;
  }
  const places = async (moves: unknown[], fields = {}): Promise<string[]> =>
    (await faults({ name: 'Plan', moves, ...fields })).map(({ pointer, message }) => `${pointer} ${message}`);

  it('may name people by id or by address', async () => {
    const draft = await plan([
      { email: ' CY@example.test', managerEmail: 'max@example.test' },
      { userId: acme.id('Fay'), managerEmail: null },
      { email: 'eve@example.test', managerId: acme.id('Bob') },
    ]);
    await act(draft.id, 'apply');
    expect(await managers()).to.include({ Cy: 'Max', Fay: null, Eve: 'Bob' });
  });

  it('are refused with the place of each fault, and nothing is stored', async () => {
    expect(
      await places([
        move('Cy', 'Max'),
        move('Cy', 'Ada'),
        { userId: randomUUID(), managerId: acme.id('Ada') },
        { userId: acme.id('Fay'), managerId: neighbour.id('Yan') },
        { email: 'nobody@example.test', managerEmail: 'noone@example.test' },
        { userId: acme.id('Eve'), email: 'eve@example.test', managerId: null },
        { userId: acme.id('Eve') },
      ]),
    ).to.deep.equal([
      '/moves/1/userId moves.1.userId is in an earlier move.',
      '/moves/2/userId moves.2.userId is nobody in your tenant.',
      '/moves/3/managerId moves.3.managerId is nobody in your tenant.',
      '/moves/4/email moves.4.email is nobody in your tenant.',
      '/moves/4/managerEmail moves.4.managerEmail is nobody in your tenant.',
      '/moves/5 moves.5 must have userId or email, and not both.',
      '/moves/6 moves.6 must have managerId or managerEmail, and not both.',
    ]);
  });

  it('are refused when they are a cycle by themselves, whatever the chart is', async () => {
    expect(await places([move('Cy', 'Dee'), move('Fay', 'Ada'), move('Dee', 'Cy'), move('Max', 'Max')])).to.deep.equal([
      '/moves/0 moves.0 is part of a cycle of these moves.',
      '/moves/2 moves.2 is part of a cycle of these moves.',
      '/moves/3 moves.3 is part of a cycle of these moves.',
    ]);
  });

  it('are refused on a day that has passed in the time zone of the tenant, and none or too many of them', async () => {
    api.clock.now = '2026-11-20T23:30:00.000Z'; // Saturday in Berlin
    expect(await places([move('Cy', 'Max')], { effectiveOn: '2026-11-20' })).to.deep.equal([
      '/effectiveOn effectiveOn must not be in the past.',
    ]);
    expect((await plan([move('Cy', 'Max')], { effectiveOn: '2026-11-21' })).effectiveOn).to.equal('2026-11-21');
    expect(await places([])).to.deep.equal(['/moves moves must NOT have fewer than 1 items.']);
    const many = Array.from({ length: 100_001 }, () => move('Cy', 'Max'));
    expect(await places(many)).to.deep.equal(['/moves moves must NOT have more than 100000 items.']);
  });

  it('are replaced in a draft, for who has read it last', async () => {
    const draft = await plan([move('Cy', 'Max')]);
    const put = (moves: Move[], headers = {}): Promise<Answer<OrgPlan>> =>
      acme.as('Ada').put<OrgPlan>(`${path}/${draft.id}/moves`, { moves }, headers);
    const { headers } = await acme.as('Ada').get(`${path}/${draft.id}`);
    const known = { 'if-match': headers.get('etag') ?? '' };
    const first = await put([move('Eve', 'Bob'), move('Fay', 'Max')], known);
    expect([first.status, first.body.moveCount]).to.deep.equal([200, 2]);
    expect((await put([move('Dee', 'Ada')], known)).status).to.equal(412);
    await act(draft.id, 'apply');
    expect(await managers()).to.include({ Cy: 'Bob', Eve: 'Bob', Fay: 'Max', Dee: 'Cy' });
    expect((await put([move('Dee', 'Ada')])).status).to.equal(409);
  });
});

describe('plans', () => {
  const changes: [method: 'get' | 'post' | 'put' | 'delete', action: string, body?: unknown][] = [
    ['get', ''],
    ['delete', ''],
    ['get', '/preview'],
    ['get', '/preview/sight'],
    ['post', '/submit'],
    ['post', '/approve'],
    ['post', '/reject', { reason: 'No.' }],
    ['post', '/apply'],
    ['post', '/cancel'],
    ['post', '/undo'],
  ];

  it('are for admins of the tenant alone: nobody else reads or changes one, or learns that it exists', async () => {
    const draft = await plan([move('Cy', 'Max')]);
    const before = await fingerprint(api, acme.tenantId);
    const put = ['put', '/moves', { moves: [move('Eve', 'Bob')] }] as (typeof changes)[number];
    for (const [method, action, body] of [...changes, put]) {
      const ask = (by: Company, who: string, id: string): Promise<Answer> => {
        const asker = by.as(who);
        const at = `${path}/${id}${action}`;
        return method === 'get' ? asker.get(at) : asker[method](at, body);
      };
      expect(refusal(await ask(acme, 'Bob', draft.id)), `${method} ${action}`).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await ask(acme, 'Bob', randomUUID()))).to.deep.equal([403, 'FORBIDDEN']);
      if (method !== 'put') expect(refusal(await ask(neighbour, 'Zed', draft.id))).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await ask(acme, 'Ada', randomUUID()))).to.deep.equal([404, 'PLAN_NOT_FOUND']);
      expect(refusal(await ask(acme, 'Gus', draft.id))).to.deep.equal([401, 'UNAUTHENTICATED']);
    }
    const foreign = { moves: [{ userId: neighbour.id('Yan'), managerId: neighbour.id('Xia') }] };
    expect(refusal(await neighbour.as('Zed').put(`${path}/${draft.id}/moves`, foreign))).to.deep.equal([
      403,
      'FORBIDDEN',
    ]);
    for (const who of ['Bob', 'Cy']) {
      expect(refusal(await acme.as(who).get(path))).to.deep.equal([403, 'FORBIDDEN']);
      const body = { name: 'Plan', moves: [move('Cy', 'Max')] };
      expect(refusal(await acme.as(who).post(path, body))).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect((await neighbour.as('Zed').get<{ items: OrgPlan[] }>(path)).body.items).to.deep.equal([]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('accept a body above the usual size, but from admins only', async () => {
    const spaces = ' '.repeat(100_000);
    const body = `{"name": "Plan", ${spaces} "moves": [${JSON.stringify(move('Cy', 'Max'))}]}`;
    expect((await acme.as('Ada').post(path, body)).status).to.equal(201);
    expect(refusal(await acme.as('Bob').post(path, body))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await acme.as('Gus').post(path, body))).to.deep.equal([401, 'UNAUTHENTICATED']);
    expect(refusal(await acme.as('Bob').post('/goals', body))).to.deep.equal([413, 'PAYLOAD_TOO_LARGE']);
    expect(refusal(await acme.as('Ada').post(path, ' '.repeat(21 * 1024 * 1024)))).to.deep.equal([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
  });

  it('are listed newest first, in pages, also by status', async () => {
    const ids: string[] = [];
    for (const minute of [0, 1, 2]) {
      api.clock.now = `2026-11-20T10:0${minute}:00.000Z`;
      ids.unshift((await plan([move('Cy', 'Max')])).id);
    }
    await act(ids[1] ?? '', 'apply');
    type Page = { items: OrgPlan[]; nextCursor?: string };
    const first = await acme.as('Pia').get<Page>(`${path}?limit=2`);
    const second = await acme.as('Pia').get<Page>(`${path}?limit=2&cursor=${first.body.nextCursor}`);
    expect([...first.body.items, ...second.body.items].map(({ id }) => id)).to.deep.equal(ids);
    expect(second.body).to.not.have.property('nextCursor');
    const drafts = await acme.as('Pia').get<Page>(`${path}?status=applied`);
    expect(drafts.body.items.map(({ id }) => id)).to.deep.equal([ids[1]]);
  });

  it('go through review where a second admin must approve, who is not the author', async () => {
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.planApproval = 'second_admin'`);
    const draft = await plan([move('Cy', 'Max')]);
    const { id } = draft;
    const state = async (action: string, who = 'Ada', body?: unknown): Promise<unknown> => {
      const answer = await act(id, action, who, body);
      return answer.status === 200 ? answer.body.status : refusal(answer)[1];
    };
    expect(await state('apply')).to.equal('PLAN_STATE');
    expect(await state('approve', 'Pia')).to.equal('PLAN_STATE');
    expect(await state('submit')).to.equal('in_review');
    expect(await state('approve')).to.equal('SAME_PERSON');
    expect(await state('reject', 'Pia', { reason: 'Ask Max first.' })).to.equal('draft');
    expect((await acme.as('Ada').get<OrgPlan>(`${path}/${id}`)).body.reason).to.equal('Ask Max first.');
    expect(await state('submit')).to.equal('in_review');
    const approved = await act(id, 'approve', 'Pia');
    expect(approved.body).to.deep.include({ status: 'approved', approvedBy: ref('Pia', 'People') });
    expect(approved.body).to.not.have.property('reason');
    expect(refusal(await acme.as('Ada').delete(`${path}/${id}`))).to.deep.equal([409, 'PLAN_STATE']);
    expect(await state('undo')).to.equal('PLAN_STATE');
    expect(await state('apply')).to.equal('applied');
    for (const action of ['submit', 'approve', 'apply', 'cancel']) expect(await state(action)).to.equal('PLAN_STATE');
    expect(refusal(await acme.as('Ada').get(`${path}/${id}/preview`))).to.deep.equal([409, 'PLAN_STATE']);
  });

  it('are not approved by the admin who replaced the moves of a draft of somebody else', async () => {
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.planApproval = 'second_admin'`);
    const { id } = await plan([move('Cy', 'Max')]);
    const replaced = await acme.as('Pia').put<OrgPlan>(`${path}/${id}/moves`, { moves: [move('Eve', 'Bob')] });
    expect(replaced.body.author).to.deep.equal(ref('Pia', 'People'));
    expect((await act(id, 'submit', 'Pia')).body.status).to.equal('in_review');
    expect(refusal(await act(id, 'approve', 'Pia'))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await act(id, 'approve')).body.status).to.equal('approved');
  });

  it('are all that needs a second admin: a move without a plan is made by one, and the setting says so', async () => {
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.planApproval = 'second_admin'`);
    const moved = await acme
      .as('Ada')
      .put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Max') });
    expect(moved.status).to.equal(200);
    expect(settings.planApproval.description).to.include('moves without a plan need none');
  });

  it('are approved at once where nobody else must, and are scheduled with a day', async () => {
    const now = await plan([move('Cy', 'Max')]);
    expect((await act(now.id, 'submit')).body.status).to.equal('approved');
    const later = await plan([move('Eve', 'Bob')], { effectiveOn: '2026-12-01' });
    expect((await act(later.id, 'submit')).body.status).to.equal('scheduled');
    expect((await act(later.id, 'cancel')).body.status).to.equal('cancelled');
    expect(refusal(await act(later.id, 'apply'))).to.deep.equal([409, 'PLAN_STATE']);
    expect(await managers()).to.include({ Cy: 'Bob', Eve: 'Max' });
  });

  it('are not scheduled for a day that passed before their approval: an admin applies them', async () => {
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.planApproval = 'second_admin'`);
    const late = await plan([move('Cy', 'Max')], { effectiveOn: '2026-11-20' });
    const today = await plan([move('Eve', 'Bob')], { effectiveOn: '2026-11-21' });
    for (const { id } of [late, today]) await act(id, 'submit');
    api.clock.now = '2026-11-21T08:00:00.000Z';
    expect((await act(late.id, 'approve', 'Pia')).body.status).to.equal('approved');
    expect((await act(today.id, 'approve', 'Pia')).body.status).to.equal('scheduled');
    expect((await act(late.id, 'apply')).body.status).to.equal('applied');
  });

  it('are deleted with their moves while they are drafts', async () => {
    const draft = await plan([move('Cy', 'Max'), move('Fay', null)]);
    expect((await acme.as('Ada').delete(`${path}/${draft.id}`)).status).to.equal(204);
    expect(refusal(await acme.as('Ada').get(`${path}/${draft.id}`))).to.deep.equal([404, 'PLAN_NOT_FOUND']);
    const [row] = await acme.statement(
      'MATCH (:User {tenantId: $tenantId})-[move:WOULD_REPORT_TO]->() RETURN count(move) AS moves',
    );
    expect(row).to.deep.equal({ moves: 0 });
  });

  it('are made once however often a request with the same key is sent', async () => {
    const draft = await plan([move('Cy', 'Max')]);
    const key = { 'idempotency-key': 'apply once' };
    const send = async (): Promise<unknown[]> => {
      const { status, body } = await acme.as('Ada').post<OrgPlan>(`${path}/${draft.id}/apply`, undefined, key);
      return [status, body.status];
    };
    expect(await send()).to.deep.equal([200, 'applied']);
    expect(await send()).to.deep.equal([200, 'applied']);
    const [row] = await acme.statement(
      `MATCH (a:AuditEntry {tenantId: $tenantId, planId: $planId, action: 'plan.apply'}) RETURN count(a) AS entries`,
      { planId: draft.id },
    );
    expect(row).to.deep.equal({ entries: 1 });
  });

  it('read the chart once for the pages of who sees whom, and again when plan or chart has changed', async () => {
    const draft = await plan([move('Cy', 'Max'), move('Max', 'Bob')]);
    const graph = api.graph.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
    let charts = 0;
    const count = (name: string): void => void (charts += name === 'org-plans/chart' ? 1 : 0);
    const counted: Graph = { ...graph, list: (...call) => (count(call[0]), graph.list(...call)) };
    const page = async (limit: number): Promise<unknown> => {
      const rows = await readSight(counted, draft.id, {}, { after: null, limit, now: api.clock.now });
      return [charts, rows.map(({ viewer, change, person }) => `${viewer.name} ${change} ${person.name}`).sort()];
    };
    expect(await page(0)).to.have.nested.property('[0]', 1);
    expect(await page(9)).to.deep.equal([
      1,
      ['Bob gains Eve', 'Bob gains Max', 'Bob loses Cy', 'Max gains Cy', 'Max gains Dee'],
    ]);
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Dee')}/manager`, { managerId: acme.id('Pia') });
    expect(await page(9)).to.deep.equal([2, ['Bob gains Eve', 'Bob gains Max', 'Bob loses Cy', 'Max gains Cy']]);
    await acme.as('Ada').put(`${path}/${draft.id}/moves`, { moves: [move('Max', 'Bob')] });
    expect(await page(9)).to.deep.equal([3, ['Bob gains Eve', 'Bob gains Max']]);
  });

  it('page through who sees whom, of one viewer or about one person', async () => {
    const draft = await plan([move('Cy', 'Max'), move('Eve', 'Bob'), move('Max', 'Bob')]);
    const sight = async (query: string): Promise<string[]> => {
      const said: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const page: Answer<{ items: SightChangeRow[]; nextCursor?: string }> = await acme
          .as('Ada')
          .get(`${path}/${draft.id}/preview/sight?limit=1${query}${cursor && `&cursor=${cursor}`}`);
        for (const { viewer, change, person } of page.body.items) said.push(`${viewer.name} ${change} ${person.name}`);
        cursor = page.body.nextCursor;
      }
      return said;
    };
    const all = ['Bob gains Max', 'Bob gains Eve', 'Max gains Cy', 'Max gains Dee', 'Max loses Eve', 'Bob loses Cy'];
    expect(await sight(''))
      .to.have.members(all)
      .and.to.have.length(all.length);
    expect(await sight(`&viewerId=${acme.id('Max')}`)).to.have.members(all.slice(2, 5));
    expect(await sight(`&userId=${acme.id('Eve')}`)).to.have.members(['Bob gains Eve', 'Max loses Eve']);
    expect(await sight(`&viewerId=${acme.id('Max')}&userId=${acme.id('Eve')}`)).to.deep.equal(['Max loses Eve']);
    expect(await sight(`&viewerId=${randomUUID()}`)).to.deep.equal([]);
  });

  it('name the right to respond for a viewer whose role reads everything anyway', async () => {
    const draft = await plan([move('Cy', 'Pia')]);
    const { body } = await acme
      .as('Ada')
      .get<{ items: SightChangeRow[] }>(`${path}/${draft.id}/preview/sight?viewerId=${acme.id('Pia')}`);
    expect(new Set(body.items.map(({ permission }) => permission))).to.deep.equal(new Set(['summary:respond']));
  });

  it('name the board for a manager who stays above somebody, but is their direct manager no more, or only then', async () => {
    const show = async (moves: Move[]): Promise<{ rows: string[]; counts: string[] }> => {
      const { id } = await plan(moves);
      const read = <T>(at: string): Promise<Answer<T>> => acme.as('Ada').get<T>(`${path}/${id}/preview${at}`);
      const { body } = await read<{ items: SightChangeRow[] }>('/sight');
      const { sight } = (await read<OrgPlanPreview>('')).body;
      return {
        rows: body.items.map(({ viewer, change, person, permission }) =>
          [viewer.name, change, person.name, permission].join(' '),
        ),
        counts: sight.viewers.map(({ user, gains, loses }) => `${user.name} +${gains} -${loses}`),
      };
    };
    const deeper = await show([move('Fay', 'Cy')]);
    expect(deeper.rows).to.have.members(['Bob loses Fay board:read', 'Cy gains Fay summary:read']);
    expect(deeper.counts).to.have.members(['Bob +0 -1', 'Cy +1 -0']);
    const higher = await show([move('Dee', 'Bob')]);
    expect(higher.rows).to.have.members(['Bob gains Dee board:read', 'Cy loses Dee summary:read']);
    await api.graph.statement(`MATCH (u:User {id: $id}) SET u.roles = ['senior_manager']`, { id: acme.id('Bob') });
    expect((await show([move('Fay', 'Cy')])).rows).to.deep.equal(['Cy gains Fay summary:read']);
  });
});

describe('the preview of a plan lists the faults for which its application is refused', () => {
  const wishes = `
    Root
      Bob
        Cy
          Dee
      Max
        Eve
      Gus
    Ada (admin)
    Pia (admin)
    Zoe (admin)`;
  const seen = new Set<string>();
  const set = (property: string, value: string) =>
    acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.${property} = $value`, { value });
  const leave = (who: string) => acme.statement('MATCH (u:User {id: $id}) SET u.active = false', { id: acme.id(who) });
  const put = (who: string, to: string) =>
    acme.as('Zoe').put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(to) });

  /** What happens after the plan was written, and reviewed. */
  const events: Record<string, () => Promise<unknown>> = {
    nothing: () => Promise.resolve(),
    'a move of somebody of the plan': () => put('Cy', 'Max'),
    'a move below somebody of the plan': () => put('Gus', 'Dee'),
    'the new manager leaves': () => leave('Max'),
    'the new manager is erased': async () => {
      await acme.statement('MATCH (:User {id: $id})-[line:REPORTS_TO]->() DELETE line', { id: acme.id('Eve') });
      await erase('Max');
    },
    'the author leaves': () => leave('Ada'),
    'the approver leaves': () => leave('Pia'),
    'a second admin is demanded': () => set('planApproval', 'second_admin'),
  };
  const moveSets: Record<string, [string, string | null][]> = {
    'of others': [
      ['Cy', 'Max'],
      ['Max', 'Root'],
    ],
    'below its author': [['Cy', 'Ada']],
    'below its own people': [
      ['Bob', 'Dee'],
      ['Eve', 'Cy'],
    ],
  };
  const steps: [who: string, action: string][] = [
    ['Ada', 'submit'],
    ['Pia', 'approve'],
  ];

  for (const approvals of [[], ['planApproval'], ['roleApproval'], ['planApproval', 'roleApproval']])
    it(`with ${approvals.join(' and ') || 'neither planApproval nor roleApproval'}`, async function () {
      this.timeout(300_000);
      for (const [event, happen] of Object.entries(events))
        for (const [which, moves] of Object.entries(moveSets).slice(0, event === 'nothing' ? Infinity : 1))
          for (const count of [0, steps.length]) {
            Object.assign(acme, await company(api, wishes));
            for (const setting of approvals) await set(setting, 'second_admin');
            const { id } = await plan(moves.map(([who, to]) => move(who, to)));
            for (const [who, action] of steps.slice(0, count)) await act(id, action, who);
            await happen();
            const preview = await acme.as('Zoe').get<OrgPlanPreview>(`${path}/${id}/preview`);
            const shown = preview.body.faults.map(({ code, userId }) =>
              userId === undefined ? code : `${code} for ${userId}`,
            );
            const { status, body } = await act(id, 'apply', 'Zoe');
            const { code, message } = body as unknown as { code?: string; message: string };
            const refusedFor = code === 'PLAN_FAULTS' ? message.replace(/^.*?: |\.$/g, '').split(', ') : [];
            const about = [event, which, count, status, code];
            if (code === 'PLAN_STATE') expect(shown.join(), String(about)).to.not.include('NOT_APPROVED');
            else expect([...about, ...shown]).to.deep.equal([...about, ...refusedFor]);
            for (const fault of refusedFor) seen.add(fault.replace(/ .*/, ''));
          }
    });

  it('of every kind', () => {
    expect([...seen]).to.have.members([...planFaultCodes]);
  });
});
