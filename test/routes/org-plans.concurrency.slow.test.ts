// Plans that are applied and taken back beside single moves from many clients: each is whole, and the chart stays a chart.
import { expect } from 'chai';
import type { OrgPlan } from '../../src/model/index.ts';
import { createRandom, shuffle } from '../../scripts/random.ts';
import { company, type Answer, type Company } from '../support/company.ts';
import { friday, service } from '../support/service.ts';

const clients = 16;
const rounds = 6;
const movesOfPlan = 4;
const allowed = [200, 201, 409];

describe('plans and moves at the same time', () => {
  const api = service();
  const names = Array.from({ length: 24 }, (_, place) => `P${place}`);
  let acme: Company;
  beforeEach(async () => {
    api.clock.now = friday;
    acme = await company(api, `Ada (admin)\n${names.map((name) => `  ${name}`).join('\n')}`);
  });

  it('leave nobody with two managers and no cycle, and every plan made whole or not at all', async () => {
    const seed = Date.now() % 2 ** 31;
    const random = createRandom(String(seed));
    const statuses = new Map<string, number>();
    const count = ({ status, body }: Answer<unknown>): void => {
      const name = `${status} ${(body as { code?: string }).code ?? ''}`.trim();
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
      expect(allowed, JSON.stringify(body)).to.include(status);
    };
    const as = acme.as('Ada');
    async function runPlan(): Promise<void> {
      const [...chosen] = shuffle(random, names).slice(0, 2 * movesOfPlan);
      const moves = Array.from({ length: movesOfPlan }, (_, place) => ({
        userId: acme.id(chosen[place] ?? ''),
        managerId: acme.id(chosen[place + movesOfPlan] ?? ''),
      }));
      const written = await as.post<OrgPlan>('/admin/org-plans', { name: 'Plan', moves });
      count(written);
      const applied = await as.post<OrgPlan>(`/admin/org-plans/${written.body.id}/apply`);
      count(applied);
      if (applied.status === 200 && random() < 0.5) count(await as.post(`/admin/org-plans/${written.body.id}/undo`));
    }
    async function moveOne(): Promise<void> {
      const [who = '', to = ''] = shuffle(random, names);
      count(await as.put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(to) }));
    }
    const work = async (client: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) await (client % 2 === 0 ? runPlan() : moveOne());
    };
    await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));

    const [chart] = await api.graph.statement(
      `RETURN
         COUNT { (u:User {tenantId: $id}) WHERE COUNT { (u)-[:REPORTS_TO]->() } > 1 } AS doubled,
         COUNT { (u:User {tenantId: $id}) WHERE EXISTS { (u)-[:REPORTS_TO*1..]->(u) } } AS circular`,
      { id: acme.tenantId },
    );
    expect(chart, `seed ${seed}`).to.deep.equal({ doubled: 0, circular: 0 });
    const plans = await api.graph.statement(
      `MATCH (plan:OrgPlan {tenantId: $id})
       RETURN plan.status AS status,
         COUNT {
           (:User {tenantId: $id})-[move:WOULD_REPORT_TO {planId: plan.id}]->(to)
           WHERE move.fromManagerId IS NULL OR move.fromManagerId <> to.id
         } AS moves,
         COUNT { (e:AuditEntry {tenantId: $id, planId: plan.id}) } AS entries`,
      { id: acme.tenantId },
    );
    const times: Record<string, number> = { draft: 0, applied: 1, undone: 2 };
    for (const { status, moves, entries } of plans) {
      expect(entries, `${String(status)}, seed ${seed}`).to.equal((moves as number) * (times[status as string] ?? NaN));
    }
    expect(plans.filter(({ status }) => status === 'applied' || status === 'undone')).to.not.have.length(0);
    const [tenant] = await api.graph.statement('MATCH (t:Tenant {id: $id}) RETURN t.orgRevision AS revision', {
      id: acme.tenantId,
    });
    const changes = plans.reduce((sum, { status }) => sum + (times[status as string] ?? 0), 0);
    const single = await api.graph.statement(
      `MATCH (e:AuditEntry {tenantId: $id}) WHERE e.action = 'reporting-line.move' AND e.planId IS NULL RETURN count(e) AS count`,
      { id: acme.tenantId },
    );
    expect(tenant?.['revision']).to.equal(changes + (single[0]?.['count'] as number));
  });
});
