// Events that the worker takes from the graph itself: once each, in one hand at a time, and none lost with its process.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect } from 'chai';
import pino from 'pino';
import { eventTypes } from '../../../src/app/event-types.ts';
import { startDirectWork, type DirectWork } from '../../../src/platform/outbox/direct-work.ts';
import type { Work } from '../../../src/platform/outbox/work.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents } from '../../support/in-process-worker.ts';
import { friday, service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const leaseMs = 15_000;
/** Longer than a lease and what chance may add to it. */
const leaseAtMostMs = leaseMs + 30_000;
const maxAttempts = 3;

describe('work that is taken from the graph', () => {
  const api = service();
  let acme: Company;
  let other: Company;
  let now: number;
  const running: DirectWork[] = [];
  beforeEach(async () => {
    await endDueEvents(api);
    [acme, other] = await Promise.all([company(api, 'Ada'), company(api, 'Zoe')]);
    now = Date.parse(friday);
    logged.splice(0);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop(0)));
    await endDueEvents(api);
  });

  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const start = (work: Work, { concurrency = 2 } = {}): DirectWork => {
    const services = { graph: api.graph, now: () => new Date(now), log, eventTypes };
    const limits = { queue: 'notifications', concurrency, timeoutMs: 60_000, maxAttempts, leaseMs } as const;
    const direct = startDirectWork(services, limits, work);
    running.push(direct);
    return direct;
  };
  const given = (
    keys: readonly string[],
    { of = acme, attempts = 0, leftMs = null as number | null } = {},
  ): Promise<unknown> =>
    of.statement(
      `UNWIND range(0, size($keys) - 1) AS place
       CREATE (e:OutboxEvent {tenantId: $tenantId, id: randomUUID(), key: $keys[place], type: 'announcement', queue: 'notifications',
         status: 'pending', attempts: $attempts, leftMs: $leftMs, dueAt: datetime($now) - duration({seconds: 1000 - place}), createdAt: datetime($now)})
       SET e:$($label)`,
      { keys, attempts, leftMs, now: new Date(now).toISOString() },
    );
  const rows = async (of = acme): Promise<unknown[][]> => {
    const found = await of.statement(
      'MATCH (e:OutboxEvent {tenantId: $tenantId}) RETURN [e.key, e.status, e.attempts] AS row ORDER BY e.key',
    );
    return found.map(({ row }) => row as unknown[]);
  };
  const isDone = (found: unknown[][]): boolean => found.every(([, status]) => status === 'done');

  /** Works that go on until they are ended by hand. */
  const holding = (): { work: Work; begun: string[]; end: (key: string) => void } => {
    const ends = new Map<string, () => void>();
    const begun: string[] = [];
    const work: Work = ({ key }) =>
      new Promise((end) => {
        begun.push(key);
        ends.set(key, () => end({ done: 'completed' }));
      });
    return { work, begun, end: (key) => ends.get(key)?.() };
  };
  const has = (list: string[], count: number): Promise<string[]> =>
    until(
      () => Promise.resolve(list),
      ({ length }) => length >= count,
    );

  it('is done once for each event, in several processes side by side', async () => {
    const worked: string[] = [];
    const work: Work = ({ key }, _graph, _signal, tenantId) => {
      worked.push(`${tenantId} ${key}`);
      return Promise.resolve({ done: 'completed' });
    };
    const keys = Array.from({ length: 120 }, (_, place) => `e${place}`);
    for (let place = 0; place < 3; place += 1) start(work);
    await Promise.all([given(keys), given(keys, { of: other })]);
    await until(rows, isDone);
    await until(() => rows(other), isDone);
    expect(worked).to.have.length(2 * keys.length);
    expect(new Set(worked).size).to.equal(2 * keys.length);
    expect((await rows()).every(([, , attempts]) => attempts === 1)).to.equal(true);
  });

  it('begins with what has been due longest, and goes on beside work that takes long', async () => {
    await given(['long']);
    const { work, begun, end } = holding();
    start(work);
    await has(begun, 1);
    await given(['a', 'b']);
    await has(begun, 3);
    expect(begun).to.deep.equal(['long', 'a', 'b']);
    for (const key of ['a', 'b']) end(key);
    const others = await until(rows, (found) => isDone(found.slice(0, 2)));
    expect(others).to.deep.equal([
      ['a', 'done', 1],
      ['b', 'done', 1],
      ['long', 'pending', 1],
    ]);
    end('long');
    await until(rows, isDone);
  });

  it('of a process that was killed is begun by another when the lease has ended, each event alone', async () => {
    await given(['a', 'b']);
    const taken = await api.graph.bind({}).write<{ events: unknown[] }>('outbox/take', {
      queue: 'notifications',
      limit: 500,
      maxTried: 2,
      aloneFromMs: 4_500,
      maxAttempts,
      spreadMs: 5_000,
      leaseId: 'of the killed process',
      now: new Date(now).toISOString(),
      leasedUntil: new Date(now + leaseMs).toISOString(),
    });
    expect(taken?.events).to.have.length(2);
    const { work, begun, end } = holding();
    start(work, { concurrency: 1 });
    await given(['later']);
    await has(begun, 1);
    expect(begun).to.deep.equal(['later']); // the others are leased
    now += leaseAtMostMs;
    end('later');
    await has(begun, 2);
    expect((await rows()).slice(0, 2).map(([, , attempts]) => attempts)).to.have.members([1, 2]);
    end(begun[1] ?? '');
    await has(begun, 3);
    end(begun[2] ?? '');
    expect((await until(rows, isDone)).map(([, , attempts]) => attempts)).to.deep.equal([2, 2, 1]);
  });

  it('counts an attempt at an event that was tried before only when its work begins', async () => {
    await given(['a', 'b', 'c', 'd', 'e'], { attempts: 1 });
    const { work, begun, end } = holding();
    start(work);
    await has(begun, 2);
    expect((await rows()).map(([, , attempts]) => attempts)).to.have.members([2, 2, 1, 1, 1]);
    for (let count = 2; count <= 5; count += 1) {
      await has(begun, count);
      end(begun[count - 2] ?? '');
    }
    end(begun[4] ?? '');
    expect((await until(rows, isDone)).map(([, , attempts]) => attempts)).to.deep.equal([2, 2, 2, 2, 2]);
  });

  it('begins events that were postponed three times each by itself, and counts an attempt only when its work begins', async () => {
    await given(['a', 'b', 'c', 'd', 'e'], { leftMs: 4_500 });
    const { work, begun, end } = holding();
    start(work);
    await has(begun, 2);
    expect((await rows()).map(([, , attempts]) => attempts)).to.have.members([1, 1, 0, 0, 0]);
    for (let count = 2; count <= 5; count += 1) {
      await has(begun, count);
      end(begun[count - 2] ?? '');
    }
    end(begun[4] ?? '');
    expect((await until(rows, isDone)).map(([, , attempts]) => attempts)).to.deep.equal([1, 1, 1, 1, 1]);
  });

  it('ends an event as dead that has had all its attempts, and logs it', async () => {
    await given(['a'], { attempts: maxAttempts });
    start(() => expect.fail('It was begun once more than allowed.'));
    const found = await until(rows, ([row]) => row?.[1] === 'dead');
    expect(found).to.deep.equal([['a', 'dead', maxAttempts]]);
    await has(logged, 1);
    expect(JSON.parse(logged[0] ?? '')).to.include({ tenantId: acme.tenantId, msg: 'outbox event dead-lettered' });
  });

  it('is left to others at a stop, without an attempt: what waits at once, and what is under way when the time is up', async () => {
    const signals: AbortSignal[] = [];
    const work: Work = async (_event, _graph, signal) => {
      signals.push(signal);
      await once(signal, 'abort');
      throw signal.reason;
    };
    await given(['a']);
    await given(['waits'], { of: other });
    const direct = start(work, { concurrency: 1 });
    await until(
      () => Promise.resolve(signals.length),
      (count) => count === 1,
    );
    const stopped = direct.stop(1_000);
    const putOff = async (): Promise<unknown[][]> => [...(await rows()), ...(await rows(other))];
    await until(putOff, (found) => found.filter(([, , attempts]) => attempts === 0).length >= 1);
    expect(signals[0]?.aborted).to.equal(false);
    await stopped;
    expect((await putOff()).map(([, status, attempts]) => [status, attempts])).to.deep.equal([
      ['pending', 0],
      ['pending', 0],
    ]);
  });

  it('is not begun when it waited for room until another process had the event', async () => {
    await given(['a']);
    await given(['waits'], { of: other });
    const first = holding();
    start(first.work, { concurrency: 1 });
    await has(first.begun, 1);
    const [running] = first.begun;
    const waiting = running === 'a' ? other : acme;
    now += leaseAtMostMs;
    // the lease of the one under way is renewed, that of the one that waits has ended
    const lease = { leaseId: randomUUID(), now: new Date(now).toISOString() };
    const [{ id } = {}] = await waiting.statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) RETURN e.id AS id');
    const taken = await api.graph.bind({ tenantId: waiting.tenantId }).write('outbox/acquire_leases', {
      ...lease,
      leases: [{ eventId: String(id), jitterMs: 0 }],
      maxAttempts,
      leasedUntil: new Date(now + leaseMs).toISOString(),
    });
    expect(taken).to.have.nested.property('events[0].attempts', 2);
    first.end(running ?? '');
    await until(() => rows(running === 'a' ? acme : other), isDone);
    await given(['next']);
    await has(first.begun, 2);
    expect(first.begun[1]).to.equal('next');
    first.end('next');
  });

  it('is done once beside a worker of the release before, which gets these events through Redis', async () => {
    await given(['old', 'new']);
    const claim = { now: new Date(now).toISOString(), minDelayMs: 15_000, maxDelayMs: 300_000 };
    const queues = [{ name: 'notifications', limit: 1 }];
    const sent = await api.graph.bind({}).write<{ events: { id: string }[] }>('outbox/claim', { ...claim, queues });
    const acquire = (eventId: string, leaseId: string): Promise<{ events: { key: string }[] } | null> =>
      api.graph.bind({ tenantId: acme.tenantId }).write('outbox/acquire_leases', {
        leases: [{ eventId, jitterMs: 0 }],
        maxAttempts,
        leaseId,
        now: new Date(now).toISOString(),
        leasedUntil: new Date(now + leaseMs).toISOString(),
      });
    const { work, begun, end } = holding();
    start(work);
    await has(begun, 1);
    expect(begun).to.deep.equal(['new']); // the relay of that release has claimed the other
    const ids = await acme.statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) RETURN e.key AS key, e.id AS id');
    const idOf = (key: string): string => String(ids.find((row) => row['key'] === key)?.['id']);
    expect(sent?.events.map(({ id }) => id)).to.deep.equal([idOf('old')]);
    expect(await acquire(idOf('new'), 'of the old worker')).to.deep.equal({ events: [] });
    expect((await acquire(idOf('old'), 'of the old worker'))?.events.map(({ key }) => key)).to.deep.equal(['old']);
    now += leaseMs + 1; // the old worker is stopped with the event in its hands
    await has(begun, 2);
    expect(begun).to.deep.equal(['new', 'old']);
    for (const key of begun) end(key);
    await until(rows, isDone);
  });
});
