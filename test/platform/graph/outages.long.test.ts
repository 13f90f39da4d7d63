// Faults: a database that goes away and comes back, a process that is killed. What was acknowledged is never lost.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { openGraph } from '../../../src/platform/graph/client.ts';
import { readVersion } from '../../../src/platform/lib/project-folder.ts';
import { company, type Company } from '../../support/company.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { aSummary } from '../../support/samples.ts';
import { send, type Sent } from '../http/wire.ts';
import { serviceBehindProxy } from '../../support/service-behind-proxy.ts';
import { service, type Service } from '../../support/service.ts';

describe('a database out of reach', () => {
  const { api, direct, database } = serviceBehindProxy();
  let acme: Company;
  let path: string;
  beforeEach(async () => {
    await database.up();
    acme = await company(direct, 'Ada (admin)\n  Bob');
    const { body } = await acme.as('Bob').post('/summaries', aSummary());
    path = `/summaries/${String(body['id'])}`;
    await until(async () => (await asked(api, acme, 'GET', path)).status === 200);
  });

  const ways = { down: () => database.down(), hanging: () => Promise.resolve(database.hang()) };
  for (const [how, break_] of Object.entries(ways)) {
    it(`is 503 for every kind of request while it lasts, and the service recovers by itself (${how})`, async () => {
      await break_();
      const answers = await Promise.all([
        asked(api, acme, 'GET', path),
        asked(api, acme, 'POST', '/summaries', aSummary({ weekStart: '2026-11-09' })),
        asked(api, acme, 'PUT', `/admin/org-chart/users/${acme.id('Bob')}/manager`, { managerId: acme.id('Ada') }),
      ]);
      for (const { status, body, headers } of answers) {
        expect([status, body['code']]).to.deep.equal([503, 'DATABASE_UNAVAILABLE']);
        // One that found no plan was told to stay away for as long as it has waited for the plan.
        expect(headers['retry-after']).to.be.oneOf(how === 'down' ? ['1'] : ['1', '20']);
      }
      expect(api.logged.filter((line) => line.includes('DATABASE_UNAVAILABLE'))).to.have.length.of.at.least(3);
      const ready = await fetch(`${api.url}/readyz`);
      expect([ready.status, await ready.json()]).to.deep.equal([
        503,
        { status: 'not-ready', neo4j: 'down', redis: 'up', version: readVersion() },
      ]);
      expect((await fetch(`${api.url}/livez`)).status).to.equal(200);

      await database.up();
      await until(async () => (await asked(api, acme, 'GET', path)).status === 200);
      await until(async () => (await fetch(`${api.url}/readyz`)).status === 200);
    });
  }

  it('is not noticed by a change when it is back within moments', async () => {
    await database.down();
    const made = asked(api, acme, 'POST', '/summaries', aSummary({ weekStart: '2026-11-09' }));
    await pause(300);
    await database.up();
    expect((await made).status).to.equal(201);
  });

  it('also ends a transaction of several statements when its time is up', async () => {
    const short = openGraph(
      { ...direct.config, NEO4J_URI: `bolt://127.0.0.1:${database.port}` },
      { transactionWithinMs: 500 },
    );
    const ended = short.transaction({}, async (tx) => {
      await tx.rows('tenants/list');
      database.hang();
      await tx.rows('tenants/list');
    });
    const { message } = await ended.then(
      () => new Error('It went on.'),
      (error: Error) => error,
    );
    await database.up();
    await short.close();
    expect(message).to.match(/^The database is unavailable/);
  });

  it('is 503 also for requests that arrive while others wait', async () => {
    database.hang();
    const first = asked(api, acme, 'GET', path);
    await pause(100);
    const { status } = await asked(api, acme, 'GET', path);
    expect([status, (await first).status]).to.deep.equal([503, 503]);
  });

  for (const [how, break_] of Object.entries(ways)) {
    it(`does not go on trying a change that it refused (${how})`, async () => {
      await break_();
      const weekStart = '2026-11-09';
      const { status } = await asked(api, acme, 'POST', '/summaries', aSummary({ weekStart }));
      expect(status).to.equal(503);
      await database.up();
      await pause(2_000); // a client that retries would have succeeded by then
      const made = await direct.graph.statement(
        'MATCH (s:Summary {tenantId: $tenantId, weekStart: date($weekStart)}) RETURN s.id AS id',
        { tenantId: acme.tenantId, weekStart },
      );
      expect(made).to.deep.equal([]);
    });
  }
});

describe('a commit whose answer does not come in time', () => {
  const { api, direct, database } = serviceBehindProxy();

  it('is 503, though the change is made; its repeat is 409 and says where it is', async () => {
    const acme = await company(direct, 'Ada\n  Bob');
    const warm = aSummary({ weekStart: '2026-11-02' });
    await until(async () => (await asked(api, acme, 'POST', '/summaries', warm)).status === 409);
    database.muteNext('MERGE (summary:Summary');
    const unsure = await asked(api, acme, 'POST', '/summaries', aSummary());
    expect([unsure.status, unsure.body['code']]).to.deep.equal([503, 'DATABASE_UNAVAILABLE']);
    expect(unsure.body['message']).to.include('may have been made');
    const repeated = await asked(api, acme, 'POST', '/summaries', aSummary());
    expect([repeated.status, repeated.body['code']]).to.deep.equal([409, 'SUMMARY_EXISTS']);
    const made = await asked(api, acme, 'GET', String(repeated.headers.location).replace('/v1', ''));
    expect([made.status, made.body['weekStart']]).to.deep.equal([200, aSummary().weekStart]);
  });
});

describe('an API process that is killed while summaries are posted', () => {
  const direct = service();
  it('has lost nothing it acknowledged, and left one outbox event for each summary', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `P${n}`);
    const acme = await company(direct, `Boss\n${names.map((name) => `  ${name}`).join('\n')}`);
    const port = await findFreePort();
    const killed = { ...direct, url: `http://127.0.0.1:${port}` };
    let api = await startApi(port, killed.url);
    const acknowledged: string[] = [];
    let next = 0;
    const poster = async (): Promise<void> => {
      while (next < names.length) {
        const who = names[next++] ?? '';
        const body = aSummary();
        const answer = await asked(killed, acme, 'POST', '/summaries', body, who).catch(() => null);
        if (answer?.status === 201) acknowledged.push(String(answer.body['id']));
      }
    };
    const posting = Promise.all(Array.from({ length: 8 }, poster));
    await until(() => Promise.resolve(acknowledged.length >= 40));
    const ended = once(api, 'exit');
    api.kill('SIGKILL');
    await ended;
    await posting;
    api = await startApi(port, killed.url);
    api.kill('SIGTERM');

    const stored = await direct.graph.statement(
      `MATCH (s:Summary {tenantId: $tenantId})
       RETURN s.id AS id, COUNT { (:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.submitted:' + s.id}) } AS events,
         EXISTS { (s)<-[:WROTE]-(:User) } AS owned`,
      { tenantId: acme.tenantId },
    );
    expect(acknowledged.length).to.be.within(40, 199);
    expect(stored.map(({ id }) => id)).to.include.members(acknowledged);
    expect(stored.filter(({ events, owned }) => events !== 1 || !owned)).to.deep.equal([]);
    const events = await direct.graph.statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) RETURN e.id AS id', {
      tenantId: acme.tenantId,
    });
    expect(events).to.have.length(stored.length);
  });
});

type Asked = Sent & { body: Record<string, unknown> };

async function asked(
  api: Service,
  acme: Company,
  method: string,
  path: string,
  body?: object,
  who = path.startsWith('/admin') ? 'Ada' : 'Bob',
): Promise<Asked> {
  const headers = { authorization: `Bearer ${await acme.token(who)}`, 'content-type': 'application/json' };
  const json = body && { body: JSON.stringify(body) };
  return (await send(api.url, `/v1${path}`, { method, headers, ...json })) as Asked;
}

/** Asks again and again until it holds; the test's own time limit ends it. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function startApi(port: number, url: string): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port), LOG_LEVEL: 'silent' };
  const api = spawn(process.execPath, ['src/app/server.ts'], { env, stdio: 'ignore' });
  await until(() =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return api;
}
