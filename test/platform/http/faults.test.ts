// What the service says and writes down when something fails, and that its log never holds what people wrote.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import pino from 'pino';
import { openGraph, type GraphClient } from '../../../src/platform/graph/client.ts';
import { readVersion } from '../../../src/platform/lib/project-folder.ts';
import { openRedis, type Redis } from '../../../src/platform/outbox/queues/redis.ts';
import { company, userToken, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service, type Service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { expectRefusal, send, type Sent } from './wire.ts';

const nowhere = {
  NEO4J_URI: 'bolt://127.0.0.1:1',
  NEO4J_USER: 'neo4j',
  NEO4J_PASSWORD: 'x',
  NEO4J_DATABASE: 'neo4j',
};

async function tokenOf(api: Service, acme: Company, name: string): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await userToken(api, acme.tenantId, acme.id(name))}` };
}

describe('an unexpected fault', () => {
  const secret = 'the wire to 10.0.0.7 broke';
  const api = service(({ graph }) => ({
    graph: {
      ...graph,
      bind: () => {
        throw new TypeError(secret);
      },
    },
  }));
  let answer: Sent;
  before(async () => {
    const acme = await company(api, 'Ada');
    answer = await send(api.url, `/v1/org/users/${acme.id('Ada')}/chain`, { headers: await tokenOf(api, acme, 'Ada') });
  });

  it('is answered 500 and says only how to report it', () => {
    const message = expectRefusal(answer, 500, 'INTERNAL');
    expect(message).to.include('X-Request-Id');
    expect(answer.text + JSON.stringify(answer.headers)).to.not.match(/wire|TypeError|\.ts|node_modules|10\.0\.0\.7/);
    expect(answer.headers).to.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  it('is logged whole, once, under the request id of the answer', () => {
    const lines = api.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const errors = lines.filter(({ level }) => level === 50);
    expect(errors).to.have.length(1);
    expect(errors[0]?.['requestId']).to.equal(answer.headers['x-request-id']);
    expect(errors[0]?.['err']).to.include({ type: 'TypeError', message: secret });
    expect(errors[0]?.['err']).to.have.property('stack').that.includes('faults.test.ts');
  });
});

describe('the log', () => {
  const api = service();
  const hush = ['Hildegard', 'Umbrella', 'hush-hush', 'example.test', 'eyJ', 'Bearer', 'secret-query'];
  let acme: Company;
  before(async () => {
    acme = await company(api, 'Hildegard [Umbrella] (admin)\n  Bob [Umbrella]\n  Dan †');
    const ada = await tokenOf(api, acme, 'Hildegard');
    const json = { ...ada, 'content-type': 'application/json' };
    const text = { proud: '<b>hush-hush</b>', obstacles: 'hush-hush', learned: 'a@example.test' };
    const body = JSON.stringify(aSummary(text));
    const post = (sent: string | Buffer, more = {}) =>
      send(api.url, '/v1/summaries', { method: 'POST', headers: { ...json, ...more }, body: sent });
    const chain = `/v1/org/users/${acme.id('Hildegard')}/chain`;
    const answers = [
      await post(body),
      await post(body),
      await post('{"hush-hush": '),
      await post(body.replace('"proud"', '"hush-hush"')),
      await post(body + ' hush-hush'.repeat(10_000)),
      await post(body, { 'content-type': 'text/hush-hush' }),
      await post(body, { 'content-encoding': 'gzip' }),
      await post(body, { 'x-request-id': 'hush-hush <b>' }),
      await send(api.url, chain, { headers: ada }),
      await send(api.url, `${chain}?token=secret-query`, { headers: ada }),
      await send(api.url, '/v1/hush-hush/%ff?secret-query', { headers: { ...ada, cookie: 'hush-hush=1' } }),
      await send(api.url, '/v1/org/users/hush-hush/chain', { headers: { ...ada, 'user-agent': 'hush-hush' } }),
      await send(api.url, chain, { headers: { authorization: 'Bearer hush-hush' } }),
      await send(api.url, chain, { headers: await tokenOf(api, acme, 'Dan') }),
      await send(api.url, chain, { method: 'DELETE', headers: ada }),
      await acme.as('Bob').post('/summaries', aSummary(text)),
      await acme.as('Bob').put(`/admin/org-chart/users/${acme.id('Bob')}/manager`, { managerId: 'hush-hush' }),
    ];
    const statuses = [201, 409, 400, 400, 413, 415, 400, 409, 200, 400, 404, 400, 401, 401, 405, 201, 400];
    expect(answers.map(({ status }) => status)).to.deep.equal(statuses);
  });

  it('holds a line for each request: method, route, status, time, tenant and user', () => {
    const logged = api.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const lines = logged.filter(({ level }) => level === 30);
    expect(lines).to.have.length(17);
    // On a busy machine, what counts requests and reads limits may exceed its time, which is worth a warning.
    for (const { level } of logged) expect([30, 40]).to.include(level);
    const allowed = ['level', 'time', 'pid', 'hostname', 'requestId', 'traceId', 'method', 'route', 'status', 'ms'];
    for (const line of lines) expect([...allowed, 'tenantId', 'userId', 'msg']).to.include.members(Object.keys(line));
    expect(lines[0]).to.include({ level: 30, method: 'POST', route: '/v1/summaries', status: 201 });
    expect(lines[0]).to.include({ tenantId: acme.tenantId, userId: acme.id('Hildegard') });
    expect(lines[8]).to.include({ route: '/v1/org/users/:userId/chain', status: 200 });
    expect(lines[8]?.['ms']).to.be.a('number');
  });
  for (const word of hush) {
    it(`never holds a name, text, address, path as sent or token: ${word}`, () => {
      expect(api.logged.filter((line) => line.includes(word))).to.deep.equal([]);
    });
  }
});

describe('a process', () => {
  const version = readVersion();
  const silent = pino({ level: 'silent' });
  const opened: { graph?: GraphClient; redis?: Redis } = {};
  const whole = service();
  const withoutRedis = service(() => ({ redis: (opened.redis = openRedis('redis://127.0.0.1:1', silent)) }));
  const withoutGraph = service(() => ({ graph: (opened.graph = openGraph(nowhere)) }));
  const stopping = service(() => ({ stopping: () => true }));
  after(async () => {
    opened.redis?.close();
    await opened.graph?.close();
  });

  const cases: [what: string, api: Service, status: number, body: object][] = [
    ['ready with both its servers', whole, 200, { status: 'ready', neo4j: 'up', redis: 'up', version }],
    ['degraded without Redis', withoutRedis, 200, { status: 'degraded', neo4j: 'up', redis: 'down', version }],
    ['not ready without Neo4j', withoutGraph, 503, { status: 'not-ready', neo4j: 'down', redis: 'up', version }],
    ['not ready when told to stop', stopping, 503, { status: 'not-ready', neo4j: 'up', redis: 'up', version }],
  ];
  for (const [what, api, status, body] of cases) {
    it(`is ${what}, and alive, to anyone who asks`, async () => {
      // the process has just started: its connection to Redis may still be opening
      const ready = await until(
        () => send(api.url, '/readyz'),
        ({ body: answered }) => isDeepStrictEqual(answered, body),
      );
      expect([ready.status, ready.body]).to.deep.equal([status, body]);
      const alive = await send(api.url, '/livez');
      expect([alive.status, alive.body]).to.deep.equal([200, { status: 'alive' }]);
    });
  }
  it('serves without Redis', async () => {
    const acme = await company(withoutRedis, 'Ada\n  Bob');
    expect((await acme.as('Bob').post('/summaries', aSummary())).status).to.equal(201);
  });
  it('answers 503 without Neo4j', async () => {
    const acme = await company(whole, 'Ada\n  Bob');
    const headers = await tokenOf(withoutGraph, acme, 'Ada');
    const wires = [`/v1/org/users/${acme.id('Ada')}/chain`, `/v1/summaries/${acme.id('Ada')}`];
    for (const answer of await Promise.all(wires.map((path) => send(withoutGraph.url, path, { headers })))) {
      expectRefusal(answer, 503, 'DATABASE_UNAVAILABLE');
    }
    const json = { ...headers, 'content-type': 'application/json' };
    const post = { method: 'POST', headers: json, body: JSON.stringify(aSummary()) };
    expectRefusal(await send(withoutGraph.url, '/v1/summaries', post), 503, 'DATABASE_UNAVAILABLE');
  });
  it('closes connections while stopping, and still serves', async () => {
    const acme = await company(stopping, 'Ada\n  Bob');
    const answer = await acme.as('Ada').get(`/org/users/${acme.id('Ada')}/chain`);
    expect([answer.status, answer.headers.get('connection')]).to.deep.equal([200, 'close']);
  });
});
