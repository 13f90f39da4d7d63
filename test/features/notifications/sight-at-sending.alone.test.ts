// Mails that wait, as in an outage of SES, go only to those who may still read what they say and still want mails of the type.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openWeeklyRuns } from '../../../src/features/schedules/weekly-runs.ts';
import {
  isSecurityNotice,
  notificationTypes,
  type NotificationType,
} from '../../../src/features/notifications/registry.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox, type Received } from '../../support/inbox.ts';
import { announce, rowsOf, settled } from '../../support/outbox.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { unsubscribeLinks } from '../../support/unsubscribe-links.ts';
import { until } from '../../support/until.ts';

const api = service();
const mailbox = sharedInbox();
let acme: Company;

const drawing = `
  Ada (admin)
    Max (senior_manager)
    Bob (admin, people_team, senior_leadership)
      Cy
      Dee
      Eve
      Flo
      Gil
      Hal`;

/** Lets the worker deliver while no mail can be sent: SES does not answer. */
async function deliverWithoutSes(): Promise<void> {
  const worker = startInProcessWorker(api, { ses: 'http://127.0.0.1:1', now: () => new Date(api.clock.now) });
  await until(
    () => rowsOf(api, acme),
    (rows) =>
      rows.every(({ type, status, attempts }) => status !== 'pending' || (type === 'email.send' && attempts > 0)),
  ).finally(() => worker.stop());
}

/** SES is back: what waits is due. Returns who got which mails, of a type or of all. */
async function release(type: NotificationType | null = null): Promise<Map<string, Received[]>> {
  await acme.statement(
    `MATCH (e:OutboxEvent {tenantId: $tenantId, status: 'pending'}) WHERE e.id IS NOT NULL AND e.key IS NOT NULL
     SET e.dueAt = datetime($now) REMOVE e.leasedUntil, e.leaseId`,
    { now: api.clock.now },
  );
  const mistyped = await acme.statement(
    `MATCH (e:OutboxEvent {tenantId: $tenantId}) WHERE e.type = 'email.send'
     MATCH (n:Notification {tenantId: $tenantId, id: e.subjectId}) WHERE coalesce(e.notificationType, '') <> n.type
     RETURN n.type AS type, e.notificationType AS said`,
  );
  expect(mistyped, 'e-mails that do not say of which type they are').to.deep.equal([]);
  const worker = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(api.clock.now) });
  await settled(api, acme).finally(() => worker.stop());
  const held = await acme.statement(
    `MATCH (n:Notification {tenantId: $tenantId}) WHERE $type IS NULL OR n.type = $type
     MATCH (u:User {id: n.userId}) RETURN n.id AS id, u.name AS name`,
    { type },
  );
  const mails = new Map<string, Received[]>();
  for (const { id, name } of held) {
    const arrived = await mailbox.mails(String(id));
    mails.set(String(name), [...(mails.get(String(name)) ?? []), ...arrived]);
  }
  return mails;
}

const move = async (who: string, to: string): Promise<void> => {
  const moved = await acme.as('Ada').put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(to) });
  expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
};
const setRoles = (who: string, roles: string[]) =>
  acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.roles = $roles', { id: acme.id(who), roles });

describe('a digest that waited', () => {
  const scores = { qualityOfWork: 1, personalWellbeing: 1, professionalWellbeing: 1 };
  const lastWeek = '2026-11-09';
  const textsOf = (mails: Map<string, Received[]>, who: string): string =>
    (mails.get(who) ?? []).map(({ subject, body }) => subject + body.text + body.html).join('\n');

  beforeEach(async () => {
    await endDueEvents(api);
    acme = await company(api, drawing);
    await setRoles('Bob', []);
    for (const who of ['Cy', 'Dee']) await acme.as(who).post('/summaries', aSummary({ weekStart: lastWeek, scores }));
    const five = { qualityOfWork: 5, personalWellbeing: 5, professionalWellbeing: 5 };
    await acme.as('Gil').post('/summaries', aSummary({ weekStart: lastWeek, scores: five }));
    await endDueEvents(api);
    await acme.statement(
      `MATCH (t:Tenant {id: $tenantId}) SET t.workingDays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday', // the worker goes by the real clock
         t.channelsOff = ['goals.non_setters:email', 'goals.non_setters:in_app', 'weekly_summary.handed_over:email']`,
    );
    await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-16', api.clock.now);
  });

  it('is made from the people in sight when it is sent: neither names nor averages of who moved away', async () => {
    await deliverWithoutSes();
    for (const who of ['Cy', 'Dee', 'Eve', 'Flo']) await move(who, 'Max');
    const text = textsOf(await release('digest.weekly'), 'Bob');
    expect(text)
      .to.include('Hal')
      .and.not.match(/\b(Cy|Dee|Eve|Flo)\b/);
    expect(text)
      .to.include('5')
      .and.not.match(/2[.,]33/);
  });

  it('is dropped where nobody is in sight any more', async () => {
    await deliverWithoutSes();
    for (const who of ['Cy', 'Dee', 'Eve', 'Flo', 'Gil', 'Hal']) await move(who, 'Max');
    expect((await release('digest.weekly')).get('Bob')).to.deep.equal([]);
  });

  it('is dropped, or small, for somebody who has lost the role with tenant scope', async () => {
    await endDueEvents(api);
    await acme.statement(`MATCH (n:WeeklyRun {tenantId: $tenantId}) DELETE n`);
    await setRoles('Hal', ['people_team']);
    await setRoles('Max', ['people_team', 'senior_manager']);
    await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-16', api.clock.now);
    await deliverWithoutSes();
    await move('Flo', 'Max');
    await setRoles('Hal', []);
    await setRoles('Max', ['senior_manager']);
    const mails = await release('digest.weekly');
    expect(mails.get('Hal')).to.deep.equal([]);
    expect(textsOf(mails, 'Max'))
      .to.include('Flo')
      .and.not.match(/\b(Cy|Dee|Eve|Hal)\b/);
  });
});

/** What each type is about when the service sends it, and how its reader loses it. `arrives`: whatever they lose. */
type Case = { about: string[]; lose: 'line' | 'roles' } | { about: string[]; arrives: true };
const cases: Record<Exclude<NotificationType, 'digest.weekly'>, Case[]> = {
  'weekly_summary.submitted': [{ about: ['Cy'], lose: 'line' }],
  'weekly_summary.handed_over': [{ about: ['Cy', 'Dee'], lose: 'line' }],
  'weekly_summary.responded': [{ about: ['Ada'], arrives: true }],
  'weekly_summary.due': [{ about: [], arrives: true }],
  'weekly_summary.last_call': [{ about: [], arrives: true }],
  'goals.non_setters': [{ about: [], arrives: true }],
  'trend.flagged': [
    { about: ['Cy'], lose: 'line' },
    { about: [], lose: 'roles' },
  ],
  'nomination.received': [{ about: [], arrives: true }],
  'insights.import_finished': [{ about: ['Cy'], lose: 'roles' }],
  'org.plan.applied': [{ about: [], arrives: true }],
  'org.plan.blocked': [{ about: [], lose: 'roles' }],
  'org.manager_left': [{ about: ['Max'], lose: 'roles' }],
  'org.manager_loop': [{ about: ['Cy', 'Max'], lose: 'roles' }],
  'org.role_given': [{ about: ['Cy'], arrives: true }],
  'email.stopped': [{ about: ['Cy'], lose: 'roles' }],
  'org.role_requested': [{ about: ['Cy'], arrives: true }],
  'approval.requested': [{ about: ['Cy'], arrives: true }],
  'org.no_admin': [{ about: ['Cy'], arrives: true }],
  'org.person_erased': [{ about: [], arrives: true }],
  'org.rules_changed': [{ about: [], arrives: true }],
  'account.keys_changed': [{ about: [], arrives: true }],
  'account.manager_changed': [{ about: ['Ada'], arrives: true }],
  'org.reports_moved': [{ about: ['Cy'], arrives: true }],
  'deputy.named': [{ about: ['Cy'], arrives: true }],
  'deputy.assigned': [{ about: ['Cy'], arrives: true }],
  'deputy.ended': [{ about: ['Cy'], arrives: true }],
  'deputy.left': [{ about: ['Cy'], arrives: true }],
  'partner.named': [{ about: ['Cy'], arrives: true }],
  'partner.ended': [{ about: ['Cy'], arrives: true }],
  'org.partner_changed': [{ about: ['Cy'], arrives: true }],
  'org.keys_changed': [{ about: ['Cy'], arrives: true }],
  'identity.provider_changed': [{ about: [], arrives: true }],
  'webhook.disabled': [{ about: [], lose: 'roles' }],
  'retention.announced': [{ about: [], arrives: true }],
  announcement: [{ about: [], arrives: true }],
};
const rows = Object.entries(cases).flatMap(([type, list]) =>
  list.map((one) => ({ type: type as NotificationType, one })),
);

describe('a mail that waited, of each type', () => {
  before(async () => {
    await endDueEvents(api);
    acme = await company(api, drawing);
  });

  /** Stores notifications of every type for Bob whose mails wait; returns what arrives. */
  const hold = async (lose: () => Promise<unknown>, change: object = {}): Promise<string[]> => {
    const held = rows.map(({ type, one }) => ({
      id: randomUUID(),
      eventId: randomUUID(),
      type,
      userId: acme.id('Bob'),
      payload: JSON.stringify(notificationTypes[type].example),
      title: type,
      text: type,
      ...(one.about.length > 0 && { aboutIds: one.about.map((who) => acme.id(who)) }),
      ...change,
    }));
    await acme.statement(
      `UNWIND $held AS one
       CREATE (n:Notification {tenantId: $tenantId, createdAt: datetime($now)})
       SET n += one, n:$($label)
       CREATE (e:OutboxEvent {tenantId: $tenantId, id: randomUUID(), key: 'email.send:' + one.id, type: 'email.send', queue: 'emails',
         subjectId: one.id, notificationType: one.type, recipientIds: [one.userId], status: 'pending', attempts: 1, dueAt: datetime($now), createdAt: datetime($now)})
       SET e:$($label)`,
      { held, now: api.clock.now },
    );
    await lose();
    await release();
    const arrived = await Promise.all(held.map(async ({ id }) => (await mailbox.mails(id)).length === 1));
    return rows.flatMap(({ type, one }, place) => (arrived[place] ? [`${type} ${one.about.join()}`] : []));
  };
  const listed = (...kinds: string[]): string[] =>
    rows.flatMap(({ type, one }) =>
      kinds.includes('lose' in one ? one.lose : 'arrives') ? [`${type} ${one.about.join()}`] : [],
    );

  it('reaches who is still what the registry says', async () => {
    expect(await hold(() => Promise.resolve())).to.deep.equal(listed('line', 'roles', 'arrives'));
  });

  it('does not reach who has lost the line, where it is about people', async () => {
    expect(await hold(() => move('Cy', 'Max'))).to.deep.equal(listed('roles', 'arrives'));
    await move('Cy', 'Bob');
  });

  it('does not reach who has lost the role, where it is for roles', async () => {
    expect(await hold(() => setRoles('Bob', ['senior_manager']))).to.deep.equal(listed('line', 'arrives'));
    await setRoles('Bob', ['admin', 'people_team', 'senior_leadership']);
  });

  /** What nobody can switch off. */
  const security = rows
    .filter(({ type }) => isSecurityNotice(type))
    .map(({ type, one }) => `${type} ${one.about.join()}`);
  const setBob = (own: Record<string, string | boolean | null>) =>
    acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u += $own', { id: acme.id('Bob'), own });

  it('does not reach who has switched off its mails, but for what nobody can switch off', async () => {
    const preferences = rows.flatMap(({ type }) => (isSecurityNotice(type) ? [] : [{ type, channels: ['in_app'] }]));
    const byType = new Map(preferences.map((one) => [one.type, one]));
    const lose = async (): Promise<void> => {
      const answer = await acme.as('Bob').put('/notifications/preferences', { preferences: [...byType.values()] });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    };
    expect(security).to.have.length(16);
    expect(await hold(lose)).to.deep.equal(security);
    expect(await hold(() => Promise.resolve(), { isDispatched: true })).to.deep.equal(security);
    await acme.as('Bob').put('/notifications/preferences', { preferences: [] });
  });

  it('does not reach who has ended those of its type by one click', async () => {
    const type = 'announcement';
    const choice = { tenantId: acme.tenantId, userId: acme.id('Bob'), type, language: 'en' as const };
    const lose = async (): Promise<void> => {
      const answer = await fetch(unsubscribeLinks.create(choice).replace(/^https?:\/\/[^/]+/, api.url), {
        method: 'POST',
      });
      expect(answer.status).to.equal(200);
    };
    const others = listed('line', 'roles', 'arrives').filter((line) => !line.startsWith(type));
    expect(await hold(lose)).to.deep.equal(others);
    await acme.as('Bob').put('/notifications/preferences', { preferences: [] });
  });

  it('does not reach anybody of a tenant that has switched off its mails since', async () => {
    const channelsOff = rows.flatMap(({ type }) => (isSecurityNotice(type) ? [] : [`${type}:email`]));
    const lose = async (): Promise<void> => {
      const answer = await acme.as('Ada').patch('/admin/settings', { channelsOff: [...new Set(channelsOff)] });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    };
    expect(await hold(lose)).to.deep.equal(security);
    await acme.as('Ada').patch('/admin/settings', { channelsOff: [] });
  });

  it('does not reach an address that has bounced since, nor somebody who has left, but for the notice of a power', async () => {
    const email = String(acme.people.find(({ name }) => name === 'Bob')?.email);
    expect(await hold(() => setBob({ emailStopped: email }))).to.deep.equal([]);
    expect(await hold(() => setBob({ emailStopped: null, active: false }))).to.deep.equal(security);
    expect(await hold(() => setBob({ active: false }), { isDispatched: true })).to.deep.equal([]);
    await setBob({ active: true });
  });

  it('reaches whom a service has chosen', async () => {
    const lose = async (): Promise<void> => {
      await move('Cy', 'Max');
      await setRoles('Bob', []);
    };
    expect(await hold(lose, { isDispatched: true })).to.deep.equal(listed('line', 'roles', 'arrives'));
  });
});

describe('announcements that wait', () => {
  it('are not sent to who has switched off their mails after some of sixty', async () => {
    await endDueEvents(api);
    acme = await company(api, drawing);
    for (let place = 0; place < 10; place += 1) await announce(api, acme, ['Cy']);
    expect((await release()).get('Cy')).to.have.length(10);
    for (let place = 0; place < 50; place += 1) await announce(api, acme, ['Cy']);
    await deliverWithoutSes();
    const preferences = [{ type: 'announcement', channels: ['in_app'] }];
    expect((await acme.as('Cy').put('/notifications/preferences', { preferences })).status).to.equal(200);
    expect((await release()).get('Cy')).to.have.length(10);
  });
});
