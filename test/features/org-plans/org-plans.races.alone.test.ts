// Changes of a plan at the same time: what was answered is what the plan becomes.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Graph, GraphClient } from '../../../src/platform/graph/client.ts';
import type { Call } from '../../../src/platform/graph/queries/call-types.ts';
import type { OrgPlan } from '../../../src/features/org-plans/schema.ts';
import { applyDuePlan, applyPlan } from '../../../src/features/org-plans/apply-plan.ts';
import { deletePlan } from '../../../src/features/org-plans/change-status.ts';
import { company, refusal, type Answer, type Company } from '../../support/company.ts';
import { interfered } from '../../support/interfered.ts';
import { startBeforeCommit, untilOneIsBlocked } from '../../support/locks.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const path = '/admin/org-plans';
let acme: Company;
beforeEach(async () => {
  acme = await company(api, 'Ada (admin)\n  Bob\n    Cy\n  Max');
});

async function draft(fields = {}): Promise<string> {
  const moves = [{ userId: acme.id('Cy'), managerId: acme.id('Max') }];
  return (await acme.as('Ada').post<OrgPlan>(path, { name: 'Plan', moves, ...fields })).body.id;
}
const act = (id: string, action: string, body?: unknown): Promise<Answer<OrgPlan>> =>
  acme.as('Ada').post<OrgPlan>(`${path}/${id}/${action}`, body);
const statusOf = async (id: string): Promise<unknown> =>
  (await acme.as('Ada').get<OrgPlan>(`${path}/${id}`)).body.status;
const bind = (graph: GraphClient = api.graph): Graph => graph.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
const newChange = () => ({ changeId: randomUUID(), now: friday });
before('the queries are planned, since a transaction that lacks a plan begins again', async () => {
  acme = await company(api, 'Ada (admin)\n  Bob\n    Cy\n  Max');
  await applyPlan(bind(), await draft(), newChange());
});

/** The graph whose transactions, before they move anybody, send a request and let it go on until it waits or is answered. */
function interfere(send: () => Promise<Answer<unknown>>): { graph: Graph; answer: () => Promise<Answer<unknown>> } {
  let sent: Promise<Answer<unknown>> | undefined;
  const graph = interfered(api.graph, async (name, write) => {
    if (name === 'organisation/move_people' && !sent) {
      sent = send();
      await Promise.race([sent, untilOneIsBlocked(api.graph)]);
    }
    return write();
  });
  return {
    graph: bind(graph),
    answer: async () => (await sent) ?? expect.fail('Nobody was moved.'),
  };
}

describe('a request to cancel a plan', () => {
  it('is refused when its end is being committed, also if the version can be seen before the status', async () => {
    const id = await draft();
    await act(id, 'submit');
    await acme.statement('MATCH (p:OrgPlan {id: $id}) SET p.version = p.version + 1', { id });
    const apply: [string, { id: string }] = [`MATCH (p:OrgPlan {id: $id}) SET p.status = 'applied'`, { id }];
    const answer = await startBeforeCommit(api, apply, 1, () => act(id, 'cancel'));
    expect(refusal(answer)).to.deep.equal([409, 'PLAN_STATE']);
    expect(await statusOf(id)).to.equal('applied');
  });
});

describe('while a plan is applied', () => {
  const requests: Record<string, (id: string) => Promise<Answer<unknown>>> = {
    cancel: (id) => act(id, 'cancel'),
    reject: (id) => act(id, 'reject', { reason: 'Not yet.' }),
  };
  for (const [name, send] of Object.entries(requests)) {
    it(`a request to ${name} it waits, and is refused when it is applied`, async () => {
      const id = await draft();
      await act(id, 'submit');
      const { graph, answer } = interfere(() => send(id));
      expect(await applyPlan(graph, id, newChange())).to.include({ status: 'applied' });
      const { status, body } = await answer();
      expect([status, (body as { code?: string }).code]).to.deep.equal([409, 'PLAN_STATE']);
      expect(await statusOf(id)).to.equal('applied');
    });
  }

  it('a request to delete its draft waits, and is refused', async () => {
    const id = await draft();
    const { graph, answer } = interfere(() => acme.as('Ada').delete(`${path}/${id}`));
    expect(await applyPlan(graph, id, newChange())).to.include({ status: 'applied' });
    expect((await answer()).status).to.equal(409);
    expect(await statusOf(id)).to.equal('applied');
  });

  it('a request to cancel it waits, also when the worker applies it on its day', async () => {
    const id = await draft({ effectiveOn: '2026-12-01' });
    await act(id, 'submit');
    const { graph, answer } = interfere(() => act(id, 'cancel'));
    expect(await applyDuePlan(graph, id, { ...newChange(), asOperator: true })).to.equal('applied');
    expect((await answer()).status).to.equal(409);
  });

  it('new moves for it wait with their entity tag, and neither transaction is a deadlock', async () => {
    const id = await draft();
    const tag = (await acme.as('Ada').get(`${path}/${id}`)).headers.get('etag') ?? '';
    const moves = [{ userId: acme.id('Max'), managerId: acme.id('Bob') }];
    const put = (): Promise<Answer> => acme.as('Ada').put(`${path}/${id}/moves`, { moves }, { 'if-match': tag });
    const { graph, answer } = interfere(put);
    expect(await applyPlan(graph, id, newChange())).to.include({ status: 'applied' });
    expect((await answer()).status).to.equal(409);
  });
});

const startChange = () => ({ changeId: randomUUID(), now: friday });

describe('the deletion of a draft', () => {
  it('is refused when the draft was submitted meanwhile, and done when somebody else has deleted it', async () => {
    const graph = bind();
    const after = (work: () => Promise<unknown>): Graph => {
      let isFirst = true;
      return {
        ...graph,
        async one<T>(...call: Call) {
          const row = await graph.one<T>(...call);
          if (isFirst) await work();
          isFirst = false;
          return row;
        },
      };
    };
    const submitted = await draft();
    const refused = await deletePlan(
      after(() => act(submitted, 'submit')),
      submitted,
      startChange(),
    ).catch(({ code }: { code: string }) => code);
    expect([refused, await statusOf(submitted)]).to.deep.equal(['PLAN_STATE', 'approved']);
    const deleted = await draft();
    await deletePlan(
      after(() => acme.as('Ada').delete(`${path}/${deleted}`)),
      deleted,
      startChange(),
    );
    expect(await statusOf(deleted)).to.equal(undefined);
  });
});
