// Reads that take too long: answered otherwise than when the database does not answer.
import { expect } from 'chai';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { expectRefusal, send, type Sent } from '../http/wire.ts';
import { company } from '../../support/company.ts';
import { serviceBehindProxy } from '../../support/service-behind-proxy.ts';

const reads = {
  '/me': 'people/me',
  '/reports/org': 'reports/org',
  '/org/chart': 'reporting-line/chart',
  '/users': 'people/list',
  '/notifications': 'notifications/list',
};

describe('a read that has no answer in its time', () => {
  const { api, direct, database } = serviceBehindProxy({ listWithinMs: 4_000, planWithinMs: 1_000 });
  let read: (path: string) => Promise<Sent>;
  beforeEach(async () => {
    await database.up();
    const acme = await company(direct, 'Ada (people_team)\n  Bob');
    const headers = { authorization: `Bearer ${await acme.token('Ada')}` };
    read = (path) => send(api.url, `/v1${path}`, { headers });
    for (const path of Object.keys(reads)) while ((await read(path)).status !== 200); // now they have plans
  });
  after(() => database.up());

  for (const [path, query] of Object.entries(reads)) {
    it(`is too slow if the database answers others: ${path}`, async () => {
      database.muteNext(getQuery(query).text.slice(0, 40));
      const refused = await read(path);
      expectRefusal(refused, 503, 'ANSWER_TOO_SLOW');
      expect(refused.headers['retry-after']).to.equal('1');
      expect((await read('/me')).status).to.equal(200);
    });
  }

  it('is not said to be too slow if the database answers nobody', async () => {
    database.hang();
    const refused = await Promise.all(Object.keys(reads).map(read));
    for (const answer of refused) expectRefusal(answer, 503, 'DATABASE_UNAVAILABLE');
  });
});
