// Tenants whose changes wait for locks: the requests of another tenant are answered meanwhile.
import { expect } from 'chai';
import type { ApiError } from '../../../src/platform/errors.ts';
import { openGraph } from '../../../src/platform/graph/client.ts';
import { company, freshCompany, type Company } from '../../support/company.ts';
import { holdLocks, lockUser, untilBlocked } from '../../support/locks.ts';
import { service } from '../../support/service.ts';
import { send } from './wire.ts';

/** More than each pool has connections. */
const changes = 40;
const waitingAtOnce = 8;

const api = service();
const drawing = 'Ada\n  Bob';
const acme = freshCompany(api, drawing);
const asUsual = [200, 200, 201, 201];
const aGoal = { title: 'Write the minutes', type: 'personal', targetWeek: 'this' };

async function request(token: string, method: string, path: string, body?: object, key?: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const { status } = await send(api.url, `/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return status;
}

const changeBy = {
  statements: (token: string) => request(token, 'PUT', '/notifications/preferences', { preferences: [] }),
  transactions: (token: string, n: number) => request(token, 'POST', '/goals', aGoal, `change ${n}`),
};

describe('while changes of others wait for locks, a tenant', () => {
  let neighbour: Company;
  let others: Company[];
  before(async () => {
    neighbour = await company(api, drawing);
    others = [await company(api, drawing), await company(api, drawing)];
  });
  const ask = async (): Promise<number[]> => {
    const token = await neighbour.token('Bob');
    return Promise.all([
      request(token, 'GET', '/me'),
      request(token, 'PUT', '/notifications/preferences', { preferences: [] }),
      request(token, 'POST', '/goals', aGoal),
      request(token, 'POST', '/goals', aGoal, crypto.randomUUID()),
    ]);
  };

  const askTimed = async () => {
    const started = performance.now();
    const answered = await ask();
    return { answered, ms: performance.now() - started };
  };

  /** Sends changes of somebody whose node is locked until `release` is called, in each tenant. */
  async function block(tenants: Company[], kinds: (keyof typeof changeBy)[]) {
    const tokens = await Promise.all(tenants.map((one) => one.token('Bob')));
    for (const kind of kinds) expect([200, 201]).to.include(await changeBy[kind](tokens[0] ?? '', -1)); // now planned
    const commits = await Promise.all(tenants.map((one) => holdLocks(api, lockUser(one.id('Bob')))));
    const sent = tokens.flatMap((token) =>
      kinds.flatMap((kind) => Array.from({ length: changes }, (_, n) => changeBy[kind](token, n))),
    );
    await untilBlocked(api.graph, waitingAtOnce * tenants.length * kinds.length);
    return { answers: Promise.all(sent), release: () => Promise.all(commits.map((commit) => commit())) };
  }

  for (const [name, tenants, kinds] of [
    ['statements of a tenant', () => [acme], ['statements']],
    ['transactions of a tenant', () => [acme], ['transactions']],
    ['both, of three tenants', () => [acme, ...others], ['statements', 'transactions']],
  ] as [string, () => Company[], (keyof typeof changeBy)[]][]) {
    it(`reads as usual, and changes beside one: beside ${name}`, async () => {
      expect(await ask()).to.deep.equal(asUsual);
      const quiet = await askTimed();
      const blocked = await block(tenants(), kinds);
      const { answered, ms } = await askTimed();
      await blocked.release();
      await blocked.answers;
      expect(answered).to.deep.equal(asUsual);
      // On a machine that is busy with something else, the same requests take longer before anything is locked.
      expect(ms, 'ms, of 2,500 that changes wait').to.be.below(Math.min(1_000 + 2 * quiet.ms, 2_000));
    });
  }

  it('has its own changes refused in their time when their turn does not come', async () => {
    const graph = openGraph(api.config, { answerWithinMs: 1_000 });
    const own = graph.bind({ tenantId: acme.tenantId, userId: acme.id('Bob') });
    const preferences = { channels: '{}', languages: [] };
    const changeOnce = [
      () => own.write('notifications/set_preferences', preferences),
      () => own.atomically((tx) => tx.write('access/lock_caller')),
    ];
    for (const change of changeOnce) await change(); // now planned
    const release = await holdLocks(api, lockUser(acme.id('Bob')));
    const started = performance.now();
    const sent = changeOnce.flatMap((change) => Array.from({ length: changes }, change));
    const codes = await Promise.all(sent.map((one) => one.then(String, ({ code }: ApiError) => code)));
    const ms = performance.now() - started;
    await release();
    await graph.close();
    expect(new Set(codes)).to.deep.equal(new Set(['DATABASE_UNAVAILABLE']));
    expect(ms, 'ms, of 1,000 that each has').to.be.below(3_000);
  });
});
