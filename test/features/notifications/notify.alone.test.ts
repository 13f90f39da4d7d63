// From what happened in the graph to the people who are to hear of it: once in-app, and by e-mail.
import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openWeeklyRuns } from '../../../src/features/schedules/weekly-runs.ts';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import { notificationTypes, type NotificationType } from '../../../src/features/notifications/registry.ts';
import { renderRecord } from '../../../src/features/notifications/render.ts';
import { mails } from '../../../src/platform/limits.ts';
import { client, company, tokenOf, type Company } from '../../support/company.ts';
import { sharedWorker } from '../../support/in-process-worker.ts';
import { sharedInbox, type Received } from '../../support/inbox.ts';
import { startBeforeCommit } from '../../support/locks.ts';
import { recordsOf, settled as settledRows } from '../../support/outbox.ts';
import { addWeeks } from '../../../src/platform/time/weeks.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const api = service();
let acme: Company;
const mailbox = sharedInbox();
const worker = sharedWorker(api, mailbox, { webUrl: 'https://app.test/{slug}' });

beforeEach(async () => {
  acme = await company(api, 'Ada\n  Bob\n    Cy Øre\n    Eve\n    Dee †');
});

const listOf = async (who: string): Promise<Notification[]> =>
  (await acme.as(who).get<{ items: Notification[] }>('/notifications')).body.items;
const told = (who: string, count = 1): Promise<Notification[]> =>
  until(
    () => listOf(who),
    (items) => items.length >= count,
  );
const mailed = async (notification: Notification | undefined): Promise<Received> => {
  const mails = await until(
    () => mailbox.mails(notification?.id ?? ''),
    ({ length }) => length > 0,
  );
  expect(mails).to.have.length(1);
  return mails[0] as Received;
};
/** The states of all of the tenant's events, once none is pending. */
const settled = async (): Promise<string[]> =>
  (await settledRows(api, acme)).map(({ type, status }) => `${type} ${status}`).sort();
const dispatch = (recipients: string[], change = {}) =>
  client(api, () =>
    tokenOf(api, { sub: 'service:intranet', tenant: acme.tenantId, scope: 'notifications:dispatch' }),
  ).post('/notifications/dispatch', {
    type: 'announcement',
    recipientUserIds: recipients.map((who) => acme.id(who)),
    payload: { title: 'Fire drill', body: 'At ten <b>sharp</b>.' },
    ...change,
  });

describe('submitting a summary', () => {
  it('notifies the current manager, in-app and by e-mail, without the text', async () => {
    const secrets = { proud: 'Secret pride', important: 'Private matter' };
    const { body } = await acme.as('Cy Øre').post('/summaries', aSummary(secrets));
    const [notification, ...others] = await told('Bob');
    expect(others).to.deep.equal([]);
    const link = `https://app.test/${acme.tenantId}/summaries/${String(body['id'])}`;
    expect(notification).to.include({ type: 'weekly_summary.submitted', unread: true, link });
    expect(notification?.subject).to.deep.equal({ type: 'summary', id: body['id'] });
    expect(notification?.title).to.include('Cy Øre');
    const mail = await mailed(notification);
    expect(mail.destination.to).to.deep.equal(['"Bob" <bob@example.test>']);
    expect(mail.subject).to.equal(notification?.title);
    expect(mail.body.html).to.include(`href="${link}"`);
    expect(JSON.stringify([notification, mail])).to.not.match(/Secret pride|Private matter/);
    expect(await settled()).to.deep.equal(['email.send done', 'weekly_summary.submitted done']);
    expect(await listOf('Ada')).to.deep.equal([]);
  });

  it('notifies who is the manager when it is delivered, and mails nobody who is no longer', async () => {
    const move = (who: string, managerId: string): Promise<unknown> =>
      acme.as('Ada').put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId });
    await acme.statement('MATCH (u:User {tenantId: $tenantId, name: "Ada"}) SET u.roles = ["admin"]');
    await acme.as('Cy Øre').post('/summaries', aSummary());
    await settled();
    const late = async (type: string): Promise<void> => {
      await acme.statement(
        `MATCH (e:OutboxEvent {tenantId: $tenantId, type: $type}) WHERE e.key IS NOT NULL AND e.id IS NOT NULL
         SET e.status = 'pending', e.attempts = 0, e.dueAt = datetime() REMOVE e.endedAt`,
        { type },
      );
      await settled();
    };
    const toBob = async () => (await listOf('Bob')).filter(({ type }) => type === 'weekly_summary.submitted');
    const mails = await mailbox.mails((await toBob())[0]?.id ?? '');
    expect(mails).to.have.length(1);
    await move('Cy Øre', acme.id('Eve'));
    await late('email.send');
    expect(await mailbox.mails((await toBob())[0]?.id ?? '')).to.have.length(1);
    await late('weekly_summary.submitted');
    expect((await listOf('Eve')).map(({ type }) => type)).to.have.members([
      'weekly_summary.handed_over',
      'weekly_summary.submitted',
    ]);
    expect(await toBob()).to.have.length(1);
  });

  it('notifies a manager whose line is being committed', async () => {
    const other = await company(api, 'Zoe\nYan');
    const line = `MATCH (z:User {id: $from}), (y:User {id: $to}) SET z.id = $from CREATE (z)-[:REPORTS_TO {since: datetime()}]->(y)`;
    await other.as('Zoe').post('/summaries', aSummary());
    await settledRows(api, other);
    const [notification] = await startBeforeCommit(
      api,
      [line, { from: other.id('Zoe'), to: other.id('Yan') }],
      1,
      async () => {
        await other.statement(
          `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'weekly_summary.submitted'}) WHERE e.key IS NOT NULL AND e.id IS NOT NULL
         SET e.status = 'pending', e.attempts = 0, e.dueAt = datetime() REMOVE e.endedAt`,
        );
        return until(
          async () => (await other.as('Yan').get<{ items: Notification[] }>('/notifications')).body.items,
          ({ length }) => length > 0,
        );
      },
    );
    expect(notification?.type).to.equal('weekly_summary.submitted');
  });

  it('notifies a deputy as well, also of a manager who wants none', async () => {
    const day = (later: number): string => new Date(Date.now() + later * 24 * 3_600_000).toISOString().slice(0, 10);
    const term = { from: day(0), to: day(30), rights: ['answer'] };
    api.clock.now = new Date().toISOString();
    const named = await acme.as('Bob').put(`/users/${acme.id('Bob')}/deputies/${acme.id('Eve')}`, term);
    expect(named.status, JSON.stringify(named.body)).to.equal(200);
    await acme.as('Bob').put('/notifications/preferences', {
      preferences: [{ type: 'weekly_summary.submitted', channels: [] }],
    });
    await acme.as('Cy Øre').post('/summaries', { ...aSummary(), weekStart: day(0) });
    await settled();
    expect(await listOf('Bob')).to.have.length(0);
    const toEve = await listOf('Eve');
    expect(toEve.map(({ type }) => type)).to.have.members(['weekly_summary.submitted', 'deputy.assigned']);
    for (const { id } of toEve) expect(await mailbox.mails(id)).to.have.length(1);
    api.clock.now = friday;
  });

  it('notifies the next manager above while the direct one has left', async () => {
    acme = await company(api, 'Ada\n  Bob †\n    Cy †\n      Dee\n  Eve');
    for (const who of ['Dee', 'Eve']) await acme.as(who).post('/summaries', aSummary());
    await settled();
    expect(await listOf('Ada')).to.have.length(2);
  });

  it('mails a manager no more often in an hour than the bound says, and puts each in the app', async () => {
    for (let week = 0; week < mails.toRecipient + 3; week += 1)
      await acme.as('Cy Øre').post('/summaries', aSummary({ weekStart: addWeeks('2026-11-16', -week) }));
    await settled();
    await acme.as('Eve').post('/summaries', aSummary());
    const states = await settled();
    expect(states.filter((one) => one === 'email.send done')).to.have.length(mails.toRecipient + 1);
    const records = await acme.as('Bob').get<{ items: Notification[] }>('/notifications?limit=100');
    expect(records.body.items).to.have.length(mails.toRecipient + 4);
    const fromEve = records.body.items.find(({ title }) => title.includes('Eve'));
    expect(await mailbox.mails(fromEve?.id ?? '')).to.have.length(1);
  });

  it('notifies nobody where there is no manager', async () => {
    await acme.as('Ada').post('/summaries', aSummary());
    expect(await settled()).to.deep.equal(['weekly_summary.submitted done']);
  });
});

describe('a trend', () => {
  it('is told to who may see it when it is delivered: the manager of the person, those with a role for a group', async () => {
    const payload = JSON.stringify(notificationTypes['trend.flagged'].example);
    const [ada, cy, eve] = ['Ada', 'Cy Øre', 'Eve'].map((who) => acme.id(who));
    await acme.statement(
      `MATCH (u:User {tenantId: $tenantId, id: $eve}) SET u.roles = ['people_team']
       WITH 1 AS once
       UNWIND [
         {key: 'trend.flagged:2026-11-16:individual:' + $cy + ':personalWellbeing', subjectId: $cy, aboutIds: [$cy]},
         {key: 'trend.flagged:2026-11-16:department:Sales:personalWellbeing'}
       ] AS flag
       CREATE (e:OutboxEvent {tenantId: $tenantId, id: randomUUID(), type: 'trend.flagged', queue: 'notifications',
         status: 'pending', attempts: 0,
         dueAt: datetime(), createdAt: datetime(), payload: $payload, recipientIds: [$ada, $eve]})
       SET e += flag, e:$($label)`,
      { payload, ada, cy, eve },
    );
    await settled();
    const subjects = async (who: string): Promise<unknown[]> => (await listOf(who)).map(({ subject }) => subject?.id);
    expect([await subjects('Ada'), await subjects('Bob'), await subjects('Eve')]).to.deep.equal([
      [],
      [cy],
      [undefined],
    ]);
  });
});

describe('giving feedback', () => {
  it('tells the employee', async () => {
    const made = await acme.as('Cy Øre').post('/summaries', aSummary());
    await acme.as('Ada').post(`/summaries/${String(made.body['id'])}/response`, { body: 'Confidential praise' });
    const [notification] = await told('Cy Øre');
    expect(notification).to.include({ type: 'weekly_summary.responded' });
    expect(notification?.subject).to.deep.equal({ type: 'summary', id: made.body['id'] });
    expect(notification?.title + ' ' + notification?.text).to.include('Ada');
    expect(JSON.stringify([notification, await mailed(notification)])).to.not.include('Confidential praise');
  });
});

describe('a dispatched notification', () => {
  it('reaches each recipient once, with its link, and escaped in the mail', async () => {
    const link = 'https://intranet.example/drill';
    expect((await dispatch(['Cy Øre', 'Eve'], { link })).body).to.deep.equal({ accepted: 2 });
    for (const who of ['Cy Øre', 'Eve']) {
      const [notification] = await told(who);
      expect(notification).to.include({ title: 'Fire drill', link });
      const { html } = (await mailed(notification)).body;
      expect(html).to.include('At ten &lt;b&gt;sharp&lt;/b&gt;.').and.include(`href="${link}"`);
      expect(html).to.include(`Hello ${who},`).and.include('the check-in service of Test ');
    }
    await settled();
    expect([await listOf('Cy Øre'), await listOf('Eve')].map(({ length }) => length)).to.deep.equal([1, 1]);
  });

  it('leads from the mail into the web app when its link is a path', async () => {
    await dispatch(['Eve'], { link: '/goals?week=next' });
    const [notification] = await told('Eve');
    expect(notification).to.include({ link: '/goals?week=next' });
    expect((await mailed(notification)).body.html).to.include(
      `href="https://app.test/${acme.tenantId}/goals?week=next"`,
    );
  });

  it('stays read, and is mailed once, when its event is taken up again after a crash', async () => {
    await dispatch(['Eve']);
    await settled();
    const [notification] = await listOf('Eve');
    await acme.as('Eve').post(`/notifications/${notification?.id ?? ''}/read`);
    const before = await listOf('Eve');
    await acme.statement(`
       MATCH (e:OutboxEvent {tenantId: $tenantId, status: 'done'}) WHERE e.endedAt IS NOT NULL AND e.type = 'announcement'
       SET e.status = 'pending', e.dueAt = datetime()`);
    expect(await settled()).to.deep.equal(['announcement done', 'email.send done']);
    expect(await listOf('Eve')).to.deep.equal(before);
  });

  it('of any type says what its payload says', async () => {
    const types = Object.entries(notificationTypes);
    for (const [type, { example }] of types) await dispatch(['Eve'], { type, payload: example });
    await settled();
    const said = { tenantName: 'Test', language: 'en' } as const;
    const titles = types.map(
      ([type, { example }]) => renderRecord({ type: type as NotificationType, payload: example, ...said }).title,
    );
    expect((await listOf('Eve')).map(({ title }) => title)).to.have.members(titles);
  });

  it('of the release before, whose key alone says that it was dispatched, goes to whom the service chose', async () => {
    const payload = JSON.stringify(notificationTypes['org.plan.applied'].example);
    await acme.statement(
      `CREATE (e:OutboxEvent {tenantId: $tenantId, id: randomUUID(), key: 'dispatch:' + randomUUID(), type: 'org.plan.applied',
         queue: 'notifications', status: 'pending', attempts: 0, dueAt: datetime(), createdAt: datetime(), payload: $payload,
         recipientIds: [$eve]})
       SET e:$($label)`,
      { payload, eve: acme.id('Eve') },
    );
    expect(await settled()).to.deep.equal(['email.send done', 'org.plan.applied done']);
    const [notification] = await told('Eve');
    expect((await mailed(notification)).subject).to.equal('Plan applied: Payments becomes two teams');
  });

  it('is in the language of each recipient: their own, what a directory says, or that of the tenant', async () => {
    const payload = notificationTypes['goals.non_setters'].example;
    const set = `MATCH (u:User {tenantId: $tenantId, id: $id}) SET u += $said`;
    const say = (who: string, said: object) => acme.statement(set, { id: acme.id(who), said });
    await acme.as('Bob').put('/notifications/preferences', { preferences: [], language: 'de' });
    await say('Bob', { preferredLanguage: 'en-GB' });
    await say('Cy Øre', { preferredLanguage: 'fr-CA, de_AT;q=0.5' });
    await say('Eve', { preferredLanguage: 'fr' });
    const read = async () => {
      await dispatch(['Ada', 'Bob', 'Cy Øre', 'Eve'], { type: 'goals.non_setters', payload });
      await settled();
      const titles = await Promise.all(
        ['Ada', 'Bob', 'Cy Øre', 'Eve'].map(async (who) => {
          const [notification] = await listOf(who);
          expect((await mailed(notification)).subject).to.equal(notification?.title);
          return notification?.title;
        }),
      );
      return titles;
    };
    const en = 'No goal yet for the week of 16 November 2026';
    const de = 'Noch kein Ziel für die Woche vom 16. November 2026';
    expect(await read()).to.deep.equal([en, de, de, en]);
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.language = 'de'`);
    await acme.as('Ada').put('/notifications/preferences', { preferences: [], language: 'en' });
    expect(await read()).to.deep.equal([en, de, de, de]);
  });

  it('reaches every one of six hundred', async () => {
    const many = Array.from({ length: 600 }, (_, place) => `P${place}`);
    acme = await company(api, many.join('\n'));
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.channelsOff = ['announcement:email']`);
    expect((await dispatch(many)).body).to.deep.equal({ accepted: many.length });
    expect(await settled()).to.deep.equal(['announcement done']);
    expect(await recordsOf(api, acme)).to.deep.equal({ all: many.length, different: many.length });
  });

  it('waits with its mails behind those that a person caused, if it is for more than twenty', async () => {
    const many = Array.from({ length: 21 }, (_, place) => `P${place}`);
    acme = await company(api, `Ada\n${many.map((name) => `  ${name}`).join('\n')}`);
    const queuesOf = async (type: string): Promise<unknown[]> => {
      await settled();
      const rows = await acme.statement(
        `MATCH (e:OutboxEvent {tenantId: $tenantId, type: $type}) RETURN e.queue AS queue, count(*) AS count ORDER BY queue`,
        { type },
      );
      return rows.map(({ queue, count }) => `${String(count)} ${String(queue)}`);
    };
    await dispatch(many.slice(1));
    await acme.as('P0').post('/summaries', aSummary());
    expect(await queuesOf('announcement')).to.deep.equal(['1 notifications']);
    expect(await queuesOf('email.send')).to.deep.equal(['21 emails']);
    await dispatch(many);
    expect(await queuesOf('announcement')).to.deep.equal(['1 mass-notifications', '1 notifications']);
    expect(await queuesOf('email.send')).to.deep.equal(['21 emails', '21 mass-emails']);
  });

  it('takes the channels a person prefers, less those the tenant has switched off', async () => {
    const prefer = (who: string, channels: string[]) =>
      acme.as(who).put('/notifications/preferences', { preferences: [{ type: 'announcement', channels }] });
    await prefer('Cy Øre', ['in_app']);
    await prefer('Eve', ['email']);
    await prefer('Ada', []);
    await dispatch(['Cy Øre', 'Eve', 'Ada', 'Bob']);
    expect(await settled()).to.deep.equal(['announcement done', 'email.send done', 'email.send done']); // Eve, Bob
    const counts = async (): Promise<number[]> =>
      Promise.all(['Cy Øre', 'Eve', 'Ada', 'Bob'].map(async (who) => (await listOf(who)).length));
    expect(await counts()).to.deep.equal([1, 0, 0, 1]);
    expect(await recordsOf(api, acme)).to.have.property('all', 3); // Eve's is for her e-mail; Ada has none

    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.channelsOff = ['announcement:email']`);
    await dispatch(['Eve', 'Bob']);
    expect(await settled()).to.have.length(4);
    expect(await counts()).to.deep.equal([1, 0, 0, 2]);
  });

  it('does not reach those who have left before it was delivered or mailed', async () => {
    const dee = acme.id('Dee');
    const eve = acme.id('Eve');
    const noticeId = randomUUID();
    await acme.statement(
      `CREATE (n:Notification {tenantId: $tenantId, id: $noticeId, eventId: 'earlier', userId: $dee, type: 'announcement',
         title: 'T', text: 'B', payload: $payload, createdAt: datetime()})
       SET n:$($label)
       WITH n
       UNWIND [
         {key: 'late', type: 'announcement', queue: 'notifications', payload: $payload, recipientIds: [$dee, $eve]},
         {key: 'later', type: 'email.send', queue: 'emails', subjectId: $noticeId, recipientIds: [$dee]}
       ] AS late
       CREATE (e:OutboxEvent {tenantId: $tenantId, id: randomUUID(), status: 'pending', attempts: 0, dueAt: datetime(),
         createdAt: datetime()})
       SET e += late, e:$($label)`,
      { payload: '{"title":"T","body":"B"}', dee, eve, noticeId },
    );
    expect(await settled()).to.deep.equal(['announcement done', 'email.send done', 'email.send done']);
    expect(await mailbox.mails(noticeId)).to.deep.equal([]);
    expect(await told('Eve')).to.have.length(1);
  });
});

describe('a notification that a restored database delivers again', () => {
  type Ids = { userId: string; type: string; id: string; emailEventId: string };
  const ids = async (): Promise<Ids[]> =>
    (await acme.statement(`MATCH (n:Notification {tenantId: $tenantId})
       MATCH (e:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + n.id})
       RETURN n.userId AS userId, n.type AS type, n.id AS id, e.id AS emailEventId ORDER BY n.type, n.userId`)) as Ids[];
  /** Takes the tenant back to a time before the deliveries. */
  const goBack = (text: string) => acme.statement(text);

  it('has the id that it had, and so has its mail', async () => {
    await dispatch(['Cy Øre', 'Eve']);
    await settled();
    const before = await ids();
    await goBack('MATCH (n:Notification {tenantId: $tenantId}) DETACH DELETE n');
    await goBack("MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'email.send'}) DELETE e");
    await goBack(
      `MATCH (e:OutboxEvent {tenantId: $tenantId}) WHERE e.key IS NOT NULL
       SET e.status = 'pending', e.attempts = 0, e.dueAt = datetime() REMOVE e.endedAt`,
    );
    await settled();
    expect(before).to.have.length(2);
    expect(await ids()).to.deep.equal(before);
    expect(await mailbox.mails(before[0]?.id ?? '')).to.have.length(2);
  });

  it('has that id also when a weekly run is opened again, with other events', async () => {
    const monday = '2026-11-16';
    // the worker goes by the real clock
    const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday';
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.workingDays = $days', { days });
    await acme.as('Cy Øre').post('/summaries', aSummary({ weekStart: '2026-11-09' }));
    await settled();
    await goBack('MATCH (n:Notification {tenantId: $tenantId}) DETACH DELETE n');
    await openWeeklyRuns(api.graph, acme.tenantId, monday, api.clock.now);
    await settled();
    const before = await ids();
    await goBack('MATCH (n:Notification {tenantId: $tenantId}) DETACH DELETE n');
    await goBack('MATCH (n:OutboxEvent {tenantId: $tenantId}) DELETE n');
    await goBack('MATCH (n:WeeklyRun {tenantId: $tenantId}) DELETE n');
    await openWeeklyRuns(api.graph, acme.tenantId, monday, api.clock.now);
    await settled();
    expect(new Set(before.map(({ type }) => type))).to.deep.equal(new Set(['digest.weekly', 'goals.non_setters']));
    expect(await ids()).to.deep.equal(before);
  });
});

describe('an event that notifies nobody', () => {
  it('is logged as skipped', async () => {
    await acme.statement(
      `MATCH (t:Tenant {id: $tenantId}) SET t.channelsOff = ['announcement:email', 'announcement:in_app']`,
    );
    await dispatch(['Eve']);
    expect(await settled()).to.deep.equal(['announcement done']);
    const isOfTenant = (line: string): boolean => line.includes(acme.tenantId) && line.includes('announcement');
    const [line = ''] = await until(
      () => Promise.resolve(worker.logged.filter(isOfTenant)),
      ({ length }) => length > 0,
    );
    expect(JSON.parse(line)).to.include({ msg: 'outbox event processed', outcome: 'skipped' });
  });
});

describe('the figures of a worker', () => {
  it('show the outbox, the queues and the e-mails, and name no tenant or person', async () => {
    await dispatch(['Eve']);
    await settled();
    const text = await worker.metrics();
    for (const line of [
      /^outbox_pending 0$/m,
      /^outbox_postponed \d+$/m,
      /^outbox_dead \d+$/m,
      /^outbox_overdue_seconds /m,
      /^queue_jobs\{queue="emails",state="waiting"\} 0$/m,
    ]) {
      expect(text).to.match(line);
    }
    expect(Number(/^emails_total\{outcome="sent"\} (\d+)$/m.exec(text)?.[1])).to.be.greaterThan(0);
    expect(text).to.include('nodejs_eventloop_lag_seconds');
    expect(text).to.not.match(/[0-9a-f]{8}-[0-9a-f]{4}|\bEve\b|example\.test/);
  });

  it('leave no name, address or text in the logs', () => {
    expect(worker.logged.join('\n')).to.not.match(/Fire drill|Øre|@example/);
  });
});

describe('the trace of a request', () => {
  it('is in the log line of the request and of every job that the request causes', async () => {
    const traceId = randomBytes(16).toString('hex');
    const response = await fetch(`${api.url}/v1/summaries`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await acme.token('Cy Øre')}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify(aSummary()),
    });
    expect(response.status).to.equal(201);
    expect(await settled()).to.deep.equal(['email.send done', 'weekly_summary.submitted done']);
    const read = (lines: string[]): Record<string, unknown>[] =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['traceId'] === traceId);
    expect(read(api.logged).map(({ msg, route, status }) => [msg, route, status])).to.deep.equal([
      ['request completed', '/v1/summaries', 201],
    ]);
    const jobs = await until(
      () => Promise.resolve(read(worker.logged)),
      ({ length }) => length >= 2,
    );
    expect(jobs.map(({ msg, type, outcome, tenantId }) => [msg, type, outcome, tenantId])).to.deep.equal([
      ['outbox event processed', 'weekly_summary.submitted', 'delivered', acme.tenantId],
      ['outbox event processed', 'email.send', 'sent', acme.tenantId],
    ]);
    expect(jobs[1]?.['messageId']).to.be.a('string').with.length.above(0);
  });
});
