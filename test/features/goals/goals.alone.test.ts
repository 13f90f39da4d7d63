// Goals: set, changed and moved by their owner alone; seen on a board of three weeks by whom the reporting line lets.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Board, Goal } from '../../../src/features/goals/schema.ts';
import { client, company, fingerprint, refusal, tokenOf, type Answer, freshCompany } from '../../support/company.ts';
import { lockUser, startBeforeCommit } from '../../support/locks.ts';
import { aGoal } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
/** As another process: it shares nothing with the first but the database. */
const second = service();
const drawing = `
  Ada [Board] (senior_leadership)
    Bob [Sales] (senior_manager)
      Cy [Sales]
        Dee [Sales]
      Eve [Sales]
    Gus [People] (people_team)
    Ivy [IT] (admin)
`;
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zoe (people_team, senior_leadership, admin)\n  Yan');

const set = (who: string, change = {}) => acme.as(who).post<Goal>('/goals', aGoal(change));
const idOf = async (made: Promise<Answer<Goal>>): Promise<string> => (await made).body.id;
const boardOf = async (who: string): Promise<Board> => (await acme.as(who).get<Board>('/goals/board')).body;
const titles = (goals: Goal[]): string[] => goals.map(({ title }) => title);

/** Who may not touch a goal of Dee's, each with the refusal they get; nothing changes by it. */
async function refusesEveryoneElse(path: (goalId: string) => string, body: unknown): Promise<void> {
  const goalId = await idOf(set('Dee'));
  const before = [await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)];
  for (const who of ['Cy', 'Bob', 'Ada', 'Gus', 'Ivy', 'Eve']) {
    expect(refusal(await acme.as(who).patch(path(goalId), body)), who).to.deep.equal([403, 'FORBIDDEN']);
  }
  expect(refusal(await neighbour.as('Zoe').patch(path(goalId), body))).to.deep.equal([403, 'FORBIDDEN']);
  expect(refusal(await acme.as('Dee').patch(path(randomUUID()), body))).to.deep.equal([404, 'GOAL_NOT_FOUND']);
  expect(refusal(await acme.as('Dee').patch(path('no-uuid'), body))).to.deep.equal([400, 'VALIDATION_ERROR']);
  expect(refusal(await client(api, () => Promise.resolve('x')).patch(path(goalId), body))).to.deep.equal([
    401,
    'UNAUTHENTICATED',
  ]);
  expect([await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)]).to.deep.equal(before);
}

describe('POST /goals', () => {
  it('sets a goal for this week', async () => {
    const { status, body, headers } = await set('Dee', { description: 'All of it' });
    const { id, ...rest } = body;
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(`/v1/goals/${id}`);
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect(rest).to.deep.equal({
      title: 'Write the guide',
      description: 'All of it',
      type: 'professional',
      status: 'active',
      weekStart: '2026-11-16',
      dateSet: '2026-11-20T10:00:00.000Z',
    });
  });

  it('sets a goal for next week, without a description', async () => {
    const { body } = await set('Dee', { targetWeek: 'next', type: 'personal' });
    expect(body).to.include({ weekStart: '2026-11-23', type: 'personal' });
    expect(body).to.not.have.property('description');
  });

  it("takes the week of the tenant's time zone: late on Sunday in Auckland is that week there", async () => {
    const tenant = { tenantId: neighbour.tenantId };
    await api.graph.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.timezone = 'Pacific/Auckland'`, tenant);
    const week = async (now: string): Promise<string> => {
      api.clock.now = now;
      return (await neighbour.as('Yan').post<Goal>('/goals', aGoal())).body.weekStart;
    };
    expect(await week('2026-11-22T10:59:59.999Z')).to.equal('2026-11-16'); // Sunday 23:59 in Auckland
    expect(await week('2026-11-22T11:00:00.000Z')).to.equal('2026-11-23'); // Monday 00:00
  });

  it('refuses other types, the Previous column, unknown fields and what is missing, and changes nothing', async () => {
    const before = await fingerprint(api, acme.tenantId);
    for (const change of [
      { type: 'team' },
      { type: undefined },
      { targetWeek: 'previous' },
      { targetWeek: undefined },
      { title: undefined },
      { title: 7 },
      { title: 'a'.repeat(201) },
      { description: null },
      { status: 'active' },
      { userId: randomUUID() },
    ]) {
      expect(refusal(await set('Dee', change)), JSON.stringify(change)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  describe('in a week with many goals', () => {
    const fill = (count: number, description: string) =>
      acme.statement(
        `MATCH (owner:User {tenantId: $tenantId, id: $userId})
         UNWIND range(1, $count) AS n
         CREATE (owner)-[:OWNS]->(:Goal {
           tenantId: $tenantId, id: randomUUID(), userId: $userId, title: 'Goal ' + n, description: $description,
           type: 'professional', status: 'active', weekStart: date('2026-11-16'), dateSet: datetime($now) + duration({seconds: n})
         })`,
        { userId: acme.id('Dee'), count, description, now: friday },
      );

    it('takes up to 200, also when they are sent at once', async () => {
      const goalId = await idOf(set('Dee', { targetWeek: 'next' }));
      await fill(198, 'short');
      const there = client(second, () => acme.token('Dee'));
      const sendAll = () =>
        Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? set('Dee') : there.post<Goal>('/goals', aGoal()))));
      const sent = await startBeforeCommit(api, lockUser(acme.id('Dee')), 2, sendAll);
      expect(sent.map(({ status }) => status).sort()).to.deep.equal([201, 201, 409, 409, 409, 409]);
      const full = [409, 'LIMIT_REACHED'];
      expect(refusal(await set('Dee'))).to.deep.equal(full);
      expect(refusal(await acme.as('Dee').patch(`/goals/${goalId}/move`, { targetWeek: 'this' }))).to.deep.equal(full);
      expect((await set('Cy')).status).to.equal(201);
      expect((await set('Dee', { targetWeek: 'next' })).status).to.equal(201);
      const { this: thisWeek, next } = await boardOf('Dee');
      expect([thisWeek.professional.length, next.professional.length]).to.deep.equal([200, 2]);
      const { id = '' } = thisWeek.professional[0] ?? {};
      expect((await acme.as('Dee').patch(`/goals/${id}/move`, { targetWeek: 'this' })).status).to.equal(200);
    });

    it('shows of a board beyond the limits the newest goals, and no cut text', async () => {
      await fill(1_500, 'x'.repeat(10_000));
      const { this: week } = await boardOf('Dee');
      expect([week.professional.length, week.professional.at(-1)?.title]).to.deep.equal([1_000, 'Goal 1500']);
      expect(week.professional[0]).to.not.have.property('description');
      const { id = '' } = week.professional[0] ?? {};
      const { body } = await acme.as('Dee').get<Goal>(`/goals/${id}`);
      expect(body.description).to.have.length(10_000);
    });
  });

  it('refuses a title that is blank, of a new goal and of a changed one', async () => {
    const { id } = (await set('Dee')).body;
    for (const title of ['', ' ', '\t\n', '\u00a0\u2003']) {
      const change = await acme.as('Dee').patch(`/goals/${id}`, { title });
      for (const { status, body } of [await set('Dee', { title }), change] as Answer<unknown>[]) {
        expect([status, body]).to.deep.equal([400, { code: 'VALIDATION_ERROR', message: 'title must not be blank.' }]);
      }
    }
    expect((await set('Dee', { title: ' . ' })).body).to.include({ title: ' . ' });
  });

  it('asks for credentials of a user', async () => {
    expect((await client(api, () => Promise.resolve('x')).post('/goals', aGoal())).status).to.equal(401);
    const claims = { sub: 'service:mailer', tenant: acme.tenantId, scope: 'notifications:dispatch' };
    expect((await client(api, () => tokenOf(api, claims)).post('/goals', aGoal())).status).to.equal(403);
  });
});

describe('PATCH /goals/{goalId}', () => {
  it('changes what is sent and leaves the rest', async () => {
    const made = await set('Dee', { description: 'Old' });
    const { status, body } = await acme
      .as('Dee')
      .patch<Goal>(`/goals/${made.body.id}`, { title: 'New', type: 'personal' });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ ...made.body, title: 'New', type: 'personal' });
    const emptied = await acme.as('Dee').patch<Goal>(`/goals/${made.body.id}`, { description: '' });
    expect(emptied.body).to.deep.equal({ ...body, description: '' });
    expect((await acme.as('Dee').patch(`/goals/${made.body.id}`, {})).body).to.deep.equal(emptied.body);
  });

  it('takes every change of many who change one goal at once', async () => {
    const { body } = await acme.as('Dee').post<Goal>('/goals', aGoal());
    const statuses = new Set<number>();
    const client = async (_: unknown, place: number): Promise<void> => {
      for (let time = 0; time < 20; time += 1) {
        const change = { title: `Title ${place} ${time}`, status: time % 2 ? 'active' : 'completed' };
        statuses.add((await acme.as('Dee').patch(`/goals/${body.id}`, change)).status);
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    expect([...statuses]).to.deep.equal([200]);
  });

  it('dates a goal when it is completed, once, and takes the date away when it is opened again', async () => {
    const path = `/goals/${await idOf(set('Dee'))}`;
    const at = async (now: string, status: string): Promise<unknown> => {
      api.clock.now = now;
      const { body } = await acme.as('Dee').patch<Goal>(path, { status });
      return [body.status, body.dateCompleted];
    };
    expect(await at('2026-11-20T11:00:00.000Z', 'completed')).to.deep.equal(['completed', '2026-11-20T11:00:00.000Z']);
    expect(await at('2026-11-20T12:00:00.000Z', 'completed')).to.deep.equal(['completed', '2026-11-20T11:00:00.000Z']);
    expect(await at('2026-11-20T13:00:00.000Z', 'active')).to.deep.equal(['active', undefined]);
  });

  it('refuses a goal of the Previous column, and a week, date or other status', async () => {
    const goalId = await idOf(set('Dee'));
    for (const body of [{ weekStart: '2026-11-23' }, { dateCompleted: friday }, { status: 'done' }, { title: null }]) {
      expect(refusal(await acme.as('Dee').patch(`/goals/${goalId}`, body))).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    api.clock.now = '2026-11-23T09:00:00.000Z';
    const before = await fingerprint(api, acme.tenantId);
    const late = await acme.as('Dee').patch(`/goals/${goalId}`, { status: 'completed' });
    expect(refusal(late)).to.deep.equal([409, 'COLUMN_READ_ONLY']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is for the owner alone', () => refusesEveryoneElse((goalId) => `/goals/${goalId}`, { title: 'Mine' }));
});

describe('PATCH /goals/{goalId}/move', () => {
  const move = (goalId: string, targetWeek: string) =>
    acme.as('Dee').patch<Goal>(`/goals/${goalId}/move`, { targetWeek });

  it('moves a goal to and fro between This Week and Next Week; its weekStart follows', async () => {
    const { body: made } = await set('Dee');
    const moved = await move(made.id, 'next');
    expect([moved.status, moved.body]).to.deep.equal([200, { ...made, weekStart: '2026-11-23' }]);
    expect((await move(made.id, 'next')).body.weekStart).to.equal('2026-11-23');
    expect((await move(made.id, 'this')).body).to.deep.equal(made);
  });

  it('takes a goal of next week along when next week has come', async () => {
    const goalId = await idOf(set('Dee', { targetWeek: 'next' }));
    api.clock.now = '2026-11-25T09:00:00.000Z';
    expect((await move(goalId, 'next')).body.weekStart).to.equal('2026-11-30');
  });

  it('refuses the Previous column as a target, and goals that are in it or older', async () => {
    const goalId = await idOf(set('Dee'));
    expect(refusal(await move(goalId, 'previous'))).to.deep.equal([400, 'VALIDATION_ERROR']);
    for (const now of ['2026-11-22T23:00:00.000Z', '2026-12-10T09:00:00.000Z']) {
      api.clock.now = now;
      expect(refusal(await move(goalId, 'this'))).to.deep.equal([409, 'COLUMN_READ_ONLY']);
    }
  });

  it('is for the owner alone', () => refusesEveryoneElse((goalId) => `/goals/${goalId}/move`, { targetWeek: 'next' }));
});

describe('GET /goals/board', () => {
  it('has three columns from the current week, professional before personal, in the order set', async () => {
    await set('Dee', { title: 'last week' });
    api.clock.now = '2026-11-24T09:00:00.000Z';
    await set('Dee', { title: 'p1', type: 'personal' });
    await set('Dee', { title: 'w1' });
    api.clock.now = '2026-11-24T10:00:00.000Z';
    await set('Dee', { title: 'p2', type: 'personal' });
    await set('Dee', { title: 'w2' });
    await set('Dee', { title: 'next', targetWeek: 'next' });
    const board = await boardOf('Dee');
    expect(Object.keys(board)).to.deep.equal(['owner', 'viewerIsOwner', 'previous', 'this', 'next']);
    expect(board.owner).to.deep.equal({ id: acme.id('Dee'), name: 'Dee', team: 'Sales' });
    expect(board.viewerIsOwner).to.equal(true);
    const shape = [board.previous, board.this, board.next].map(({ week, readOnly, professional, personal }) => [
      week,
      readOnly,
      titles(professional),
      titles(personal),
    ]);
    expect(shape).to.deep.equal([
      ['previous', true, ['last week'], []],
      ['this', false, ['w1', 'w2'], ['p1', 'p2']],
      ['next', false, ['next'], []],
    ]);
  });

  it('moves on with the week, and forgets what is older', async () => {
    await set('Dee', { title: 'x', targetWeek: 'next' });
    const placed = async (now: string): Promise<string[]> => {
      api.clock.now = now;
      const board = await boardOf('Dee');
      return (['previous', 'this', 'next'] as const).filter((week) => board[week].professional.length > 0);
    };
    expect(await placed('2026-11-22T22:59:59.999Z')).to.deep.equal(['next']); // Sunday 23:59 in Berlin
    expect(await placed('2026-11-22T23:00:00.000Z')).to.deep.equal(['this']);
    expect(await placed('2026-11-29T23:00:00.000Z')).to.deep.equal(['previous']);
    expect(await placed('2026-12-06T23:00:00.000Z')).to.deep.equal([]);
  });

  it('is open to the direct manager, senior managers above, senior leadership, People Team and admins', async () => {
    const made = await set('Dee');
    for (const who of ['Cy', 'Bob', 'Ada', 'Gus', 'Ivy']) {
      const { status, body } = await acme.as(who).get<Board>(`/goals/board?userId=${acme.id('Dee')}`);
      expect([status, body.viewerIsOwner, body.this.professional], who).to.deep.equal([200, false, [made.body]]);
    }
  });

  it('is closed to people beside and below, and to a manager further up who is no senior manager', async () => {
    const tall = await company(api, 'Top\n  Mid\n    Low\n      Leaf');
    const as = async (who: string, whose: string): Promise<number> =>
      (await tall.as(who).get(`/goals/board?userId=${tall.id(whose)}`)).status;
    expect([await as('Mid', 'Low'), await as('Top', 'Low'), await as('Top', 'Leaf')]).to.deep.equal([200, 403, 403]);
    expect((await acme.as('Dee').get(`/goals/board?userId=${acme.id('Cy')}`)).status).to.equal(403);
    expect((await acme.as('Eve').get(`/goals/board?userId=${acme.id('Dee')}`)).status).to.equal(403);
  });

  it('follows a change of manager with the next request', async () => {
    const at = `/goals/board?userId=${acme.id('Dee')}`;
    expect([(await acme.as('Cy').get(at)).status, (await acme.as('Eve').get(at)).status]).to.deep.equal([200, 403]);
    await acme.as('Ivy').put(`/admin/org-chart/users/${acme.id('Dee')}/manager`, { managerId: acme.id('Eve') });
    expect([(await acme.as('Cy').get(at)).status, (await acme.as('Eve').get(at)).status]).to.deep.equal([403, 200]);
  });

  it('answers the same for a user of another tenant and for an unknown one', async () => {
    const foreign = await acme.as('Ada').get(`/goals/board?userId=${neighbour.id('Yan')}`);
    const nobody = await acme.as('Ada').get(`/goals/board?userId=${randomUUID()}`);
    expect(refusal(foreign)).to.deep.equal([403, 'FORBIDDEN']);
    expect(foreign.body).to.deep.equal(nobody.body);
  });

  it('refuses what is no user id, unknown parameters and missing credentials', async () => {
    for (const query of ['userId=me', 'userId=', 'user=x', `userId=${randomUUID()}&userId=${randomUUID()}`]) {
      expect(refusal(await acme.as('Dee').get(`/goals/board?${query}`)), query).to.deep.equal([
        400,
        'VALIDATION_ERROR',
      ]);
    }
    expect((await client(api, () => Promise.resolve('x')).get('/goals/board')).status).to.equal(401);
  });
});

describe('DELETE /goals/{goalId}', () => {
  it('deletes an own goal of this or next week', async () => {
    const readAllButLog = async (): Promise<unknown> => {
      const nodes = (await fingerprint(api, acme.tenantId)) as { labels: string[] }[];
      return nodes.filter(({ labels }) => !labels.includes('ChangeEntry'));
    };
    for (const targetWeek of ['this', 'next']) {
      const before = await readAllButLog();
      const goalId = await idOf(set('Dee', { targetWeek }));
      const { status, body } = await acme.as('Dee').delete(`/goals/${goalId}`);
      expect([status, body]).to.deep.equal([204, '']);
      expect(await readAllButLog()).to.deep.equal(before);
      expect(refusal(await acme.as('Dee').delete(`/goals/${goalId}`))).to.deep.equal([404, 'GOAL_NOT_FOUND']);
    }
  });

  it('is for the owner alone', async () => {
    const goalId = await idOf(set('Dee'));
    const before = [await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)];
    for (const who of ['Cy', 'Bob', 'Ada', 'Gus', 'Ivy', 'Eve'])
      expect(refusal(await acme.as(who).delete(`/goals/${goalId}`)), who).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await neighbour.as('Zoe').delete(`/goals/${goalId}`))).to.deep.equal([403, 'FORBIDDEN']);
    expect([await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)]).to.deep.equal(before);
  });

  it('refuses a goal of a week that is over', async () => {
    const goalId = await idOf(set('Dee'));
    api.clock.now = '2026-11-23T10:00:00.000Z';
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await acme.as('Dee').delete(`/goals/${goalId}`))).to.deep.equal([409, 'COLUMN_READ_ONLY']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });
});

describe('GET /goals/board?week=', () => {
  const board = async (week: string): Promise<Board> =>
    (await acme.as('Dee').get<Board>(`/goals/board?week=${week}`)).body;

  it('shows the columns around a week, of which those that are over are read-only', async () => {
    await set('Dee', { title: 'A' });
    await set('Dee', { title: 'B', targetWeek: 'next' });
    const shown = ({ previous, this: current, next }: Board): unknown[] =>
      [previous, current, next].map(({ week, readOnly, professional }) => [week, readOnly, ...titles(professional)]);
    expect(shown(await board('2026-11-09'))).to.deep.equal([
      ['previous', true],
      ['this', true],
      ['next', false, 'A'],
    ]);
    expect(shown(await board('2026-11-29'))).to.deep.equal([
      ['previous', false, 'A'],
      ['this', false, 'B'],
      ['next', false],
    ]);
    for (const week of ['2026-11-16', '2026-11-22']) expect(await board(week)).to.deep.equal(await boardOf('Dee'));
    for (const week of ['1900-01-01', '2199-12-31']) expect((await board(week)).this.professional).to.deep.equal([]);
    for (const week of ['', 'now', '2026-02-30', '2026-W47'])
      expect(refusal(await acme.as('Dee').get(`/goals/board?week=${week}`)), week).to.deep.equal([
        400,
        'VALIDATION_ERROR',
      ]);
  });

  it('is for those who may read the board', async () => {
    const path = `/goals/board?week=2026-11-09&userId=${acme.id('Dee')}`;
    for (const who of ['Dee', 'Cy', 'Bob', 'Ada', 'Gus', 'Ivy'])
      expect((await acme.as(who).get(path)).status, who).to.equal(200);
    expect(refusal(await acme.as('Eve').get(path))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await neighbour.as('Zoe').get(path))).to.deep.equal([403, 'FORBIDDEN']);
  });
});
