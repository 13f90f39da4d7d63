// Deputies: named for a time by a manager or an admin, they act in the manager's place in the line, and nowhere else.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { company, fingerprint, type Answer, freshCompany } from '../../support/company.ts';
import { decisionClient } from '../../support/decisions.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board]
    Bob [Sales] (senior_manager, people_team)
      Cy [Sales]
        Dee [Sales]
        Eve [Sales]
      Fay [Sales]
    Gus [IT]
      Hal [IT]
    Ivy [IT] (admin)
    Old [IT] †
`;
const acme = freshCompany(api, drawing);

type Body = Record<string, unknown>;
const pathOf = (manager: string, deputy: string): string => `/users/${acme.id(manager)}/deputies/${acme.id(deputy)}`;
const aTerm = (change = {}) => ({ from: '2026-11-20', to: '2026-11-27', rights: ['read', 'answer'], ...change });
const ask = (manager: string, deputy: string, change = {}, by = manager): Promise<Answer<Body>> =>
  acme.as(by).put(pathOf(manager, deputy), aTerm(change));
const name = async (...asked: Parameters<typeof ask>): Promise<Body> => {
  const { status, body } = await ask(...asked);
  expect([status, body['message']]).to.deep.equal([200, undefined]);
  return body;
};
const summaryOf = async (who: string): Promise<string> =>
  `/summaries/${String((await acme.as(who).post('/summaries', aSummary())).body['id'])}`;
const statusOf = async (who: string, path: string): Promise<number> => (await acme.as(who).get(path)).status;
const answer = (who: string, path: string): Promise<Answer<Body>> =>
  acme.as(who).post(`${path}/response`, { body: 'Well done.' });
const namesOf = (rows: unknown): string[] => (rows as { user: { name: string } }[]).map(({ user }) => user.name);
const digestOf = async (who: string): Promise<string[] | number> => {
  const { status, body } = await acme.as(who).get('/summaries/reports/weekly-digest');
  return status === 200 ? namesOf(body['rows']) : status;
};

describe('a deputy', () => {
  it('reads and answers in the place of the manager, on their behalf', async () => {
    const path = await summaryOf('Dee');
    expect(await statusOf('Gus', path)).to.equal(403);
    await name('Cy', 'Gus');
    expect(await statusOf('Gus', path)).to.equal(200);
    const { status, body } = await answer('Gus', path);
    expect(status).to.equal(201);
    expect(body['manager']).to.include({ id: acme.id('Gus') });
    expect(body['onBehalfOf']).to.deep.equal({ id: acme.id('Cy'), name: 'Cy', team: 'Sales' });
    for (const reader of ['Dee', 'Cy', 'Gus']) {
      expect((await acme.as(reader).get<{ response: unknown }>(path)).body.response).to.deep.equal(body);
    }
    const edited = await acme.as('Dee').patch<{ response: unknown }>(path, aSummary());
    expect(edited.body.response).to.deep.equal(body);
  });

  it('answers in their own name where they are above the author themself', async () => {
    await name('Cy', 'Ada');
    const { body } = await answer('Ada', await summaryOf('Dee'));
    expect(body).to.not.have.property('onBehalfOf');
  });

  it('gets what the line gives the manager: lists, board, profile, chain, digest and non-setters', async () => {
    await summaryOf('Dee');
    const paths = [
      `/goals/board?userId=${acme.id('Dee')}`,
      `/goals?userId=${acme.id('Dee')}`,
      `/users/${acme.id('Dee')}/scores`,
      `/org/users/${acme.id('Dee')}/chain`,
      `/org/users/${acme.id('Dee')}/direct-reports`,
      `/org/users/${acme.id('Dee')}/managers`,
      `/org/users/${acme.id('Dee')}/manager-history`,
      `/org/chart?rootId=${acme.id('Dee')}`,
      '/summaries/reports/weekly-digest',
      '/goals/reports/non-setters',
    ];
    const statuses = (): Promise<number[]> => Promise.all(paths.map((path) => statusOf('Hal', path)));
    expect(new Set(await statuses())).to.deep.equal(new Set([403]));
    await name('Cy', 'Hal', { rights: ['read'] });
    expect(new Set(await statuses())).to.deep.equal(new Set([200]));
    expect(await digestOf('Hal')).to.deep.equal(['Dee', 'Eve']);
    const chart = await acme.as('Hal').get<Body[]>(`/org/chart?rootId=${acme.id('Cy')}`);
    expect(chart.body.map((row) => row['name'])).to.deep.equal(['Cy', 'Dee', 'Eve']);
    const unanswered = await acme.as('Hal').get('/summaries?state=unanswered&direct=true');
    expect(namesOf(unanswered.body['items'])).to.deep.equal(['Dee']);
    expect((await acme.as('Hal').get('/home')).body['awaitingResponse']).to.equal(0); // they may not respond
    expect(namesOf((await acme.as('Hal').get('/home/team')).body['items'])).to.deep.equal(['Dee', 'Eve']);
    expect((await acme.as('Hal').get(`/users/${acme.id('Dee')}`)).body).to.include({ email: 'dee@example.test' });
    const found = await acme.as('Hal').get(`/users?managerId=${acme.id('Cy')}`);
    expect((found.body['items'] as Body[]).map((user) => user['name'])).to.deep.equal(['Dee', 'Eve']);
  });

  it('for reading gets whom the manager has: chain, direct reports and chart, and nothing else of the manager', async () => {
    const own = await summaryOf('Cy');
    const open = [
      `/org/users/${acme.id('Cy')}/chain`,
      `/org/users/${acme.id('Cy')}/direct-reports`,
      `/org/users/${acme.id('Cy')}/managers`,
      `/org/users/${acme.id('Cy')}/manager-history`,
      `/org/chart?rootId=${acme.id('Cy')}`,
    ];
    const closed = [
      own,
      `/goals/board?userId=${acme.id('Cy')}`,
      `/goals?userId=${acme.id('Cy')}`,
      `/users/${acme.id('Cy')}/scores`,
      `/users/${acme.id('Cy')}/absences`,
      `/users/${acme.id('Cy')}/deputies`,
      `/users/${acme.id('Cy')}/insights`,
      `/org/users/${acme.id('Bob')}/chain`,
    ];
    const statuses = (who: string, paths: string[]): Promise<number[]> =>
      Promise.all(paths.map((path) => statusOf(who, path)));
    await name('Cy', 'Hal', { rights: ['read'] });
    await name('Cy', 'Gus', { rights: ['answer'] });
    expect(new Set(await statuses('Hal', open))).to.deep.equal(new Set([200]));
    expect(new Set(await statuses('Hal', closed))).to.deep.equal(new Set([403]));
    expect(new Set(await statuses('Gus', [...open, ...closed]))).to.deep.equal(new Set([403]));
    expect((await answer('Hal', own)).status).to.equal(403);
    expect((await answer('Gus', own)).status).to.equal(403);
    const below = (await acme.as('Hal').get<{ name: string }[]>(open[0] ?? '')).body;
    expect(below.map((person) => person.name)).to.deep.equal(['Dee', 'Eve']);
    expect((await acme.as('Hal').get(`/users/${acme.id('Cy')}`)).body).to.include({ email: 'cy@example.test' });
    expect((await acme.as('Gus').get(`/users/${acme.id('Cy')}`)).body).to.not.have.property('email');
    const found = await acme.as('Hal').get(`/users?managerId=${acme.id('Bob')}`);
    expect((found.body['items'] as Body[]).map((user) => user['name'])).to.deep.equal(['Cy']);
    api.clock.now = '2026-11-28T10:00:00.000Z';
    expect(new Set(await statuses('Hal', open))).to.deep.equal(new Set([403]));
  });

  it('does not answer the manager, also where only the change itself can tell', async () => {
    const own = await summaryOf('Cy');
    await name('Bob', 'Gus', { rights: ['answer'] });
    expect((await answer('Gus', own)).status).to.equal(201);
    expect((await acme.as('Bob').delete(pathOf('Bob', 'Gus'))).status).to.equal(204);
    for (const deputy of ['Gus', 'Hal']) await name('Cy', deputy);
    const as = (who: string) => api.graph.bind({ tenantId: acme.tenantId, userId: acme.id(who) });
    const summaryId = own.slice('/summaries/'.length);
    const change = { summaryId, now: api.clock.now, body: 'Well done.' };
    expect(await as('Gus').write('summaries/edit_response', { ...change, changeId: randomUUID() })).to.equal(null);
    const ids = { responseId: randomUUID(), eventId: randomUUID() };
    expect(await as('Hal').write('summaries/respond', { ...change, ...ids })).to.equal(null);
  });

  it('for reading does not answer, and for answering reads the summaries alone', async () => {
    const path = await summaryOf('Dee');
    await name('Cy', 'Gus', { rights: ['read'] });
    await name('Cy', 'Fay', { rights: ['answer'] });
    expect((await answer('Gus', path)).status).to.equal(403);
    expect(await statusOf('Fay', path)).to.equal(200);
    expect(await statusOf('Fay', `/goals/board?userId=${acme.id('Dee')}`)).to.equal(403);
    expect(await digestOf('Fay')).to.equal(403);
    expect((await answer('Fay', path)).status).to.equal(201);
  });

  it('of a senior manager reaches as far, and gets nothing of a role that sees the tenant', async () => {
    await name('Bob', 'Hal');
    expect(await statusOf('Hal', `/goals/board?userId=${acme.id('Dee')}`)).to.equal(200);
    expect(await digestOf('Hal')).to.deep.equal(['Cy', 'Dee', 'Eve', 'Fay']);
    expect(await statusOf('Hal', await summaryOf('Gus'))).to.equal(403);
  });

  it('stands below the manager as anybody: towards themself and the manager they are no deputy', async () => {
    await name('Cy', 'Dee');
    const own = await summaryOf('Dee');
    expect((await answer('Dee', own)).status).to.equal(403);
    expect(await digestOf('Dee')).to.deep.equal(['Eve']);
    const unanswered = await acme.as('Dee').get('/summaries?state=unanswered&direct=true');
    expect(unanswered.body['items']).to.deep.equal([]);
    expect(await statusOf('Dee', await summaryOf('Cy'))).to.equal(403);
    expect(await statusOf('Dee', await summaryOf('Eve'))).to.equal(200);
  });

  it('passes nothing on: not their own people to the manager, and not the manager’s to a deputy of theirs', async () => {
    await name('Cy', 'Gus');
    await name('Gus', 'Fay');
    expect(await statusOf('Cy', await summaryOf('Hal'))).to.equal(403);
    expect(await statusOf('Fay', await summaryOf('Dee'))).to.equal(403);
  });

  it('begins and ends by itself, in the time zone of the tenant', async () => {
    const path = await summaryOf('Dee');
    await name('Cy', 'Gus', { from: '2026-11-23', to: '2026-11-24' });
    const at = async (now: string): Promise<number> => {
      api.clock.now = now;
      return statusOf('Gus', path);
    };
    expect(await at('2026-11-22T22:59:59.999Z')).to.equal(403);
    expect(await at('2026-11-22T23:00:00.000Z')).to.equal(200);
    expect(await at('2026-11-24T22:59:59.999Z')).to.equal(200);
    expect(await at('2026-11-24T23:00:00.000Z')).to.equal(403);
    expect((await answer('Gus', path)).status).to.equal(403);
  });

  it('is none while one of the two is deactivated, and follows a move at once', async () => {
    const path = await summaryOf('Dee');
    await name('Cy', 'Gus');
    const moved = await acme
      .as('Ivy')
      .put(`/admin/org-chart/users/${acme.id('Dee')}/manager`, { managerId: acme.id('Bob') });
    expect(moved.status).to.equal(200);
    expect(await statusOf('Gus', path)).to.equal(403);
    await name('Bob', 'Gus');
    expect(await statusOf('Gus', path)).to.equal(200);
    await api.graph.statement('MATCH (u:User {id: $id}) SET u.active = false', { id: acme.id('Bob') });
    expect(await statusOf('Gus', path)).to.equal(403);
  });
});

describe('PUT /users/{userId}/deputies/{deputyId}', () => {
  it('is for the manager and for admins, and shown to both people', async () => {
    const named = await name('Cy', 'Gus', {}, 'Ivy');
    expect(named).to.deep.include({ from: '2026-11-20', to: '2026-11-27', rights: ['read', 'answer'] });
    expect((named['deputy'] as Body)['id']).to.equal(acme.id('Gus'));
    const own = await acme.as('Cy').get(`/users/${acme.id('Cy')}/deputies`);
    expect(own.body).to.deep.equal({ deputies: [named], deputyFor: [] });
    const of = await acme.as('Gus').get(`/users/${acme.id('Gus')}/deputies`);
    expect(of.body).to.deep.equal({ deputies: [], deputyFor: [named] });
    for (const who of ['Bob', 'Gus', 'Dee']) {
      expect((await ask('Cy', 'Gus', {}, who)).status, who).to.equal(403);
      expect(await statusOf(who, `/users/${acme.id('Cy')}/deputies`), who).to.equal(403);
      expect((await acme.as(who).delete(pathOf('Cy', 'Gus'))).status, who).to.equal(403);
    }
    expect((named['manager'] as Body)['id']).to.equal(acme.id('Cy'));
  });

  it('replaces what was named before, and what ended stays for questions as of its time', async () => {
    await name('Cy', 'Gus', { rights: ['read'] });
    api.clock.now = '2026-11-23T10:00:00.000Z';
    const changed = await name('Cy', 'Gus', { from: '2026-11-01', to: '2026-12-24', rights: ['answer', 'read'] });
    expect(changed).to.deep.include({ from: '2026-11-20', to: '2026-12-24', rights: ['read', 'answer'] });
    const { body } = await acme.as('Cy').get(`/users/${acme.id('Cy')}/deputies`);
    expect(body['deputies']).to.deep.equal([changed]);
    api.clock.now = '2026-11-24T10:00:00.000Z';
    expect((await acme.as('Cy').delete(pathOf('Cy', 'Gus'))).status).to.equal(204);
    const decide = decisionClient(api, acme);
    const summary = await summaryOf('Dee');
    const asked = (asOf?: string) =>
      decide('evaluation', {
        subject: { type: 'user', id: acme.id('Gus') },
        action: { name: 'summary:respond' },
        resource: { type: 'summary', id: summary.slice('/summaries/'.length) },
        ...(asOf && { context: { asOf } }),
      }).then(({ body }) => body as { decision: boolean; context: object });
    expect((await asked()).decision).to.equal(false);
    expect((await asked('2026-11-21T10:00:00Z')).decision).to.equal(false);
    expect(await asked('2026-11-23T12:00:00Z')).to.deep.equal({
      decision: true,
      context: {
        rule: 'deputy',
        onBehalfOf: acme.id('Cy'),
        levels: 1,
        path: [acme.id('Cy'), acme.id('Dee')],
        orgRevision: 0,
      },
    });
    expect((await asked('2026-11-24T10:00:00Z')).decision).to.equal(false);
  });

  it('writes an audit entry for each change, and none where nothing changes', async () => {
    for (const rights of [['read'], ['read'], ['answer']]) await name('Cy', 'Gus', { rights });
    for (let times = 0; times < 2; times += 1) await acme.as('Cy').delete(pathOf('Cy', 'Gus'));
    const { body } = await acme.as('Ivy').get(`/audit?userId=${acme.id('Cy')}`);
    const entries = body['items'] as Body[];
    expect(entries.map((entry) => entry['action'])).to.have.members(['deputy.set', 'deputy.set', 'deputy.end']);
    for (const entry of entries) {
      expect(entry).to.include({ actorId: acme.id('Cy'), deputyId: acme.id('Gus') });
      expect(entry['deputy']).to.include({ name: 'Gus' });
    }
    const rights = entries.map(({ values }) => (values as Body[]).find(({ field }) => field === 'rights'));
    expect(rights).to.deep.include({ field: 'rights', before: 'read', after: 'answer' });
  });

  it('refuses other times, nobody, oneself and who has left, and changes nothing', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const year = { from: '2026-11-20', to: '2027-12-31' };
    const wrong = [
      { to: '2026-11-19' },
      year,
      { from: '2028-01-01', to: '2028-01-02' },
      { rights: [] },
      { rights: ['x'] },
    ];
    const past = { from: '2026-11-01', to: '2026-11-19' };
    for (const change of [...wrong, past, { rights: ['read', 'read'] }, { days: 3 }]) {
      expect((await ask('Cy', 'Gus', change)).status, JSON.stringify(change)).to.equal(400);
    }
    expect((await ask('Cy', 'Cy')).status).to.equal(400);
    expect((await ask('Bob', 'Ivy', {}, 'Ivy')).body['code']).to.equal('FORBIDDEN'); // an admin, who is no reader, for themself

    expect((await ask('Cy', 'Old')).body['code']).to.equal('USER_NOT_FOUND');
    const nobody = await acme.as('Cy').put(`/users/${acme.id('Cy')}/deputies/${randomUUID()}`, aTerm());
    expect(nobody.body['code']).to.equal('USER_NOT_FOUND');
    const of = await acme.as('Ivy').put(`/users/${randomUUID()}/deputies/${acme.id('Gus')}`, aTerm());
    expect(of.body['code']).to.equal('USER_NOT_FOUND');
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('knows nobody of a neighbour tenant, and does not change it', async () => {
    const neighbour = await company(api, 'Zoe (admin)\n  Yan\n    Xim');
    const before = await fingerprint(api, neighbour.tenantId);
    const yan = neighbour.id('Yan');
    const own = acme.as('Ivy');
    expect((await acme.as('Cy').put(`/users/${acme.id('Cy')}/deputies/${yan}`, aTerm())).status).to.equal(403);
    expect((await own.put(`/users/${yan}/deputies/${neighbour.id('Zoe')}`, aTerm())).status).to.equal(403);
    expect((await own.put(`/users/${yan}/deputies/${acme.id('Gus')}`, aTerm())).status).to.equal(403);
    expect((await own.get(`/users/${yan}/deputies`)).status).to.equal(403);
    expect((await own.delete(`/users/${yan}/deputies/${neighbour.id('Zoe')}`)).status).to.equal(403);
    expect(await fingerprint(api, neighbour.tenantId)).to.deep.equal(before);
  });

  it('is limited to twenty terms of a person in a year, whoever names them and however many at once', async () => {
    const many = await company(api, `Boss\n${Array.from({ length: 25 }, (_, n) => `  P${n}`).join('\n')}`);
    const at = (n: number): string => `/users/${many.id('Boss')}/deputies/${many.id(`P${n}`)}`;
    const named = await Promise.all(Array.from({ length: 25 }, (_, n) => many.as('Boss').put<Body>(at(n), aTerm())));
    expect(named.filter(({ status }) => status === 200)).to.have.length(20);
    const refused = named.filter(({ status }) => status !== 200).map(({ body }) => body['code']);
    expect(refused).to.deep.equal(Array.from({ length: 5 }, () => 'LIMIT_REACHED'));
  });

  it('does not let others use up what a manager may name', async () => {
    for (let time = 0; time < 21; time += 1) {
      await name('Dee', 'Gus');
      expect((await acme.as('Dee').delete(pathOf('Dee', 'Gus'))).status).to.equal(204);
      api.clock.now = new Date(Date.parse(api.clock.now) + 60_000).toISOString();
      if (time === 19) break;
    }
    expect((await ask('Dee', 'Gus')).body['code']).to.equal('LIMIT_REACHED');
    await name('Gus', 'Dee');
  });
});
