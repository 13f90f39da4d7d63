// Weekly runs on the working days of people: holidays, single days away, other working weeks, and times that are set later.
import { expect } from 'chai';
import { openTenantRuns } from '../../../src/features/schedules/weekly-runs.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { rowsOf } from '../../support/outbox.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const api = service();
const mailbox = sharedInbox();
let acme: Company;

beforeEach(async () => {
  await endDueEvents(api);
  acme = await company(api, 'Ada (admin)\n  Bob\n    Cy\n    Dee');
});

/** A worker looks for due runs, as it does every quarter of an hour. */
const check = async (now: string): Promise<void> => {
  api.clock.now = now;
  const [tenant = {}] = await acme.statement(
    `MATCH (t:Tenant {id: $tenantId})
     RETURN t.timezone AS timezone, t.opens AS opens, t.due AS due, t.lastCall AS lastCall, t.digest AS digest`,
  );
  const stored = Object.fromEntries(Object.entries(tenant).filter(([, value]) => value !== null));
  await openTenantRuns(api.graph, { tenantId: acme.tenantId, createdAt: '2026-01-01T00:00:00Z', ...stored }, now);
};
/** Lets the worker do what is due at this time. Returns who got which mails, as `Bob digest.weekly`. */
const work = async (now: string): Promise<string[]> => {
  api.clock.now = now;
  const due = (): Promise<unknown[]> =>
    acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, status: 'pending'}) WHERE e.id IS NOT NULL AND e.dueAt < datetime($soon)
       AND e.type <> 'trends.detect' RETURN e.id AS id`,
      { soon: new Date(Date.parse(now) + 10 * 60_000).toISOString() }, // an event that is claimed is due a little later
    );
  const worker = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(now) });
  await until(due, (rows) => rows.length === 0).finally(() => worker.stop());
  const sent = await acme.statement(
    `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'email.send', status: 'done'})
     MATCH (n:Notification {tenantId: $tenantId, id: e.subjectId}) MATCH (u:User {tenantId: $tenantId, id: n.userId})
     RETURN n.id AS id, u.name + ' ' + n.type AS line ORDER BY line`,
  );
  const lines: string[] = [];
  for (const { id, line } of sent) if ((await mailbox.mails(String(id))).length > 0) lines.push(String(line));
  return lines;
};
const at = async (now: string): Promise<string[]> => {
  await check(now);
  return work(now);
};
const give = (who: string, own: object): Promise<unknown> =>
  acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u += $own', { id: acme.id(who), own });
const setTimes = async (times: object): Promise<void> => {
  const off = { opens: 'off', due: 'off', lastCall: 'off', digest: 'off' };
  const { status } = await acme.as('Ada').patch('/admin/settings', { ...off, timezone: 'UTC', ...times });
  expect(status).to.equal(200);
};

describe('a weekly run', () => {
  it('waits for the day after a public holiday, and comes once', async () => {
    await setTimes({ region: 'DE', digest: 'Monday 09:00', opens: 'Monday 09:00', lastCall: 'Monday 08:00' });
    await check('2027-03-28T09:00:00Z');
    expect(await at('2027-03-29T09:00:00Z')).to.deep.equal([]); // Easter Monday
    const all = ['Ada digest.weekly', 'Bob digest.weekly'];
    const each = ['Ada', 'Bob', 'Cy', 'Dee'].flatMap((who) => [
      `${who} goals.non_setters`,
      `${who} weekly_summary.last_call`,
    ]);
    const expected = [...all, ...each].sort();
    expect(await at('2027-03-30T08:00:00Z')).to.deep.equal(expected.filter((line) => line.endsWith('last_call')));
    expect(await at('2027-03-30T09:00:00Z')).to.deep.equal(expected);
    expect(await at('2027-03-31T09:00:00Z')).to.deep.equal(expected);
  });

  it('reaches a manager who is away for a day when they are back, and nobody who is away for longer', async () => {
    await setTimes({ digest: 'Monday 09:00' });
    await give('Bob', { absences: ['2027-04-12/2027-04-12'] });
    await give('Ada', { absences: ['2027-04-12/2027-04-18'] });
    await check('2027-04-11T09:00:00Z');
    expect(await at('2027-04-12T09:00:00Z')).to.deep.equal([]);
    expect(await at('2027-04-13T09:00:00Z')).to.deep.equal(['Bob digest.weekly']);
    expect(await at('2027-04-19T08:45:00Z')).to.deep.equal(['Bob digest.weekly']);
  });

  it('gives the last call instead of what was due, where both wait for the same day', async () => {
    await setTimes({ due: 'Friday 15:00', lastCall: 'Monday 08:00' });
    await give('Cy', { absences: ['2027-04-16/2027-04-19'] });
    for (const now of ['2027-04-16T14:45:00Z', '2027-04-16T15:00:00Z']) await at(now);
    await at('2027-04-19T08:00:00Z');
    const ofCy = async (now: string): Promise<string[]> => (await at(now)).filter((line) => line.startsWith('Cy'));
    expect(await ofCy('2027-04-20T07:45:00Z')).to.deep.equal([]);
    expect(await ofCy('2027-04-20T15:00:00Z')).to.deep.equal(['Cy weekly_summary.last_call']);
  });

  it('waits for who has taken the day off since it was opened, and in a queue over midnight', async () => {
    await setTimes({ due: 'Friday 23:45' });
    await check('2027-04-16T23:30:00Z');
    await check('2027-04-16T23:45:00Z');
    expect(await work('2027-04-17T00:05:00Z')).to.deep.equal([]);
    await give('Cy', { absences: ['2027-04-19/2027-04-19'] });
    const reached = ['Ada', 'Bob', 'Dee'].map((who) => `${who} weekly_summary.due`);
    expect(await work('2027-04-19T23:45:00Z')).to.deep.equal(reached);
    expect(await work('2027-04-20T23:45:00Z')).to.deep.equal([...reached, 'Cy weekly_summary.due'].sort());
  });

  it('keeps its mails for a working day, and drops them for who has written meanwhile', async () => {
    await setTimes({ due: 'Friday 15:00' });
    await check('2026-11-20T14:45:00Z');
    await check('2026-11-20T15:00:00Z');
    const worker = startInProcessWorker(api, { ses: 'http://127.0.0.1:1', now: () => new Date(api.clock.now) });
    await until(
      () => rowsOf(api, acme),
      (rows) =>
        rows.filter(({ type, attempts }) => type === 'email.send' && attempts > 0).length === 4 &&
        rows.every(({ type, status }) => type !== 'weekly_summary.due' || status === 'done'),
    ).finally(() => worker.stop());
    await acme.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId, status: 'pending'}) WHERE e.id IS NOT NULL
       SET e.dueAt = datetime('2026-11-20T15:10:00Z') REMOVE e.leasedUntil, e.leaseId`);
    expect(await work('2026-11-21T10:00:00Z')).to.deep.equal([]); // SES is back on Saturday
    expect((await acme.as('Dee').post('/summaries', aSummary({ weekStart: '2026-11-16' }))).status).to.equal(201);
    const reached = ['Ada', 'Bob', 'Cy'].map((who) => `${who} weekly_summary.due`);
    const sent = await work('2026-11-23T15:10:00Z');
    expect(sent.filter((line) => line.endsWith('due'))).to.deep.equal(reached);
  });
});

describe('a week from Sunday to Thursday', () => {
  it('is excused by an absence from Sunday to Thursday, for the region that has it', async () => {
    await setTimes({ due: 'Thursday 15:00', lastCall: 'Sunday 08:00' });
    const days = 'Sunday Monday Tuesday Wednesday Thursday';
    const set = await acme.as('Ada').patch('/admin/settings', { region: 'IL', regionWorkingDays: [`IL=${days}`] });
    expect(set.status).to.equal(200);
    const absences = [{ from: '2026-11-22', to: '2026-11-26' }]; // their week of Monday 23 begins on the Sunday before
    const { body } = await acme.as('Cy').put(`/users/${acme.id('Cy')}/absences`, { absences });
    expect(body['excusedWeeks']).to.deep.equal(['2026-11-23']);
    await at('2026-11-26T14:45:00Z');
    const reached = ['Ada', 'Bob', 'Dee'].map((who) => `${who} weekly_summary.due`);
    expect(await at('2026-11-26T15:00:00Z')).to.deep.equal(reached);
    const calls = ['Ada', 'Bob', 'Dee'].map((who) => `${who} weekly_summary.last_call`);
    expect(await at('2026-11-29T08:00:00Z')).to.deep.equal([...reached, ...calls].sort());
    const report = await acme.as('Bob').get('/summaries/reports/weekly-digest?weekStart=2026-11-23');
    expect(report.body).to.include({ excused: 1 });
    expect((report.body['rows'] as { user: { name: string } }[]).map(({ user }) => user.name)).to.deep.equal(['Dee']);
  });
});

describe('a time that is set later', () => {
  it('does not fire for a moment that has passed, whether a tenant sets it or somebody new brings it', async () => {
    await setTimes({});
    await give('Cy', { due: 'Friday 14:00' });
    await check('2026-11-20T13:45:00Z');
    await check('2026-11-23T08:00:00Z');
    await setTimes({ lastCall: 'Sunday 18:00' });
    await give('Dee', { timezone: 'Asia/Tokyo', lastCall: 'Monday 16:45' });
    expect(await at('2026-11-23T08:15:00Z')).to.deep.equal([]);
    await check('2026-11-29T17:45:00Z');
    await check('2026-11-29T18:00:00Z');
    await check('2026-11-30T07:45:00Z'); // 16:45 in Tokyo
    const waiting = await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'weekly_summary.last_call'}) RETURN sum(size(e.recipientIds)) AS people`,
    );
    expect(waiting).to.deep.equal([{ people: 4 }]);
  });

  it('leaves a reminder to who gives up a later time of their own, once', async () => {
    await setTimes({ due: 'Friday 15:00' });
    api.clock.now = '2026-11-20T09:00:00Z';
    expect((await acme.as('Cy').put('/me/schedule', { due: 'Friday 16:00' })).status).to.equal(200);
    await at('2026-11-20T14:45:00Z');
    const others = ['Ada', 'Bob', 'Dee'].map((who) => `${who} weekly_summary.due`);
    expect(await at('2026-11-20T15:00:00Z')).to.deep.equal(others);
    api.clock.now = '2026-11-20T15:30:00Z';
    for (const own of [{}, { due: 'Friday 16:00' }, {}])
      expect((await acme.as('Cy').put('/me/schedule', own)).status).to.equal(200);
    expect(await at('2026-11-20T16:00:00Z')).to.deep.equal([...others, 'Cy weekly_summary.due'].sort());
    const [told] = await acme.statement(
      `MATCH (n:Notification {tenantId: $tenantId, userId: $id}) RETURN count(n) AS notifications`,
      { id: acme.id('Cy') },
    );
    expect(told).to.deep.equal({ notifications: 1 });
  });
});
