// Faults between the commit of a change and its answer. A client that repeats the request with its Idempotency-Key gets that
// answer. A change with If-Match is not refused because of its own commit.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { company, type Company } from '../../support/company.ts';
import { askAs, type Requested } from '../../support/conditions.ts';
import { endProcesses, start } from '../../support/process.ts';
import { aGoal } from '../../support/samples.ts';
import { serviceBehindProxy } from '../../support/service-behind-proxy.ts';
import { until } from '../../support/until.ts';
import { expectRefusal } from './wire.ts';

/** The message COMMIT of Bolt, in a chunk of its own. */
const commit = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);

describe('a change with an Idempotency-Key whose commit is not answered', () => {
  const { api, direct, database } = serviceBehindProxy();
  endProcesses();
  let acme: Company;
  let key: Record<string, string>;
  beforeEach(async () => {
    await database.up();
    acme = await company(direct, 'Ada\n  Bob');
    key = { 'idempotency-key': randomUUID() };
  });

  const recorded = async (): Promise<number> => {
    const text = 'MATCH (r:IdempotencyRecord {tenantId: $tenantId}) RETURN count(r) AS count';
    const [row] = await direct.graph.statement(text, { tenantId: acme.tenantId });
    return Number(row?.['count']);
  };
  async function expectOneGoal(id: unknown): Promise<void> {
    const text = 'MATCH (g:Goal {tenantId: $tenantId}) RETURN g.id AS id';
    expect(await direct.graph.statement(text, { tenantId: acme.tenantId })).to.deep.equal([{ id }]);
  }
  /** Plans the queries, as somebody whose goal does not count. */
  async function warm(url: string): Promise<void> {
    const globex = await company(direct, 'Eve');
    const ask = (): Promise<{ status: number }> =>
      askAs({ url }, globex, 'Eve')('POST', '/goals', { 'idempotency-key': randomUUID() }, aGoal());
    await until(ask, ({ status }) => status === 201);
  }

  it('is answered by another process after the first one was killed', async () => {
    const process = await start({ NEO4J_URI: `bolt://127.0.0.1:${database.port}` });
    await warm(process.url);
    database.muteNext(commit);
    const lost = askAs(process, acme, 'Bob')('POST', '/goals', key, aGoal()).then(
      () => 'answered',
      () => 'lost',
    );
    await until(recorded, (count) => count === 1);
    process.child.kill('SIGKILL');
    expect(await lost).to.equal('lost');
    const again = await askAs(direct, acme, 'Bob')('POST', '/goals', key, aGoal());
    expect([again.status, again.headers['idempotency-replayed']]).to.deep.equal([201, 'true']);
    await expectOneGoal(again.body['id']);
  });

  it('is not made when the process was killed before the commit', async () => {
    const process = await start({ NEO4J_URI: `bolt://127.0.0.1:${database.port}` });
    await warm(process.url);
    let isSent = false;
    database.onRequest((piece) => (isSent ||= piece.includes('unused.expiresAt')));
    database.muteNext('unused.expiresAt');
    const lost = askAs(process, acme, 'Bob')('POST', '/goals', key, aGoal()).catch(() => 'lost');
    await until(
      () => Promise.resolve(isSent),
      (sent) => sent,
    );
    process.child.kill('SIGKILL');
    expect(await lost).to.equal('lost');
    expect(await recorded()).to.equal(0);
    const made = await askAs(direct, acme, 'Bob')('POST', '/goals', key, aGoal());
    expect([made.status, made.headers['idempotency-replayed']]).to.deep.equal([201, undefined]);
    await expectOneGoal(made.body['id']);
  });

  it('is 503 when the answer does not come in time, and replayed when it is sent again', async () => {
    await warm(api.url);
    const ask = askAs(api, acme, 'Bob');
    database.muteNext(commit);
    expectRefusal(await ask('POST', '/goals', key, aGoal()), 503, 'DATABASE_UNAVAILABLE');
    const again = await ask('POST', '/goals', key, aGoal());
    expect([again.status, again.headers['idempotency-replayed']]).to.deep.equal([201, 'true']);
    await expectOneGoal(again.body['id']);
  });

  it('is made once when the connection is lost, and the same request finds its answer', async () => {
    await warm(api.url);
    database.muteNext(commit);
    const answer = askAs(api, acme, 'Bob')('POST', '/goals', key, aGoal());
    await until(recorded, (count) => count === 1);
    await database.down();
    await database.up();
    const { status, body } = await answer;
    expect(status).to.equal(201);
    await expectOneGoal(body['id']);
  });
});

describe('a change with If-Match and no Idempotency-Key whose commit is not answered', () => {
  const { api, direct, database } = serviceBehindProxy();
  const changes = [
    ['PATCH', { title: 'Other' }, 200],
    ['DELETE', undefined, 204],
  ] as const;
  for (const [method, body, status] of changes) {
    it(`answers as the commit that was made: ${method}`, async () => {
      await database.up();
      /** A change of a goal, in a tenant of its own. */
      async function prepare(): Promise<{ of: Company; ask: () => Promise<Requested> }> {
        const of = await company(direct, 'Ada\n  Bob');
        const { body: goal, headers } = await askAs(direct, of, 'Bob')('POST', '/goals', {}, aGoal());
        const condition = { 'if-match': String(headers.etag) };
        return { of, ask: () => askAs(api, of, 'Bob')(method, `/goals/${String(goal['id'])}`, condition, body) };
      }
      const { ask: plan } = await prepare();
      await until(plan, (answer) => answer.status === status);
      const { of, ask } = await prepare();
      database.muteNext(commit);
      const answer = ask();
      const unchanged = 'MATCH (g:Goal {tenantId: $tenantId, title: $title}) RETURN g.id AS id';
      await until(
        () => direct.graph.statement(unchanged, { tenantId: of.tenantId, title: aGoal()['title'] }),
        ({ length }) => length === 0,
      );
      await database.down();
      await database.up();
      expect((await answer).status).to.equal(status);
      expect((await ask()).status, 'the tag is no longer current').to.equal(method === 'DELETE' ? 404 : 412);
    });
  }
});
