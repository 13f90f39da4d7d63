// The graph door: shared answers equal single ones, and a failing batch harms no one who asked rightly.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Session } from 'neo4j-driver';
import { createBatchLoader } from '../../../src/platform/graph/reads/batch-loader.ts';
import { openGraph, type GraphClient, type Rows } from '../../../src/platform/graph/client.ts';
import { openDriver } from '../../../src/platform/graph/connection/driver.ts';
import { shareTransactions } from '../../../src/platform/graph/reads/read-transactions.ts';
import { toRows } from '../../../src/platform/graph/rows.ts';
import type { Call, QueryName } from '../../../src/platform/graph/queries/call-types.ts';
import type { Queries } from '../../../src/platform/graph/queries/query-types.ts';
import { operatorOptions } from '../../../scripts/cli/connect.ts';
import { company, type Company } from '../../support/company.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const lists = [
  'reporting-line/chain',
  'reporting-line/direct_reports',
  'summaries/weekly_digest',
  'goals/non_setters',
  'summaries/trends',
];
async function readAll<T>(pages: Rows<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

describe('reads that arrive in one tick', () => {
  const api = service();
  let companies: Company[];
  let summaryIds: string[];
  let patient: GraphClient; // plans a dozen statements at once, which takes many seconds on a busy machine
  before(() => {
    patient = openGraph(api.config, { planWithinMs: 60_000, answerWithinMs: 60_000, listWithinMs: 60_000 });
  });
  after(() => patient.close());
  before(async () => {
    const drawing = 'Ada (senior_leadership)\n  Bob\n    Cy\n      Dee\n  Eve (people_team)\n  Fay †\nGus (admin)';
    companies = await Promise.all([company(api, drawing), company(api, drawing), company(api, 'Zoe\n  Cy')]);
    const made = companies.flatMap((acme) =>
      ['Cy', 'Ada'].flatMap((who) =>
        acme.people.some(({ name }) => name === who) ? [acme.as(who).post('/summaries', aSummary())] : [],
      ),
    );
    await api.graph.statement(
      `MATCH (u:User) WHERE u.id IN $ids
       UNWIND range(1, 3) AS n
       CREATE (u)-[:RECEIVED]->(m:Notification {tenantId: u.tenantId, id: randomUUID(), userId: u.id, eventId: randomUUID(),
         type: 'announcement', title: 'N' + n, text: u.name, unread: n <> 2, payload: '{}', createdAt: datetime($now)})
       SET m:$('T_' + replace(u.tenantId, '-', ''))`,
      { ids: companies.flatMap(({ people }) => people.map(({ id }) => id)), now: '2026-11-19T10:00:00Z' },
    );
    await Promise.all(companies.map((acme) => acme.as('Cy').post('/goals', aGoal())));
    summaryIds = [...(await Promise.all(made)).map(({ body }) => String(body['id'])), randomUUID()];
  });

  it('are answered as if each had been asked alone, for any mix of tenants, callers and questions', async () => {
    const asked = fc.record({
      tenant: fc.nat(2),
      person: fc.nat(6),
      question: fc.constantFrom(
        'summaries/read',
        'access/caller',
        'profiles/find_user',
        'access/exists_in_any_tenant',
        'nominations/find_nominees', // asked with a list
        'notifications/list', // with an object or null
        'goals/board', // with null or a text
        ...lists,
      ),
      summary: fc.nat(5),
    });
    const answer = async ({
      tenant,
      person,
      question,
      summary,
    }: {
      tenant: number;
      person: number;
      question: string;
      summary: number;
    }): Promise<unknown> => {
      const acme = companies[tenant] as Company;
      const userId = acme.people[person % acme.people.length]?.id ?? '';
      const summaryId = summaryIds[summary % summaryIds.length] ?? '';
      const reportRoles = {
        asOperator: false,
        rolesWithTenantScope: ['senior_leadership', 'people_team'] as const,
        now: friday,
      };
      const absenceRoles = { rolesThatReadAbsences: ['people_team'] as const };
      const params: { [Q in QueryName]?: Queries[Q] } = {
        'reporting-line/chain': { userId: acme.people[summary % 2]?.id ?? '', now: friday },
        'reporting-line/direct_reports': { userId: acme.people[summary % 2]?.id ?? '', now: friday },
        'summaries/weekly_digest': { ...reportRoles, ...absenceRoles, weekStart: summary % 2 ? null : '2026-11-16' },
        'goals/non_setters': {
          ...reportRoles,
          ...absenceRoles,
          period: null,
          rolesGroupedByDepartment: ['people_team'],
        },
        'summaries/trends': { ...reportRoles, weekStart: null, scope: null },
        'summaries/read': { summaryId, now: friday },
        'access/caller': {},
        'profiles/find_user': { userId },
        'access/exists_in_any_tenant': { code: 'SUMMARY_NOT_FOUND', id: summaryId },
        'nominations/find_nominees': {
          userIds: acme.people.slice(0, summary).map(({ id }) => id),
          teamKey: summary % 2 > 0 ? 'team' : null,
        },
        'notifications/list': {
          after: summary % 2 ? { unread: true, createdAt: friday, id: summaryId } : null,
          limit: summary,
          type: null,
          unread: null,
          now: friday,
        },
        'goals/board': { userId: summary % 2 ? userId : null, from: '2026-11-09', to: '2026-11-23', now: friday },
      };
      const call = [question, params[question as QueryName]] as Call;
      const graph = patient.bind({ tenantId: acme.tenantId, userId });
      if (lists.includes(question)) {
        const { head, rows } = await graph.list(...call);
        return { head, rows: await readAll(rows) };
      }
      return graph.one(...call).catch((error: Error) => error.message);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 200 }), async (asks) => {
        const together = await Promise.all(asks.map(answer));
        const alone: unknown[] = [];
        for (const ask of asks) alone.push(await answer(ask));
        expect(together).to.deep.equal(alone);
      }),
      { numRuns: 12 },
    );
  });

  /** Adds so many people below Ada, and returns their ids. */
  async function addBelowAda(acme: Company, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await acme.statement(
      `MATCH (ada:User {id: $ada})
       UNWIND $ids AS id
       CREATE (u:User:$('T_' + replace($tenantId, '-', '')) {tenantId: $tenantId, id: id, name: 'Cy ' + id, email: id,
         roles: [], active: true, createdAt: datetime($now)})-[:REPORTS_TO]->(ada)`,
      { ada: acme.people[0]?.id, ids, now: friday },
    );
    return ids;
  }

  for (const size of [199, 200, 201, 202, 701]) {
    it(`return a list of ${size} people whole and in order, together with short ones`, async () => {
      const acme = await company(api, 'Ada\n  Bob');
      const ids = await addBelowAda(acme, size - 1);
      const people = ['Ada', 'Bob', 'Ada', 'Bob'];
      const sent = await Promise.all(people.map((name) => acme.as(name).get(`/org/users/${acme.id(name)}/chain`)));
      const names = sent.map(({ body }) => (body as unknown as { name: string }[]).map(({ name }) => name));
      const below = ['Bob', ...ids.map((id) => `Cy ${id}`).sort()];
      expect(names).to.deep.equal([below, [], below, []]);
    });
  }

  it('read the first rows of a list, and all of them over a connection of its own if there are more', async () => {
    const acme = await company(api, 'Ada\n  Bob');
    await addBelowAda(acme, 1_000);
    const graph = openGraph(api.config, { planWithinMs: 60_000, answerWithinMs: 60_000, listWithinMs: 60_000 });
    const kinds: string[] = [];
    graph.figures.onStatement(({ kind }) => kinds.push(kind));
    const userId = acme.id('Ada');
    const readChain = async (): Promise<number> => {
      const { rows } = await graph
        .bind({ tenantId: acme.tenantId, userId })
        .list('reporting-line/chain', { userId, now: friday });
      return (await readAll(rows)).length;
    };
    try {
      expect([await readChain(), await readChain()]).to.deep.equal([1_001, 1_001]);
      await acme.statement(`MATCH (u:User {tenantId: $tenantId}) WHERE u.name STARTS WITH 'Cy' DETACH DELETE u`);
      expect([await readChain(), await readChain()]).to.deep.equal([1, 1]);
      expect(kinds).to.deep.equal(['read', 'list', 'read', 'list', 'read', 'read']);
    } finally {
      await graph.close();
    }
  });

  it('take few round trips: hundreds of calls, a handful of statements', async () => {
    let sent = 0;
    const ask = createBatchLoader<number, number>(
      (many) => ((sent += 1), Promise.resolve(many.map((n) => Promise.resolve(n)))),
    );
    const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => ask(n)));
    expect(answers).to.deep.equal(Array.from({ length: 500 }, (_, n) => n));
    expect(sent).to.equal(Math.ceil(500 / 128));
  });

  it('that came while others were under way go out before those others go on', async () => {
    const happened: string[] = [];
    let answer: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (answer = resolve));
    const send = async (many: number[]): Promise<Promise<number>[]> => {
      happened.push(`sent ${many.join()}`);
      if (many.includes(1)) await first;
      return many.map((n) => Promise.resolve(n));
    };
    const ask = createBatchLoader<number, number>(send);
    const asked = async (n: number): Promise<void> => {
      await ask(n);
      happened.push(`answered ${n}`);
    };
    const all = [asked(1), asked(2)];
    await new Promise(setImmediate);
    all.push(asked(3), asked(4));
    answer();
    await Promise.all(all);
    expect(happened.slice(0, 3)).to.deep.equal(['sent 1,2', 'sent 3,4', 'answered 1']);
  });
});

describe('statements that only read', () => {
  const api = service();
  let driver: ReturnType<typeof openDriver>;
  let begun: number;
  let read: (text: string, params?: Record<string, unknown>) => Promise<unknown[]>;
  beforeEach(() => {
    driver = openDriver(api.config, 1);
    begun = 0;
    const reading = shareTransactions(
      () => ((begun += 1), driver.session()),
      2_500,
      (result) => result,
    );
    read = async (text, params = {}) => toRows(await reading(text, params));
  });
  afterEach(() => driver.close());

  it('share a transaction, and each sees what was committed a moment before', async () => {
    const acme = await company(api, 'Ada\n  Bob');
    const bob = { tenantId: acme.tenantId, id: acme.id('Bob') };
    const seen: unknown[] = [];
    const started = performance.now();
    for (let turn = 0; turn < 100; turn += 1) {
      await api.graph.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.position = $turn', {
        ...bob,
        turn,
      });
      seen.push(...(await read('MATCH (u:User {tenantId: $tenantId, id: $id}) RETURN u.position AS turn', bob)));
    }
    expect(seen).to.deep.equal(Array.from({ length: 100 }, (_, turn) => ({ turn })));
    const openMs = 90; // one after the other, each accepts statements for a little longer
    expect(begun).to.be.within(1, 1 + (performance.now() - started) / openMs);
  });

  it('may fail without harm to the next', async () => {
    expect(await read('RETURN 1 AS one')).to.deep.equal([{ one: 1 }]);
    const failed = await read('RETURN 1 / 0 AS none').catch((error: { code?: string }) => error.code);
    expect(failed).to.equal('Neo.ClientError.Statement.ArithmeticError');
    expect(await read('RETURN 2 AS two')).to.deep.equal([{ two: 2 }]);
  });

  const slowly = 'UNWIND range(1, 3000000) AS n WITH count(n) AS counted RETURN 1 AS one'; // longer than a transaction is used
  for (const [how, text] of [
    ['at once', 'RETURN 1 AS one'],
    ['slowly', slowly],
  ] as const) {
    it(`give their connection back within moments, answered ${how}`, async () => {
      expect(await read(text)).to.deep.equal([{ one: 1 }]);
      const other = driver.session(); // of the one connection that there is
      const { records } = await other.run('RETURN 3 AS three');
      expect(toRows(records)).to.deep.equal([{ three: 3 }]);
    });
  }

  it('keep no more than four transactions waiting', async () => {
    let ended = 0;
    const wide = openDriver(api.config, 8);
    const counted = (): Session => {
      const session = wide.session();
      const close = session.close.bind(session);
      return Object.assign(session, { close: () => ((ended += 1), close()) });
    };
    const reading = shareTransactions(counted, 2_500, (result) => result);
    await Promise.all(Array.from({ length: 8 }, () => reading('RETURN 1', {})));
    expect(ended).to.be.at.least(4);
    await wide.close();
  });
});

describe('tenants in the graph', () => {
  const api = service();
  it('mark every node with one label that agrees with its tenantId, and no relationship joins two', async () => {
    const acme = await company(api, 'Ada (admin)\n  Bob [Sales]\n    Cy [Sales]');
    const { body } = await acme.as('Cy').post('/summaries', aSummary());
    await acme.as('Bob').post(`/summaries/${String(body['id'])}/response`, { body: 'ok' });
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Ada') });
    const strays = await acme.statement(
      `MATCH (n) WHERE n.tenantId = $tenantId
       WITH n, [label IN labels(n) WHERE label STARTS WITH 'T_'] AS marks, n.tenantId AS tenantId
       WHERE marks <> ['T_' + replace(tenantId, '-', '')]
       RETURN labels(n) AS labels LIMIT 5`,
    );
    expect(strays).to.deep.equal([]);
    const crossing = await acme.statement(
      'MATCH (a)-[r]-(b) WHERE a.tenantId = $tenantId AND b.tenantId <> $tenantId RETURN type(r) AS type LIMIT 5',
    );
    expect(crossing).to.deep.equal([]);
  });
});

describe('an unexpected error of the database', () => {
  const api = service();
  const timezone = 'Words/Of_A_Person';
  const wish = { id: randomUUID(), slug: randomUUID(), now: friday, settings: { timezone } };
  const failure = (answer: Promise<unknown>): Promise<string> =>
    answer.then(
      () => 'no failure',
      (error: Error) => error.message,
    );

  const create = (graph: GraphClient): Promise<string> =>
    failure(graph.transaction({}, (tx) => tx.rows('tenants/create', wish)));

  it('names the query and the code, and quotes nothing of what was sent', async () => {
    const named = /^cypher\/tenants\/create\.cypher failed with Neo\.[\w.]+\.$/;
    expect(await failure(api.graph.bind({}).write('tenants/create', wish))).to.match(named);
    expect(await create(api.graph)).to.match(named);
  });

  it('is shown to an operator with the message of the database', async () => {
    expect(await failure(api.graph.statement('RETRUN 1'))).to.match(/Invalid input 'RETRUN'/);
    const theirs = openGraph(api.config, operatorOptions);
    expect(await create(theirs)).to.include(timezone);
    await theirs.close();
  });
});
