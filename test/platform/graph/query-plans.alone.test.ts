// Query plans: requests wait for a plan, one statement is planned at a time, and what may be gone is planned again.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import pino from 'pino';
import { ApiError } from '../../../src/platform/errors.ts';
import { openGraph, type GraphClient } from '../../../src/platform/graph/client.ts';
import { openControlConnections } from '../../../src/platform/graph/connection/control-connections.ts';
import { getQuery, listQueries, listStatementsToPlan } from '../../../src/platform/graph/queries/query-files.ts';
import { inChangedTransaction, stripCommentsAndStrings } from '../../../src/platform/graph/queries/statements.ts';
import { createQueryPlans } from '../../../src/platform/graph/load/query-plans.ts';
import { freshCompany } from '../../support/company.ts';
import { profiler } from '../../support/profiler.ts';
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

  it('for a transaction that may have changed something are both that it may need, and otherwise one', async () => {
    const [plain, changed] = ['a', inChangedTransaction('a')];
    void plans.prepare('a');
    await turn();
    await finish(plain);
    expect([asked, plans.prepare('a')]).to.deep.equal([[plain], null]);
    const waiting = plans.prepare('a', true);
    await turn();
    expect(asked).to.deep.equal([plain, changed]);
    await finish(changed);
    await waiting;
    expect([plans.prepare('a', true), plans.prepare('a')]).to.deep.equal([null, null]);
    plans.forget('a');
    void plans.prepare('a', true);
    for (const one of [plain, changed]) {
      await until(() => asked.at(-1) === one);
      await finish(one);
    }
    expect(asked).to.deep.equal([plain, changed, plain, changed]);
    expect(plans.prepare('a', true)).to.equal(null);
  });

  it('are counted by query: one has its plans when it has all of them', async () => {
    const others = ['o1', inChangedTransaction('e1'), inChangedTransaction('o1')];
    void plans.watch({ everyday: ['e1'], others, headStartMs: 0 }, silent);
    const counts: unknown[] = [];
    for (const one of ['e1', ...others]) {
      await until(() => asked.at(-1) === one);
      counts.push(plans.counts()?.made);
      await finish(one);
    }
    await until(() => plans.counts()?.made === 2);
    expect([counts, plans.counts()]).to.deep.equal([[0, 0, 0, 1], { made: 2, all: 2 }]);
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

  it('are followed by all others of the API, and those by what a transaction needs that has changed something', () => {
    const { everyday: ahead, others } = listStatementsToPlan('api', 'all');
    const all = listQueries();
    const inTransactions = all.filter(({ isList }) => !isList).map(({ statement }) => inChangedTransaction(statement));
    const plain = [...ahead, ...others.slice(0, -inTransactions.length)];
    expect(plain).to.have.members(all.map(({ statement }) => statement));
    expect(others.slice(-inTransactions.length)).to.have.members(inTransactions);
    for (const few of [listStatementsToPlan('api', 'everyday'), listStatementsToPlan('worker', 'all')])
      expect(few.others).to.deep.equal([]);
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
      bound.one('people/me', { now: friday }).then(
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

  const aDeputy = () =>
    ({
      userId: acme.id('Ada'),
      deputyId: acme.id('Bob'),
      requesterId: null,
      permittedRoles: ['admin'],
      rights: ['read'],
      from: '2026-11-20',
      to: '2026-11-30',
      most: 10,
      auditId: randomUUID(),
      now: friday,
    }) as const;

  it('that replans a query in a transaction for longer than that has makes the change all the same, and once', async () => {
    const hurried = openGraph(api.config, { answerWithinMs: 700 });
    try {
      const bound = hurried.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
      let runs = 0;
      const change = (): Promise<unknown> =>
        bound.atomically(async (tx) => {
          runs += 1;
          await tx.one('access/caller');
          return tx.write('deputies/set', aDeputy());
        });
      while (!(await change().catch(() => null))) continue; // planned
      await hurried.statement('CALL db.clearQueryCaches()');
      runs = 0;
      expect(await change()).to.be.an('object');
      expect(runs).to.be.above(1);
      const count = `MATCH (:User {id: $id})-[d:DEPUTY_FOR]-() RETURN count(d) AS deputies`;
      expect(await hurried.statement(count, { id: acme.id('Ada') })).to.deep.equal([{ deputies: 1 }]);
    } finally {
      await hurried.close();
    }
  });

  for (const how of ['by itself', 'in a transaction'] as const)
    it(`is sent a change after its plan alone, and whoever waits for that is told the truth (${how})`, async () => {
      const { statement } = getQuery('deputies/set');
      const beginning = statement.slice(0, 200);
      let sent = 0;
      between.onRequest((piece) => {
        if (!piece.includes(beginning)) return;
        sent += 1;
        if (sent === 1) between.hangThose(beginning);
      });
      const limits = { planWithinMs: 300, answerWithinMs: 5_000 };
      const waiting = openGraph({ ...api.config, NEO4J_URI: `bolt://127.0.0.1:${between.port}` }, limits);
      const bound = waiting.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
      const setDeputy = aDeputy();
      const change = (): Promise<string> =>
        (how === 'by itself'
          ? bound.write('deputies/set', setDeputy)
          : bound.atomically((tx) => tx.write('deputies/set', setDeputy))
        ).then(
          () => 'answered',
          (error: ApiError) => `${error.code} ${error.retryAfterSeconds} ${error.message}`,
        );
      await api.graph.statement('CALL db.clearQueryCaches()');
      let answer = await change();
      while (sent === 0) answer = await change(); // it may have been refused before, while the connection was opened
      for (let time = 0; time < 3; time += 1) {
        expect(answer).to.match(/^DATABASE_UNAVAILABLE 1 The service is still preparing .* has changed nothing\./);
        answer = await change();
      }
      expect(sent, 'the plan alone, and once').to.equal(1);
      await between.up();
      while (answer.startsWith('DATABASE_UNAVAILABLE')) answer = await change();
      expect(answer).to.equal('answered');
      await waiting.close();
    });

  it('has a read planned again by itself, if it took too long for a request', async () => {
    const board = { userId: null, from: '2026-11-09', to: '2026-11-23', now: friday };
    const beginning = getQuery('goals/board').statement.slice(0, 200);
    const bound = graph.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
    const ask = (): Promise<string> =>
      bound.one('goals/board', board).then(
        () => 'answered',
        (error: ApiError) => error.code,
      );
    while ((await ask()) !== 'answered') continue;
    await graph.probe(1_000); // the connection that planned has now asked something else
    let sent = 0;
    between.onRequest((piece) => {
      if (!piece.includes(beginning)) return;
      sent += 1;
      if (sent === 1) between.hangThose(beginning); // the database makes a new plan for longer than the read has
    });
    expect(await ask()).to.equal('ANSWER_TOO_SLOW');
    expect(sent).to.equal(1);
    await between.up();
    while ((await ask()) !== 'answered') continue;
    expect(sent, 'the plan, and the read').to.be.at.least(3);
  });

  it('has a change ready to run when it is planned, and nothing of the run that planned it', async () => {
    const control = openControlConnections(api.config, () => true);
    const { plans } = control;
    try {
      const parts: number[] = [];
      for (let time = 0; time < 3; time += 1) {
        await api.graph.statement('CALL db.clearQueryCaches()');
        const { statement } = getQuery('organisation/move_people');
        const planning = await timed(() => plans.prepare(statement) ?? Promise.resolve());
        plans.forgetAll();
        parts.push((await timed(() => driver().executeQuery(statement, { p: { tenantId: 'none' } }))) / planning);
      }
      expect(Math.min(...parts), 'the first run, of the time for the plan').to.be.below(1 / 20);
      const count = 'MATCH (n) RETURN count(n) AS nodes, count(n.at) AS dated, sum(COUNT { (n)--() }) AS ends';
      const before = await api.graph.statement(count);
      await plans.prepare(getQuery('organisation/stage_people').statement); // it makes a node, of nobody
      expect(await api.graph.statement(count)).to.deep.equal(before);
    } finally {
      await control.close();
    }
  });

  /** One of a transaction, one that answers several calls, and one that cannot be computed for nobody. */
  for (const name of ['organisation/people/lock', 'summaries/submit', 'idempotency/record'])
    it(`has a plan of ${name} also for a transaction that has changed something before`, async () => {
      const control = openControlConnections(api.config, () => true);
      const { statement } = getQuery(name);
      const runAfterChange = async (): Promise<number> => {
        const session = driver().session();
        const transaction = session.beginTransaction();
        try {
          await transaction.run('CREATE (:Nobody)');
          return await timed(() => transaction.run(statement, { p: { batchSize: 0 } }).then(null, () => null));
        } finally {
          await session.close();
        }
      };
      try {
        const parts: number[] = [];
        for (let time = 0; time < 3; time += 1) {
          await api.graph.statement('CALL db.clearQueryCaches()');
          const unplanned = await runAfterChange();
          await api.graph.statement('CALL db.clearQueryCaches()');
          control.plans.forgetAll();
          await control.plans.prepare(statement, true);
          parts.push((await runAfterChange()) / unplanned);
        }
        expect(Math.min(...parts), 'of the time without a plan').to.be.below(1 / 4);
      } finally {
        await control.close();
      }
    });
  /** In each case, how often the database makes a plan: `alone`, and `changed` for a transaction that has changed something. */
  const uses = {
    'read by itself': { alone: 1, changed: 0 },
    'read in a transaction': { alone: 1, changed: 0 },
    'read in a transaction after a read': { alone: 1, changed: 0 },
    'read in a transaction after a change': { alone: 1, changed: 1 },
  };
  for (const [use, expected] of Object.entries(uses))
    it(`is asked for no plan that is not used: of a query that is ${use}`, async () => {
      const patient = openGraph({ ...api.config, NEO4J_URI: `bolt://127.0.0.1:${between.port}` });
      try {
        const bound = patient.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
        const warmUp = aDeputy();
        await bound.atomically(async (tx) => {
          await tx.one('access/caller');
          await tx.write('deputies/set', warmUp);
        });
        const { statement } = getQuery('people/me');
        const made = { alone: 0, changed: 0 };
        let sent = 0;
        between.onRequest((piece) => {
          if (piece.includes(statement.slice(0, 200))) sent += 1;
          if (piece.includes('INSERT ()')) made.changed += 1;
        });
        const ask = (): Promise<unknown> =>
          use === 'read by itself'
            ? bound.one('people/me', { now: friday })
            : bound.atomically(async (tx) => {
                if (use.endsWith('after a read')) await tx.one('access/caller');
                if (use.endsWith('after a change')) await tx.write('deputies/set', warmUp);
                return tx.one('people/me', { now: friday });
              });
        await ask();
        made.alone = sent - made.changed - 1;
        expect(made, 'the first time').to.deep.equal(expected);
        await ask();
        expect(sent - made.alone - made.changed, 'the second time').to.equal(2);
      } finally {
        await patient.close();
      }
    });

  const { driver } = profiler(api);
  const timed = async (work: () => PromiseLike<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };

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

  it('is made before the time of a list begins', async () => {
    const hasty = openGraph(api.config, { planWithinMs: 60_000, listWithinMs: 1_000, answerWithinMs: 30_000 });
    try {
      await api.graph.statement('CALL db.clearQueryCaches()');
      const bound = hasty.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
      const started = performance.now();
      const { rows } = await bound.list('reports/check_ins', {
        asOperator: true,
        rolesWithTenantScope: [],
        rolesThatReadAbsences: [],
        now: friday,
        weekStart: null,
        weeks: 26,
        minimumGroup: 5,
      });
      await rows.return();
      expect(performance.now() - started, 'the time that it took with the plan').to.be.above(1_000);
    } finally {
      await hasty.close();
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
        return atomic.one<{ user: { name: string } }>('people/me', { now: friday });
      });
      expect([me.user.name, runs]).to.deep.equal(['Bob', 3]);
    } finally {
      await patient.close();
    }
  });
});
