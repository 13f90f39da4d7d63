// What a query reads: database hits of a manager's questions in a small and in a large tenant, counted by PROFILE.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Plan } from 'neo4j-driver';
import { getQuery, listQueries } from '../../../src/platform/graph/queries/query-files.ts';
import {
  deletion,
  filledWeek,
  fillLine,
  fillMovedLine,
  fillTenant,
  type FullTenant,
} from '../../support/full-tenant.ts';
import { profiler } from '../../support/profiler.ts';
import { listReadsOfRequests, uncountedReads } from '../../support/query-samples.ts';
import { friday, service } from '../../support/service.ts';

const peopleIn = { small: 40, large: 3_000 };
const mostHits = 800;

describe('what a query reads', () => {
  const api = service();
  const { driver, profile } = profiler(api);
  let small: FullTenant;
  let large: FullTenant;

  before(async () => {
    small = await fillTenant(api.graph, peopleIn.small);
    large = await fillTenant(api.graph, peopleIn.large);
    // As a database does in time: until then it takes the indexes for empty. The plans must be of a filled database: run
    // this file alone, or after query-files.
    await driver().executeQuery('CALL db.resampleOutdatedIndexes()');
  });
  after(async () => {
    for (const { id } of [small, large]) await api.graph.statement(deletion, { id });
  });

  const setManager = (tenant: FullTenant, held: string[]): Promise<unknown> =>
    api.graph.statement('MATCH (u:User {tenantId: $id, id: $manager}) SET u.roles = $held', {
      id: tenant.id,
      manager: tenant.ids.manager,
      held,
    });

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
            driver().executeQuery(deletion, { id }),
          );
        };
        const few = await read(150);
        const many = await read(1_500);
        expect(many.rows).to.be.above(1_499);
        expect(many.hits / few.hits).to.be.within(8, 12);
      });
    }
  }

  it('questions/asked grows with the moves of a week above somebody, not with the product of those of each level', async () => {
    const read = async (moves: number): Promise<number> => {
      const { id, userId } = await fillMovedLine(api.graph, moves);
      const line = { id, ids: { ...small.ids, manager: userId } };
      const asked = profile(getQuery('questions/asked'), line, { weekStart: '2026-11-16' });
      return (await asked.finally(() => driver().executeQuery(deletion, { id }))).hits;
    };
    const [unmoved, few, many] = [await read(0), await read(4), await read(8)];
    expect(unmoved).to.be.below(300);
    expect(many).to.be.below(5 * few);
  });

  it('still is everyone for a role that sees the whole tenant', async () => {
    await setManager(large, ['people_team']);
    expect((await profile(getQuery('summaries/weekly_digest'), large)).rows).to.equal(peopleIn.large + 1);
  });

  for (const name of ['reports/check_ins', 'reports/goals', 'reports/question']) {
    it(`${name} grows with the people and what they wrote, not with its empty weeks`, async () => {
      await setManager(large, ['people_team']);
      const [few, many] = [2, 26].map((weeks) => profile(getQuery(name), large, { weeks }));
      expect((await many)?.hits).to.be.at.most(1.2 * ((await few)?.hits ?? 0));
    });
  }

  it('reports/question of a few people looks up nobody else beyond their team, for who sees the whole tenant', async () => {
    const mostPerPerson = 16;
    const questionId = randomUUID();
    await setManager(large, ['people_team']);
    await api.graph.statement(
      `CREATE (:Question:$('T_' + replace($id, '-', '')) {tenantId: $id, id: $questionId, kind: 'text', version: 1, frequency: 'weekly',
         fromWeek: date($week), isRequired: false, audience: 'below:' + $manager, createdAt: datetime($now)})`,
      { id: large.id, questionId, manager: large.ids.manager, week: filledWeek, now: friday },
    );
    const { hits } = await profile(getQuery('reports/question'), large, { questionId });
    expect(hits).to.be.within(peopleIn.large, mostPerPerson * peopleIn.large);
  });

  it('organisation/check/readiness reads everyone a few times, and nobody for a caller who is no admin', async () => {
    const mostPerPerson = 40;
    const read = async (tenant: FullTenant, held: string[]): Promise<number> => {
      await setManager(tenant, held);
      return (await profile(getQuery('organisation/check/readiness'), tenant)).hits;
    };
    for (const held of [[], ['people_team']]) expect(await read(large, held)).to.be.within(1, 20);
    expect(await read(large, ['admin'])).to.be.within(peopleIn.large, mostPerPerson * peopleIn.large);
    expect(await read(small, ['admin'])).to.be.at.most(mostPerPerson * peopleIn.small + 100);
  });

  it('starts from an index in every report, also when there are few nodes of a label', async () => {
    const operators = ({ operatorType, children }: Plan): string[] => [operatorType, ...children.flatMap(operators)];
    for (const { name, statement } of [...reports, getQuery('reports/nominations')]) {
      const { summary } = await driver().executeQuery(`EXPLAIN ${statement}`);
      const used = operators(summary.plan as Plan);
      expect(
        used.filter((operator) => operator.includes('Scan')),
        name,
      ).to.deep.equal([]);
    }
  });

  /** Pages of people and teams: what they read depends on the size of the page alone. */
  const pages = ['people/list', 'people/search', 'people/teams'];
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

  it('is nothing of the notifications of others, for how many somebody has not read', async () => {
    // as behind the test above: the manager has 6,000
    for (const name of ['notifications/count_unread', 'people/me']) {
      const { hits } = await profile(getQuery(name), small, { callerId: small.ids.person });
      expect(hits, name).to.be.within(1, 300);
    }
  });

  it('is counted for every read of a request, except those that are named here', () => {
    expect(listQueries().map(({ name }) => name)).to.include.members([...pages, ...uncountedReads]);
    expect(points).to.have.length.above(50);
  });
  const points = listReadsOfRequests().filter(({ name }) => !pages.includes(name));
  /** A manager of many people has so many relationships that the database looks for each type of them apart: a hit for each. */
  const mostApart = 12;
  for (const asked of points) {
    it(`${asked.name} is as little in a large tenant as in a small one, alone and shared`, async () => {
      for (const tenant of [small, large]) await setManager(tenant, []);
      const alone = await profile(asked, large);
      expect(alone.hits).to.be.at.most((await profile(asked, small)).hits + mostApart);
      expect((await profile(asked, large, { calls: 4 })).hits).to.be.at.most(4 * (alone.hits + 20));
    });
  }
});
