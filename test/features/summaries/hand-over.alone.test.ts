// After a move: who is told of summaries that wait for a response is who may read them, and each is told of once.
import { expect } from 'chai';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { toTenantLabel } from '../../../src/platform/graph/queries/query-files.ts';
import { casesOf } from '../../support/cases.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { startBeforeCommit } from '../../support/locks.ts';
import { header } from '../../support/organisation.ts';
import { settled } from '../../support/outbox.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const started = Date.now();
/**
 * A real clock that began when the service under test did, so that the summaries stay those of the last weeks; ten minutes
 * ahead, since moves are announced some minutes later.
 */
const now = (): Date => new Date(Date.parse(friday) + 10 * 60_000 + Date.now() - started);
const managers = [0, 1, 2, 3, 4, 5].map((place) => `M${place}`);
const nameOf = (place: number): string => `P${place}`;
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, place) => from + place);
const everyone = range(0, 48);

let acme: Company;
const mailbox = sharedInbox();
let worker: InProcessWorker | undefined;
beforeEach(async () => {
  await endDueEvents(api);
  const lines = managers.map((manager, place) =>
    [`  ${manager}`, ...range(8 * place, 8 * place + 8).map((report) => `    ${nameOf(report)}`)].join('\n'),
  );
  acme = await company(api, ['Ada (admin)', ...lines].join('\n'));
});
afterEach(() => worker?.stop());

const work = async (): Promise<void> => {
  worker = startInProcessWorker(api, { ses: mailbox.url, webUrl: 'https://app.test', now });
  await settled(api, acme);
};
const rest = async (): Promise<void> => {
  await worker?.stop();
  worker = undefined;
};
const submit = async (who: string): Promise<string> => {
  const { status, body } = await acme.as(who).post('/summaries', aSummary());
  expect(status).to.equal(201);
  return String(body['id']);
};
const move = async (who: string, to: string): Promise<void> => {
  const path = `/admin/org-chart/users/${acme.id(who)}/manager`;
  expect((await acme.as('Ada').put(path, { managerId: acme.id(to) })).status).to.equal(200);
};
const plan = async (moves: [who: string, to: string][]): Promise<string> => {
  const rows = moves.map(([who, to]) => ({ userId: acme.id(who), managerId: acme.id(to) }));
  const { body } = await acme.as('Ada').post('/admin/org-plans', { name: 'Plan', moves: rows });
  return `/admin/org-plans/${String(body['id'])}`;
};
const bring = (moves: [who: string, to: string][]) => {
  const address = (who: string): string => acme.people.find(({ name }) => name === who)?.email ?? '';
  const rows = moves.map(([who, to]) => [address(who), who, '', '', '', address(to), ''].join());
  const csv = Buffer.from([header, ...rows].join('\n'));
  return importPeople(api.graph, { id: acme.tenantId }, csv, { now: new Date(friday), dryRun: false });
};
const listOf = async (who: string): Promise<Notification[]> =>
  (await acme.as(who).get<{ items: Notification[] }>('/notifications?limit=200')).body.items;
const rowsOf = async (text: string): Promise<Record<string, unknown>[]> => acme.statement(text);
/** Each notification about somebody's summaries, by name. */
/** Of summaries; people are also told of the move itself. */
const told = () =>
  rowsOf(
    `MATCH (to:User)-[:RECEIVED]->(n:Notification {tenantId: $tenantId}) WHERE n.type STARTS WITH 'weekly_summary.'
     RETURN n.id AS id, n.type AS type, to.name AS to, COLLECT {
       UNWIND n.aboutIds AS id MATCH (about:User {tenantId: $tenantId, id: id}) RETURN about.name ORDER BY about.name
     } AS about ORDER BY n.createdAt`,
  ) as Promise<{ id: string; type: string; to: string; about: string[] }[]>;

type Describe = (title: string, tests: () => void) => unknown;
const ignore: Describe = () => undefined;
const describeFew = casesOf<Describe>(import.meta, describe, ignore);
const describeMany = casesOf<Describe>(import.meta, ignore, describe);

describeMany('while the worker is stopped', () => {
  it('fifty moves tell nobody who may not read, and each open summary to one new manager', async () => {
    const summaryOf: Record<string, string> = {};
    for (const place of range(0, 24)) summaryOf[nameOf(place)] = await submit(nameOf(place));
    await work();
    await rest();
    for (const place of range(24, 48)) summaryOf[nameOf(place)] = await submit(nameOf(place));
    const before = await told();
    expect(before).to.have.length(24);
    await rowsOf(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'email.send'}) WHERE e.key IS NOT NULL AND e.id IS NOT NULL
       SET e.status = 'pending', e.attempts = 0, e.dueAt = datetime($now) REMOVE e.endedAt`.replace(
        '$now',
        `'${friday}'`,
      ),
    );

    const next = (place: number): string => managers[(Math.floor(place / 8) + 1) % 6] ?? '';
    for (const place of [...range(0, 8), ...range(24, 32)]) await move(nameOf(place), next(place));
    for (const [who, to] of [
      ['P0', 'M4'],
      ['P1', 'M0'],
      ['P24', 'M5'],
      ['P25', 'M3'],
    ] as const)
      await move(who, to);
    const planned: [string, string][] = [...range(8, 16), ...range(32, 39)].map((place) => [
      nameOf(place),
      place % 8 < 4 ? 'M5' : 'M0',
    ]);
    const path = await plan(planned);
    expect((await acme.as('Ada').get(`${path}/preview`)).body).to.include({ openSummaries: 15 });
    expect((await acme.as('Ada').post(`${path}/apply`)).status).to.equal(200);
    const brought = await bring(
      [...range(16, 24), ...range(39, 46)].map((place) => [nameOf(place), place < 24 ? 'M3' : 'M1']),
    );
    expect([brought.faults, brought.moved.length]).to.deep.equal([[], 15]);

    await work();
    const known = new Set(before.map(({ id }) => id));
    const after = (await told()).filter(({ id }) => !known.has(id));
    let refused = 0;
    for (const { to, about } of after)
      for (const who of about) {
        const { status } = await acme.as(to).get(`/summaries/${summaryOf[who]}`);
        if (status !== 200) refused += 1;
      }
    expect(refused).to.equal(0);
    const lines = await rowsOf(
      'MATCH (u:User {tenantId: $tenantId})-[:REPORTS_TO]->(m) RETURN u.name AS who, m.name AS to',
    );
    const managerOf: Record<string, unknown> = Object.fromEntries(lines.map(({ who, to }) => [who as string, to]));
    for (const place of everyone) {
      const who = nameOf(place);
      const knew = before.find(({ about }) => about.includes(who))?.to;
      const expected = knew === managerOf[who] ? [] : [managerOf[who]];
      expect(
        after.flatMap(({ to, about }) => (about.includes(who) ? [to] : [])),
        who,
      ).to.deep.equal(expected);
    }

    const handedOver = after.filter(({ type }) => type === 'weekly_summary.handed_over');
    const inOneOf = (to: string): string[][] =>
      handedOver.filter((one) => one.to === to && one.about.length > 1).map(({ about }) => about);
    expect([inOneOf('M5'), inOneOf('M0'), inOneOf('M3')]).to.deep.equal([
      [['P10', 'P11', 'P8', 'P9']],
      [['P12', 'P13', 'P14', 'P15']],
      [range(16, 24).map(nameOf)],
    ]);
    for (const { id, to, about } of before) {
      const isStill = to === managerOf[about[0] ?? ''];
      expect(await mailbox.mails(id), about.join()).to.have.length(isStill ? 2 : 1);
    }
    for (const { id } of after) expect(await mailbox.mails(id)).to.have.length(1);
  });
});

describeFew('a hand-over', () => {
  it('counts what waits, says from whom, and leads to the list', async () => {
    await submit('P0');
    await submit('P1');
    const answered = await submit('P2');
    await acme.as('P3').post('/summaries', aSummary({ weekStart: '2025-11-03' }));
    await work();
    await acme.as('M0').post(`/summaries/${answered}/response`, { body: 'Good' });
    await acme.as('P0').post('/summaries', aSummary({ weekStart: '2026-11-09' }));
    await settled(api, acme);
    const path = await plan(range(0, 4).map((place) => [nameOf(place), 'M1']));
    await acme.as('Ada').post(`${path}/apply`);
    await settled(api, acme);
    const [notification, ...others] = await listOf('M1');
    expect(others).to.deep.equal([]);
    expect(notification).to.include({
      type: 'weekly_summary.handed_over',
      title: '3 weekly summaries wait for your response',
      link: 'https://app.test/summaries?state=unanswered&direct=true',
    });
    expect(notification?.text).to.include('P0').and.to.include('P1').and.not.to.match(/P[23]/);
  });

  it('waits some minutes, and is not told after a slip: neither to the wrong manager nor to the one who knew', async () => {
    await submit('P0');
    await submit('P1');
    // the manager knew of them, though what told them is not there any more
    await acme.statement("MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'weekly_summary.submitted'}) DELETE e");
    api.clock.now = '2026-11-20T10:01:00.000Z';
    await move('P0', 'M1');
    const path = await plan([['P1', 'M1']]);
    expect((await acme.as('Ada').post(`${path}/apply`)).status).to.equal(200);
    const due = await rowsOf(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'weekly_summary.handed_over'})
       RETURN DISTINCT toString(e.dueAt - duration('PT5M')) AS at, toString(e.createdAt) AS since`,
    );
    expect(due.map(({ at }) => at)).to.deep.equal(due.map(({ since }) => since));
    api.clock.now = '2026-11-20T10:03:00.000Z';
    await move('P0', 'M0');
    expect((await acme.as('Ada').post(`${path}/undo`)).status).to.equal(200);
    await work();
    expect((await told()).filter(({ type }) => type === 'weekly_summary.handed_over')).to.deep.equal([]);
  });

  it('is told to a manager who gets somebody back, as to any other, of what they do not know', async () => {
    await submit('P0');
    await acme.statement("MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'weekly_summary.submitted'}) DELETE e");
    api.clock.now = '2026-11-20T10:01:00.000Z';
    await move('P0', 'M1');
    api.clock.now = '2026-11-20T10:02:00.000Z';
    await acme.as('P0').post('/summaries', aSummary({ weekStart: '2026-11-09' }));
    await work(); // M1 is told of both
    await rest();
    api.clock.now = '2026-11-20T10:03:00.000Z';
    await move('P0', 'M0');
    await work();
    const handedOver = (await told()).filter(({ type }) => type === 'weekly_summary.handed_over');
    expect(handedOver.map(({ to }) => to)).to.deep.equal(['M1', 'M0']);
    const [back] = await listOf('M0');
    expect(back?.title).to.equal('1 weekly summary waits for your response');
  });

  it('is told to the next active manager, and to nobody at the top', async () => {
    await submit('P0');
    await submit('P8');
    await work();
    await rest();
    const text = 'MATCH (u:User {tenantId: $tenantId, name: "M1"}) SET u.active = $active';
    await move('P0', 'M1');
    await acme.statement(text, { active: false });
    await acme.as('Ada').delete(`/admin/users/${acme.id('P8')}/manager`);
    await work();
    expect((await listOf('Ada')).map(({ type }) => type)).to.deep.equal(['weekly_summary.handed_over']);
  });

  it('is not told of a summary that another delivery tells of while it is prepared', async () => {
    const summary = await submit('P0');
    await work();
    await rest();
    await move('P0', 'M1');
    const [submitted] = await rowsOf(
      `MATCH (e:OutboxEvent {key: 'weekly_summary.submitted:${summary}'}) RETURN e.id AS id`,
    );
    const telling = `MATCH (p:User {id: $who}) SET p.id = p.id
      CREATE (n:Notification {tenantId: p.tenantId, eventId: $eventId, userId: $to, id: randomUUID()})
      SET n:$($label)`;
    const label = toTenantLabel(acme.tenantId);
    const params = { who: acme.id('P0'), to: acme.id('M1'), eventId: submitted?.['id'], label };
    await startBeforeCommit(api, [telling, params], 1, work);
    expect((await told()).map(({ type, to }) => `${type} ${to}`)).to.deep.equal(['weekly_summary.submitted M0']);
  });

  it('goes to who is the manager when it is stored, though it was prepared for another', async () => {
    await submit('P0');
    const line = `MATCH (p:User {id: $who})-[old:REPORTS_TO]->(), (m:User {id: $to})
      SET p.updatedAt = p.updatedAt DELETE old CREATE (p)-[:REPORTS_TO {since: datetime($now)}]->(m)`;
    const moving = { who: acme.id('P0'), to: acme.id('M5'), now: friday };
    await startBeforeCommit(api, [line, moving], 1, work);
    expect((await told()).map(({ type, to }) => `${type} ${to}`)).to.deep.equal(['weekly_summary.submitted M5']);
  });

  it('goes to a deputy as well who was named while it was prepared', async () => {
    await submit('P0');
    const naming = `MATCH (p:User {id: $who}), (m:User {id: $manager}), (d:User {id: $deputy})
      SET p.updatedAt = p.updatedAt
      CREATE (d)-[:DEPUTY_FOR {since: datetime($now), until: datetime($now) + duration('P9D'), rights: ['answer']}]->(m)`;
    const names = {
      who: acme.id('P0'),
      manager: acme.id('M0'),
      deputy: acme.id('M5'),
      now: '2026-11-20T09:00:00.000Z',
    };
    await startBeforeCommit(api, [naming, names], 1, work);
    expect((await told()).map(({ type, to }) => `${type} ${to}`).sort()).to.deep.equal([
      'weekly_summary.submitted M0',
      'weekly_summary.submitted M5',
    ]);
  });
});
