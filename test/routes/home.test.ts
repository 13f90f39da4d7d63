// The first screen: the own week, what waits for the caller, and nothing of anybody else's.
import { expect } from 'chai';
import type { Home } from '../../src/model/index.ts';
import { client, company, userToken, type Company } from '../support/company.ts';
import { aGoal, aSummary } from '../support/samples.ts';
import { friday, service } from '../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (senior_leadership)
    Bob [Sales]
      Cy [Sales]
        Dee [Sales]
      Eve [Sales]
      Fay [Sales] †
    Gus [People] (people_team)
`;
let acme: Company;
let neighbour: Company;
beforeEach(async () => {
  api.clock.now = friday;
  acme = await company(api, drawing);
  neighbour = await company(api, 'Zoe\n  Yan');
});

const home = async (who: string): Promise<Home> => (await acme.as(who).get<Home>('/home')).body;
const submit = async (who: string, weekStart = '2026-11-16'): Promise<string> =>
  String((await acme.as(who).post('/summaries', aSummary({ weekStart }))).body['id']);
const respond = (who: string, summaryId: string): Promise<unknown> =>
  acme.as(who).post(`/summaries/${summaryId}/response`, { body: 'Thank you.' });
const person = (name: string, team: string) => ({ id: acme.id(name), name, jobTitle: `${name}'s job`, team });

describe('GET /home', () => {
  it('has the caller as GET /me, and an empty week', async () => {
    const { body } = await acme.as('Dee').get('/me');
    expect(await home('Dee')).to.deep.equal({
      me: body,
      goals: { total: 0, completed: 0 },
      awaitingResponse: 0,
      team: [],
      nominations: (await acme.as('Dee').get('/mvp/nominations/window')).body,
    });
  });

  it('has the own summary of this week, with the time of its response, and counts the goals of this week', async () => {
    await submit('Dee', '2026-11-09');
    expect(await home('Dee')).not.to.have.property('summary');
    const id = await submit('Dee');
    const at = '2026-11-20T10:00:00.000Z';
    const { scores } = aSummary();
    const written = { id, user: person('Dee', 'Sales'), weekStart: '2026-11-16', scores, createdAt: at, updatedAt: at };
    expect((await home('Dee')).summary).to.deep.equal(written);
    await respond('Cy', id);
    expect((await home('Dee')).summary).to.deep.equal({ ...written, respondedAt: at });
    for (const targetWeek of ['this', 'this', 'next']) {
      const { body } = await acme.as('Dee').post('/goals', aGoal({ targetWeek }));
      if (targetWeek === 'next') await acme.as('Dee').patch(`/goals/${String(body['id'])}`, { status: 'completed' });
    }
    expect((await home('Dee')).goals).to.deep.equal({ total: 2, completed: 0 });
  });

  it('goes by the week of the tenant’s time zone', async () => {
    await submit('Dee', '2026-11-23');
    api.clock.now = '2026-11-22T22:59:00Z';
    expect(await home('Dee')).not.to.have.property('summary');
    api.clock.now = '2026-11-22T23:00:00Z'; // Monday in Berlin
    expect((await home('Dee')).summary).to.have.property('weekStart', '2026-11-23');
  });

  it('counts the summaries that await a response of a direct manager, as the list has them', async () => {
    const answered = await submit('Cy', '2026-11-02');
    await respond('Bob', answered);
    await submit('Cy', '2026-11-09');
    await submit('Eve');
    await submit('Dee');
    const path = '/summaries?state=unanswered&direct=true';
    for (const [who, count] of [
      ['Bob', 2],
      ['Cy', 1],
      ['Ada', 0],
      ['Gus', 0],
    ] as const) {
      expect((await home(who)).awaitingResponse, who).to.equal(count);
      expect((await acme.as(who).get<{ items: unknown[] }>(path)).body.items, who).to.have.length(count);
    }
  });

  it('names active direct reports without a summary of this week and of the last one', async () => {
    await submit('Cy');
    await submit('Dee');
    await submit('Cy', '2026-11-09');
    await submit('Eve', '2026-11-09');
    expect((await home('Bob')).team).to.deep.equal([
      { weekStart: '2026-11-16', expected: 2, submitted: 1, missing: [person('Eve', 'Sales')] },
      { weekStart: '2026-11-09', expected: 2, submitted: 2, missing: [] },
    ]);
    await api.graph.statement(`MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.startDate = date('2026-11-23')`, {
      ...{ tenantId: acme.tenantId, id: acme.id('Eve') },
    });
    expect((await home('Bob')).team).to.deep.equal([
      { weekStart: '2026-11-16', expected: 1, submitted: 1, missing: [] },
      { weekStart: '2026-11-09', expected: 2, submitted: 2, missing: [] },
    ]);
  });

  it('answers 304 while nothing has changed', async () => {
    const headers = { authorization: `Bearer ${await acme.token('Bob')}` };
    const read = (etag = '"none"'): Promise<Response> =>
      fetch(`${api.url}/v1/home`, { headers: { ...headers, 'if-none-match': etag } });
    const first = await read();
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, (await read(etag)).status]).to.deep.equal([200, 304]);
    await submit('Cy');
    expect((await read(etag)).status).to.equal(200);
  });

  it('is closed to those who have left, and to people of another tenant', async () => {
    const refused = await acme.as('Fay').get('/home');
    expect([refused.status, refused.body['code']]).to.deep.equal([401, 'UNAUTHENTICATED']);
    const foreign = client(api, () => userToken(api, neighbour.tenantId, acme.id('Bob')));
    expect((await foreign.get('/home')).status).to.equal(401);
    await submit('Cy');
    const { body } = await neighbour.as('Zoe').get<Home>('/home');
    expect([body.awaitingResponse, body.team[0]?.missing.map(({ name }) => name)]).to.deep.equal([0, ['Yan']]);
  });
});
