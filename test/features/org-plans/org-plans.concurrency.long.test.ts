// Plans that are applied and taken back while others move the same people: each is made whole or not at all.
import { expect } from 'chai';
import type { OrgPlan } from '../../../src/features/org-plans/schema.ts';
import { company, type Answer, type Company } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const size = 60;
const names = Array.from({ length: size }, (_, n) => `P${n}`);

/** Sends a change, again after each 503 as clients do: on a busy machine sixteen that wait for one lock may be too many. */
async function insist<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

describe('fifty plans beside two thousand moves from sixteen clients', () => {
  it('leave no cycle and no second manager, and each plan is in the audit log whole or not at all', async () => {
    const acme = await company(api, `Root (admin)\n${names.join('\n')}`);
    let seed = 20_261_122;
    const someone = (): string => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return acme.id(names[(seed >>> 8) % size] ?? '');
    };
    const outcomes = new Map<string, number>();
    const note = (what: string, { status }: Answer<unknown>): void =>
      void outcomes.set(`${what} ${status}`, (outcomes.get(`${what} ${status}`) ?? 0) + 1);
    const root = acme.as('Root');

    const makePlan = async (): Promise<void> => {
      const people = [...new Set([someone(), someone(), someone()])];
      const moves = people.map((userId) => ({ userId, managerId: someone() }));
      const planned = await insist(() => root.post<OrgPlan>('/admin/org-plans', { name: 'Plan', moves }));
      note('plan', planned); // 400 if it is a cycle by itself
      if (planned.status !== 201) return;
      const act = (action: string): Promise<Answer<OrgPlan>> =>
        insist(() => root.post<OrgPlan>(`/admin/org-plans/${planned.body.id}/${action}`));
      const applied = await act('apply');
      note('apply', applied);
      if (applied.status === 200) note('undo', await act('undo'));
    };
    const moveSomeone = async (): Promise<void> => {
      const path = `/admin/org-chart/users/${someone()}/manager`;
      const body = { managerId: someone() };
      note('move', await insist(() => root.put(path, body)));
    };
    let left = 2_000;
    let plansLeft = 50;
    let plansMade = 50;
    const client = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await moveSomeone();
        if (left % 40 === 0 && plansLeft > 0) {
          plansLeft -= 1;
          await makePlan();
          expect(await findFaults(acme)).to.deep.equal([]);
        }
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    // beside so many moves, chance may have overtaken every plan that was applied
    for (let more = 0; more < 20 && !outcomes.has('undo 200'); more += 1, plansMade += 1) await makePlan();

    expect(plansLeft).to.equal(0);
    expect(await findFaults(acme)).to.deep.equal([]);
    const known = /^(plan (201|400)|(apply|undo) (200|409)|move (200|409))$/;
    for (const outcome of outcomes.keys()) expect(outcome).to.match(known);
    const count = (outcome: string): number => outcomes.get(outcome) ?? 0;
    expect(count('plan 201') + count('plan 400')).to.equal(plansMade);
    for (const outcome of ['apply 200', 'undo 200', 'move 200', 'move 409'])
      expect(count(outcome), outcome).to.be.above(0);

    const plans = await readPlans(acme);
    expect(plans.filter(({ status }) => status !== 'draft')).to.have.length(count('apply 200'));
    expect(plans.filter(({ status }) => status === 'undone')).to.have.length(count('undo 200'));
    const times: Record<string, number> = { draft: 0, applied: 1, undone: 2 };
    for (const { status, moves, entries } of plans) expect(entries, status).to.equal(moves * (times[status] ?? NaN));
    expect(await findBrokenLogs(acme)).to.deep.equal([]);
    const [tenant] = await acme.statement(`MATCH (tenant:Tenant {id: $tenantId})
       RETURN tenant.orgRevision - COUNT {
         MATCH (entry:AuditEntry {tenantId: $tenantId, action: 'reporting-line.move'}) WHERE entry.planId IS NULL
       } AS changesByPlans`);
    expect(tenant).to.deep.equal({ changesByPlans: count('apply 200') + count('undo 200') });
  });
});

async function findFaults(acme: Company): Promise<unknown[]> {
  return acme.statement(`MATCH (u:User {tenantId: $tenantId})
     WHERE EXISTS { (u)-[:REPORTS_TO*1..]->(u) } OR COUNT { (u)-[:REPORTS_TO]->() } > 1
     RETURN u.name AS name`);
}

/** How many moves each plan has that change something, and how many entries the audit log has of it. */
async function readPlans(acme: Company): Promise<{ status: string; moves: number; entries: number }[]> {
  return (await acme.statement(`MATCH (plan:OrgPlan {tenantId: $tenantId})
     RETURN
       plan.status AS status,
       COUNT {
         MATCH ()-[move:WOULD_REPORT_TO {planId: plan.id}]->(to)
         WHERE coalesce(move.fromManagerId, '') <> CASE WHEN to:User THEN to.id ELSE '' END
       } AS moves,
       COUNT { (:AuditEntry {tenantId: $tenantId, planId: plan.id, action: 'reporting-line.move'}) } AS entries`)) as {
    status: string;
    moves: number;
    entries: number;
  }[];
}

/** People whose entries, followed from the first manager to the last, do not lead to the manager they have. */
async function findBrokenLogs(acme: Company): Promise<string[]> {
  const rows = (await acme.statement(`MATCH (u:User {tenantId: $tenantId})
     WHERE u.name <> 'Root'
     RETURN
       u.name AS name,
       COLLECT { MATCH (u)-[:REPORTS_TO]->(m) RETURN m.id }[0] AS manager,
       COLLECT {
         MATCH (e:AuditEntry {tenantId: $tenantId, action: 'reporting-line.move', userId: u.id})
         RETURN [e.fromManagerId, e.toManagerId]
       } AS moves`)) as { name: string; manager: string | null; moves: [string | null, string | null][] }[];
  // Entries of one moment have no order: a walk exists if each manager is left as often as joined, but for the two ends.
  return rows
    .filter(({ manager, moves }) => {
      const balance = new Map<string, number>();
      const add = (id: string | null, change: number): void =>
        void balance.set(id ?? '', (balance.get(id ?? '') ?? 0) + change);
      for (const [from, to] of moves) {
        add(from, -1);
        add(to, 1);
      }
      add(null, 1); // everyone begins without a manager
      add(manager, -1);
      return [...balance.values()].some((rest) => rest !== 0);
    })
    .map(({ name }) => name);
}
