// The digest and the reminders: once for a person and week, to the right people.
import { expect } from 'chai';
import pino from 'pino';
import {
  openDueRuns,
  openWeeklyRuns,
  previewWeeklyRuns,
  startWeeklyRuns,
} from '../../../src/features/schedules/weekly-runs.ts';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import { company, type Company } from '../../support/company.ts';
import { openAllDueRuns, switchOffRuns } from '../../support/due-runs.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { rowsOf, settled } from '../../support/outbox.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const api = service();
const monday = '2026-11-23T08:00:00.000Z'; // 09:00 in Berlin
let acme: Company;

beforeEach(async () => {
  await endDueEvents(api);
  await switchOffRuns(api);
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
  for (const name of ['due', 'lastCall']) await set(name, 'off');
  await setMonday();
});

const set = (name: string, value: unknown, of = acme) =>
  of.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.${name} = $value`, { value });
const setMonday = async (time = 'Monday 09:00', of = acme): Promise<void> => {
  for (const name of ['opens', 'digest']) await set(name, time, of);
};
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

  it('are caught up with for two days and an hour', async () => {
    await openAllDueRuns(api, '2026-11-25T09:00:01.000Z');
    expect(await events()).to.deep.equal({});
    await openAllDueRuns(api, '2026-12-02T09:00:00.000Z');
    expect(await events()).to.deep.equal({ 'digest.weekly': 4, 'goals.non_setters': 1 });
  });

  it("follow the tenant's own time, and can be off", async () => {
    await set('timezone', 'Pacific/Auckland');
    await setMonday('Tuesday 07:30');
    await openAllDueRuns(api, monday);
    expect(await events()).to.deep.equal({});
    await openAllDueRuns(api, '2026-11-23T18:30:00.000Z');
    expect(await events()).to.have.property('digest.weekly', 4);
  });

  it('reach everyone of a thousand without a goal, once, some hundreds an event', async () => {
    await acme.statement(
      `UNWIND range(1, 1001) AS place
       CREATE (u:User {tenantId: $tenantId, id: randomUUID(), email: place + '@example.test', name: 'P', roles: [],
         active: true})
       SET u:$($label)`,
    );
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', monday)).to.include({ nonSetters: 1_008 });
    const [reached] = await acme.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'goals.non_setters'})
       WITH collect(size(e.recipientIds)) AS sizes, COLLECT {
         MATCH (of:OutboxEvent {tenantId: $tenantId, type: 'goals.non_setters'}) UNWIND of.recipientIds AS id
         RETURN DISTINCT id
       } AS ids
       RETURN size(sizes) AS events, reduce(sum = 0, one IN sizes | sum + one) AS named, size(ids) AS different`);
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
      await setMonday('Monday 09:00', other);
      try {
        const fault = await openDueRuns(api.graph, monday).catch((error: unknown) => error);
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
    const preview = () => previewWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', monday);
    const emails = (names: string[]): string[] => names.map((name) => `${name}@example.test`);
    const readers = {
      digest: emails(['ada', 'bob', 'cy', 'gus']),
      nonSetters: emails(['ada', 'bob', 'eve', 'gus', 'ivy']),
    };
    expect(await preview()).to.deep.equal(readers);
    expect(await events()).to.deep.equal({});
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', now)).to.deep.equal({
      digest: 4,
      nonSetters: 5,
    });
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', now)).to.deep.equal({
      digest: null,
      nonSetters: null,
    });
    expect(await preview()).to.deep.equal({ digest: null, nonSetters: null });
  });
});

describe('people with a time zone or times of their own', () => {
  const give = (who: string, own: Record<string, string | string[]>) =>
    api.graph.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u += $own', {
      tenantId: acme.tenantId,
      id: acme.id(who),
      own,
    });
  /** Who is told of a kind, by the week that it is about. */
  const told = async (kind: string): Promise<Record<string, string>> => {
    const rows = await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: $kind})
       UNWIND e.recipientIds AS id
       MATCH (u:User {tenantId: $tenantId, id: id})
       RETURN u.name AS name, e.payload AS payload ORDER BY name, payload`,
      { kind },
    );
    const weeks = Map.groupBy(rows, ({ payload }) => (JSON.parse(String(payload)) as { weekStart: string }).weekStart);
    return Object.fromEntries([...weeks].map(([week, those]) => [week, those.map(({ name }) => name).join(' ')]));
  };

  it('are told at their time, once: also those who travel, and of the week that ends', async () => {
    await setMonday('off');
    await set('due', 'Friday 15:00');
    await set('teamSchedules', ['Sales=due Thursday 12:00']);
    await give('Dee', { timezone: 'Pacific/Auckland' });
    await give('Eve', { due: 'Friday 16:00' });
    await give('Ivy', { due: 'off' });
    const kind = 'weekly_summary.due';
    const week = '2026-11-16';
    for (const [now, names] of [
      ['2026-11-18T22:59:00Z', undefined],
      ['2026-11-18T23:00:00Z', 'Dee'], // Thursday noon in Auckland
      ['2026-11-19T11:00:00Z', 'Bob Cy Dee'],
      ['2026-11-20T14:00:00Z', 'Ada Bob Cy Dee Gus'],
      ['2026-11-20T15:00:00Z', 'Ada Bob Cy Dee Eve Gus'],
    ] as const) {
      await openAllDueRuns(api, now);
      expect((await told(kind))[week], now).to.equal(names);
    }
    await give('Ada', { timezone: 'America/Los_Angeles' }); // where it is not yet 15:00
    await openAllDueRuns(api, '2026-11-20T23:00:00Z');
    expect(await told(kind)).to.deep.equal({ [week]: 'Ada Bob Cy Dee Eve Gus' });
  });

  it('are told on their next working day, and not reminded of a week that is excused', async () => {
    await setMonday('off');
    await set('due', 'Friday 15:00');
    const week = '2026-11-16';
    const friday = '2026-11-20T14:00:00Z';
    await give('Ada', { absences: ['2026-11-20/2026-11-20'] });
    await give('Bob', { absences: ['2026-11-19/2026-11-19', '2026-11-21/2026-11-22'] });
    await give('Cy', { timezone: 'Pacific/Auckland', due: 'Saturday 02:00' });
    await give('Dee', { timezone: 'Pacific/Auckland', due: 'Saturday 02:00', workingDays: 'Thursday Saturday' });
    await give('Gus', { region: 'IL', absences: ['2026-11-20/2026-11-26'] });
    await api.graph.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.excusedWeeks = [date($week)]', {
      tenantId: acme.tenantId,
      id: acme.id('Eve'),
      week,
    });
    await openAllDueRuns(api, friday);
    expect(await told('weekly_summary.due')).to.deep.equal({ [week]: 'Ada Bob Cy Dee Ivy' });
    const days = await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'weekly_summary.due'})
       UNWIND e.recipientIds AS id MATCH (u:User {tenantId: $tenantId, id: id})
       RETURN u.name + ' ' + left(toString(e.dueAt), 16) AS line ORDER BY line`,
    );
    expect(days.map(({ line }) => line)).to.deep.equal([
      'Ada 2026-11-23T14:00',
      'Bob 2026-11-20T14:00',
      'Cy 2026-11-22T13:00', // Monday in Auckland
      'Dee 2026-11-20T14:00',
      'Ivy 2026-11-20T14:00',
    ]);
  });

  it('are not reminded where no check-ins are expected of them, and get their digest all the same', async () => {
    await setMonday('off');
    await set('due', 'Friday 15:00');
    for (const who of ['Ada', 'Eve']) await give(who, { checkInsExpected: 'no' });
    await openAllDueRuns(api, '2026-11-20T14:00:00Z');
    expect(await told('weekly_summary.due')).to.deep.equal({ '2026-11-16': 'Bob Cy Dee Gus Ivy' });
    await setMonday('Monday 08:00');
    await openAllDueRuns(api, '2026-11-23T08:00:00Z');
    expect((await told('goals.non_setters'))['2026-11-23']).to.equal('Bob Cy Dee Gus Ivy');
    expect((await told('digest.weekly'))['2026-11-16']).to.include('Ada');
  });

  it('get the digest of the week that ends, wherever they are, after an outage over midnight', async () => {
    await setMonday('Friday 23:45');
    await give('Cy', { timezone: 'America/Los_Angeles' });
    await openAllDueRuns(api, '2026-11-21T05:00:00Z');
    expect(await told('digest.weekly')).to.deep.equal({ '2026-11-16': 'Ada Bob Gus' });
    await openAllDueRuns(api, '2026-11-23T07:00:00Z'); // Sunday 23:00 in Los Angeles
    expect(await told('digest.weekly')).to.deep.equal({ '2026-11-16': 'Ada Bob Cy Gus' });
    expect(await told('goals.non_setters')).to.have.property('2026-11-23', 'Ada Bob Cy Dee Eve Gus Ivy');
  });
});

describe('the push to people without goals', () => {
  it('leaves out people who start after the week', async () => {
    const start = (name: string, startDate: string) =>
      api.graph.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.startDate = date($startDate)', {
        tenantId: acme.tenantId,
        id: acme.id(name),
        startDate,
      });
    await start('Dee', '2026-11-29');
    await start('Eve', '2026-11-30');
    const { nonSetters } = await previewWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', monday);
    expect(nonSetters).to.deep.equal(['ada', 'bob', 'cy', 'dee', 'gus', 'ivy'].map((name) => `${name}@example.test`));
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', monday)).to.include({ nonSetters: 6 });
  });
});

describe('the digest', () => {
  it('reaches a senior manager whose people all stand below somebody who has left', async () => {
    await api.graph.statement('MATCH (u:User {id: $id}) SET u.active = false', { id: acme.id('Cy') });
    expect((await acme.as('Bob').get('/summaries/reports/weekly-digest')).status).to.equal(200);
    const { digest } = await previewWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', monday);
    expect(digest).to.deep.equal(['ada', 'bob', 'gus'].map((name) => `${name}@example.test`));
    expect(await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', monday)).to.include({ digest: 3 });
  });
});

describe('what people get on Monday', () => {
  const mailbox = sharedInbox();
  let worker: InProcessWorker;
  /** It is Monday for the worker, whatever day it is: on free days people are left alone. */
  const startWorker = (): void => {
    const ahead = Date.parse(monday) - Date.now();
    const now = (): Date => new Date(Date.now() + ahead);
    worker = startInProcessWorker(api, { ses: mailbox.url, now });
  };
  afterEach(() => worker.stop());

  it('is a digest over those in their sight, and for those without a goal a reminder', async () => {
    for (const who of ['Dee', 'Cy']) await acme.as(who).post('/summaries', aSummary());
    await acme.as('Dee').post('/summaries', aSummary({ weekStart: '2026-11-09' }));
    await acme.as('Dee').post('/goals', aGoal({ targetWeek: 'next' }));
    await acme.as('Eve').post('/goals', aGoal()); // of the week before
    await endDueEvents(api);
    await openAllDueRuns(api, monday);
    startWorker();
    await settled(api, acme);
    const heard = async (who: string): Promise<Record<string, Record<string, unknown>>> => {
      const rows = await acme.statement(
        `MATCH (n:Notification {tenantId: $tenantId, userId: $userId}) WHERE n.unread IS NOT NULL
         RETURN n.type AS type, n.payload AS payload`,
        { userId: acme.id(who) },
      );
      return Object.fromEntries(
        rows.map(({ type, payload }) => [type, JSON.parse(String(payload)) as object]),
      ) as never;
    };
    const digests = Object.fromEntries(
      await Promise.all(
        ['Ada', 'Bob', 'Cy', 'Gus'].map(async (who) => {
          const { people, submitted, missing, weekStart, awaiting, writers } =
            (await heard(who))['digest.weekly'] ?? {};
          return [who, [weekStart, people, submitted, missing, awaiting, writers]];
        }),
      ),
    ) as Record<string, unknown>;
    const all = ['Ada', 'Bob', 'Eve', 'Gus', 'Ivy'];
    expect(digests).to.deep.equal({
      Ada: ['2026-11-16', 7, 2, all, undefined, undefined],
      Bob: ['2026-11-16', 3, 2, ['Eve'], 1, ['Cy']],
      Cy: ['2026-11-16', 2, 1, ['Eve'], 2, ['Dee']],
      Gus: ['2026-11-16', 7, 2, all, undefined, undefined],
    });
    for (const who of ['Ada', 'Bob', 'Cy', 'Eve', 'Gus', 'Ivy']) {
      expect((await heard(who))['goals.non_setters'], who).to.deep.equal({ weekStart: '2026-11-23' });
    }
    expect(await heard('Dee')).to.deep.equal({});
    const [first] = (await acme.as('Bob').get<{ items: Notification[] }>('/notifications')).body.items;
    expect(await mailbox.mails(first?.id ?? '')).to.have.length(1);
  });

  it('is a reminder of a summary only for those who have still not written when it is delivered', async () => {
    await setMonday('off');
    await set('lastCall', 'Monday 08:00');
    await acme.as('Dee').post('/summaries', aSummary());
    await endDueEvents(api);
    await openAllDueRuns(api, monday);
    await acme.as('Eve').post('/summaries', aSummary());
    await acme.as('Cy').put('/notifications/preferences', {
      preferences: [{ type: 'weekly_summary.last_call', channels: ['in_app'] }],
    });
    startWorker();
    await settled(api, acme);
    const rows = await acme.statement(`
       MATCH (u:User)-[:RECEIVED]->(n:Notification {tenantId: $tenantId, type: 'weekly_summary.last_call'})
       RETURN u.name AS name, n.title AS title, n.id AS id, EXISTS {
         (:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + n.id, status: 'done'})
       } AS isMailed ORDER BY name`);
    expect(rows.map(({ name, isMailed }) => [name, isMailed])).to.deep.equal([
      ...['Ada', 'Bob'].map((name) => [name, true]),
      ['Cy', false],
      ...['Gus', 'Ivy'].map((name) => [name, true]),
    ]);
    expect(rows[0]?.['title']).to.equal('Last call for your weekly summary, week of 16 November 2026');
    expect(await mailbox.mails(String(rows[0]?.['id']))).to.have.length(1);
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
    startWorker();
    const rows = await settled(api, acme);
    expect(rows.every(({ status }) => status === 'done')).to.equal(true);
    const digests =
      await acme.statement(`MATCH (u:User)-[:RECEIVED]->(n:Notification {tenantId: $tenantId, type: 'digest.weekly'})
       RETURN u.name AS name`);
    expect(digests.map(({ name }) => name)).to.deep.equal(['Ada']);
  });
});
