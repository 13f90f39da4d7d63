// What a query reads: database hits of a manager's questions in a small and in a large tenant, counted by PROFILE.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import neo4j, { type Driver, type Plan, type ProfiledPlan } from 'neo4j-driver';
import { joinCalls } from '../../src/graph/queries/calls.ts';
import { getQuery, listQueries, type Query } from '../../src/graph/queries/query-files.ts';
import { deletion, fillLine, fillTenant, filledWeek as week, type FullTenant } from '../support/full-tenant.ts';
import { listReadsOfRequests, sampleParameters, uncountedReads } from '../support/query-samples.ts';
import { friday, service } from '../support/service.ts';

const peopleIn = { small: 40, large: 3_000 };
const mostHits = 800;

describe('what a query reads', () => {
  const api = service();
  let driver: Driver;
  let small: FullTenant;
  let large: FullTenant;

  before(async () => {
    const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } = api.config;
    driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), { disableLosslessIntegers: true });
    small = await fillTenant(api.graph, peopleIn.small);
    large = await fillTenant(api.graph, peopleIn.large);
    // Samples the indexes and plans again, as a database does in time: until then it takes the indexes for empty.
    await driver.executeQuery('CALL db.prepareForReplanning()');
  });
  after(async () => {
    for (const { id } of [small, large]) await driver.executeQuery(deletion, { id });
    await driver.close();
  });

  const setManager = (tenant: FullTenant, held: string[]): Promise<unknown> =>
    api.graph.statement('MATCH (u:User {tenantId: $id, id: $manager}) SET u.roles = $held', {
      ...{ id: tenant.id, manager: tenant.ids.manager, held },
    });

  /** What a query reads for so many equal calls in a tenant, and how many rows it returns. */
  async function profile(
    query: Query,
    tenant: FullTenant,
    { calls = 1, ...changed }: Record<string, unknown> & { calls?: number } = {},
  ): Promise<{ hits: number; rows: number }> {
    const samples = { ...sampleParameters(tenant), ...changed };
    if (query.name === 'access/search_own') samples.type = 'goal';
    const call = Object.fromEntries(query.parameters.map((parameter) => [parameter, samples[parameter]]));
    const session = driver.session();
    try {
      const p = joinCalls(query, Array(calls).fill(call) as Record<string, unknown>[]);
      const { records, summary } = await session.run(`PROFILE ${query.statement}`, { p });
      return {
        hits: hitsOf(summary.profile),
        rows: records.flatMap((record) => record.get('page') as unknown[]).length,
      };
    } finally {
      await session.close();
    }
  }
  const hitsOf = (plan: ProfiledPlan | false): number =>
    plan ? plan.dbHits + plan.children.reduce((sum, child) => sum + hitsOf(child), 0) : NaN;

  const reports = listQueries().filter(({ text }) => /CALL \(reader, standing\b/.test(text));
  it('is counted for every report', () => expect(reports).to.have.length.above(5));
  for (const held of [[], ['senior_manager']]) {
    for (const report of reports) {
      it(`${report.name} is as little in a large tenant as in a small one, for a manager of eight [${held.join()}]`, async () => {
        for (const tenant of [small, large]) await setManager(tenant, held);
        const few = await profile(report, small);
        const many = await profile(report, large);
        expect(many.rows).to.equal(few.rows);
        expect(many.hits).to.be.within(1, mostHits);
        expect(many.hits).to.be.at.most(few.hits + 10);
      });
    }
  }

  for (const held of ['people_team', 'senior_manager']) {
    for (const [name, asOf] of [
      ['org', null],
      ['org_in_view', null],
      ['org_in_view', '2026-05-31'],
    ] as const) {
      it(`reports/${name} grows with the people of a line, not with their depth, for ${held} as of ${asOf}`, async () => {
        const read = async (depth: number): Promise<{ hits: number; rows: number }> => {
          const { id, managerId } = await fillLine(api.graph, depth);
          const line = { id, ids: { ...small.ids, manager: managerId } };
          await setManager(line, [held]);
          return profile(getQuery(`reports/${name}`), line, { view: { asOf, planId: null } }).finally(() =>
            driver.executeQuery(deletion, { id }),
          );
        };
        const few = await read(150);
        const many = await read(1_500);
        expect(many.rows).to.be.above(1_499);
        expect(many.hits / few.hits).to.be.within(8, 12);
      });
    }
  }

  it('still is everyone for a role that sees the whole tenant', async () => {
    await setManager(large, ['people_team']);
    expect((await profile(getQuery('summaries/weekly_digest'), large)).rows).to.equal(peopleIn.large + 1);
  });

  it('does not grow with the weeks that have passed, where workers ask for the schedules of all tenants', async () => {
    const countHits = async (): Promise<number> => (await profile(getQuery('tenants/schedules'), small)).hits;
    const before = await countHits();
    await api.graph.statement(
      `MATCH (tenant:Tenant {id: $id})
       UNWIND ['goals.non_setters', 'trends.detect', 'digest.weekly'] AS kind
       UNWIND range(1, 500) AS weeksAgo
       CREATE (:WeeklyRun:$([label IN labels(tenant) WHERE label STARTS WITH 'T_']) {
         tenantId: $id, kind: kind, weekStart: date($week) - duration({weeks: weeksAgo}), id: randomUUID()
       })`,
      { id: small.id, week },
    );
    expect(await countHits()).to.be.within(before, before + 100);
  });

  it('is not the backlog of one tenant for each other tenant, where the worker claims in turn', async () => {
    await driver.executeQuery(
      `UNWIND range(1, 2000) AS n
       CREATE (e:OutboxEvent {tenantId: $id, id: randomUUID(), key: 'claimed ' + n, type: 'email.send', queue: 'emails',
         status: 'pending', attempts: 0, dueAt: datetime($now) - duration({seconds: n})})
       SET e:$('T_' + replace($id, '-', ''))
       WITH count(*) AS made
       UNWIND range(1, 30) AS n
       CREATE (:Tenant {id: 'claim ' + n})`,
      { id: small.id, now: friday },
    );
    const queues = [{ name: 'emails', limit: neo4j.int(20) }];
    const p = { queues, now: friday, minDelayMs: 15_000, maxDelayMs: 300_000 };
    const { records, summary } = await driver.executeQuery(`PROFILE ${getQuery('outbox/claim').statement}`, { p });
    expect([(records[0]?.get('events') as unknown[]).length, records[0]?.get('isCrowded')]).to.deep.equal([20, true]);
    await driver.executeQuery(
      `MATCH (n) WHERE n:OutboxEvent AND n.key STARTS WITH 'claimed ' OR n:Tenant AND n.id STARTS WITH 'claim ' DETACH DELETE n`,
    );
    const [row] = await api.graph.statement('MATCH (t:Tenant) WHERE t.id IS NOT NULL RETURN count(t) AS tenants');
    expect(hitsOf(summary.profile)).to.be.below(2_000 + 10 * Number(row?.['tenants']));
  });

  it('starts from an index in every report, also when there are few nodes of a label', async () => {
    const operators = ({ operatorType, children }: Plan): string[] => [operatorType, ...children.flatMap(operators)];
    for (const { name, statement } of [...reports, getQuery('reports/nominations')]) {
      const { summary } = await driver.executeQuery(`EXPLAIN ${statement}`);
      const used = operators(summary.plan as Plan);
      expect(
        used.filter((operator) => operator.includes('Scan')),
        name,
      ).to.deep.equal([]);
    }
  });

  /** Pages of people and teams: what they read depends on the size of the page alone. */
  const pages = ['users/list', 'users/teams'];
  const maxHitsPerPage = 201 * 50;
  for (const name of pages) {
    it(`${name} reads no more than a page`, async () => {
      for (const tenant of [small, large]) {
        await setManager(tenant, []);
        const { hits } = await profile(getQuery(name), tenant);
        expect(hits).to.be.within(1, maxHitsPerPage);
      }
    });
  }
  it('is no more of many notifications than of few, on any page', async () => {
    const behind = { id: randomUUID(), createdAt: friday, asOf: friday };
    const pages = [
      {},
      { unread: false },
      { after: { ...behind, unread: true } },
      { after: { ...behind, unread: false } },
    ];
    const readPages = async (count: number): Promise<number[]> => {
      await api.graph.statement(
        `MATCH (old:Notification {tenantId: $id, userId: $userId}) WHERE old.createdAt IS NOT NULL DETACH DELETE old
         WITH count(*) AS _
         UNWIND range(1, toInteger($count)) AS n
         CREATE (:Notification:$('T_' + replace($id, '-', '')) {tenantId: $id, userId: $userId, id: randomUUID(),
           eventId: 'e' + n, type: 'announcement', unread: n % 2 = 0, createdAt: datetime($now) - duration({minutes: n}),
           readAt: CASE n % 2 WHEN 1 THEN datetime($now) - duration({hours: 1}) END})`,
        { id: small.id, userId: small.ids.manager, count, now: friday },
      );
      const hits: number[] = [];
      for (const changed of pages)
        hits.push((await profile(getQuery('notifications/list'), small, { limit: 100, ...changed })).hits);
      return hits;
    };
    const few = await readPages(300);
    for (const [page, hits] of (await readPages(6_000)).entries())
      expect(hits, JSON.stringify(pages[page])).to.be.within((few[page] ?? 0) / 1.5, (few[page] ?? 0) * 1.5);
  });

  it('is counted for every read of a request, except those that are named here', () => {
    expect(listQueries().map(({ name }) => name)).to.include.members([...pages, ...uncountedReads]);
    expect(points).to.have.length.above(50);
  });
  const points = listReadsOfRequests().filter(({ name }) => !pages.includes(name));
  for (const asked of points) {
    it(`${asked.name} is as little in a large tenant as in a small one, alone and shared`, async () => {
      for (const tenant of [small, large]) await setManager(tenant, []);
      const alone = await profile(asked, large);
      expect(alone.hits).to.be.at.most((await profile(asked, small)).hits + 10);
      expect((await profile(asked, large, { calls: 4 })).hits).to.be.at.most(4 * (alone.hits + 20));
    });
  }
});
