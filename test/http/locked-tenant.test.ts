// A tenant whose changes wait for a lock: the requests of another tenant are answered meanwhile.
import { expect } from 'chai';
import { company, freshCompany, type Company } from '../support/company.ts';
import { holdLocks, lockUser, untilBlocked } from '../support/locks.ts';
import { service } from '../support/service.ts';
import { send } from './wire.ts';

/** More than each pool has connections. */
const changes = 40;
const waitingAtOnce = 8;

const api = service();
const acme = freshCompany(api, 'Ada\n  Bob');
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

describe('while changes of a tenant wait for a lock, another tenant', () => {
  let neighbour: Company;
  before(async () => {
    neighbour = await company(api, 'Nora\n  Ned');
  });

  for (const [name, change] of [
    ['statements', (token: string) => request(token, 'PUT', '/notifications/preferences', { preferences: [] })],
    ['transactions', (token: string, n: number) => request(token, 'POST', '/goals', aGoal, `change ${n}`)],
  ] as const) {
    it(`reads and changes as usual: beside ${name}`, async () => {
      const [bob, ned] = [await acme.token('Bob'), await neighbour.token('Ned')];
      const ask = (): Promise<number[]> =>
        Promise.all([
          request(ned, 'GET', '/me'),
          request(ned, 'PUT', '/notifications/preferences', { preferences: [] }),
          request(ned, 'POST', '/goals', aGoal),
          request(ned, 'POST', '/goals', aGoal, crypto.randomUUID()),
        ]);
      const asUsual = [200, 200, 201, 201];
      expect(await ask()).to.deep.equal(asUsual);
      expect([200, 201]).to.include(await change(bob, -1)); // both are planned
      const release = await holdLocks(api, lockUser(acme.id('Bob')));
      const waiting = Array.from({ length: changes }, (_, n) => change(bob, n));
      await untilBlocked(api.graph, waitingAtOnce);
      const started = performance.now();
      const answers = await ask();
      const ms = performance.now() - started;
      await release();
      await Promise.all(waiting);
      expect(answers).to.deep.equal(asUsual);
      expect(ms, 'ms, of 2,500 that changes wait').to.be.below(1_000);
    });
  }
});
