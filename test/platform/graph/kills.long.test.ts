// API, worker, Redis and Neo4j are killed in turn while people work. What was acknowledged stays, what needs a second admin is done
// once, and both admins are told of it once.
import type { ChildProcess } from 'node:child_process';
import { expect } from 'chai';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { addDays, addWeeks } from '../../../src/platform/time/weeks.ts';
import { company, type Answer, type Client, type Company } from '../../support/company.ts';
import { embeddedStack } from '../../support/embedded-stack.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { settled, skipDueRuns } from '../../support/outbox.ts';
import { endProcesses, kill, start, startWorker, type Api } from '../../support/process.ts';
import { redisServer, type RedisServer } from '../../support/redis-server.ts';
import { aQuestion } from '../../support/samples.ts';
import type { Service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 2);
/** A machine on which the first round takes longer than this does not begin another one. */
const newRoundWithinMs = 2 * 60_000;
/** How often each kind of change is acknowledged between two kills, at least. */
const changesBetween = 2;
const withinMs = 25 * 60_000;
/** On a busy machine Neo4j takes minutes to start, and to plan again what it had planned. */
const patienceSeconds = 10 * 60;
const writers = ['Bob', 'Cyd', 'Dan', 'Eli'];
const moved = ['Fay', 'Gus'];
const drawing = `
  Ada (admin)
  Eve (admin)
  Mia
${[...writers, ...moved].map((name) => `    ${name}`).join('\n')}
  Max
    Zoe`;

endProcesses();

describe('people who work while API, worker, Redis and Neo4j are killed in turn', () => {
  const stack = embeddedStack();
  const mailbox = sharedInbox();
  /** The stack of this moment: after a restart it has another client of the database, and another address. */
  const live = {} as Service & { kill(): Promise<void>; stop(): Promise<void> };
  let redis: RedisServer;
  let api: Api;
  let worker: ChildProcess;
  let environment: NodeJS.ProcessEnv;
  let acme: Company;
  let week: string;
  /** Nobody begins anything new. */
  let isOver = false;
  /** Nobody waits for an answer any more. */
  let isGivenUp = false;
  let killing: Promise<void> | undefined;
  /** How many changes of each kind were acknowledged. */
  const acknowledged = { answers: 0, draft: 0, absences: 0, question: 0, approval: 0 };

  before(async function () {
    this.timeout(withinMs);
    redis = await redisServer();
    await redis.start();
    process.env['NEO4J_PORT'] = String(await findFreePort()); // the same one after each restart
    const running = await stack.start();
    Object.assign(live, running);
    environment = { ...running.environment, REDIS_URL: `redis://127.0.0.1:${redis.port}`, SES_ENDPOINT: mailbox.url };
    acme = await company(live, drawing);
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.roleApproval = 'second_admin'`);
    await skipDueRuns(live);
    await startApi();
    worker = await startWorker(environment);
  });
  after(async function () {
    this.timeout(withinMs);
    isOver = isGivenUp = true;
    await killing?.catch(() => undefined);
    delete process.env['NEO4J_PORT'];
    await live.stop();
    await redis.kill();
    redis.empty();
    stack.remove();
  });

  async function startApi(): Promise<void> {
    api = await start(environment);
    live.url = api.url;
  }

  const kills: Record<string, () => Promise<void>> = {
    async API() {
      await kill(api.child);
      await startApi();
    },
    async worker() {
      await kill(worker);
      worker = await startWorker(environment);
    },
    async Redis() {
      await redis.kill();
      await redis.start();
    },
    async 'Redis, which loses its data'() {
      await redis.kill();
      redis.empty();
      await redis.start();
    },
    async Neo4j() {
      await live.kill();
      const { url } = live;
      Object.assign(live, await stack.start(), { url });
    },
  };

  /**
   * Makes a request. Null if it was not acknowledged: the connection ended, or the answer was 503; then it waits until the service is
   * ready again. Any other answer must be one of `expected`.
   */
  async function ask(request: () => Promise<Answer>, expected: readonly number[]): Promise<Answer | null> {
    const answer = await request().catch(() => null);
    if (answer && answer.status !== 503) {
      expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf(expected);
      return answer;
    }
    const isReady = async (): Promise<boolean> => (await fetch(`${live.url}/readyz`).catch(() => null))?.ok === true;
    await until(async () => isGivenUp || (await isReady()), Boolean, patienceSeconds);
    return null;
  }

  /** Makes a request until it is acknowledged. */
  async function insist(request: () => Promise<Answer>, expected: readonly number[]): Promise<Answer> {
    for (;;) {
      const answer = await ask(request, expected);
      if (answer) return answer;
      if (isGivenUp) throw new Error('The test is over.');
    }
  }

  /** A text of a person that they replace again and again. What is stored is the last number that was acknowledged, or a later one. */
  type Kept = {
    kind: 'answers' | 'draft' | 'absences';
    write: (value: number) => Promise<Answer>;
    read: () => Promise<Answer>;
    find: (body: never) => number;
  };

  function keptOf(name: string, questionId: string): Kept[] {
    const who = acme.as(name);
    const [answers, draft] = [`/me/answers/${week}`, `/summary-drafts/${week}`];
    const absences = `/users/${acme.id(name)}/absences`;
    const toAbsence = (value: number): object => {
      const from = addDays(week, value % 500);
      return { from, to: addDays(from, Math.floor(value / 500)) };
    };
    const dayMs = 86_400_000;
    return [
      {
        kind: 'answers',
        write: (value) => who.put(answers, { answers: [{ questionId, text: String(value) }] }),
        read: () => who.get(answers),
        find: ({ questions }: { questions: { questionId: string; answer?: { text: string } }[] }) =>
          Number(questions.find((one) => one.questionId === questionId)?.answer?.text),
      },
      {
        kind: 'draft',
        write: (value) => who.put(draft, { proud: String(value) }),
        read: () => who.get(draft),
        find: ({ proud }: { proud: string }) => Number(proud),
      },
      {
        kind: 'absences',
        write: (value) => who.put(absences, { absences: [toAbsence(value)] }),
        read: () => who.get(absences),
        find: ({ absences: [one] }: { absences: { from: string; to: string }[] }) => {
          const [from, to] = [Date.parse(one?.from ?? ''), Date.parse(one?.to ?? '')];
          return (from - Date.parse(week)) / dayMs + ((to - from) / dayMs) * 500;
        },
      },
    ];
  }

  /** Writes and reads back in turn. Returns how many changes of each kind were acknowledged. */
  async function write(name: string, questionId: string): Promise<Record<string, number>> {
    const kept = keptOf(name, questionId);
    const counts: Record<string, number> = {};
    const last: Record<string, number> = {};
    for (let value = 1; !isOver; value += 1)
      for (const { kind, write: send, read, find } of kept) {
        if (await ask(() => send(value), [200])) {
          last[kind] = value;
          counts[kind] = (counts[kind] ?? 0) + 1;
          acknowledged[kind] += 1;
        }
        const { body, status } = await insist(read, last[kind] === undefined ? [200, 404] : [200]);
        if (last[kind] !== undefined && status === 200)
          expect(find(body as never), `${kind} of ${name}`).to.be.within(last[kind], value);
      }
    return counts;
  }

  /**
   * Asks questions, and ends each after it was read, since a person has at most a hundred open ones. Returns how many were asked, and how
   * many of these were acknowledged.
   */
  async function askQuestions(): Promise<{ sent: number; answered: number }> {
    const ada = acme.as('Ada');
    const counts = { sent: 0, answered: 0 };
    for (; !isOver; counts.sent += 1) {
      const from = addWeeks(week, 1 + counts.sent);
      const made = await ask(() => ada.post('/questions', aQuestion({ from, to: from })), [201]);
      if (!made) continue;
      const path = `/questions/${(made.body as { id: string }).id}`;
      await insist(() => ada.get(path), [200]);
      if (!(await ask(() => ada.delete(path), [204]))) await insist(() => ada.delete(path), [204, 404]);
      counts.answered += 1;
      acknowledged.question += 1;
    }
    return counts;
  }

  /** The requests that wait for a second admin, about a person. */
  async function findWaiting(by: Client, name: string): Promise<string | undefined> {
    const { body } = await insist(() => by.get('/admin/approvals'), [200]);
    const { items } = body as { items: { id: string; user: { id: string } }[] };
    return items.find(({ user }) => user.id === acme.id(name))?.id;
  }

  /** Whether both admins have been told of a request, as far as the database can say it now. */
  async function isTold(id: string): Promise<boolean> {
    if (isOver) return true;
    const told = acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, key: 'approval.requested:' + $id})
       MATCH (n:Notification {tenantId: $tenantId, eventId: e.id}) RETURN n.id AS id`,
      { id },
    );
    return (await told.catch(() => [])).length >= 2;
  }

  /**
   * Moves a person to and fro: one admin requests it, the other one approves. A request whose answer was lost is looked for, and an
   * approval whose answer was lost is repeated, so that it is known what was made. Returns the ids of the requests.
   */
  async function move(name: string): Promise<string[]> {
    const ids: string[] = [];
    while (!isOver) {
      const [one, other] = ids.length % 2 === 0 ? ['Ada', 'Eve'] : ['Eve', 'Ada'];
      const [requester, approver] = [acme.as(String(one)), acme.as(String(other))];
      const body = { userId: acme.id(name), managerId: acme.id(ids.length % 2 === 0 ? 'Max' : 'Mia') };
      const made = await ask(() => requester.post('/admin/approvals/move', body), [201]);
      const id = made ? (made.body as { id: string }).id : await findWaiting(requester, name);
      if (id === undefined) continue; // it was not made
      ids.push(id);
      const approval = (): Promise<Answer> => approver.post(`/admin/approvals/${id}/approve`);
      if (!(await ask(approval, [204]))) await insist(approval, [204, 404]);
      acknowledged.approval += 1;
      await until(() => isTold(id), Boolean, patienceSeconds); // so the worker keeps up with what it has to tell
    }
    return ids;
  }

  it('lose nothing that was acknowledged, and nothing is done or told twice', async () => {
    const asked = await insist(() => acme.as('Ada').post('/questions', aQuestion()), [201]);
    const { id: questionId, from } = asked.body as { id: string; from: string };
    week = from;
    const working = Promise.all([
      Promise.all(writers.map((name) => write(name, questionId))),
      Promise.all(moved.map((name) => move(name))),
      askQuestions(),
    ]);
    killing = (async () => {
      const began = performance.now();
      for (let round = 1; round <= rounds && (round === 1 || performance.now() - began < newRoundWithinMs); round += 1)
        for (const [what, killOne] of Object.entries(kills)) {
          const before = { ...acknowledged };
          await killOne();
          const kinds = Object.keys(before) as (keyof typeof acknowledged)[];
          await until(
            () => Promise.resolve({ what, before, acknowledged }),
            () => isOver || kinds.every((kind) => acknowledged[kind] >= before[kind] + changesBetween),
            patienceSeconds,
          );
          if (isOver) return; // somebody has found a fault
        }
    })().finally(() => (isOver = true));
    await Promise.race([killing, working]);
    await killing;
    const [counts, moves, questions] = await working;

    const rows = await settled(live, acme);
    expect(rows.filter(({ status }) => status !== 'done')).to.deep.equal([]);
    // The one that is answered, and those whose answer was lost: nobody has ended them.
    const [stored] = await acme.statement('MATCH (q:Question {tenantId: $tenantId}) RETURN count(q) AS count');
    expect(stored?.['count']).to.be.within(1, 1 + questions.sent - questions.answered);
    const actions = await acme.statement(
      `MATCH (e:AuditEntry {tenantId: $tenantId})
       RETURN e.userId AS userId, e.action AS action, count(*) AS count`,
    );
    const countOf = (name: string, action: string): unknown =>
      actions.find((one) => one['userId'] === acme.id(name) && one['action'] === action)?.['count'] ?? 0;
    for (const [place, name] of writers.entries())
      expect(countOf(name, 'person.update')).to.be.at.least(counts[place]?.['absences'] ?? 0);
    for (const [place, name] of moved.entries()) {
      const ids = moves[place] ?? [];
      const logged = ['approval.request', 'approval.approve', 'reporting-line.move'].map((one) => countOf(name, one));
      expect(logged, `requests, approvals and moves of ${name}`).to.deep.equal([ids.length, ids.length, ids.length]);
      const manager = 'MATCH (:User {tenantId: $tenantId, id: $id})-[:REPORTS_TO]->(m) RETURN m.name AS name';
      const now = await acme.statement(manager, { id: acme.id(name) });
      expect(now).to.deep.equal([{ name: ids.length % 2 === 0 ? 'Mia' : 'Max' }]);
    }
    const told = (await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'approval.requested'})
       OPTIONAL MATCH (n:Notification {tenantId: $tenantId, eventId: e.id})
       RETURN e.key AS key, collect(n.userId) AS whom, collect(n.id) AS ids`,
    )) as { key: string; whom: string[]; ids: string[] }[];
    expect(told.map(({ key }) => key)).to.have.members(moves.flat().map((id) => `approval.requested:${id}`));
    const admins = ['Ada', 'Eve'].map((name) => acme.id(name)).toSorted();
    for (const { whom } of told) expect(whom.toSorted()).to.deep.equal(admins);
    const mails = await Promise.all(told.flatMap(({ ids }) => ids).map((id) => mailbox.mails(id)));
    expect(mails.filter((one) => one.length === 0)).to.have.length(0);
  }).timeout(withinMs);
});
