// The outbox and its relay: what is due is handed over until it is done, what is done is forgotten, what is dead revives.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pino from 'pino';
import { readConfig } from '../../../src/platform/config/config.ts';
import { eventTypes } from '../../../src/app/event-types.ts';
import { startRelay } from '../../../src/platform/outbox/relay.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents } from '../../support/in-process-worker.ts';
import { startBeforeCommit } from '../../support/locks.ts';
import { endQueues, freshPrefix, noting, open } from '../../support/queues.ts';
import { friday, service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const day = 24 * 60 * 60_000;

endQueues();

describe('the outbox', () => {
  const api = service();
  let acme: Company;
  let now: number;
  beforeEach(async () => {
    await endDueEvents(api);
    acme = await company(api, 'Ada');
    now = Date.parse(friday);
  });
  afterEach(() => endDueEvents(api));

  const at = (ms: number): string => new Date(now + ms).toISOString();
  /** Events by their keys, which are their ids too within the test. */
  type Given = { status?: string; dueAt?: string; endedAt?: string; queue?: string };
  const given = async (events: Record<string, Given>, of = acme) => {
    const rows = Object.entries(events).map(([key, event]) => ({ dueAt: null, endedAt: null, ...event, key }));
    await of.statement(
      `UNWIND $rows AS row
       CREATE (e:OutboxEvent {tenantId: $tenantId, id: randomUUID(), key: row.key, type: 'announcement',
         queue: coalesce(row.queue, 'emails'), attempts: 5,
         status: coalesce(row.status, 'pending'), dueAt: datetime(row.dueAt), endedAt: datetime(row.endedAt),
         createdAt: datetime($now)})
       SET e:$($label)`,
      { rows, now: at(0) },
    );
  };
  const rows = (of = acme) =>
    of.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId})
       RETURN e.key AS key, e.id AS id, e.status AS status, e.attempts AS attempts, toString(e.dueAt) AS dueAt
       ORDER BY e.key`);
  const keys = async (): Promise<string[]> => (await rows()).map(({ key }) => String(key));
  const idOf = async (key: string): Promise<string> => String((await rows()).find((row) => row['key'] === key)?.['id']);
  const relay = (prefix: string) =>
    startRelay({
      graph: api.graph,
      queues: open(readConfig().REDIS_URL, prefix),
      now: () => new Date(now),
      log: pino({ level: 'silent' }),
      eventTypes,
    });

  it('is taken in turn by tenant where more is due than a queue has room for, and queue by queue', async () => {
    const other = await company(api, 'Zoe');
    const many = Array.from({ length: 100 }, (_, n): [string, Given] => [
      `a${n}`,
      { dueAt: at(n - 90_000), queue: 'emails' },
    ]);
    await given(Object.fromEntries(many));
    await given({ z1: { dueAt: at(-2), queue: 'emails' }, z2: { dueAt: at(-1), queue: 'emails' } }, other);
    await given({ mass: { dueAt: at(-3), queue: 'mass-emails' } });
    const claim = async (limit: number): Promise<unknown> => {
      const queues = [
        { name: 'emails', limit },
        { name: 'imports', limit: 2 },
      ];
      const query = { now: at(0), minDelayMs: 15_000, maxDelayMs: 300_000, queues };
      const claimed = await api.graph
        .bind({})
        .write<{ events: { tenantId: string }[]; isCrowded: boolean }>('outbox/claim', query);
      const ofOther = claimed?.events.filter(({ tenantId }) => tenantId === other.tenantId).length;
      return [claimed?.events.length, ofOther, claimed?.isCrowded];
    };
    expect(await claim(6)).to.deep.equal([6, 2, true]);
    expect(await claim(70)).to.deep.equal([64, 0, true]);
    expect(await claim(70)).to.deep.equal([32, 0, false]);
  });

  it('is left out where it is erased while the relay claims it, which goes on with the others', async () => {
    await given({ erased: { dueAt: at(-2) }, kept: { dueAt: at(-1) } });
    const erase = "MATCH (e:OutboxEvent {tenantId: $tenantId, key: 'erased'}) DELETE e";
    const query = {
      now: at(0),
      minDelayMs: 1,
      maxDelayMs: 1,
      queues: [{ name: 'emails', limit: 10 }],
    };
    const claimed = await startBeforeCommit(api, [erase, { tenantId: acme.tenantId }], 1, () =>
      api.graph.bind({}).write<{ events: { id: string }[] }>('outbox/claim', query),
    );
    const ids = claimed?.events.map(({ id }) => id);
    expect(ids).to.deep.equal([await idOf('kept')]);
  });

  it('of a tenant does not wait until the longer line of another is through, though there is room for only one', async () => {
    const other = await company(api, 'Zoe');
    const names = Array.from({ length: 60 }, (_, n) => `a${n}`);
    await given(Object.fromEntries(names.map((key, n) => [key, { dueAt: at(n - 90_000), queue: 'imports' }])));
    await given({ z: { dueAt: at(-1), queue: 'imports' } }, other);
    const query = { now: at(0), minDelayMs: 15_000, maxDelayMs: 300_000, queues: [{ name: 'imports', limit: 1 }] };
    const isOfOther = async (): Promise<boolean> => {
      const claimed = await api.graph.bind({}).write<{ events: { tenantId: string }[] }>('outbox/claim', query);
      return claimed?.events[0]?.tenantId === other.tenantId;
    };
    let claims = 1;
    while (!(await isOfOther())) claims += 1;
    expect(claims).to.be.at.most(50);
  });

  it('delivers due events, longest due first, and none before its time', async () => {
    await given({ b: { dueAt: at(-2_000) }, a: { dueAt: at(-1_000) }, c: { dueAt: at(-3_000) }, d: { dueAt: at(1) } });
    const claim = async (limit: number): Promise<string[]> => {
      const query = { now: at(0), minDelayMs: 15_000, maxDelayMs: 300_000, queues: [{ name: 'emails', limit }] };
      const claimed = await api.graph.bind({}).write<{ events: { id: string }[] }>('outbox/claim', query);
      const names = new Map((await rows()).map(({ id, key }) => [id, String(key)]));
      return (claimed?.events ?? []).map(({ id }) => names.get(id) ?? '');
    };
    expect((await claim(2)).sort()).to.deep.equal(['b', 'c']);
    expect(await claim(500)).to.deep.equal(['a']);
    expect(await claim(500)).to.deep.equal([]);
  });

  it('is overdue since an event is due: not while one waits for its next attempt, nor after it was tried again', async () => {
    const readDue = async (): Promise<unknown> =>
      (await api.graph.bind({}).one<{ due: string | null }>('outbox/stats', { now: at(0) })).due;
    const dead = { status: 'dead', endedAt: at(-day) };
    await given({ 'in a pause': { dueAt: at(1) }, a: dead });
    expect(await readDue()).to.equal(null);
    await api.graph.bind({ tenantId: acme.tenantId }).write('outbox/retry', { ids: null, now: at(0) });
    expect(Date.parse(String(await readDue()))).to.equal(now);
    await given({ late: { dueAt: at(-5_000) }, later: { dueAt: at(-90_000) } });
    expect(Date.parse(String(await readDue()))).to.equal(now - 90_000);
  });

  it('waits longer before each redelivery, at most five minutes; a started event begins with the shortest wait', async () => {
    await given({ one: { dueAt: at(0) } });
    const id = await idOf('one');
    const dueInMs = async (): Promise<number> => Date.parse(String((await rows())[0]?.['dueAt'])) - now;
    const handOver = async (): Promise<number> => {
      const query = {
        now: at(0),
        minDelayMs: 15_000,
        maxDelayMs: 300_000,
        queues: [{ name: 'emails', limit: 1 }],
      };
      const claimed = await api.graph.bind({}).write<{ events: { id: string }[] }>('outbox/claim', query);
      expect(claimed?.events.map((event) => event.id)).to.deep.equal([id]);
      const waits = await dueInMs();
      now += waits;
      return waits / 1_000;
    };
    const waits: number[] = [];
    for (let time = 0; time < 7; time += 1) waits.push(await handOver());
    expect(waits).to.deep.equal([15, 30, 60, 120, 240, 300, 300]);
    const begin = {
      leases: [{ eventId: id, jitterMs: 0 }],
      maxAttempts: 9,
      leaseId: randomUUID(),
      now: at(0),
      leasedUntil: at(5_000),
    };
    await api.graph.bind({ tenantId: acme.tenantId }).write('outbox/acquire_leases', begin);
    expect(await dueInMs()).to.equal(5_000);
    now += 5_000;
    expect(await handOver()).to.equal(15);
  });

  it('redelivers events that are not done within fifteen seconds', async () => {
    const prefix = freshPrefix();
    const { taken, handler } = noting();
    open(readConfig().REDIS_URL, prefix).work('emails', handler, { concurrency: 1, timeoutMs: 5_000 });
    await given({ first: { dueAt: at(0) }, second: { dueAt: at(14_999) } });
    const [first, second] = [await idOf('first'), await idOf('second')];
    const running = relay(prefix);
    try {
      for (const [ms, seen] of [
        [0, [first]],
        [14_999, [first, second]],
        [1, [first, second, first]],
      ] as const) {
        now += ms;
        await until(
          () => Promise.resolve(taken.length),
          (count) => count >= seen.length,
        );
        expect(taken).to.deep.equal(seen);
      }
    } finally {
      await running.stop();
    }
  });

  it('deletes events that were done thirty days ago, and nothing else', async () => {
    const old = { endedAt: at(-31 * day) };
    await given({
      'done long ago': { ...old, status: 'done' },
      'done 29 days ago': { endedAt: at(-29 * day), status: 'done' },
      'dead long ago': { ...old, status: 'dead' },
      pending: { dueAt: at(-31 * day) },
    });
    const running = relay(freshPrefix());
    try {
      await until(keys, (left) => !left.includes('done long ago'));
      expect(await keys()).to.deep.equal(['dead long ago', 'done 29 days ago', 'pending']);
      now += 2 * day;
      await until(keys, (left) => left.length === 2);
      expect(await keys()).to.deep.equal(['dead long ago', 'pending']);
    } finally {
      await running.stop();
    }
  });

  it('deletes all of them in one run, also when they are more than a batch', async () => {
    await acme.statement(
      `UNWIND range(1, 5001) AS number
       CREATE (e:OutboxEvent:$($label) {tenantId: $tenantId, id: randomUUID(), key: toString(number), status: 'done',
         endedAt: datetime($endedAt)})`,
      { endedAt: at(-31 * day) },
    );
    const running = relay(freshPrefix());
    try {
      const left = await until(keys, ({ length }) => length === 0); // the clock stands still: there is no next hour
      expect(left).to.deep.equal([]);
    } finally {
      await running.stop();
    }
  });

  it('revives dead events with all their attempts: some, or all of the tenant', async () => {
    const neighbour = await company(api, 'Zoe');
    const dead = { status: 'dead', endedAt: at(-day) };
    await given({ a: dead, b: dead, c: { status: 'done', endedAt: at(-day) } });
    await given({ a: dead }, neighbour);
    const retry = (ids: string[] | null) =>
      api.graph.bind({ tenantId: acme.tenantId }).write('outbox/retry', { ids, now: at(0) });
    const seen = async (of = acme) => (await rows(of)).map(({ key, status, attempts }) => [key, status, attempts]);
    expect(await retry([await idOf('b'), randomUUID()])).to.deep.equal({ revived: 1 });
    const done = ['c', 'done', 5];
    expect(await seen()).to.deep.equal([['a', 'dead', 5], ['b', 'pending', 0], done]);
    expect(await retry(null)).to.deep.equal({ revived: 1 });
    expect(await seen()).to.deep.equal([['a', 'pending', 0], ['b', 'pending', 0], done]);
    expect((await rows()).map(({ dueAt }) => dueAt)).to.deep.equal([
      '2026-11-20T10:00:00Z',
      '2026-11-20T10:00:00Z',
      null,
    ]);
    expect(await seen(neighbour)).to.deep.equal([['a', 'dead', 5]]);
  });
});
