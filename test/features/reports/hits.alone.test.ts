// What the small answers about a whole tenant read of the database: a bounded number of times what its people are.
import { expect } from 'chai';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { deletion, fillTenant, type FullTenant } from '../../support/full-tenant.ts';
import { profiler } from '../../support/profiler.ts';
import { friday, service } from '../../support/service.ts';

describe('an answer about everybody', () => {
  const api = service();
  const people = 400;
  const { driver, profile } = profiler(api);
  let tenant: FullTenant;
  const countHits = async (name: 'reports/headcount' | 'organisation/check/readiness'): Promise<number> =>
    (await profile(getQuery(name), tenant)).hits;

  before(async () => {
    tenant = await fillTenant(api.graph, people);
    await api.graph.statement(`MATCH (u:User {id: $id}) SET u.roles = ['admin', 'people_team']`, {
      id: tenant.ids.manager,
    });
    await driver().executeQuery('CALL db.resampleOutdatedIndexes()');
  });
  after(() => api.graph.statement(deletion, { id: tenant.id }));

  it('of the headcount does not look at the audit log for each person', async () => {
    const before = await countHits('reports/headcount');
    await api.graph.statement(
      `UNWIND range(1, 2000) AS n
       CREATE (:AuditEntry {tenantId: $id, id: 'hits ' + n, userId: $person, action: 'person.update', at: datetime($now)})`,
      { id: tenant.id, person: tenant.ids.person, now: friday },
    );
    expect(await countHits('reports/headcount')).to.be.within(before, before + 10);
    expect(before / people).to.be.below(40);
  });

  it('of what is missing does not walk down from a single top, and reads a few properties of each person', async () => {
    await api.graph.statement(
      `MATCH (top:User {id: $top}) MATCH (u:User {tenantId: $id}) WHERE u <> top AND NOT EXISTS { (u)-[:REPORTS_TO]->() }
       CREATE (u)-[:REPORTS_TO {since: datetime($now)}]->(top)`,
      { id: tenant.id, top: tenant.ids.manager, now: friday },
    );
    expect((await countHits('organisation/check/readiness')) / people).to.be.below(24);
  });
});
