// Connections that are dead and do not say so: a balancer drops one that was idle, and swallows what is sent on it. Others end just
// when a read is on its way.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { openGraph, type Graph, type GraphClient } from '../../../src/platform/graph/client.ts';
import { requestTimes } from '../../../src/platform/limits.ts';
import { freshCompany } from '../../support/company.ts';
import { proxy, type Proxy } from '../../support/proxy.ts';
import { friday, service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** A minute of production is 100 ms here: the balancer drops after four. */
const droppedAfterMs = 400;
const connectionForMs = (requestTimes.connectionForMs / 60_000) * 100;

describe('a connection to the database', () => {
  const api = service();
  const acme = freshCompany(api, 'Ada\n  Bob');
  let between: Proxy;
  let graph: GraphClient;
  let bound: Graph;
  const me = (): Promise<unknown> => bound.one('people/me', { now: friday });
  /** A list that is never short, so it has a connection of its own. */
  async function readPlan(): Promise<unknown> {
    const params = {
      planId: randomUUID(),
      now: friday,
      asOperator: false,
      permittedRoles: [],
      furtherRoles: [],
      rolesWithTenantScope: [],
    };
    const { head, rows } = await bound.list('org-plans/chart', params);
    for await (const _ of rows) continue;
    return head;
  }
  beforeEach(async function () {
    this.timeout(120_000);
    between = await proxy(api.config.NEO4J_URI);
    const config = { ...api.config, NEO4J_URI: `bolt://127.0.0.1:${between.port}` };
    graph = openGraph(config, { planWithinMs: 60_000, answerWithinMs: 2_500, connectionForMs });
    bound = graph.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
    await me();
  });
  afterEach(async () => {
    await graph.close();
    await between.close();
  });

  it('that was dropped while nobody used it is not used again, for reads and for changes', async function () {
    this.timeout(60_000);
    const lock = (): Promise<unknown> => bound.write('access/lock_caller');
    const burst = (): Promise<unknown[]> =>
      Promise.all(Array.from({ length: 8 }, (_, n) => pause(n * 3).then(() => Promise.all([me(), lock()]))));
    await burst();
    between.silenceIdle(droppedAfterMs);
    await pause(droppedAfterMs + 200);
    const started = performance.now();
    await burst();
    expect(performance.now() - started, 'ms').to.be.below(2_000);
  });

  const reads: [what: string, read: () => Promise<unknown>, text: string][] = [
    ['a point read', me, 'MATCH (reader:User'],
    ['a long list', readPlan, 'WOULD_REPORT_TO'],
  ];
  for (const [what, read, text] of reads)
    it(`that ends under ${what} costs nothing but its time: the read is made once more`, async function () {
      this.timeout(60_000);
      await read();
      let asked = 0;
      between.onRequest((piece) => void (asked += piece.includes(text) ? 1 : 0));
      between.muteNext(text);
      const answer = read();
      await until(
        () => Promise.resolve(asked),
        (times) => times > 0,
      );
      between.cut();
      await answer;
    });

  it('that ends again under the repeated read is told: a read is not made a third time', async function () {
    this.timeout(60_000);
    let asked = 0;
    between.onRequest((piece) => {
      if (!piece.includes('MATCH (reader:User')) return;
      asked += 1;
      between.cut();
    });
    const failure = await me().catch((error: { code?: string }) => error.code);
    expect(failure).to.equal('DATABASE_UNAVAILABLE');
    expect(asked).to.equal(2);
  });
});
