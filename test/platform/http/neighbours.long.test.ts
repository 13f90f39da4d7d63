// A tenant that misbehaves in several ways at once: the requests of another tenant are all answered.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { signToken } from '../../../src/platform/http/caller/token-keys.ts';
import { readSlowly } from '../../../scripts/tools/bench/slow-client.ts';
import { company, type Company } from '../../support/company.ts';
import { service } from '../../support/service.ts';
import { send } from './wire.ts';

const drawing = `
  Ada (admin)
    Mia
      Bob`;
const goals = 200;
/** More than the database may have under way at once. */
const boards = 600;
const evaluations = 12;
const slowReaders = 20;
/** The other tenant's clients, and how many requests each sends at least, one after the other. */
const clients = 8;
const requestsEach = 25;

const api = service();

/** Requests by the token until `signal` aborts, so many at a time. Counts the answers by status, in `statuses`. */
async function flood(
  count: number,
  path: string,
  token: string,
  signal: AbortSignal,
  statuses: Map<number, number>,
  question?: unknown,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const wire = question === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(question) };
  const sendOn = async (): Promise<void> => {
    while (!signal.aborted) {
      const { status } = await send(api.url, path, wire);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: count }, sendOn));
}

describe('beside a tenant that sends large boards, batches of decisions and slow readers', () => {
  let [loud, quiet]: Company[] = [];
  before(async () => {
    loud = await company(api, drawing);
    quiet = await company(api, drawing);
    await loud.statement(
      `MATCH (owner:User {tenantId: $tenantId, id: $ownerId})
       UNWIND range(1, $goals) AS n
       CREATE (owner)-[:OWNS]->(goal:Goal:$($label) {
         tenantId: $tenantId, id: randomUUID(), userId: $ownerId, title: 'Goal ' + n, description: $description,
         type: 'personal', status: 'active', weekStart: date('2026-11-16'), dateSet: datetime()
       })
       CREATE (person:User:$($label) {tenantId: $tenantId, id: randomUUID(), email: 'p' + n, name: $description,
         roles: [], active: true})-[:REPORTS_TO]->(owner)`,
      { ownerId: loud.id('Bob'), goals, description: 'x'.repeat(1_000) },
    );
  });

  it('every request of another tenant is answered', async () => {
    if (!loud || !quiet) throw new Error('There are no tenants.');
    const other = quiet;
    const reads = ['/me', `/goals/board?userId=${other.id('Bob')}`, '/users?search=bo', '/mvp/nominations/window'];
    for (const path of reads) expect((await other.as('Mia').get(path)).status, path).to.equal(200);
    const token = await loud.token('Ada');
    const { TOKEN_ISSUER: issuer, TOKEN_AUDIENCE: audience, TOKEN_KEY_FILE: keyFile = '' } = api.config;
    const claims = { sub: 'service:portal', tenant: loud.tenantId, scope: 'access:evaluate' };
    const portal = await signToken(keyFile, claims, { issuer, audience }, '1h');
    const question = {
      subject: { type: 'user', id: loud.id('Bob') },
      action: { name: 'summaries:read' },
      evaluations: Array.from({ length: 300 }, () => ({ resource: { type: 'user', id: randomUUID() } })),
    };
    const board = `/v1/goals/board?userId=${loud.id('Bob')}`;
    const chart = `${api.url}/v1/org/users/${loud.id('Ada')}/chain`;

    const stop = new AbortController();
    const [ofBoards, ofDecisions] = [new Map<number, number>(), new Map<number, number>()];
    const misbehaving = Promise.all([
      flood(boards, board, token, stop.signal, ofBoards),
      flood(evaluations, '/access/v1/evaluations', portal, stop.signal, ofDecisions, question),
      ...Array.from({ length: slowReaders }, () => readSlowly(chart, token, stop.signal)),
    ]);
    const statuses: number[] = [];
    // as long as it takes until the loud tenant has had an answer of each kind: else nothing was beside the quiet one
    const areServed = (): boolean => ofBoards.has(200) && ofDecisions.has(200);
    const ask = async (): Promise<void> => {
      for (let n = 0; n < requestsEach || !areServed(); n += 1) {
        const { status } = await other.as('Mia').get(reads[n % reads.length] ?? '');
        statuses.push(status);
      }
    };
    await Promise.all(Array.from({ length: clients }, ask));
    stop.abort();
    await misbehaving;
    expect(statuses.filter((status) => status !== 200)).to.deep.equal([]);
    expect(statuses).to.have.length.at.least(clients * requestsEach);
    for (const misbehaved of [ofBoards, ofDecisions]) expect(misbehaved.get(200)).to.be.above(0);
  });
});
