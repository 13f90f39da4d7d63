// What the loops of workers read of all tenants: as little in a database with one tenant's backlog as without.
import { expect } from 'chai';
import neo4j from 'neo4j-driver';
import { publishChanges } from '../../../src/platform/audit/publish.ts';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { deletion, fillTenant, filledWeek as week, type FullTenant } from '../../support/full-tenant.ts';
import { endDueEvents } from '../../support/in-process-worker.ts';
import { hitsOf, profiler } from '../../support/profiler.ts';
import { friday, service } from '../../support/service.ts';

describe('what a worker reads', () => {
  const api = service();
  const { driver, profile } = profiler(api);
  let small: FullTenant;

  before(async () => {
    await endDueEvents(api);
    small = await fillTenant(api.graph, 40);
    await driver().executeQuery('CALL db.resampleOutdatedIndexes()');
  });
  after(() => api.graph.statement(deletion, { id: small.id }));

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

  it('does not grow with the changes that were published, where workers ask what waits', async () => {
    const ask = () => profile(getQuery('changes/find_work'), small);
    while (await publishChanges(api.graph, 'test', new Date())) continue;
    const { hits } = await ask();
    await api.graph.statement(
      `UNWIND range(1, 2000) AS n
       CREATE (:ChangeEntry {tenantId: $id, key: 'published ' + n, sequence: 1000000 + n, id: randomUUID(), at: datetime($now)})
       CREATE (:AuditEntry {tenantId: $id, id: 'published ' + n, sequence: 1000000 + n, at: datetime($now)})`,
      { id: small.id, now: friday },
    );
    try {
      expect((await ask()).hits).to.be.within(hits, hits + 4);
    } finally {
      await api.graph.statement(
        'MATCH (n:ChangeEntry|AuditEntry {tenantId: $id}) WHERE n.sequence > 1000000 DELETE n',
        small,
      );
    }
  });

  it('is not the backlog of one tenant for each other tenant, where the worker claims in turn', async () => {
    await driver().executeQuery(
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
    const claim = { queues, now: friday, minDelayMs: 15_000, maxDelayMs: 300_000 };
    const lease = {
      leaseId: 'hits',
      now: friday,
      leasedUntil: friday,
      spreadMs: 0,
      maxAttempts: 5,
      maxTried: 4,
      aloneFromMs: 4_500,
    };
    const hits: number[] = [];
    for (const [name, p] of [
      ['outbox/claim', claim],
      ['outbox/take', { ...lease, queue: 'emails', limit: neo4j.int(20) }],
    ] as const) {
      const { records, summary } = await driver().executeQuery(`PROFILE ${getQuery(name).statement}`, { p });
      expect([(records[0]?.get('events') as unknown[]).length, records[0]?.get('isCrowded')]).to.deep.equal([20, true]);
      hits.push(hitsOf(summary.profile));
    }
    await driver().executeQuery(
      `MATCH (n) WHERE n:OutboxEvent AND n.key STARTS WITH 'claimed ' OR n:Tenant AND n.id STARTS WITH 'claim ' DETACH DELETE n`,
    );
    const [row] = await api.graph.statement('MATCH (t:Tenant) WHERE t.id IS NOT NULL RETURN count(t) AS tenants');
    for (const count of hits) expect(count).to.be.below(2_000 + 10 * Number(row?.['tenants']));
  });
});
