// Query plans: requests wait for a plan, one statement is planned at a time, and what may be gone is planned again.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import pino from 'pino';
import { ApiError } from '../../../src/platform/errors.ts';
import { openGraph, type GraphClient } from '../../../src/platform/graph/client.ts';
import { getQuery, listQueries, listStatementsToPlan } from '../../../src/platform/graph/queries/query-files.ts';
import { stripCommentsAndStrings } from '../../../src/platform/graph/queries/statements.ts';
import { createQueryPlans } from '../../../src/platform/graph/load/query-plans.ts';
import { freshCompany } from '../../support/company.ts';
import { proxy, type Proxy } from '../../support/proxy.ts';
import { friday, service } from '../../support/service.ts';

const silent = pino({ level: 'silent' });
const everyday = ['e1', 'e2', 'e3'];

describe('query plans', () => {
  let plans: ReturnType<typeof createQueryPlans>;
  let asked: string[];
  let isAway: boolean;
  let isIdle: boolean;
  let pending: Map<string, { resolve: () => void; reject: (reason: Error) => void }>;
  beforeEach(() => {
    asked = [];
    isAway = false;
    isIdle = true;
    pending = new Map();
    const explain = (statement: string): Promise<void> => {
      asked.push(statement);
      return new Promise((resolve, reject) => pending.set(statement, { resolve, reject }));
    };
    plans = createQueryPlans(
      explain,
      () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
      () => isIdle,
    );
  });
  afterEach(() => plans.stop());
  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  const finish = async (statement: string): Promise<void> => {
    pending.get(statement)?.resolve();
    await turn();
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await turn();
  };
  const finishEveryday = async (): Promise<void> => {
    for (const statement of everyday) {
      await until(() => asked.at(-1) === statement);
      await finish(statement);
    }
  };

  it('are made once for all requests that wait for one; later requests do not wait', async () => {
    const waiting = [plans.prepare('a'), plans.prepare('a')];
    await turn();
    expect(asked).to.deep.equal(['a']);
    await finish('a');
    for (const one of waiting) await one;
    expect(plans.prepare('a')).to.equal(null);
  });

  it('are made one at a time: the everyday ones first, then those of requests in their order', async () => {
    void plans.watch({ everyday, others: [], headStartMs: 0 }, silent);
    await until(() => asked.length === 1);
    for (const statement of ['b', 'a']) void plans.prepare(statement);
    for (const [index, statement] of ['e1', 'e2', 'e3', 'b', 'a'].entries()) {
      expect(asked.slice(index)).to.deep.equal([statement]);
      await finish(statement);
    }
  });

  it('of everyday queries come before those that requests have waited for while the database was away', async () => {
    let answer: () => void = () => undefined;
    const probe = (): Promise<void> => new Promise((resolve) => (answer = resolve));
    const made: string[] = [];
    const starting = createQueryPlans(
      (statement) => Promise.resolve(void made.push(statement)),
      probe,
      () => true,
    );
    void starting.watch({ everyday, others: [], headStartMs: 0 }, silent);
    const waited = starting.prepare('a');
    await turn();
    answer();
    await waited;
    expect(made).to.deep.equal([...everyday, 'a']);
    starting.stop();
  });

  it('of requests that wait are made before the process is ready', async () => {
    void plans.watch({ everyday, others: [], headStartMs: 0 }, silent);
    await until(() => asked.length === 1);
    void plans.prepare('a');
    await finishEveryday();
    await until(() => asked.at(-1) === 'a');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(plans.state()).to.equal('planning');
    await finish('a');
    await until(() => plans.state() === 'ready');
  });

  it('of all other queries are made one by one when the process is ready and idle', async () => {
    isIdle = false;
    await Promise.all([
      plans.watch({ everyday, others: ['o1', 'o2', 'o3'], headStartMs: 0 }, silent),
      finishEveryday(),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([plans.state(), asked, plans.counts()]).to.deep.equal(['ready', everyday, { made: 3, all: 6 }]);
    isIdle = true;
    await until(() => asked.at(-1) === 'o1');
    void plans.prepare('o3'); // a request needs it: it comes next
    for (const statement of ['o1', 'o3', 'o2']) {
      await until(() => asked.at(-1) === statement);
      await finish(statement);
    }
    await until(() => plans.counts()?.made === 6);
    expect(asked).to.deep.equal([...everyday, 'o1', 'o3', 'o2']);
  });

  it('of all other queries are made again after a lost connection', async () => {
    void plans.watch({ everyday, others: ['o1'], headStartMs: 0 }, silent);
    await finishEveryday();
    await until(() => asked.at(-1) === 'o1');
    await finish('o1');
    isAway = true;
    await until(() => plans.state() === 'away');
    asked.length = 0;
    isAway = false;
    await finishEveryday();
    await until(() => asked.at(-1) === 'o1');
    expect(asked).to.deep.equal([...everyday, 'o1']);
  });

  it('that cannot be made because the database is away fail for all who wait', async () => {
    const broken = createQueryPlans(
      (statement) => (asked.push(statement), Promise.reject(new Error(`away for ${statement}`))),
      () => Promise.resolve(),
      () => true,
    );
    const waiting = ['a', 'a', 'b'].map((statement) => Promise.resolve(broken.prepare(statement)));
    const failures = await Promise.all(waiting.map((one) => one.then(String, (error: Error) => error.message)));
    expect(failures).to.deep.equal(['away for a', 'away for a', 'away for b']);
    expect(asked).to.deep.equal(['a', 'b']);
  });

  it('wait for the first answer of the database, and fail at once while it does not answer', async () => {
    let answer: (isReachable: boolean) => void = () => undefined;
    const explained: string[] = [];
    const starting = createQueryPlans(
      (statement) => Promise.resolve(void explained.push(statement)),
      () => new Promise((resolve, reject) => (answer = (is) => (is ? resolve() : reject(new Error('away'))))),
      () => true,
    );
    void starting.watch({ everyday, others: [], headStartMs: 0 }, silent);
    const ask = (): Promise<string> =>
      Promise.resolve(starting.prepare('a')).then(String, (error: Error) => error.message);
    const first = ask();
    await turn();
    answer(false);
    expect([await first, await ask(), explained]).to.deep.equal(['away', 'away', []]);
    const answerOfFirst = answer;
    await until(() => answer !== answerOfFirst);
    const second = ask();
    await turn();
    expect(explained).to.deep.equal([]);
    answer(true);
    expect(await second).to.equal('undefined');
    expect(explained).to.include('a');
    starting.stop();
  });

  it('that may be gone are made again', async () => {
    for (const statement of ['a', 'b']) void plans.prepare(statement);
    for (const statement of ['a', 'b']) {
      await turn();
      await finish(statement);
    }
    plans.forget('a');
    expect([plans.prepare('b'), plans.prepare('a') === null]).to.deep.equal([null, false]);
    await turn();
    await finish('a');
    plans.forgetAll();
    expect([plans.prepare('a') === null, plans.prepare('b') === null]).to.deep.equal([false, false]);
  });

  it('that were under way when a connection was lost may be gone as well', async () => {
    void plans.prepare('a');
    await turn();
    plans.forgetAll();
    await finish('a');
    expect(plans.prepare('a')).to.be.instanceOf(Promise);
  });

  it('of the everyday queries are made before the process is ready, and again after a lost connection', async () => {
    let isPlanned = false;
    const first = plans.watch({ everyday, others: [], headStartMs: 0 }, silent).then(() => (isPlanned = true));
    expect(plans.state()).to.equal('away');
    for (const statement of everyday) {
      await until(() => asked.at(-1) === statement);
      expect([plans.state(), isPlanned]).to.deep.equal(['planning', false]);
      await finish(statement);
    }
    await first;
    expect(plans.state()).to.equal('ready');
    isAway = true;
    await until(() => plans.state() === 'away');
    asked.length = 0;
    isAway = false;
    await until(() => plans.state() === 'planning');
    await finishEveryday();
    await until(() => plans.state() === 'ready');
    expect(asked).to.deep.equal(everyday);
  });

  it('are made again after a request lost its connection; while the database answers, the state stays ready', async () => {
    const first = plans.watch({ everyday, others: [], headStartMs: 0 }, silent);
    await finishEveryday();
    await first;
    plans.forgetAll();
    asked.length = 0;
    for (const statement of everyday) {
      await until(() => asked.at(-1) === statement);
      expect(plans.state()).to.equal('ready');
      await finish(statement);
    }
  });
});

describe('query plans with a head start for others', () => {
  it('are made after it when the connection was lost, and at once at first', async () => {
    let isAway = false;
    let answeredAt = 0;
    const probe = (): Promise<void> => {
      if (isAway) return Promise.reject(new Error('away'));
      answeredAt ||= performance.now();
      return Promise.resolve();
    };
    const plannedAt: number[] = [];
    const plan = (): Promise<void> => Promise.resolve(void plannedAt.push(performance.now()));
    const waiting = createQueryPlans(plan, probe, () => true);
    await waiting.watch({ everyday, others: [], headStartMs: 300 }, silent);
    expect((plannedAt[0] ?? Infinity) - answeredAt).to.be.below(300);
    isAway = true;
    while (waiting.state() !== 'away') await new Promise(setImmediate);
    plannedAt.length = 0;
    answeredAt = 0;
    isAway = false;
    while (waiting.state() !== 'ready') await new Promise(setImmediate);
    expect((plannedAt[0] ?? 0) - answeredAt).to.be.at.least(298);
    waiting.stop();
  });
});

describe('the queries that are planned ahead', () => {
  it('are a few: each costs every start of the database and of a process', () => {
    const counts = (['api', 'worker'] as const).map(
      (process) => listStatementsToPlan(process, 'everyday').everyday.length,
    );
    for (const count of counts) expect(count).to.be.within(3, 15);
  });

  it('are marked for processes that exist', () => {
    const marked = listQueries().flatMap(({ plannedAheadBy }) => plannedAheadBy);
    expect(new Set(marked)).to.deep.equal(new Set(['api', 'worker']));
  });
});

describe('a statement', () => {
  it('has one parameter, a map, so that neither nulls nor sizes of its fields ask for another plan', () => {
    for (const { name, statement } of listQueries()) {
      const used = [...stripCommentsAndStrings(statement).matchAll(/\$(\w+)/g)].map((match) => match[1]);
      expect(new Set([...used, 'p']), name).to.deep.equal(new Set(['p']));
    }
  });
});

describe('a database that has forgotten its plans', () => {
  const api = service();
  let between: Proxy;
  let graph: GraphClient;
  const acme = freshCompany(api, 'Ada\n  Bob');
  const impatient = { planWithinMs: 100, answerWithinMs: 100 };
  beforeEach(async () => {
    between = await proxy(api.config.NEO4J_URI);
    graph = openGraph({ ...api.config, NEO4J_URI: `bolt://127.0.0.1:${between.port}` }, impatient);
  });
  afterEach(async () => {
    await graph.close();
    await between.close();
  });

  it('is not ready until the everyday queries are planned, after a lost connection too', async () => {
    const lines: string[] = [];
    const watched = graph.watch(pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }), 'api');
    expect(graph.state()).to.equal('away');
    const planned = (): number => lines.filter((line) => line.includes('query plans ready')).length;
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await watched;
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
    const watched = graph.watch(pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }), 'api');
    await watched; // from now on, it only probes
    const bound = graph.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
    const read = (): Promise<boolean> =>
      bound.one('users/me', { now: friday }).then(
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
    const beginning = getQuery('goals/board').statement.slice(0, 200); // a long statement is sent in several pieces
    let sent = 0;
    between.onRequest((piece) => {
      if (!piece.includes(beginning)) return;
      sent += 1;
      if (sent === 1) between.hangThose(beginning); // the plan takes longer than a request may
    });
    const board = { userId: null, from: '2026-11-09', to: '2026-11-23', now: friday };
    const bound = graph.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
    const ask = (): Promise<string> =>
      bound.one('goals/board', board).then(
        () => 'answered',
        (error: ApiError) => error.code,
      );
    await api.graph.statement('CALL db.clearQueryCaches()');
    let answer = await ask();
    while (sent === 0) answer = await ask();
    expect([answer, sent]).to.deep.equal(['DATABASE_UNAVAILABLE', 1]);
    await between.up();
    while (answer !== 'answered') answer = await ask();
  });

  it('that replans a query while a read waits for it is not asked again: the read waits as long as a plan may take', async () => {
    const patient = openGraph(
      { ...api.config, NEO4J_URI: `bolt://127.0.0.1:${between.port}` },
      { planWithinMs: 8_000, answerWithinMs: 1_500 },
    );
    try {
      const beginning = getQuery('goals/board').statement.slice(0, 200);
      const board = { userId: null, from: '2026-11-09', to: '2026-11-23', now: friday };
      const bound = patient.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
      await patient.statement('RETURN 1');
      await bound.one('goals/board', board).catch(() => bound.one('goals/board', board)); // planned
      await patient.probe(1_000); // the connection that planned has now asked something else
      let sent = 0;
      between.onRequest((piece) => {
        if (!piece.includes(beginning)) return;
        sent += 1;
        between.hangThose(beginning); // the plan takes a while; others are answered
        setTimeout(() => void between.up(), 3_000);
      });
      const started = performance.now();
      await bound.one('goals/board', board);
      expect(sent).to.equal(1);
      expect(performance.now() - started).to.be.above(2_900);
    } finally {
      await patient.close();
    }
  });

  it('ends a transaction that meets a query without a plan, which then begins again with the plan', async () => {
    const patient = openGraph(api.config);
    try {
      const bound = patient.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
      let runs = 0;
      const me = await bound.atomically(async (atomic) => {
        runs += 1;
        await atomic.one('access/caller');
        return atomic.one<{ user: { name: string } }>('users/me', { now: friday });
      });
      expect([me.user.name, runs]).to.deep.equal(['Bob', 3]);
    } finally {
      await patient.close();
    }
  });
});
