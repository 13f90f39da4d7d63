// A report is an object with a list in it: sent whole when it fits a page, else streamed, and valid JSON either way.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import type { DigestRow } from '../../../src/features/summaries/schema.ts';
import { company, type Company } from '../../support/company.ts';
import { service } from '../../support/service.ts';
import { expectRefusal, send } from './wire.ts';

type Digest = { weekStart: string; rows: DigestRow[] };

const people = 6_000;
const page = 500; // src/platform/graph/queries/statements.ts
const path = '/v1/summaries/reports/weekly-digest';
let acme: Company;
after(() =>
  acme.statement('MATCH (u:User {tenantId: $tenantId}) CALL (u) { DETACH DELETE u } IN TRANSACTIONS OF 2000 ROWS'),
);

const api = service();
before(async () => {
  acme = await company(api, 'Ada (people_team)\n  Bob\n    Cy †\n  Dee\n    Eve');
  await hire(people - 4);
});
/** So many more people in the tenant, who report to nobody. */
async function hire(count: number, to = acme): Promise<void> {
  await to.statement(
    `UNWIND $ids AS id
     CREATE (u:User:$($label) {tenantId: $tenantId, id: id, name: 'Person ' + id, email: id, roles: [], active: true,
       createdAt: datetime('2026-01-05T09:00:00Z')})`,
    { ids: Array.from({ length: count }, () => randomUUID()) },
  );
}

const authorized = async (who: string, of = acme): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await of.token(who)}`,
});

describe('a digest of 6,000 people', () => {
  it('is one JSON object, whole, its week before its rows, nobody twice', async () => {
    const { status, text, body, headers } = await send(api.url, path, { headers: await authorized('Ada') });
    expect(status).to.equal(200);
    expect(headers).to.include({ 'transfer-encoding': 'chunked', 'content-type': 'application/json; charset=utf-8' });
    expect(text.slice(0, 50)).to.match(/^\{"weekStart":"2026-11-09","rows":\[\{/);
    expect(body).to.have.all.keys('weekStart', 'rows');
    const { rows } = body as Digest;
    expect(new Set(rows.map(({ user }) => user?.id)).size).to.equal(people);
    expect(rows).to.have.length(people);
  });

  it('comes in many pieces', async () => {
    const headers = await authorized('Ada');
    const pieces = await new Promise<number>((resolve, reject) => {
      request(api.url + path, { headers, agent: false }, (answer) => {
        let count = 0;
        answer.on('data', () => (count += 1)).on('end', () => resolve(count));
      })
        .on('error', reject)
        .end();
    });
    expect(pieces).to.be.above(people / page / 2);
  });

  it('is refused before a row is read, as any other refusal', async () => {
    const refused = await send(api.url, path, { headers: await authorized('Bob') });
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.headers).to.include.keys('content-length').and.not.keys('transfer-encoding');
  });

  it('leaves nothing behind in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const headers = await authorized('Ada');
    const ask = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) expect((await send(api.url, path, { headers })).status).to.equal(200);
    };
    await ask(3);
    const before = used();
    await ask(10);
    expect((used() - before) / 1_000_000).to.be.below(5);
  });
});

describe('a digest around the size of a page', () => {
  const sizes: [string, number, boolean][] = [
    ['nobody', 0, false],
    ['one person', 1, false],
    ['exactly one page', page, false],
    ['one more than a page', page + 1, true],
    ['exactly two pages', 2 * page, true],
  ];
  for (const [name, count, streamed] of sizes) {
    it(`is valid, and ${streamed ? 'streamed' : 'a value with its length'}, for ${name}`, async () => {
      const tiny = await company(api, 'Ada (people_team)');
      if (count === 0) {
        await tiny.statement("MATCH (u:User {tenantId: $tenantId}) SET u.startDate = date('2026-11-20')");
      }
      await hire(Math.max(0, count - 1), tiny);
      const { text, body, headers } = await send(api.url, path, { headers: await authorized('Ada', tiny) });
      expect(text.startsWith('{"weekStart":"2026-11-09","rows":[')).to.equal(true);
      expect((body as Digest).rows).to.have.length(count);
      expect('transfer-encoding' in headers).to.equal(streamed);
      expect('content-length' in headers).to.equal(!streamed);
    });
  }
});
