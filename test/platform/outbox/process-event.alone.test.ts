// An attempt at an event: counted before its work begins, in one hand at a time, and ended in every case.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import pino from 'pino';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openGraph, type GraphClient } from '../../../src/platform/graph/client.ts';
import type { WriteCall } from '../../../src/platform/graph/queries/call-types.ts';
import { eventTypes } from '../../../src/app/event-types.ts';
import { withLease } from '../../../src/platform/outbox/process-event.ts';
import { ApiError } from '../../../src/platform/errors.ts';
import type { DeliveryRow, Outcome } from '../../../src/platform/outbox/outcome.ts';
import type { Work } from '../../../src/platform/outbox/work.ts';
import { freshCompany } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { startBeforeCommit } from '../../support/locks.ts';
import { recordsOf, rowsOf, type Row } from '../../support/outbox.ts';
import { proxy } from '../../support/proxy.ts';
import { endQueues, freshPrefix, open } from '../../support/queues.ts';
import { friday, service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const maxAttempts = 3;
const done = { done: 'completed' } as const;
const leaseMs = 60_000;
/** Longer than a lease and what chance may add to it. */
const leaseAtMostMs = leaseMs + 20_000;

endQueues();

describe('an attempt at an event', () => {
  const api = service();
  const acme = freshCompany(api, 'Ada');
  let id: string;
  let now: number;

  beforeEach(async () => {
    id = randomUUID();
    now = Date.parse(friday);
    await acme.statement(
      `CREATE (e:OutboxEvent {tenantId: $tenantId, id: $id, key: $id, type: 'announcement', queue: 'notifications', status: 'pending',
         attempts: 0, dueAt: datetime($now), createdAt: datetime($now)})
       SET e:$($label)`,
      { id, now: friday },
    );
  });
  afterEach(() => endDueEvents(api));
  /** Another event like it; returns its id. */
  async function announceAnother(): Promise<string> {
    const another = randomUUID();
    await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, id: $id})
       CREATE (copy:OutboxEvent {tenantId: $tenantId, id: $another, key: $another})
       SET copy += e {.type, .queue, .status, .attempts, .dueAt, .createdAt}, copy:$($label)`,
      { id, another },
    );
    return another;
  }

  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  beforeEach(() => void logged.splice(0));
  const handlerOf = (work: Work, graph = api.graph, ms = leaseMs) =>
    withLease(
      { graph, now: () => new Date(now), log, eventTypes },
      { queue: 'notifications', maxAttempts, leaseMs: ms },
      work,
    );
  const job = () => ({ tenantId: acme.tenantId, ids: [id] });
  const attempt = (work: Work): Promise<void> => handlerOf(work)(job(), new AbortController().signal);
  const row = async (): Promise<Row> => (await rowsOf(api, acme))[0] as Row;
  const dueInMs = async (): Promise<number> => {
    const [event] = await api.graph.statement('MATCH (e:OutboxEvent {id: $id}) RETURN toString(e.dueAt) AS at', { id });
    return Date.parse(String(event?.['at'])) - now;
  };

  /** Works that go on until they are ended by hand, and how many of them were begun. */
  const endings: ((outcome: Outcome) => void)[] = [];
  const endless: Work = () => new Promise((end) => void endings.push(end));
  const begun = (count: number): Promise<number> =>
    until(
      () => Promise.resolve(endings.length),
      (length) => length === count,
    );
  beforeEach(() => void endings.splice(0));

  it('is counted before its work begins, and done after it', async () => {
    const ended = attempt(endless);
    await begun(1);
    expect(await row()).to.include({ status: 'pending', attempts: 1 });
    expect(await dueInMs()).to.be.within(leaseMs, leaseAtMostMs);
    endings[0]?.(done);
    await ended;
    expect(await row()).to.include({ status: 'done', attempts: 1, error: null });
    await attempt(() => expect.fail('It was begun again.'));
  });

  it('is started by one of twenty workers at the same moment', async () => {
    const workers = Array.from({ length: 20 }, () => null);
    await Promise.all(workers.map(row)); // opens a connection for each
    let returned = 0;
    const attempts = workers.map(() => attempt(endless).then(() => (returned += 1)));
    await until(
      () => Promise.resolve(returned),
      (count) => count === 19,
    );
    expect(endings).to.have.length(1);
    endings[0]?.(done);
    await Promise.all(attempts);
    expect(await row()).to.include({ status: 'done', attempts: 1 });
  });

  it('renews its lease while it is worked on, and ends when another worker has it', async () => {
    const shortMs = 300;
    let lost: AbortSignal | undefined;
    const work: Work = (_event, _graph, signal) => {
      lost = signal;
      return new Promise((end) => void endings.push(end));
    };
    const ended = handlerOf(work, api.graph, shortMs)(job(), new AbortController().signal);
    await begun(1);
    now += 10 * 60_000; // the clock of everybody
    await until(dueInMs, (ms) => ms > 0);
    await attempt(() => expect.fail('It was in other hands.'));
    expect(lost?.aborted).to.equal(false);
    await api.graph.statement("MATCH (e:OutboxEvent {id: $id}) SET e.leaseId = 'other'", { id });
    await until(
      () => Promise.resolve(lost?.aborted),
      (aborted) => aborted === true,
    );
    endings[0]?.({ retry: 'Late' });
    await ended;
    expect(await row()).to.include({ status: 'pending', attempts: 1, error: null });
  });

  it('of several of a job ends alone when another worker has its lease, and is not taken back from it', async () => {
    const others = await announceAnother();
    const signals = new Map<string, AbortSignal>();
    const work: Work = (event, _graph, signal) => {
      signals.set(event.id, signal);
      return new Promise((end) => void endings.push(end));
    };
    const ended = handlerOf(work, api.graph, 300)({ ...job(), ids: [id, others] }, new AbortController().signal);
    await begun(2);
    const leaseOf = async (which: string): Promise<unknown> =>
      (await api.graph.statement('MATCH (e:OutboxEvent {id: $id}) RETURN e.leaseId AS lease', { id: which }))[0]?.[
        'lease'
      ];
    await api.graph.statement("MATCH (e:OutboxEvent {id: $id}) SET e.leaseId = 'other'", { id });
    await until(
      () => Promise.resolve(signals.get(id)?.aborted),
      (aborted) => aborted === true,
    );
    expect(signals.get(others)?.aborted).to.equal(false);
    now += 10 * 60_000; // the lease of the other worker has ended as well
    const dueAt = (): Promise<string> =>
      api.graph
        .statement('MATCH (e:OutboxEvent {id: $id}) RETURN toString(e.dueAt) AS at', { id: others })
        .then(([event]) => String(event?.['at']));
    await until(dueAt, (at) => Date.parse(at) > now);
    expect(await leaseOf(id)).to.equal('other');
    for (const end of endings) end({ retry: 'Late' });
    await ended;
  });

  /** What a worker records under the lease `mine` while somebody else has the event in hand, and what it leaves then. */
  const late: Record<
    string,
    { first?: string; meanwhile: string; call: () => WriteCall; answer: object; left: object }
  > = {
    'an end as dead of which another worker has the lease': {
      meanwhile: "e.leaseId = 'other'",
      call: () => [
        'outbox/finish',
        { leaseId: 'mine', now: friday, ends: [{ eventId: id, status: 'dead', outcome: null, error: 'x' }] },
      ],
      answer: { ended: 0 },
      left: { status: 'pending', leaseId: 'other', error: null },
    },
    'an end of an event that has ended': {
      meanwhile: "e.status = 'dead', e.error = 'before'",
      call: () => [
        'outbox/finish',
        { leaseId: 'mine', now: friday, ends: [{ eventId: id, status: 'done', outcome: null, error: null }] },
      ],
      answer: { ended: 0 },
      left: { status: 'dead', leaseId: 'mine', error: 'before' },
    },
    'another attempt at an event of which another worker has the lease': {
      meanwhile: "e.leaseId = 'other'",
      call: () => [
        'outbox/reschedule',
        { leaseId: 'mine', delays: [{ eventId: id, dueAt: friday, attempts: 0, error: 'x', leftMs: null }] },
      ],
      answer: { rescheduled: 0 },
      left: { status: 'pending', leaseId: 'other', error: null },
    },
    'the revival of a dead event that was revived and is worked on': {
      first: "e.status = 'dead'",
      meanwhile: "e.status = 'pending', e.attempts = 1, e.leaseId = 'other'",
      call: () => ['outbox/retry', { ids: [id], now: friday }],
      answer: { revived: 0 },
      left: { status: 'pending', leaseId: 'other', attempts: 1 },
    },
  };
  for (const [what, { first = 'e.error = null', meanwhile, call, answer, left }] of Object.entries(late))
    it(`is looked at under its lock: ${what}`, async () => {
      const set = (change: string): [string, Record<string, unknown>] => [
        `MATCH (e:OutboxEvent {id: $id}) SET ${change}`,
        { id },
      ];
      await api.graph.statement(
        ...set(`e.leaseId = 'mine', e.leasedUntil = datetime('2030-01-01T00:00:00Z'), ${first}`),
      );
      const write = () => api.graph.bind({ tenantId: acme.tenantId, userId: 'operator' }).write(...call());
      expect(await startBeforeCommit(api, set(meanwhile), 1, write)).to.deep.equal(answer);
      const [event] = await api.graph.statement('MATCH (e:OutboxEvent {id: $id}) RETURN properties(e) AS event', {
        id,
      });
      expect({ error: null, ...(event?.['event'] as object) }).to.include(left);
    });

  it('is processed by one worker until its lease has ended', async () => {
    const first = attempt(endless);
    await begun(1);
    now += leaseMs - 1;
    await attempt(() => expect.fail('It was in other hands.'));
    now += leaseAtMostMs;
    const second = attempt(endless);
    await begun(2);
    endings[1]?.(done);
    await second;
    endings[0]?.({ fail: 'Late' });
    await first;
    expect(await row()).to.include({ status: 'done', attempts: 2, error: null });
  });

  for (const [how, outcome] of [
    ['fails', { retry: 'Late' }],
    ['fails for good', { fail: 'Late' }],
  ] as const)
    it(`that ${how} after its lease has ended leaves the event to the current holder of the lease`, async () => {
      const first = attempt(endless);
      await begun(1);
      now += leaseAtMostMs;
      const second = attempt(endless);
      await begun(2);
      endings[0]?.(outcome);
      await first;
      expect(await row()).to.include({ status: 'pending', attempts: 2, error: null });
      await attempt(() => expect.fail('It was in other hands.'));
      endings[1]?.(done);
      await second;
      expect(await row()).to.include({ status: 'done', attempts: 2 });
    });

  it('is retried with pauses after failures; after the last attempt the event is dead with the last reason', async () => {
    for (const [count, waits] of [
      [1, 2_000],
      [2, 8_000],
    ] as const) {
      await attempt(() => Promise.resolve({ retry: `Fault ${count}` }));
      expect(await row()).to.include({ status: 'pending', attempts: count, error: `Fault ${count}` });
      expect(await dueInMs()).to.be.within(waits / 2, waits);
    }
    await attempt(() => Promise.reject(Object.assign(new Error('Ada, ada@example.test'), { code: 'REPORTING_CYCLE' })));
    expect(await row()).to.include({ status: 'dead', attempts: maxAttempts, error: 'REPORTING_CYCLE' });
    await attempt(() => expect.fail('It is dead.'));
    await api.graph.bind({ tenantId: acme.tenantId }).write('outbox/retry', { ids: [id], now: friday });
    await attempt(() => Promise.resolve(done));
    expect(await row()).to.include({ status: 'done', attempts: 1 });
  });

  for (const outcome of [done, { retry: 'Fault' }] as const) {
    it(`whose outcome the database could not record at once is recorded later (${JSON.stringify(outcome)})`, async () => {
      const between = await proxy(api.config.NEO4J_URI);
      const graph = openGraph({ ...api.config, NEO4J_URI: `bolt://127.0.0.1:${between.port}` });
      try {
        const handler = handlerOf(async () => {
          await between.down();
          return outcome;
        }, graph);
        const ended = handler(job(), AbortSignal.abort());
        await pause(4_000); // longer than the database is tried for by one change
        await between.up();
        await ended;
      } finally {
        await graph.close();
        await between.close();
      }
      const noted = outcome === done ? { status: 'done', error: null } : { status: 'pending', error: 'Fault' };
      expect(await row()).to.include({ ...noted, attempts: 1 });
    });
  }

  it('that never ends counts as an attempt, and after the last one the event is dead, which is logged', async () => {
    for (let count = 1; count <= maxAttempts; count += 1) {
      void attempt(endless);
      await begun(count);
      now += leaseAtMostMs;
    }
    await attempt(() => expect.fail('It was begun once more than allowed.'));
    const reason = 'the lease of every attempt expired';
    expect(await row()).to.include({ status: 'dead', attempts: maxAttempts, error: reason });
    expectLost({ attempts: maxAttempts, reason });
  });

  const expectLost = (how: object): void => {
    const lost = { tenantId: acme.tenantId, eventId: id, type: 'announcement', ...how };
    expect(JSON.parse(logged[0] ?? '')).to.include({ ...lost, msg: 'outbox event dead-lettered' });
  };

  it('that was the last is logged with tenant, event, type, attempts and reason, and no text', async () => {
    await attempt(() => Promise.resolve({ fail: 'Fault' }));
    expect(logged).to.have.length(1);
    expectLost({ attempts: 1, reason: 'Fault' });
  });

  it('at an event with a payload that its schema refuses ends as dead without any work', async () => {
    await set("e.type = 'trends.detect', e.payload = '{}'");
    await attempt(() => expect.fail('It was processed.'));
    expect(await row()).to.include({ status: 'dead', error: 'invalid payload' });
  });

  it('at an event of an unknown type leaves it to newer workers, at ever longer intervals, and for a week', async () => {
    await set("e.type = 'anouncement'");
    for (const longestMs of [2_000, 3_000, 4_500, 6_750]) {
      await attempt(() => expect.fail('It was processed.'));
      expect(await row()).to.include({ status: 'pending', error: 'unknown event type', attempts: 0 });
      expect(await dueInMs()).to.be.within(longestMs / 2 - 1, longestMs);
    }
    await set('e.leftMs = 250000');
    await attempt(() => expect.fail('It was processed.'));
    expect(await dueInMs()).to.be.within(149_999, 300_000);
    now = Date.parse(friday) + 8 * 24 * 60 * 60_000;
    await attempt(() => expect.fail('It was processed.'));
    expect(await row()).to.include({ status: 'dead', error: 'unknown event type' });
  });

  const set = (change: string): Promise<unknown> =>
    api.graph.statement(`MATCH (e:OutboxEvent {id: $id}) SET e.status = 'pending', e.leasedUntil = null, ${change}`, {
      id,
    });

  describe('of a job with several', () => {
    let ids: string[];
    let idOfKey: Map<string, string>;
    beforeEach(async () => {
      idOfKey = new Map([...'abc'].map((key) => [key, randomUUID()]));
      ids = [...idOfKey.values()];
      await acme.statement(
        `UNWIND $ids AS id
         CREATE (e:OutboxEvent {tenantId: $tenantId, id: id, key: id, type: 'announcement', queue: 'notifications', status: 'pending', attempts: 0,
           dueAt: datetime($now), createdAt: datetime($now)})
         SET e:$($label)`,
        { ids, now: friday },
      );
    });
    const idOf = (key: string): string => idOfKey.get(key) ?? '';
    const written: string[] = [];
    const countingGraph = (): GraphClient => ({
      ...api.graph,
      bind(scope) {
        const graph = api.graph.bind(scope);
        return {
          ...graph,
          write: (...call) => {
            written.push(call[0]);
            return graph.write(...call);
          },
        };
      },
    });
    beforeEach(() => void written.splice(0));
    const run = (work: Work): Promise<void> =>
      handlerOf(work, countingGraph())({ tenantId: acme.tenantId, ids }, new AbortController().signal);
    const states = async (): Promise<unknown[]> => {
      const found = await api.graph.statement(
        'UNWIND $ids AS id MATCH (e:OutboxEvent {id: id}) RETURN [e.status, e.attempts, e.error] AS state',
        { ids },
      );
      return found.map(({ state }) => state);
    };
    const notice = (eventId: string, title = 'Fire drill') => ({
      eventId,
      texts: { en: { title, text: 'At ten.' } },
      payload: '{}',
      aboutIds: null,
      link: null,
      traceparent: null,
      isLast: true,
      deliveries: [
        {
          userId: acme.id('Ada'),
          notificationId: randomUUID(),
          language: 'en',
          unread: true,
          messages: [],
          address: null,
        },
      ],
    });

    it('ends as it did itself, whatever became of the others', async () => {
      const outcomes: Record<string, Outcome> = { a: done, b: { retry: 'Fault' }, c: { fail: 'Fault' } };
      await run((event) => Promise.resolve(outcomes[[...'abc'][ids.indexOf(event.id)] ?? ''] ?? done));
      expect(await states()).to.deep.equal([
        ['done', 1, null],
        ['pending', 1, 'Fault'],
        ['dead', 1, 'Fault'],
      ]);
    });

    it('continues when another of them throws', async () => {
      await run((event) => (event.id === idOf('b') ? Promise.reject(new Error('Fault')) : Promise.resolve(done)));
      expect(await states()).to.deep.equal([
        ['done', 1, null],
        ['pending', 1, 'INTERNAL'],
        ['done', 1, null],
      ]);
    });

    it('is left out when another worker has it', async () => {
      const first = handlerOf(endless)({ tenantId: acme.tenantId, ids: [idOf('b')] }, new AbortController().signal);
      await begun(1);
      const worked: string[] = [];
      await run((event) => Promise.resolve<Outcome>(done).finally(() => worked.push(event.id)));
      expect(worked).to.have.members([idOf('a'), idOf('c')]);
      endings[0]?.(done);
      await first;
      expect(await states()).to.deep.equal(ids.map(() => ['done', 1, null]));
    });

    it('takes two writes with the others: leases, and notifications with the end of their events', async () => {
      await run((event) => Promise.resolve({ deliver: notice(event.id) }));
      expect(written).to.deep.equal(['outbox/acquire_leases', 'notifications/deliver']);
      expect(await states()).to.deep.equal(ids.map(() => ['done', 1, null]));
      expect(await recordsOf(api, acme)).to.deep.equal({ all: 3, different: 3 });
    });

    it('is delivered when the notification of another cannot be stored, which alone is tried again', async () => {
      const unstorable: unknown = { title: 'of a map' };
      await run(({ id }) =>
        Promise.resolve({ deliver: notice(id, id === idOf('b') ? (unstorable as string) : undefined) }),
      );
      expect(await states()).to.deep.equal([
        ['done', 1, null],
        ['pending', 1, 'Neo.ClientError.Statement.TypeError'],
        ['done', 1, null],
      ]);
      expect(await recordsOf(api, acme)).to.deep.equal({ all: 2, different: 2 });
    });

    it('that has ended meanwhile is not delivered once more', async () => {
      await run(async (event) => {
        if (event.id === idOf('b')) await endElsewhere(idOf('b'));
        return { deliver: notice(event.id) };
      });
      expect(await states()).to.deep.equal(ids.map(() => ['done', 1, null]));
      expect(await recordsOf(api, acme)).to.deep.equal({ all: 2, different: 2 });
    });
    /** Ends an event as if another worker had. */
    const endElsewhere = (eventId: string): Promise<unknown> =>
      api.graph.bind({ tenantId: acme.tenantId }).write('outbox/finish', {
        ends: [{ eventId, status: 'done', outcome: null, error: null }],
        leaseId: 'of another worker',
        now: friday,
      });
  });

  it('without an attempt does not count', async () => {
    for (let time = 0; time <= maxAttempts; time += 1) await attempt(() => Promise.resolve({ defer: 'OwnPace' }));
    expect(await row()).to.include({ status: 'pending', attempts: 0, error: 'OwnPace' });
  });

  it('counts once when the transaction that began it is made twice', async () => {
    const leases = [{ eventId: id, jitterMs: 0 }];
    const begin = { leases, maxAttempts, leaseId: randomUUID(), now: friday, leasedUntil: friday };
    const graph = api.graph.bind({ tenantId: acme.tenantId });
    for (let time = 0; time < 2; time += 1) {
      expect(await graph.write('outbox/acquire_leases', begin)).to.have.nested.property('events[0].attempts', 1);
    }
  });

  it('has a longer lease each time, so events that crashed together do not restart together', async () => {
    const limits = { leases: [{ eventId: id, jitterMs: 1_000 }], maxAttempts, leasedUntil: friday };
    for (const seconds of [1, 2, 3]) {
      const begin = { ...limits, leaseId: randomUUID(), now: new Date(now + seconds * 1_000).toISOString() };
      await api.graph.bind({ tenantId: acme.tenantId }).write('outbox/acquire_leases', begin);
      expect(await dueInMs()).to.equal(seconds * 1_000);
    }
  });

  it('that the end of its process cuts short does not count, and leaves the event to the next worker', async () => {
    const queues = open(readConfig().REDIS_URL, freshPrefix());
    const cutShort: Work = async (_event, _graph, signal) => {
      endings.push(() => undefined);
      await once(signal, 'abort');
      throw signal.reason;
    };
    queues.work('emails', handlerOf(cutShort), { concurrency: 1, timeoutMs: 30_000 });
    await queues.send('emails', [job()]);
    await begun(1);
    await queues.close(0);
    expect(await row()).to.include({ status: 'pending', attempts: 0, error: 'STOPPING' });
    await attempt(() => Promise.resolve(done));
    expect(await row()).to.include({ status: 'done', attempts: 1 });
  });

  for (const code of ['ANSWER_TOO_SLOW', 'DATABASE_UNAVAILABLE', 'FILES_UNAVAILABLE', 'OVERLOADED'] as const)
    it(`that met ${code} does not count, however often and for however long, at ever longer intervals`, async () => {
      const slow: Work = () => Promise.reject(new ApiError(code));
      for (const longestMs of [2_000, 3_000, 4_500, 6_750]) {
        await attempt(slow);
        expect(await row()).to.include({ status: 'pending', attempts: 0, error: code });
        expect(await dueInMs()).to.be.within(longestMs / 2 - 1, longestMs);
      }
      await set('e.leftMs = 55000');
      now = Date.parse(friday) + 30 * 24 * 60 * 60_000;
      await attempt(slow);
      expect(await dueInMs()).to.be.within(29_999, 60_000);
      await attempt(() => Promise.resolve({ retry: 'Fault' }));
      expect(await row()).to.include({ status: 'pending', attempts: 1, error: 'Fault' });
      await attempt(slow);
      expect(await dueInMs(), 'the pauses begin again').to.be.within(999, 2_000);
      expect(await row()).to.include({ attempts: 1 });
    });

  it('whose notifications the database could not store in time does not count', async () => {
    const writing = (error: Error): GraphClient => ({
      ...api.graph,
      bind(scope) {
        const graph = api.graph.bind(scope);
        return {
          ...graph,
          write: (...call) => (call[0] === 'notifications/deliver' ? Promise.reject(error) : graph.write(...call)),
        };
      },
    });
    const delivered: Work = () => Promise.resolve({ deliver: { eventId: id } as DeliveryRow });
    await handlerOf(delivered, writing(new ApiError('DATABASE_UNAVAILABLE')))(job(), new AbortController().signal);
    expect(await row()).to.include({ status: 'pending', attempts: 0, error: 'DATABASE_UNAVAILABLE' });
    await handlerOf(delivered, writing(new Error('Fault')))(job(), new AbortController().signal);
    expect(await row()).to.include({ status: 'pending', attempts: 1, error: 'INTERNAL' });
  });

  it('of any kind is the last after so many of that kind', async () => {
    await endDueEvents(api);
    const most = { announcement: 5, 'email.send': 10, 'profile.import': 3, 'trends.detect': 5 };
    await acme.statement(
      `CREATE (n:Notification {tenantId: $tenantId, id: $id, eventId: 'x', userId: $ada, payload: 'not JSON'})
       SET n:$($label)
       WITH n UNWIND $types AS type
       CREATE (e:OutboxEvent {tenantId: $tenantId, id: randomUUID(), key: type, type: type, status: 'pending',
         queue: $queues[type], attempts: 0, payload: 'not JSON', subjectId: CASE type WHEN 'email.send' THEN $id ELSE 'no UUID' END,
         recipientIds: [], dueAt: datetime(), createdAt: datetime()})
       SET e:$($label)`,
      {
        id,
        ada: acme.id('Ada'),
        types: Object.keys(most),
        queues: {
          announcement: 'notifications',
          'email.send': 'emails',
          'profile.import': 'imports',
          'trends.detect': 'trends',
        },
      },
    );
    let ahead = 0;
    const worker = startInProcessWorker(api, { ses: 'http://127.0.0.1:1', now: () => new Date(Date.now() + ahead) });
    try {
      const rows = await until(
        () => {
          ahead += 60_000; // the pauses pass quickly
          return rowsOf(api, acme);
        },
        (seen) => seen.filter(({ status }) => status === 'dead').length === Object.keys(most).length,
      );
      const ended = rows.filter(({ status }) => status === 'dead').map(({ type, attempts }) => [type, attempts]);
      expect(Object.fromEntries(ended)).to.deep.equal(most);
    } finally {
      await worker.stop();
    }
  });
});
