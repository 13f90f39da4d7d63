// Overload: what cannot be answered in time is refused at the door, at once; health checks always come in.
import { expect } from 'chai';
import { company, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { serviceBehindProxy } from '../../support/service-behind-proxy.ts';
import { expectRefusal, send, type Sent } from './wire.ts';

const mostUnderWay = 512;

describe('a service with more to do than it can', () => {
  // On a busy machine, sending takes seconds; the first request must still wait when the last one is sent.
  const { api, direct, database } = serviceBehindProxy({ answerWithinMs: 120_000 });
  let acme: Company;
  let read: () => Promise<Sent>;
  beforeEach(async () => {
    await database.up();
    acme = await company(direct, 'Ada\n  Bob');
    const { body } = await acme.as('Bob').post('/summaries', aSummary());
    const headers = { authorization: `Bearer ${await acme.token('Bob')}` };
    read = () => send(api.url, `/v1/summaries/${String(body['id'])}`, { headers });
    while ((await read()).status !== 200) await new Promise(setImmediate);
  });

  /**
   * Sends requests to a database that hangs until so many are refused. On a busy machine others wait too long for a
   * connection before that; further ones take their places.
   */
  async function sendUntilRefused(count: number): Promise<{ refused: Sent[]; sent: Promise<unknown>[] }> {
    const [refused, sent]: [Sent[], Promise<unknown>[]] = [[], []];
    let underWay = 0;
    const sendOne = async (): Promise<void> => {
      underWay += 1;
      const answer = await read().finally(() => (underWay -= 1));
      if ((answer.body as { code?: string }).code === 'OVERLOADED') refused.push(answer);
      else if (answer.status !== 200) expectRefusal(answer, 503, 'DATABASE_UNAVAILABLE');
    };
    const deadline = performance.now() + 120_000;
    while (refused.length < count && performance.now() < deadline) {
      while (underWay + refused.length < mostUnderWay + count + 10) sent.push(sendOne());
      await new Promise(setImmediate);
    }
    expect(refused.length).to.be.at.least(count);
    return { refused, sent };
  }

  it('refuses excess requests before anything else, and counts them', async () => {
    database.hang();
    const { refused, sent } = await sendUntilRefused(90);
    for (const answer of refused) {
      expectRefusal(answer, 503, 'OVERLOADED');
      expect(answer.headers).to.include({ 'retry-after': '1', 'cache-control': 'no-store' });
      expect(answer.headers['x-request-id']).to.match(/^[\w-]{36}$/);
    }
    await database.up();
    await Promise.all(sent);
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    expect(metrics).to.include(`http_requests_refused_total ${refused.length}\n`);
  });

  it('answers health checks and metrics meanwhile, and everything once the database is back', async () => {
    database.hang();
    const { sent } = await sendUntilRefused(1);
    for (const path of ['/livez', '/metrics']) expect((await send(api.url, path)).status, path).to.equal(200);
    expect((await send(api.url, '/readyz')).status).to.equal(503); // this database does not answer at all
    await database.up();
    await Promise.all(sent);
    let status = 0;
    while (status !== 200) ({ status } = await read());
  });
});
