// What lists and counts show: whom a list is for, its order and pages, and that filters obey sight.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Goal } from '../../../src/features/goals/schema.ts';
import type { ImportListEntry } from '../../../src/features/profiles/schema.ts';
import type { Nomination } from '../../../src/features/nominations/schema.ts';
import type { ScoreHistory, SummaryListEntry } from '../../../src/features/summaries/schema.ts';
import type { Team, UserRef } from '../../../src/platform/schema/people.ts';
import { fingerprint, refusal, type Answer, freshCompany } from '../../support/company.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (admin)
    Mia [Sales] (senior_manager)
      Gus [Sales] †
        Bob [Sales]
    Max [Tech]
      Cy [Tech]
        Dan [Tech]
  Pia [People] (people_team)
  Lea [Board] (senior_leadership)`;
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zed [Sales] (admin)\n  Yan [Sales]');

type Page<Item> = { items: Item[]; nextCursor?: string };
const forbidden = [403, 'FORBIDDEN'];

async function readInPages<Item>(who: string, path: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const { status, body }: Answer<Page<Item>> = await acme.as(who).get<Page<Item>>(path + query);
    expect(status).to.equal(200);
    expect(body.items.length).to.be.at.most(limit);
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

describe('GET /teams', () => {
  it('lists the teams of the tenant by name, with their active members', async () => {
    const teams = await readInPages<Team>('Bob', '/teams', 2);
    expect(teams).to.deep.equal([
      { name: 'Board', department: 'Board', size: 2 },
      { name: 'People', department: 'People', size: 1 },
      { name: 'Sales', department: 'Sales', size: 2 },
      { name: 'Tech', department: 'Tech', size: 3 },
    ]);
    const { body } = await neighbour.as('Yan').get<Page<Team>>('/teams');
    expect(body).to.deep.equal({ items: [{ name: 'Sales', department: 'Sales', size: 2 }] });
    expect(refusal(await acme.as('Gus').get('/teams'))).to.deep.equal([401, 'UNAUTHENTICATED']);
  });
});

describe('GET /org/users/{userId}/managers', () => {
  const managers = (of: string): string => `/org/users/${acme.id(of)}/managers`;

  it('lists the active managers above, nearest first', async () => {
    const names = async (of: string, limit: number): Promise<string[]> =>
      (await readInPages<UserRef>('Pia', managers(of), limit)).map(({ name }) => name);
    expect(await names('Dan', 1)).to.deep.equal(['Cy', 'Max', 'Ada']);
    expect(await names('Bob', 50)).to.deep.equal(['Mia', 'Ada']);
    expect(await names('Ada', 50)).to.deep.equal([]);
    const { body } = await acme.as('Bob').get<Page<UserRef>>(managers('Bob'));
    expect(body.items[0]).to.deep.equal({ id: acme.id('Mia'), name: 'Mia', jobTitle: "Mia's job", team: 'Sales' });
  });

  it('is for the person, anyone above and those who see the tenant', async () => {
    for (const who of ['Dan', 'Cy', 'Max', 'Ada', 'Pia', 'Lea'])
      expect((await acme.as(who).get(managers('Dan'))).status, who).to.equal(200);
    for (const who of ['Bob', 'Mia'])
      expect(refusal(await acme.as(who).get(managers('Dan'))), who).to.deep.equal(forbidden);
    for (const id of [randomUUID(), neighbour.id('Yan')])
      expect(refusal(await acme.as('Ada').get(`/org/users/${id}/managers`))).to.deep.equal([404, 'USER_NOT_FOUND']);
  });
});

describe('GET /summaries', () => {
  const writers = ['Bob', 'Mia', 'Max', 'Dan', 'Pia'];
  beforeEach(async () => {
    for (const who of writers)
      for (const weekStart of ['2026-11-16', '2026-11-09'])
        await acme.as(who).post('/summaries', aSummary({ weekStart }));
    await neighbour.as('Yan').post('/summaries', aSummary());
  });
  const rows = async (who: string, query = ''): Promise<string[]> => {
    const items = await readInPages<SummaryListEntry>(who, `/summaries${query}`, 3);
    expect(items.map(({ weekStart }) => weekStart)).to.deep.equal(
      items
        .map(({ weekStart }) => weekStart)
        .sort()
        .reverse(),
    );
    return items.map(({ user, weekStart }) => `${user.name} ${weekStart.slice(8)}`);
  };
  const both = (...names: string[]): string[] => ['16', '09'].flatMap((day) => names.map((name) => `${name} ${day}`));

  it('lists what the caller may read, newest week first', async () => {
    const sight: Record<string, string[]> = {
      Bob: ['Bob'],
      Mia: ['Bob', 'Mia'],
      Max: ['Max', 'Dan'],
      Cy: ['Dan'],
      Dan: ['Dan'],
      Ada: ['Bob', 'Mia', 'Max', 'Dan'],
      Pia: writers,
      Lea: writers,
    };
    for (const [who, names] of Object.entries(sight))
      expect(await rows(who), who)
        .to.have.members(both(...names))
        .and.have.length(names.length * 2);
    expect((await neighbour.as('Zed').get<Page<unknown>>('/summaries')).body.items).to.have.length(1);
  });

  it('filters by author, week, response and time of change', async () => {
    const [newest] = await readInPages<SummaryListEntry>('Dan', '/summaries', 50);
    expect(newest).to.deep.equal({
      id: newest?.id,
      user: { id: acme.id('Dan'), name: 'Dan', team: 'Tech' },
      weekStart: '2026-11-16',
      scores: aSummary()['scores'],
      excerpt: 'Shipped the import.',
      createdAt: friday,
      updatedAt: friday,
    });
    api.clock.now = '2026-11-20T12:00:00.000Z';
    await acme.as('Max').post(`/summaries/${newest?.id}/response`, { body: 'Thanks.' });
    api.clock.now = '2026-11-20T13:00:00.000Z';
    const [, older] = await readInPages<SummaryListEntry>('Bob', '/summaries', 50);
    await acme.as('Bob').patch(`/summaries/${older?.id}`, aSummary({ weekStart: '2026-11-09' }));

    expect(await rows('Mia', '?author=me')).to.deep.equal(both('Mia'));
    expect(await rows('Mia', `?author=${acme.id('Bob')}`)).to.deep.equal(both('Bob'));
    expect(await rows('Max', `?author=${acme.id('Bob')}`)).to.deep.equal([]);
    expect(await rows('Pia', `?author=${neighbour.id('Yan')}`)).to.deep.equal([]);
    expect(await rows('Ada', '?direct=true')).to.have.members(both('Mia', 'Max'));
    expect(await rows('Cy', '?direct=true&state=unanswered')).to.deep.equal(['Dan 09']);
    expect(await rows('Pia', '?direct=true')).to.deep.equal([]);
    expect(await rows('Pia', '?state=answered')).to.deep.equal(['Dan 16']);
    expect(await rows('Max', '?state=unanswered&weekFrom=2026-11-19')).to.deep.equal(['Max 16']);
    expect(await rows('Mia', '?weekTo=2026-11-15')).to.have.members(['Bob 09', 'Mia 09']);
    expect(await rows('Lea', '?updatedSince=2026-11-20T11:00:00Z')).to.deep.equal(['Dan 16', 'Bob 09']);
    expect(await rows('Lea', '?updatedSince=2026-11-20T14:30:00%2B02:00')).to.deep.equal(['Bob 09']);
    const { body } = await acme.as('Bob').get<Page<SummaryListEntry>>('/summaries?updatedSince=2026-11-20T13:00:00Z');
    expect(body.items[0]?.updatedAt).to.equal('2026-11-20T13:00:00.000Z');
    const { body: answered } = await acme.as('Max').get<Page<SummaryListEntry>>('/summaries?state=answered');
    expect(answered.items.map(({ updatedAt }) => updatedAt)).to.deep.equal(['2026-11-20T12:00:00.000Z']);
    for (const query of ['author=you', 'state=open', 'direct=1', 'updatedSince=now', 'weekFrom=2026-02-30', 'userId=x'])
      expect(refusal(await acme.as('Pia').get(`/summaries?${query}`)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
    const { status, body: refused } = await acme.as('Pia').get('/summaries?author=ME');
    expect([status, refused]).to.deep.equal([
      400,
      { code: 'VALIDATION_ERROR', message: 'author must be me or a UUID.' },
    ]);
    expect(await rows('Mia', `?author=${acme.id('Bob').toUpperCase()}`)).to.deep.equal(both('Bob'));
  });
});

describe('GET /users/{userId}/scores', () => {
  it('returns the scores of the last weeks, oldest first, to those who may read the summaries', async () => {
    for (const weekStart of ['2026-11-16', '2026-11-02', '2026-11-09', '2026-11-23'])
      await acme.as('Dan').post('/summaries', aSummary({ weekStart }));
    const read = (who: string, query = ''): Promise<Answer<ScoreHistory>> =>
      acme.as(who).get<ScoreHistory>(`/users/${acme.id('Dan')}/scores${query}`);
    const weeks = async (query = ''): Promise<string[]> =>
      (await read('Dan', query)).body.rows.map(({ weekStart }) => weekStart);
    expect(await weeks()).to.deep.equal(['2026-11-02', '2026-11-09', '2026-11-16']);
    expect(await weeks('?weeks=2')).to.deep.equal(['2026-11-09', '2026-11-16']);
    for (const who of ['Cy', 'Max', 'Ada', 'Pia', 'Lea']) expect((await read(who)).body.rows, who).to.have.length(3);
    const { user, rows } = (await read('Cy')).body;
    expect(user).to.deep.equal({ id: acme.id('Dan'), name: 'Dan', team: 'Tech' });
    expect(rows[0]?.scores).to.deep.equal(aSummary()['scores']);
    for (const who of ['Bob', 'Mia']) expect(refusal(await read(who)), who).to.deep.equal(forbidden);
    for (const query of ['?weeks=0', '?weeks=105', '?weeks=1.5'])
      expect(refusal(await read('Dan', query)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
    const at = (id: string): Promise<Answer> => acme.as('Pia').get(`/users/${id}/scores`);
    expect(refusal(await at(randomUUID()))).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect(refusal(await at(neighbour.id('Yan')))).to.deep.equal(forbidden);
  });
});

describe('GET /goals and GET /goals/{goalId}', () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [];
    for (const [title, targetWeek, minute] of [
      ['A', 'this', 1],
      ['B', 'next', 2],
      ['C', 'this', 3],
      ['D', 'this', 3],
    ]) {
      api.clock.now = `2026-11-20T10:0${minute}:00.000Z`;
      const { body } = await acme.as('Dan').post('/goals', aGoal({ title, targetWeek }));
      ids.push(String(body['id']));
    }
  });

  it('list the goals of a user, newest week first, then the newest', async () => {
    const inPages = (await readInPages<Goal>('Dan', '/goals', 1)).map(({ title }) => title);
    expect(inPages.slice(0, 1)).to.deep.equal(['B']);
    expect(inPages.slice(1, 3)).to.have.members(['C', 'D']);
    expect(inPages.slice(3)).to.deep.equal(['A']);
    await acme.as('Dan').patch(`/goals/${ids[0]}`, { status: 'completed' });
    const titles = async (query: string): Promise<string[]> =>
      (await acme.as('Dan').get<Page<Goal>>(`/goals${query}`)).body.items.map(({ title }) => title);
    expect(await titles('?status=completed')).to.deep.equal(['A']);
    expect(await titles('?weekFrom=2026-11-24')).to.deep.equal(['B']);
    expect(await titles('?weekTo=2026-11-18&status=active')).to.have.members(['C', 'D']);
    expect(await titles('?weekTo=2026-11-15')).to.deep.equal([]);
    expect((await acme.as('Bob').get<Page<Goal>>('/goals')).body).to.deep.equal({ items: [] });
  });

  it('are for those who may read the board', async () => {
    for (const path of [`/goals?userId=${acme.id('Dan')}`, `/goals/${ids[0]}`]) {
      for (const who of ['Dan', 'Cy', 'Ada', 'Pia', 'Lea'])
        expect((await acme.as(who).get(path)).status, who).to.equal(200);
      for (const who of ['Max', 'Mia', 'Bob'])
        expect(refusal(await acme.as(who).get(path)), who).to.deep.equal(forbidden);
      expect(refusal(await neighbour.as('Zed').get(path))).to.deep.equal(forbidden);
    }
    expect((await acme.as('Dan').get(`/goals/${ids[1]}`)).body).to.include({ title: 'B', weekStart: '2026-11-23' });
    expect(refusal(await acme.as('Dan').get(`/goals/${randomUUID()}`))).to.deep.equal([404, 'GOAL_NOT_FOUND']);
    expect(refusal(await acme.as('Ada').get(`/goals?userId=${randomUUID()}`))).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect(refusal(await acme.as('Dan').get('/goals?weekFrom=2026-02-30'))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});

describe('GET /mvp/nominations and /mvp/nominations/mine', () => {
  it('list a month for the People Team and senior leadership, and the own ones for everyone', async () => {
    const person = { nomineeUserId: acme.id('Dan'), reason: 'He listens.' };
    const team = { teamName: 'Care', memberUserIds: [acme.id('Max'), acme.id('Cy')], reason: 'Patience' };
    await acme.as('Bob').post('/mvp/nominations/individual', person);
    api.clock.now = '2026-11-20T11:00:00.000Z';
    await acme.as('Bob').post('/mvp/nominations/team', team);
    await acme.as('Mia').post('/mvp/nominations/individual', person);
    await neighbour.as('Yan').post('/mvp/nominations/individual', { nomineeUserId: neighbour.id('Zed'), reason: 'R' });

    const month = '/mvp/nominations?period=2026-11';
    const all = await readInPages<Nomination>('Pia', month, 1);
    expect(all.map(({ nominator }) => nominator.name)).to.have.members(['Mia', 'Bob', 'Bob']);
    expect(all.map(({ createdAt }) => createdAt.slice(11, 13))).to.deep.equal(['11', '11', '10']);
    const [newest, oldest] = await readInPages<Nomination>('Bob', '/mvp/nominations/mine', 1);
    expect(newest).to.include({ kind: 'team', teamName: 'Care', reason: 'Patience', period: '2026-11' });
    expect(newest?.nominees.map(({ name }) => name)).to.deep.equal(['Cy', 'Max']);
    expect(oldest).to.deep.include({
      kind: 'individual',
      nominees: [{ id: acme.id('Dan'), name: 'Dan', team: 'Tech' }],
      nominator: { id: acme.id('Bob'), name: 'Bob', team: 'Sales' },
      createdAt: friday,
    });
    expect((await acme.as('Lea').get<Page<Nomination>>(month)).body.items).to.have.length(3);
    expect((await acme.as('Pia').get('/mvp/nominations?period=2026-10')).body).to.deep.equal({ items: [] });
    expect((await acme.as('Dan').get('/mvp/nominations/mine')).body).to.deep.equal({ items: [] });
    for (const who of ['Ada', 'Mia', 'Bob'])
      expect(refusal(await acme.as(who).get(month)), who).to.deep.equal(forbidden);
    for (const query of ['', '?period=2026-13', '?period=2026-11-01'])
      expect(refusal(await acme.as('Pia').get(`/mvp/nominations${query}`))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});

describe('GET /notifications/unread-count and POST /notifications/read-all', () => {
  it('count and read what the caller has not read, and nobody else', async () => {
    const give = (who: string, count: number): Promise<unknown> =>
      acme.statement(
        `UNWIND range(1, $count) AS n
         MATCH (u:User {tenantId: $tenantId, id: $userId})
         CREATE (u)-[:RECEIVED]->(:Notification:$($label) {tenantId: $tenantId, id: randomUUID(), userId: $userId,
           eventId: randomUUID(), type: 'announcement', title: 'T', text: 'Text', unread: true, payload: '{}',
           createdAt: datetime($now)})`,
        { count, userId: acme.id(who), now: friday },
      );
    await give('Bob', 3);
    await give('Dan', 1);
    const unread = async (who: string): Promise<unknown> =>
      (await acme.as(who).get('/notifications/unread-count')).body['unread'];
    expect([await unread('Bob'), await unread('Dan'), await unread('Mia')]).to.deep.equal([3, 1, 0]);
    expect((await acme.as('Bob').get('/me')).body['unreadNotifications']).to.equal(3);
    expect((await acme.as('Bob').post('/notifications/read-all')).body).to.deep.equal({ read: 3 });
    const { items } = (await acme.as('Bob').get<Page<{ unread: boolean; readAt: string }>>('/notifications')).body;
    expect(items.map(({ unread: still, readAt }) => [still, readAt])).to.deep.equal(Array(3).fill([false, friday]));
    api.clock.now = '2026-11-20T11:00:00.000Z';
    const before = await fingerprint(api, acme.tenantId);
    expect((await acme.as('Bob').post('/notifications/read-all')).body).to.deep.equal({ read: 0 });
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect([await unread('Bob'), await unread('Dan')]).to.deep.equal([0, 1]);
    expect(refusal(await acme.as('Gus').post('/notifications/read-all'))).to.deep.equal([401, 'UNAUTHENTICATED']);
  });
});

describe('GET /admin/imports', () => {
  it('lists the open imports of the tenant for admins, newest first, or those with a status', async () => {
    const imports = { parsed: 1, queued: 2, processing: 3, confirmed: 4, failed: 5, rejected: 6 };
    const stored = [...Object.entries(imports), ['queued', 7]].map(([status, minutes]) => ({ status, minutes }));
    for (const { tenantId, id } of [
      { tenantId: acme.tenantId, id: acme.id('Dan') },
      { tenantId: neighbour.tenantId, id: neighbour.id('Yan') },
    ]) {
      await api.graph.statement(
        `UNWIND $stored AS one
         CREATE (job:ImportJob:$($label) {tenantId: $tenantId, id: randomUUID(), userId: $id, status: one.status,
           createdAt: datetime($now) - duration({minutes: one.minutes})})
         WITH job, one WHERE one.minutes = 7
         CREATE (:OutboxEvent:$($label) {tenantId: $tenantId, id: randomUUID(), key: 'profile.import:' + job.id, status: 'dead'})`,
        { tenantId, id, stored, now: friday, label: `T_${tenantId.replaceAll('-', '')}` },
      );
    }
    const statuses = async (query: string): Promise<string[]> =>
      (await readInPages<ImportListEntry>('Ada', `/admin/imports${query}`, 1)).map(({ status }) => status);
    expect(await statuses('')).to.deep.equal(['parsed', 'queued', 'processing']);
    expect(await statuses('?status=failed')).to.deep.equal(['failed', 'failed']);
    expect(await statuses('?status=queued')).to.deep.equal(['queued']);
    const { body } = await acme.as('Ada').get<Page<ImportListEntry>>('/admin/imports?status=confirmed');
    expect(body.items.map(({ user, createdAt }) => ({ user, createdAt }))).to.deep.equal([
      { user: { id: acme.id('Dan'), name: 'Dan', team: 'Tech' }, createdAt: '2026-11-20T09:56:00.000Z' },
    ]);
    for (const who of ['Pia', 'Lea', 'Mia', 'Dan'])
      expect(refusal(await acme.as(who).get('/admin/imports')), who).to.deep.equal(forbidden);
    expect(refusal(await acme.as('Ada').get('/admin/imports?status=open'))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});
