// Two APIs and two workers on one database, of which one at a time is killed and started again: what was acknowledged is there, and once.
// TWO_OF_EACH_MS says how long.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { company, type Company } from '../../support/company.ts';
import { askAs, type Ask, type Requested } from '../../support/conditions.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { announce, recordsOf, settled, skipDueRuns } from '../../support/outbox.ts';
import { endProcesses, kill, start, startWorker, type Api } from '../../support/process.ts';
import { aGoal } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const lastsMs = Number(process.env['TWO_OF_EACH_MS'] ?? 20_000);
const withinMs = 15 * 60_000 + 2 * lastsMs;
const betweenKillsMs = 1_500;
/** On a slow machine it lasts longer, until each of the four was killed. */
const fewestKills = 4;
const aheadMs = 10 * 60_000;
const givesUpAfterMs = 90_000;
const people = Array.from({ length: 10 }, (_, n) => `P${n}`);

describe('two APIs and two workers', () => {
  const api = service();
  const mailbox = sharedInbox();
  endProcesses();
  let acme: Company;
  beforeEach(async () => {
    await endDueEvents(api);
    acme = await company(api, `Ada (admin)\n  Q\n${people.map((name) => `  ${name}`).join('\n')}`);
    await skipDueRuns(api);
  });

  const count = async (pattern: string): Promise<number> => {
    const [row] = await acme.statement(`MATCH ${pattern} RETURN count(*) AS count`);
    return Number(row?.['count']);
  };
  const countActions = (action: string): Promise<number> =>
    count(`(n:AuditEntry {tenantId: $tenantId, action: '${action}'})`);

  it('account for goals, moves, plans and messages, whichever of them is killed', async () => {
    const environment = { SES_ENDPOINT: mailbox.url };
    const apis: Api[] = await Promise.all([start(environment), start(environment)]);
    const workers = await Promise.all([startWorker(environment), startWorker(environment)]);
    const endsAt = performance.now() + lastsMs;
    let kills = 0;
    const isOver = (): boolean => performance.now() > endsAt && kills >= fewestKills;

    /** Asks one API after the other with the same key, as a client does, until one answers. */
    async function ask(
      who: string,
      first: number,
      ...[method, path, headers, body]: Parameters<Ask>
    ): Promise<Requested> {
      const keyed = { 'idempotency-key': randomUUID(), ...headers };
      const givesUpAt = performance.now() + givesUpAfterMs;
      for (let turn = first; ; turn += 1) {
        const url = apis[turn % apis.length]?.url ?? '';
        const answer = await askAs({ url }, acme, who)(method, path, keyed, body).catch(() => null);
        const isUnderWay = answer?.status === 409 && answer.body['code'] === 'IDEMPOTENCY_IN_PROGRESS';
        if (answer && answer.status < 500 && answer.status !== 429 && !isUnderWay) return answer;
        if (performance.now() > givesUpAt) throw new Error(`${method} ${path}: ${answer?.status ?? 'no answer'}`);
        await pause(100);
      }
    }

    async function dying(): Promise<void> {
      for (; !isOver(); kills += 1) {
        await pause(betweenKillsMs);
        const place = Math.floor(kills / 2) % 2;
        if (kills % 2 === 0) {
          await kill(apis[place]!.child);
          apis[place] = await start(environment);
        } else {
          await kill(workers[place]!);
          workers[place] = await startWorker(environment);
        }
      }
    }

    const goals = new Set<string>();
    /** Sends each goal to both at once, with one key. The goals of a person are bounded, so each writes some. */
    async function writing(): Promise<void> {
      while (!isOver()) {
        const key = { 'idempotency-key': randomUUID() };
        const who = people[goals.size % people.length]!;
        const answers = await Promise.all([0, 1].map((first) => ask(who, first, 'POST', '/goals', key, aGoal())));
        expect(answers.map(({ status }) => status)).to.deep.equal([201, 201]);
        const [one, other] = answers.map(({ body }) => String(body['id']));
        expect(one).to.equal(other);
        goals.add(String(one));
        await pause(100);
      }
    }

    let moves = 0;
    /** Moves its own people, so that it knows under whom they are. */
    async function moving(own: readonly string[], first: number): Promise<void> {
      const managers = new Map(own.map((name) => [name, 'Ada']));
      while (!isOver()) {
        const who = own[Math.floor(Math.random() * own.length)]!;
        const targets = ['Ada', ...people].filter((name) => name !== who && name !== managers.get(who));
        const to = targets[Math.floor(Math.random() * targets.length)]!;
        const path = `/admin/org-chart/users/${acme.id(who)}/manager`;
        const { status, body } = await ask('Ada', first, 'PUT', path, {}, { managerId: acme.id(to) });
        if (status === 200) {
          managers.set(who, to);
          moves += 1;
        } else expect([status, body['code']]).to.deep.equal([409, 'REPORTING_CYCLE']);
      }
    }

    let plans = 0;
    /** Applies each plan at both at once: one does it, and the other says that it was done. */
    async function planning(): Promise<void> {
      for (let to = 'P0'; !isOver(); to = to === 'P0' ? 'Ada' : 'P0') {
        const body = { name: `To ${to}`, moves: [{ userId: acme.id('Q'), managerId: acme.id(to) }] };
        const made = await ask('Ada', plans, 'POST', '/admin/org-plans', {}, body);
        expect(made.status).to.equal(201);
        const path = `/admin/org-plans/${String(made.body['id'])}/apply`;
        const answers = await Promise.all([0, 1].map((first) => ask('Ada', first, 'POST', path)));
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
        plans += 1;
      }
    }

    let messages = 0;
    async function announcing(): Promise<void> {
      while (!isOver()) {
        await announce(api, acme, people);
        messages += people.length;
        await pause(1_000); // more than workers that are killed again and again can send would only wait until the end
      }
    }

    await Promise.all([
      dying(),
      writing(),
      moving(people.slice(0, 5), 0),
      moving(people.slice(5), 1),
      planning(),
      announcing(),
    ]);
    // the clock of the last worker is ahead: the leases of those that were killed are over
    await Promise.all(workers.map(kill));
    const last = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(Date.now() + aheadMs) });
    const rows = await settled(api, acme).finally(() => last.stop());
    expect(rows.filter(({ status }) => status !== 'done')).to.deep.equal([]);

    const kept = await acme.statement('MATCH (g:Goal {tenantId: $tenantId}) RETURN g.id AS id');
    expect(kept.map(({ id }) => String(id)).sort()).to.deep.equal([...goals].sort());
    expect(await countActions('plan.apply')).to.equal(plans);
    expect(await countActions('reporting-line.move')).to.equal(moves + plans);
    const above = '(p:User {tenantId: $tenantId})-[:REPORTS_TO]->(:User)';
    expect(await count(above)).to.equal(people.length + 1);
    expect(await count('(p:User {tenantId: $tenantId})-[:REPORTS_TO*1..]->(p)')).to.equal(0);
    const told =
      'MATCH (n:Notification {tenantId: $tenantId, type: "announcement"}) RETURN count(n) AS all, count(DISTINCT n.eventId + n.userId) AS different';
    expect((await acme.statement(told))[0]).to.deep.equal({ all: messages, different: messages });
    const { all, different } = await recordsOf(api, acme);
    expect(all).to.equal(different);
    const announced = await acme.statement(
      'MATCH (n:Notification {tenantId: $tenantId, type: "announcement"}) RETURN n.id AS id',
    );
    const arrived = await Promise.all(announced.map(async ({ id }) => (await mailbox.mails(String(id))).length));
    expect(arrived.filter((mails) => mails === 0)).to.deep.equal([]);
    expect(arrived.reduce((sum, mails) => sum + mails - 1, 0)).to.be.at.most(kills * people.length);
  }).timeout(withinMs);

  it('count the requests of a caller together', async () => {
    const environment = { RATE_LIMITS: 'caller=40/60,tenant=1000/60' };
    const apis = await Promise.all([start(environment), start(environment)]);
    const statuses: number[] = [];
    for (const { url } of apis)
      await until(
        () => askAs({ url }, acme, 'P1')('GET', '/me'),
        ({ status }) => status === 200,
      );
    for (let n = 0; n < 60; n += 1)
      statuses.push((await askAs({ url: apis[n % 2]!.url }, acme, 'P2')('GET', '/me')).status);
    const counted = statuses.map((status) => (status === 503 ? 200 : status)); // a busy database refuses what is counted
    expect(counted).to.deep.equal([...Array.from({ length: 40 }, () => 200), ...Array.from({ length: 20 }, () => 429)]);
  });
});
