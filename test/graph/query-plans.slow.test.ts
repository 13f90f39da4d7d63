// Query plans: requests wait for a plan, few statements are planned at a time, and what may be gone is planned again.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import pino from 'pino';
import { ApiError } from '../../src/errors.ts';
import { openGraph, type GraphClient } from '../../src/graph/client.ts';
import { getQuery, listQueries, listServedStatements } from '../../src/graph/query-files.ts';
import { stripCommentsAndStrings } from '../../src/graph/statements.ts';
import { createQueryPlans, type QueryPlans } from '../../src/graph/query-plans.ts';
import { company, type Company } from '../support/company.ts';
import { proxy, type Proxy } from '../support/proxy.ts';
import { service } from '../support/service.ts';

describe('query plans', () => {
  let plans: QueryPlans;
  let asked: string[];
  let pending: Map<string, { resolve: () => void; reject: (reason: Error) => void }>;
  beforeEach(() => {
    asked = [];
    pending = new Map();
    const explain = (statement: string): Promise<void> => {
      asked.push(statement);
      return new Promise((resolve, reject) => pending.set(statement, { resolve, reject }));
    };
    plans = createQueryPlans(explain, () => Promise.resolve());
  });
  const finish = async (statement: string): Promise<void> => {
    pending.get(statement)?.resolve();
    await new Promise(setImmediate);
  };

  const askedFor = async (count: number): Promise<void> => {
    while (asked.length < count) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(asked).to.have.length(count);
  };

  it('are made once for all requests that wait for one; later requests do not wait', async () => {
    const waiting = [plans.prepare('a'), plans.prepare('a')];
    await new Promise(setImmediate);
    expect(asked).to.deep.equal(['a']);
    await finish('a');
    for (const one of waiting) await one;
    expect(plans.prepare('a')).to.equal(null);
  });

  it('are made one at a time, first those that requests wait for, of these the short ones and those used most', async () => {
    void plans.prepare('f');
    await new Promise(setImmediate);
    await finish('f');
    void plans.prepare('f');
    plans.forget('f');
    for (const statement of ['a', 'b']) plans.isPlanned(statement);
    for (const statement of ['long', 'b', 'f']) void plans.prepare(statement);
    for (const statement of ['f', 'b', 'long', 'a']) {
      await new Promise(setImmediate);
      expect(asked.at(-1)).to.equal(statement);
      await finish(statement);
    }
    expect(asked).to.have.length(5);
  });

  it('that cannot be made because the database is away fail for all who wait', async () => {
    const waiting = ['a', 'b', 'c'].map((statement) => Promise.resolve(plans.prepare(statement)));
    const failures = waiting.map((one) => one.then(String, (error: Error) => error.message));
    await new Promise(setImmediate);
    pending.get('a')?.reject(new Error('away'));
    expect(await Promise.all(failures)).to.deep.equal(['away', 'away', 'away']);
    expect(asked).to.deep.equal(['a']);
  });

  it('wait for the first answer of the database, and fail at once while it does not answer', async () => {
    let answer: (isReachable: boolean) => void = () => undefined;
    const explained: string[] = [];
    const starting = createQueryPlans(
      (statement) => Promise.resolve(void explained.push(statement)),
      () => new Promise((resolve, reject) => (answer = (is) => (is ? resolve() : reject(new Error('away'))))),
    );
    void starting.watch(pino({ level: 'silent' }));
    const ask = (): Promise<string> =>
      Promise.resolve(starting.prepare('a')).then(String, (error: Error) => error.message);
    const first = ask();
    await new Promise(setImmediate);
    answer(false);
    expect([await first, await ask(), explained]).to.deep.equal(['away', 'away', []]);
    const answerOfFirst = answer;
    while (answer === answerOfFirst) await new Promise(setImmediate);
    const second = ask();
    await new Promise(setImmediate);
    expect(explained).to.deep.equal([]);
    answer(true);
    expect(await second).to.equal('undefined');
    expect(explained).to.include('a');
    starting.stop();
  });

  it('that may be gone are made again', async () => {
    void plans.prepare('a');
    void plans.prepare('b');
    await new Promise(setImmediate);
    await finish('a');
    await finish('b');
    plans.forget('a');
    expect(plans.isPlanned('b')).to.equal(true);
    expect(plans.isPlanned('a')).to.equal(false);
    await new Promise(setImmediate);
    await finish('a');
    plans.forgetAll();
    expect([plans.isPlanned('a'), plans.isPlanned('b')]).to.deep.equal([false, false]);
    await new Promise(setImmediate);
    await finish('b');
    expect(asked).to.deep.equal(['a', 'b', 'a', 'b', 'a']);
  });

  it('of every query are made before requests are served, those for several callers afterwards', async () => {
    const { single, shared } = listServedStatements();
    let isPlanned = false;
    const planned = plans.watch(pino({ level: 'silent' })).then(() => (isPlanned = true));
    expect(plans.state()).to.equal('away');
    for (const count of single.keys()) {
      await askedFor(count + 1);
      expect([plans.state(), isPlanned]).to.deep.equal(['planning', false]);
      await finish(asked[count] ?? '');
    }
    expect(new Set(asked.slice(0, single.length))).to.deep.equal(new Set(single));
    await askedFor(single.length + 1);
    expect(plans.state()).to.equal('ready');
    await planned;
    for (const count of shared.keys()) {
      await askedFor(single.length + count + 1);
      await finish(asked[single.length + count] ?? '');
    }
    expect(new Set(asked)).to.deep.equal(new Set([...single, ...shared]));
    plans.stop();
  });

  it('are made again after a lost connection, first those used most', async () => {
    let isAway = false;
    const probe = (): Promise<void> => (isAway ? Promise.reject(new Error('away')) : Promise.resolve());
    const explained: string[] = [];
    const reconnecting = createQueryPlans((statement) => Promise.resolve(void explained.push(statement)), probe);
    const { single, shared: forms } = listServedStatements();
    const [frequent = '', rare = ''] = single.slice(-2).sort((a, b) => a.length - b.length);
    const shared = forms.at(-1) ?? '';
    void reconnecting.watch(pino({ level: 'silent' }));
    while (!explained.includes(shared)) await new Promise(setImmediate);
    for (let n = 0; n < 1_000; n += 1) {
      for (const statement of [rare, frequent, frequent, shared, shared, shared]) reconnecting.isPlanned(statement);
    }
    isAway = true;
    while (reconnecting.state() !== 'away') await new Promise(setImmediate);
    explained.length = 0;
    isAway = false;
    while (reconnecting.state() !== 'ready') await new Promise(setImmediate);
    expect(explained.slice(0, 2)).to.deep.equal([frequent, rare]);
    expect(explained[single.length]).to.equal(shared);
    reconnecting.stop();
  });

  it('are made again after a request lost its connection; while the database answers, the state stays ready', async () => {
    const { single, shared } = listServedStatements();
    void plans.watch(pino({ level: 'silent' }));
    for (const count of single.keys()) {
      await askedFor(count + 1);
      await finish(asked[count] ?? '');
    }
    await askedFor(single.length + 1);
    plans.forgetAll(); // before the first of those for several callers is made
    const missing = new Set([...single, ...shared]);
    for (let count = single.length; missing.size > 0; count += 1) {
      while (asked.length <= count) await new Promise(setImmediate);
      expect(plans.state()).to.equal('ready');
      missing.delete(asked[count] ?? '');
      await finish(asked[count] ?? '');
    }
    plans.stop();
  });

  it('leave others a head start after a lost connection, and none at first', async () => {
    const headStart = 300;
    let isAway = false;
    let answeredAt = 0;
    const probe = (): Promise<void> => {
      if (isAway) return Promise.reject(new Error('away'));
      answeredAt ||= performance.now();
      return Promise.resolve();
    };
    const explainedAt: number[] = [];
    const waiting = createQueryPlans(() => Promise.resolve(void explainedAt.push(performance.now())), probe);
    void waiting.watch(pino({ level: 'silent' }), headStart);
    while (waiting.state() !== 'ready') await new Promise(setImmediate);
    expect((explainedAt[0] ?? Infinity) - answeredAt).to.be.below(headStart);
    isAway = true;
    while (waiting.state() !== 'away') await new Promise(setImmediate);
    explainedAt.length = 0;
    answeredAt = 0;
    isAway = false;
    void waiting.prepare('a request');
    while (waiting.state() !== 'ready') await new Promise(setImmediate);
    expect((explainedAt[0] ?? 0) - answeredAt).to.be.at.least(headStart - 2);
    waiting.stop();
  });

  it('refuse those who would be too many to wait for the same one, fewer before all are made', () => {
    const wait = (count: number): void => {
      for (let n = 0; n < count; n += 1) void plans.prepare('a');
    };
    wait(256);
    expect(() => plans.prepare('a'))
      .to.throw(ApiError)
      .with.property('code', 'DATABASE_UNAVAILABLE');
    expect(plans.prepare('b')).to.be.instanceOf(Promise);
    plans = createQueryPlans(
      () => new Promise(() => undefined),
      () => Promise.resolve(),
    );
    void plans.watch(pino({ level: 'silent' }));
    wait(8);
    expect(() => plans.prepare('a')).to.throw(ApiError);
    plans.stop();
  });

  it('are full while sixteen requests wait for the first of them, and again after a lost connection', async () => {
    const wait = (count: number): void => {
      for (let n = 0; n < count; n += 1) Promise.resolve(plans.prepare(`request ${n % 3}`)).catch(() => undefined);
    };
    wait(16);
    expect(plans.isFull(), 'of a process that plans nothing ahead').to.equal(false);
    void plans.watch(pino({ level: 'silent' }));
    expect(plans.isFull()).to.equal(true);
    await askedFor(1);
    await finish(asked[0] ?? '');
    expect(plans.isFull(), 'once one is made').to.equal(false);
    plans.forgetAll();
    wait(5); // with ten that still wait
    expect(plans.isFull()).to.equal(false);
    wait(1);
    expect(plans.isFull()).to.equal(true);
    plans.stop();
  });
});

describe('a statement', () => {
  it('has one parameter, a map, so that neither nulls nor sizes of its fields ask for another plan', () => {
    for (const { name, statement, batched } of listQueries()) {
      for (const form of [statement, batched ?? '']) {
        const used = [...stripCommentsAndStrings(form).matchAll(/\$(\w+)/g)].map((match) => match[1]);
        expect(new Set([...used, 'p']), name).to.deep.equal(new Set(['p']));
      }
    }
  });
});

describe('a database that has forgotten its plans', () => {
  const api = service();
  let between: Proxy;
  let graph: GraphClient;
  let acme: Company;
  const impatient = { answerWithinMs: 100 };
  beforeEach(async () => {
    acme = await company(api, 'Ada\n  Bob');
    between = await proxy(api.config.NEO4J_URI);
    graph = openGraph({ ...api.config, NEO4J_URI: `bolt://127.0.0.1:${between.port}` }, impatient);
  });
  afterEach(async () => {
    await graph.close();
    await between.close();
  });

  it('is not ready until every query of requests and jobs is planned, after a lost connection too', async () => {
    const lines: string[] = [];
    void graph.watch(pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }));
    expect(graph.state()).to.equal('away');
    const planned = (): number => lines.filter((line) => line.includes('query plans ready')).length;
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await until(() => graph.state() === 'ready');
    await between.down();
    await until(() => graph.state() === 'away');
    expect(lines.some((line) => line.includes('database connection lost'))).to.equal(true);
    expect(planned()).to.equal(1);
    await between.up();
    await until(() => graph.state() === 'ready');
    expect(planned()).to.equal(2);
  });

  it('answers again when it was stalled, also after a health check gave up', async () => {
    const lines: string[] = [];
    void graph.watch(pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }));
    const isComplete = (): boolean => lines.filter((line) => line.includes('query plans ready')).length === 2;
    while (!isComplete()) await pause(10); // from now on, it only probes
    const bound = graph.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
    const read = (): Promise<boolean> =>
      bound.one('users/me').then(
        () => true,
        () => false,
      );
    between.hang();
    await pause(1_100); // the watch probes every second, which shows nowhere
    expect(await read()).to.equal(false);
    const fault = await graph.probe(100).then(String, ({ code }: ApiError) => code);
    expect(fault).to.equal('DATABASE_UNAVAILABLE');
    await between.up();
    const started = performance.now();
    while (!(await read())) await pause(10);
    expect(performance.now() - started, 'ms, of 20,000 that the watch waits for an answer').to.be.below(10_000);
    expect(lines.filter((line) => line.includes('database connection lost'))).to.deep.equal([]);
  });

  it('is not sent a query before it has planned it, however long that takes', async () => {
    const { statement } = getQuery('goals/board');
    const sent: string[] = [];
    between.onRequest((piece) => {
      if (!piece.includes(statement)) return;
      const isPlanning = piece.includes(`EXPLAIN ${statement}`);
      sent.push(isPlanning ? 'EXPLAIN' : 'query');
      if (isPlanning && sent.length === 1) between.hangThose('EXPLAIN'); // the plan takes longer than a request may
    });
    const board = { userId: null, from: '2026-11-09', to: '2026-11-23' };
    const bound = graph.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
    const ask = (): Promise<string> =>
      bound.one('goals/board', board).then(
        () => 'answered',
        (error: ApiError) => error.code,
      );
    await api.graph.statement('CALL db.clearQueryCaches()');
    let answer = await ask();
    while (!sent.includes('EXPLAIN')) answer = await ask();
    expect([answer, sent]).to.deep.equal(['DATABASE_UNAVAILABLE', ['EXPLAIN']]);
    await between.up();
    while (answer === 'DATABASE_UNAVAILABLE') answer = await ask();
    expect(answer).to.equal('answered');
  });
});
