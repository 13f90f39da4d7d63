// The Monday digest and the push to those without goals: once for a tenant and week, to the right people.
import { expect } from 'chai';
import pino from 'pino';
import { rolesWithTenantScope } from '../../src/access/permissions.ts';
import { openWeeklyRuns, startWeeklyRuns } from '../../src/jobs/weekly-runs.ts';
import type { Notification } from '../../src/model/index.ts';
import { company, type Company } from '../support/company.ts';
import { openAllDueRuns } from '../support/due-runs.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../support/in-process-worker.ts';
import { inbox, type Inbox } from '../support/inbox.ts';
import { rowsOf, settled } from '../support/outbox.ts';
import { aGoal, aSummary } from '../support/samples.ts';
import { service } from '../support/service.ts';
import { until } from '../support/until.ts';

const api = service();
const monday = '2026-11-23T08:00:00.000Z'; // 09:00 in Berlin
let acme: Company;

beforeEach(async () => {
  await endDueEvents(api);
  await api.graph.statement(`MATCH (t:Tenant) WHERE t.id IS NOT NULL SET t.digestTime = 'off'`);
  api.clock.now = '2026-11-20T10:00:00.000Z';
  acme = await company(
    api,
    `
    Ada [Board] (senior_leadership)
      Bob [Sales] (senior_manager)
        Cy [Sales]
          Dee [Sales]
          Eve [Sales]
            Max [Sales] (people_team) †
      Gus [People] (people_team)
      Ivy [IT] (admin)
    `,
  );
  await set('digestTime', 'Monday 09:00');
});

const set = (name: string, value: string, of = acme) =>
  api.graph.statement(`MATCH (t:Tenant {id: $id}) SET t.${name} = $value`, { id: of.tenantId, value });
const events = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { type } of await rowsOf(api, acme)) {
    if (type !== 'trends.detect') counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
};

describe('the Monday runs', () => {
  it('are opened at the local hour, and not before', async () => {
    await openAllDueRuns(api, '2026-11-23T07:59:59.000Z');
    expect(await events()).to.deep.equal({});
    await openAllDueRuns(api, monday);
    // the digest goes to Ada, Bob, Cy and Gus; seven people have no goal
    expect(await events()).to.deep.equal({ 'digest.weekly': 4, 'goals.non_setters': 1 });
  });

  it('are opened once, by however many workers, however often', async () => {
    await Promise.all(Array.from({ length: 8 }, () => openAllDueRuns(api, monday)));
    await openAllDueRuns(api, '2026-11-23T12:00:00.000Z');
    expect(await events()).to.deep.equal({ 'digest.weekly': 4, 'goals.non_setters': 1 });
    await openAllDueRuns(api, '2026-11-30T08:00:00.000Z');
    expect(await events()).to.deep.equal({ 'digest.weekly': 8, 'goals.non_setters': 2 });
  });

  it('are caught up with on the same day, and not on the next', async () => {
    await openAllDueRuns(api, '2026-11-24T08:00:00.000Z');
    expect(await events()).to.deep.equal({});
    await openAllDueRuns(api, '2026-11-30T22:59:00.000Z');
    expect(await events()).to.deep.equal({ 'digest.weekly': 4, 'goals.non_setters': 1 });
  });

  it("follow the tenant's own time, and can be off", async () => {
    await set('timezone', 'Pacific/Auckland');
    await set('digestTime', 'Tuesday 07:30');
    await openAllDueRuns(api, monday);
    expect(await events()).to.deep.equal({});
    await openAllDueRuns(api, '2026-11-23T18:30:00.000Z');
    expect(await events()).to.have.property('digest.weekly', 4);
  });

  it('reach everyone of a thousand without a goal, once, some hundreds an event', async () => {
    await api.graph.statement(
      `UNWIND range(1, 1001) AS place
       CREATE (u:User {tenantId: $tenantId, id: randomUUID(), email: place + '@example.test', name: 'P', roles: [],
         active: true})
       SET u:$($label)`,
      { tenantId: acme.tenantId, label: `T_${acme.tenantId.replaceAll('-', '')}` },
    );
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', monday)).to.include({ nonSetters: 1_008 });
    const [reached] = await api.graph.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'goals.non_setters'})
       WITH collect(size(e.recipientIds)) AS sizes, COLLECT {
         MATCH (of:OutboxEvent {tenantId: $tenantId, type: 'goals.non_setters'}) UNWIND of.recipientIds AS id
         RETURN DISTINCT id
       } AS ids
       RETURN size(sizes) AS events, reduce(sum = 0, one IN sizes | sum + one) AS named, size(ids) AS different`,
      { tenantId: acme.tenantId },
    );
    expect(reached).to.deep.equal({ events: 3, named: 1_008, different: 1_008 });
  });

  it('are checked at once, and again after a pause, until the worker stops', async () => {
    let now = '2026-11-23T07:59:45.000Z';
    let looks = 0;
    const clock = (): Date => {
      looks += 1;
      return new Date(now);
    };
    const start = () => startWeeklyRuns({ graph: api.graph, now: clock, log: pino({ level: 'silent' }) }, 5);
    const checks = (count: number) =>
      until(
        () => Promise.resolve(looks),
        (reached) => reached >= count,
      );
    const runs = start();
    await checks(2);
    expect(await events()).to.deep.equal({});
    now = '2026-11-23T08:00:15.000Z';
    await checks(looks + 2);
    expect(await events()).to.deep.equal({ 'digest.weekly': 4, 'goals.non_setters': 1 });
    await runs.stop();
    const last = looks;
    now = '2026-11-30T08:00:00.000Z';
    await start().stop();
    expect(looks).to.equal(last + 1);
    expect(await events()).to.deep.equal({ 'digest.weekly': 8, 'goals.non_setters': 2 });
  });

  it('of a tenant in trouble hold up no other', async () => {
    const neighbour = await company(api, 'Zoe');
    for (const [troubled, other] of [
      [neighbour, acme],
      [acme, neighbour],
    ] as const) {
      await set('timezone', 'No/Where', troubled);
      await set('digestTime', 'Monday 09:00', other);
      try {
        const fault = await openAllDueRuns(api, monday).catch((error: unknown) => error);
        expect(fault).to.be.an.instanceOf(AggregateError);
      } finally {
        await set('timezone', 'Europe/Berlin', troubled);
      }
      expect((await rowsOf(api, other)).map(({ type }) => type)).to.include('goals.non_setters');
    }
  });

  it('reach the people of their preview, and nobody twice when run by hand', async () => {
    const now = '2026-11-25T08:00:00.000Z';
    for (const who of ['Dee', 'Cy']) await acme.as(who).post('/goals', aGoal({ targetWeek: 'next' }));
    await acme.as('Eve').post('/goals', aGoal()); // of the week before
    const weeks = {
      thisWeek: '2026-11-23',
      lastWeek: '2026-11-16',
      now: monday,
      rolesWithTenantScope: rolesWithTenantScope('digest:read'),
    };
    const preview = () => api.graph.bind({ tenantId: acme.tenantId }).one('notifications/preview_runs', weeks);
    const emails = (names: string[]): string[] => names.map((name) => `${name}@example.test`);
    const readers = {
      digest: emails(['ada', 'bob', 'cy', 'gus']),
      nonSetters: emails(['ada', 'bob', 'eve', 'gus', 'ivy']),
    };
    expect(await preview()).to.deep.equal({ ...readers, digestSent: false, nonSettersSent: false });
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', now)).to.deep.equal({
      digest: 4,
      nonSetters: 5,
    });
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', now)).to.deep.equal({
      digest: null,
      nonSetters: null,
    });
    expect(await preview()).to.include({ digestSent: true, nonSettersSent: true });
  });
});

describe('the push to people without goals', () => {
  it('leaves out people who start after the week', async () => {
    const start = (name: string, startDate: string) =>
      api.graph.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.startDate = date($startDate)', {
        ...{ tenantId: acme.tenantId, id: acme.id(name), startDate },
      });
    await start('Dee', '2026-11-29');
    await start('Eve', '2026-11-30');
    const weeks = {
      thisWeek: '2026-11-23',
      lastWeek: '2026-11-16',
      now: monday,
      rolesWithTenantScope: rolesWithTenantScope('digest:read'),
    };
    const { nonSetters } = await api.graph
      .bind({ tenantId: acme.tenantId })
      .one<{ nonSetters: string[] }>('notifications/preview_runs', weeks);
    expect(nonSetters).to.deep.equal(['ada', 'bob', 'cy', 'dee', 'gus', 'ivy'].map((name) => `${name}@example.test`));
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', monday)).to.include({ nonSetters: 6 });
  });
});

describe('the digest', () => {
  it('reaches a senior manager whose people all stand below somebody who has left', async () => {
    await api.graph.statement('MATCH (u:User {id: $id}) SET u.active = false', { id: acme.id('Cy') });
    expect((await acme.as('Bob').get('/summaries/reports/weekly-digest')).status).to.equal(200);
    const weeks = {
      thisWeek: '2026-11-23',
      lastWeek: '2026-11-16',
      now: monday,
      rolesWithTenantScope: rolesWithTenantScope('digest:read'),
    };
    const { digest } = await api.graph
      .bind({ tenantId: acme.tenantId })
      .one<{ digest: string[] }>('notifications/preview_runs', weeks);
    expect(digest).to.deep.equal(['ada', 'bob', 'gus'].map((name) => `${name}@example.test`));
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', monday)).to.include({ digest: 3 });
  });
});

describe('what people get on Monday', () => {
  let mailbox: Inbox;
  let worker: InProcessWorker;
  before(async () => {
    mailbox = await inbox();
  });
  afterEach(() => worker.stop());
  after(() => mailbox.close());

  it('is a digest over those in their sight, and for those without a goal a reminder', async () => {
    for (const who of ['Dee', 'Cy']) await acme.as(who).post('/summaries', aSummary());
    await acme.as('Dee').post('/goals', aGoal({ targetWeek: 'next' }));
    await acme.as('Eve').post('/goals', aGoal()); // of the week before
    await endDueEvents(api);
    await openAllDueRuns(api, monday);
    worker = startInProcessWorker(api, {
      ses: mailbox.url,
      now: () => new Date(Math.max(Date.now(), Date.parse(monday))),
    });
    await settled(api, acme);
    const heard = async (who: string): Promise<Record<string, Record<string, unknown>>> => {
      const rows = await api.graph.statement(
        `MATCH (n:Notification {tenantId: $tenantId, userId: $userId}) WHERE n.unread IS NOT NULL
         RETURN n.type AS type, n.payload AS payload`,
        { tenantId: acme.tenantId, userId: acme.id(who) },
      );
      return Object.fromEntries(
        rows.map(({ type, payload }) => [type, JSON.parse(String(payload)) as object]),
      ) as never;
    };
    const digests = Object.fromEntries(
      await Promise.all(
        ['Ada', 'Bob', 'Cy', 'Gus'].map(async (who) => {
          const { people, submitted, missing, weekStart } = (await heard(who))['digest.weekly'] ?? {};
          return [who, [weekStart, people, submitted, missing]];
        }),
      ),
    ) as Record<string, unknown>;
    const all = ['Ada', 'Bob', 'Eve', 'Gus', 'Ivy'];
    expect(digests).to.deep.equal({
      Ada: ['2026-11-16', 7, 2, all],
      Bob: ['2026-11-16', 3, 2, ['Eve']],
      Cy: ['2026-11-16', 2, 1, ['Eve']],
      Gus: ['2026-11-16', 7, 2, all],
    });
    for (const who of ['Ada', 'Bob', 'Cy', 'Eve', 'Gus', 'Ivy']) {
      expect((await heard(who))['goals.non_setters'], who).to.deep.equal({ weekStart: '2026-11-23' });
    }
    expect(await heard('Dee')).to.deep.equal({});
    const [first] = (await acme.as('Bob').get<{ items: Notification[] }>('/notifications')).body.items;
    expect(await mailbox.mails(first?.id ?? '')).to.have.length(1);
  });

  it('leaves out managers with nobody in sight, with nobody of that week, and those who have left', async () => {
    await openAllDueRuns(api, monday);
    const those = (names: string[]) => ({ tenantId: acme.tenantId, ids: names.map((name) => acme.id(name)) });
    const person = 'MATCH (u:User {tenantId: $tenantId}) WHERE u.id IN $ids';
    await api.graph.statement(`${person} MATCH (u)<-[line:REPORTS_TO]-() DELETE line`, those(['Cy']));
    await api.graph.statement(`${person} SET u.startDate = date($monday)`, {
      ...those(['Cy']),
      monday: monday.slice(0, 10),
    });
    await api.graph.statement(`${person} SET u.active = false`, those(['Gus']));
    worker = startInProcessWorker(api, {
      ses: mailbox.url,
      now: () => new Date(Math.max(Date.now(), Date.parse(monday))),
    });
    const rows = await settled(api, acme);
    expect(rows.every(({ status }) => status === 'done')).to.equal(true);
    const digests = await api.graph.statement(
      `MATCH (u:User)-[:RECEIVED]->(n:Notification {tenantId: $tenantId, type: 'digest.weekly'})
       RETURN u.name AS name`,
      { tenantId: acme.tenantId },
    );
    expect(digests.map(({ name }) => name)).to.deep.equal(['Ada']);
  });
});
