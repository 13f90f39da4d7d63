// The first screen: the own week, what waits for the caller, and nothing of anybody else's.
import { expect } from 'chai';
import type { Home, TeamMember } from '../../../src/features/people/schema.ts';
import { client, freshCompany, userToken, type Answer } from '../../support/company.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

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
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zoe\n  Yan');
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
    const times = { createdAt: at, updatedAt: at };
    const user = person('Dee', 'Sales');
    const written = { id, user, weekStart: '2026-11-16', scores, excerpt: 'Shipped the import.', ...times };
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
    await api.graph.statement('MATCH (u:User {id: $id}) SET u.active = false', { id: acme.id('Bob') });
    expect((await home('Ada')).awaitingResponse, 'whose people are announced to her').to.equal(2);
    expect((await acme.as('Ada').get<{ items: unknown[] }>(path)).body.items).to.have.length(2);
    expect((await home('Ada')).team[0]?.expected, 'Gus alone').to.equal(1);
  });

  it('names active direct reports without a summary of this week and of the last one', async () => {
    await submit('Cy');
    await submit('Dee');
    await submit('Cy', '2026-11-09');
    await submit('Eve', '2026-11-09');
    expect((await home('Bob')).team).to.deep.equal([
      { weekStart: '2026-11-16', expected: 2, excused: 0, submitted: 1, missing: [person('Eve', 'Sales')] },
      { weekStart: '2026-11-09', expected: 2, excused: 0, submitted: 2, missing: [] },
    ]);
    await acme.statement(`MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.startDate = date('2026-11-23')`, {
      id: acme.id('Eve'),
    });
    expect((await home('Bob')).team).to.deep.equal([
      { weekStart: '2026-11-16', expected: 1, excused: 0, submitted: 1, missing: [] },
      { weekStart: '2026-11-09', expected: 2, excused: 0, submitted: 2, missing: [] },
    ]);
  });

  it('answers 304 while nothing has changed', async () => {
    const read = (etag = '"none"'): Promise<Answer> => acme.as('Bob').get('/home', { 'if-none-match': etag });
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

describe('GET /home/team', () => {
  type Page = { items: TeamMember[]; nextCursor?: string };
  const team = async (who: string, query = ''): Promise<Page> =>
    (await acme.as(who).get<Page>(`/home/team${query}`)).body;

  it('has the week of each active direct report: summary with excerpt, whether it is answered, goals', async () => {
    const proud = '<p>R&amp;D: <b>done</b></p><ul><li>and</li></ul>';
    const { body } = await acme.as('Cy').post('/summaries', aSummary({ proud }));
    const summaryId = String(body['id']);
    await respond('Bob', summaryId);
    const goals: unknown[] = [];
    for (const type of ['personal', 'professional']) {
      const made = await acme.as('Cy').post('/goals', aGoal({ type, description: 'In detail.' }));
      const { description, ...goal } = made.body;
      expect(description).to.equal('In detail.');
      goals.unshift(goal);
    }
    await acme.as('Cy').post('/goals', aGoal({ targetWeek: 'next' }));
    const [cy, eve, ...others] = (await team('Bob')).items;
    expect(cy).to.deep.equal({
      user: person('Cy', 'Sales'),
      weekStart: '2026-11-16',
      summary: {
        id: summaryId,
        user: person('Cy', 'Sales'),
        weekStart: '2026-11-16',
        scores: aSummary()['scores'],
        excerpt: 'R&D: done and',
        createdAt: body['createdAt'],
        updatedAt: body['createdAt'],
        respondedAt: body['createdAt'],
      },
      goals,
    });
    expect([eve, others]).to.deep.equal([{ user: person('Eve', 'Sales'), weekStart: '2026-11-16', goals: [] }, []]);
  });

  it('shows any week, in pages by name', async () => {
    await submit('Eve', '2026-11-02');
    const first = await team('Bob', '?week=2026-11-04&limit=1');
    expect(first.items.map(({ user, weekStart }) => [user.name, weekStart])).to.deep.equal([['Cy', '2026-11-02']]);
    const { items, nextCursor } = await team('Bob', `?week=2026-11-04&limit=1&cursor=${first.nextCursor}`);
    expect([items[0]?.user.name, items[0]?.summary?.weekStart, nextCursor]).to.deep.equal([
      'Eve',
      '2026-11-02',
      undefined,
    ]);
    expect((await acme.as('Bob').get(`/home/team?week=2026-11-09&cursor=${first.nextCursor}`)).status).to.equal(400);
  });

  it('is about direct reports only, whatever roles the caller has', async () => {
    const names = async (who: string): Promise<string[]> => (await team(who)).items.map(({ user }) => user.name);
    expect(await names('Ada')).to.deep.equal(['Bob', 'Gus']);
    expect(await names('Gus')).to.deep.equal([]);
    expect((await neighbour.as('Zoe').get<Page>('/home/team')).body.items.map(({ user }) => user.name)).to.deep.equal([
      'Yan',
    ]);
    expect((await acme.as('Fay').get('/home/team')).status).to.equal(401);
  });
});
