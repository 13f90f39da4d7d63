// Idempotency-Key: a change that is sent again with its key is made once and gets the first answer again.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { fail } from '../../../src/platform/errors.ts';
import type { GraphClient, Graph } from '../../../src/platform/graph/client.ts';
import { keptAnswers } from '../../../src/platform/limits.ts';
import { createEndpointFactory } from '../../../src/platform/http/endpoint.ts';
import { Type } from '@sinclair/typebox';
import { queueNames, type Queues } from '../../../src/platform/outbox/queues/queues.ts';
import { eventTypes } from '../../../src/app/event-types.ts';
import { startRelay } from '../../../src/platform/outbox/relay.ts';
import { sections } from '../../../src/app/sections.ts';
import { company, tokenOf, type Company } from '../../support/company.ts';
import { asker, askAs, type Ask, type Requested } from '../../support/conditions.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { serviceBehindProxy } from '../../support/service-behind-proxy.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { boundary, filesOf, formOf } from '../../support/upload.ts';
import { expectRefusal } from './wire.ts';

/** How often the endpoint below fails after its write, how often it ran, and what it waits for. */
const fragile = { faults: 0, runs: 0, gate: Promise.resolve() };
const defineTestEndpoint = createEndpointFactory<object>();
const fragileEndpoint = defineTestEndpoint({
  method: 'DELETE',
  path: '/fragile',
  operationId: 'breakFragile',
  summary: 'A change that can fail.',
  success: 200,
  response: Type.Object({ id: Type.String() }),
  errors: [],
  async handler({ graph, newId, now }) {
    const id = newId();
    fragile.runs += 1;
    const goal = { goalId: id, title: 'T', description: null, type: 'personal', weekStart: '2026-11-16', now };
    if (!(await graph.write('goals/create', { ...goal, copyOf: null, maxGoals: 200 }))) fail('UNAUTHENTICATED');
    await fragile.gate;
    if (fragile.faults-- > 0) throw new Error('out of order');
    return { id };
  },
});

const served = [...sections, { heading: 'Test', description: 'Of this test.', endpoints: [fragileEndpoint] }];
const api = service(() => ({}), served);
/** As another process: it shares nothing with the first but the database. */
const other = service(() => ({}), served);
/** Where every caller has had answers kept up to a thousand bytes of the bound. */
const full = service(({ redis }) => ({
  redis: {
    ...redis,
    async count(...counted) {
      const state = await redis.count(...counted);
      return counted[0].startsWith('answers:')
        ? { ...state, used: state.used + keptAnswers.bytesOfCaller - 1_000 }
        : state;
    },
  },
}));
let acme: Company;
let bob: Ask;
let ada: Ask;
let key: Record<string, string>;
before(async () => {
  for (const { url } of [api, other]) {
    const eve = askAs({ url }, await company(api, 'Eve'), 'Eve');
    for (const [path, body] of [
      ['/goals', aGoal()],
      ['/summaries', aSummary()],
    ] as const) {
      await until(
        () => eve('POST', path, newKey(), body),
        ({ status }) => status === 201 || status === 409,
      ); // plans the queries
    }
  }
});
beforeEach(async () => {
  Object.assign(fragile, { faults: 0, runs: 0, gate: Promise.resolve() });
  acme = await company(api, 'Ada (admin)\n  Bob\n    Cy\n  Dee');
  bob = askAs(api, acme, 'Bob');
  ada = askAs(api, acme, 'Ada');
  key = newKey();
});

const newKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
const count = async (label: string, tenant = acme): Promise<number> => {
  const text = `MATCH (n:${label} {tenantId: $tenantId}) RETURN count(n) AS count`;
  const [row] = await tenant.statement(text);
  return Number(row?.['count']);
};
/** What a replay must have in common with the first answer. */
const essence = ({ status, text, headers }: Requested): unknown[] => [status, text, headers.location, headers.etag];
function expectReplay(again: Requested, first: Requested): void {
  expect(essence(again)).to.deep.equal(essence(first));
  expect(again.headers['idempotency-replayed']).to.equal('true');
  expect(first.headers).to.not.have.property('idempotency-replayed');
}

describe('a change with an Idempotency-Key', () => {
  it('is made once by 200 parallel copies, which all get the same 201', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => bob('POST', '/goals', key, aGoal())));
    expect(new Set(answers.map((answer) => JSON.stringify(essence(answer))))).to.have.property('size', 1);
    expect(answers[0]?.status).to.equal(201);
    expect(answers.filter(({ headers }) => !headers['idempotency-replayed'])).to.have.length(1);
    expect(await count('Goal')).to.equal(1);
    expect(await count('IdempotencyRecord')).to.equal(1);
  });

  it('is made once by copies at two processes', async () => {
    const others = askAs(other, acme, 'Bob');
    const copies = Array.from({ length: 40 }, (_, n) => (n % 2 ? bob : others)('POST', '/summaries', key, aSummary()));
    const answers = await Promise.all(copies);
    expect(new Set(answers.map((answer) => JSON.stringify(essence(answer))))).to.have.property('size', 1);
    expect([answers[0]?.status, await count('Summary'), await count('OutboxEvent')]).to.deep.equal([201, 1, 1]);
  });

  it('is 409 for a copy that has waited for it too long at the same process, and 503 at another, which cannot know', async () => {
    await bob('DELETE', '/fragile', newKey()); // plans the queries
    let open: () => void = () => undefined;
    fragile.gate = new Promise((resolve) => (open = resolve));
    const first = bob('DELETE', '/fragile', key);
    await until(
      () => Promise.resolve(fragile.runs),
      (runs) => runs === 2,
    );
    const elsewhere = askAs(other, acme, 'Bob');
    const [here, there] = await Promise.all([bob('DELETE', '/fragile', key), elsewhere('DELETE', '/fragile', key)]);
    open();
    expectRefusal(here, 409, 'IDEMPOTENCY_IN_PROGRESS');
    expectRefusal(there, 503, 'DATABASE_UNAVAILABLE');
    expect(there.headers['retry-after']).to.equal('1');
    expect((await first).status).to.equal(200);
    expectReplay(await askAs(other, acme, 'Bob')('DELETE', '/fragile', key), await first);
    expect(fragile.runs).to.equal(2);
  });

  const changes: Record<string, () => Promise<{ who: Ask; method: string; path: string; body?: unknown }>> = {
    'a summary': () => Promise.resolve({ who: bob, method: 'POST', path: '/summaries', body: aSummary() }),
    'an edit of a goal': async () => {
      const { body } = await bob('POST', '/goals', {}, aGoal());
      return { who: bob, method: 'PATCH', path: `/goals/${String(body['id'])}`, body: { title: 'Again' } };
    },
    'a manager': () => {
      const path = `/admin/org-chart/users/${acme.id('Cy')}/manager`;
      return Promise.resolve({ who: ada, method: 'PUT', path, body: { managerId: acme.id('Dee') } });
    },
    'a nomination': () => {
      const body = { nomineeUserId: acme.id('Cy'), reason: 'Kind.' };
      return Promise.resolve({ who: bob, method: 'POST', path: '/mvp/nominations/individual', body });
    },
    'a change without a body': () => Promise.resolve({ who: bob, method: 'DELETE', path: '/fragile' }),
  };
  for (const [what, prepare] of Object.entries(changes)) {
    it(`replays ${what}, which changes nothing more`, async () => {
      const { who, method, path, body } = await prepare();
      const first = await who(method, path, key, body);
      expect(first.status).to.be.oneOf([200, 201]);
      const before = await acme.statement(
        'MATCH (n {tenantId: $tenantId}) RETURN count(n) AS n, collect(properties(n)) AS all',
      );
      api.clock.now = '2026-11-20T11:00:00.000Z';
      expectReplay(await who(method, path, key, body), first);
      const after = await acme.statement(
        'MATCH (n {tenantId: $tenantId}) RETURN count(n) AS n, collect(properties(n)) AS all',
      );
      expect(after).to.deep.equal(before);
    });
  }

  it('is the same request with other spaces in its JSON, and another one with another body, path or method', async () => {
    const { body } = await bob('POST', '/goals', {}, aGoal());
    const path = `/goals/${String(body['id'])}`;
    const first = await bob('PATCH', path, key, { title: 'Again' });
    const json = { ...key, 'content-type': 'application/json' };
    expectReplay(await bob('PATCH', path, json, Buffer.from('{ "title" :  "Again" }')), first);
    const others = [
      await bob('PATCH', path, key, { title: 'Another' }),
      await bob('PATCH', `${path}/move`, key, { targetWeek: 'next' }),
      await bob('POST', '/goals', key, aGoal()),
    ];
    for (const other of others) expectRefusal(other, 422, 'IDEMPOTENCY_KEY_REUSED');
    expect((await bob('GET', path)).body['title']).to.equal('Again');
  });

  it('is independent of the same key of another caller, another tenant and a service', async () => {
    const globex = await company(api, 'Bob');
    const mailer = (tenant: Company): Ask =>
      asker(api, () =>
        tokenOf(api, { sub: 'service:mailer', tenant: tenant.tenantId, scope: 'notifications:dispatch' }),
      );
    const dispatch = (tenant: Company) => ({
      type: 'announcement',
      recipientUserIds: [tenant.id('Bob')],
      payload: { title: 'Party', body: 'On Friday.' },
    });
    const answers = [
      await bob('POST', '/goals', key, aGoal()),
      await askAs(api, acme, 'Cy')('POST', '/goals', key, aGoal()),
      await askAs(api, globex, 'Bob')('POST', '/goals', key, aGoal()),
      await mailer(acme)('POST', '/notifications/dispatch', key, dispatch(acme)),
      await mailer(globex)('POST', '/notifications/dispatch', key, dispatch(globex)),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 202, 202]);
    for (const { headers } of answers) expect(headers).to.not.have.property('idempotency-replayed');
    const again = await mailer(acme)('POST', '/notifications/dispatch', key, dispatch(acme));
    expectReplay(again, answers[3] as Requested);
    expect(await count('OutboxEvent')).to.equal(1);
  });

  it('replays a refusal, also after its reason is gone', async () => {
    const first = await bob('POST', '/summaries', {}, aSummary());
    const exists = await bob('POST', '/summaries', key, aSummary());
    expectRefusal(exists, 409, 'SUMMARY_EXISTS');
    expect(exists.headers.location).to.equal(first.headers.location);
    expectReplay(await bob('POST', '/summaries', key, aSummary()), exists);
    const missingKey = newKey();
    const path = `/goals/${randomUUID()}`;
    const missing = await bob('PATCH', path, missingKey, { title: 'T' });
    expectRefusal(missing, 404, 'GOAL_NOT_FOUND');
    expectReplay(await bob('PATCH', path, missingKey, { title: 'T' }), missing);
    expect(await count('IdempotencyRecord')).to.equal(2);
  });

  it('answers a conflict within the transaction with the address of what is in the way', async () => {
    const other = await bob('POST', '/summaries', {}, aSummary());
    const { body } = await bob('POST', '/summaries', {}, aSummary({ weekStart: '2026-11-09' }));
    const path = `/summaries/${String(body['id'])}`;
    const conflict = await bob('PATCH', path, key, aSummary());
    expectRefusal(conflict, 409, 'SUMMARY_EXISTS');
    expect(conflict.headers.location).to.equal(other.headers.location);
    expectReplay(await bob('PATCH', path, key, aSummary()), conflict);
  });

  it('is not recorded when it failed with a 5xx, and left nothing behind', async () => {
    fragile.faults = 1;
    expectRefusal(await bob('DELETE', '/fragile', key), 500, 'INTERNAL');
    expect([await count('Goal'), await count('IdempotencyRecord')]).to.deep.equal([0, 0]);
    const made = await bob('DELETE', '/fragile', key);
    expect(made.status).to.equal(200);
    expectReplay(await bob('DELETE', '/fragile', key), made);
    expect([fragile.runs, await count('Goal')]).to.deep.equal([2, 1]);
  });

  it('is made by the next copy when the first one failed', async () => {
    fragile.faults = 1;
    const answers = await Promise.all(Array.from({ length: 20 }, () => bob('DELETE', '/fragile', key)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([...Array<number>(19).fill(200), 500]);
    expect(await count('Goal')).to.equal(1);
  });

  it('is not recorded when its shape is wrong or its caller has left', async () => {
    expectRefusal(await bob('POST', '/goals', key, aGoal({ title: '' })), 400, 'VALIDATION_ERROR');
    const blank = { teamName: '  ', memberUserIds: [acme.id('Cy')], reason: 'Kind.' };
    expectRefusal(await bob('POST', '/mvp/nominations/team', key, blank), 400, 'VALIDATION_ERROR');
    const first = await bob('POST', '/goals', key, aGoal());
    expect(first.status).to.equal(201);
    await acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.active = false', { id: acme.id('Bob') });
    expectRefusal(await bob('POST', '/goals', key, aGoal()), 401, 'UNAUTHENTICATED');
    expectRefusal(await bob('POST', '/goals', newKey(), aGoal()), 401, 'UNAUTHENTICATED');
    expect(await count('IdempotencyRecord')).to.equal(1);
  });

  it('is processed again after 24 hours, and its record is purged', async () => {
    const first = await bob('POST', '/goals', key, aGoal());
    api.clock.now = '2026-11-21T09:59:59.000Z';
    expectReplay(await bob('POST', '/goals', key, aGoal()), first);
    api.clock.now = '2026-11-21T10:00:00.000Z';
    const second = await bob('POST', '/goals', key, aGoal({ title: 'Other' }));
    expect([second.status, second.headers['idempotency-replayed']]).to.deep.equal([201, undefined]);
    expect([await count('Goal'), await count('IdempotencyRecord')]).to.deep.equal([2, 1]);
    expectReplay(await bob('POST', '/goals', key, aGoal({ title: 'Other' })), second);
  });

  const faults: Record<string, [valid: boolean, value: string | string[]]> = {
    'one character': [true, 'a'],
    'spaces and quotes': [true, '"a b" ~!'],
    '255 characters': [true, 'k'.repeat(255)],
    '256 characters': [false, 'k'.repeat(256)],
    nothing: [false, ''],
    'a tab': [false, 'a\tb'],
    'a letter beyond ASCII': [false, 'é'],
    'two headers': [false, ['a', 'b']],
  };
  for (const [what, [isValid, value]] of Object.entries(faults)) {
    it(`${isValid ? 'takes' : 'refuses'} a key of ${what}`, async () => {
      const answer = await bob('POST', '/goals', { 'idempotency-key': value }, aGoal());
      if (isValid) return expect(answer.status).to.equal(201);
      return expect(expectRefusal(answer, 400, 'VALIDATION_ERROR')).to.include('Idempotency-Key');
    });
  }

  it('names the header beside the other faults of the request', async () => {
    const headers = { 'idempotency-key': '', accept: 'application/problem+json' };
    const { text } = await bob('POST', '/goals', headers, aGoal({ title: '' }));
    const { errors } = JSON.parse(text) as { errors: Record<string, string>[] };
    expect(errors.map(({ parameter, pointer }) => parameter ?? pointer)).to.deep.equal(['Idempotency-Key', '/title']);
  });

  it('is ignored by reads', async () => {
    const answer = await bob('GET', '/goals/board', { 'idempotency-key': '' });
    expect([answer.status, await count('IdempotencyRecord')]).to.deep.equal([200, 0]);
  });
});

describe('an upload with an Idempotency-Key', () => {
  const upload = (who: Ask, content: string, headers = key): Promise<Requested> =>
    who(
      'POST',
      `/admin/users/${acme.id('Cy')}/insights/import`,
      { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      formOf([{ name: 'file', filename: 'a.pdf', content }]),
    );

  it('stores one file, and is another request with other bytes', async () => {
    const first = await upload(ada, '%PDF-1.7 a');
    expect(first.status).to.equal(202);
    expectReplay(await upload(ada, '%PDF-1.7 a'), first);
    expectRefusal(await upload(ada, '%PDF-1.7 b'), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect(filesOf(api, acme.tenantId)).to.deep.equal([`${String(first.body['jobId'])}.pdf`]);
    expect(await count('ImportJob')).to.equal(1);
  });

  it('stores one file for 20 parallel copies', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(ada, '%PDF-1.7 a')));
    expect(new Set(answers.map((answer) => JSON.stringify(essence(answer))))).to.have.property('size', 1);
    expect(filesOf(api, acme.tenantId)).to.deep.equal([`${String(answers[0]?.body['jobId'])}.pdf`]);
  });

  it('is refused before it is read when the caller may not import, and that is not recorded', async () => {
    expectRefusal(await upload(bob, '%PDF-1.7 a'), 403, 'FORBIDDEN');
    expect([filesOf(api, acme.tenantId), await count('IdempotencyRecord')]).to.deep.equal([[], 0]);
  });
});

describe('a 403 to a request with a key', () => {
  it('is not recorded: the same request succeeds once its sender has the role', async () => {
    const path = `/admin/org-chart/users/${acme.id('Cy')}/manager`;
    const move = (): Promise<Requested> => bob('PUT', path, key, { managerId: acme.id('Dee') });
    expectRefusal(await move(), 403, 'FORBIDDEN');
    const promote = "MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.roles = ['admin']";
    await acme.statement(promote, { id: acme.id('Bob') });
    expect((await move()).status).to.equal(200);
  });
});

describe('records of Idempotency-Keys', () => {
  it('hold hashes, the ids of the path and the answer, and carry the label of the tenant', async () => {
    await ada('PUT', `/admin/org-chart/users/${acme.id('Cy')}/manager`, key, { managerId: acme.id('Dee') });
    const [record] = await acme.statement(
      'MATCH (r:IdempotencyRecord {tenantId: $tenantId}) RETURN properties(r) AS properties, labels(r) AS labels',
    );
    const properties = record?.['properties'] as Record<string, unknown>;
    expect(record?.['labels']).to.include(`T_${acme.tenantId.replaceAll('-', '')}`);
    expect(Object.keys(properties).sort()).to.deep.equal(
      ['body', 'callerId', 'expiresAt', 'fingerprint', 'id', 'status', 'subjectIds', 'tenantId'].sort(),
    );
    expect(properties).to.deep.include({ callerId: acme.id('Ada'), subjectIds: [acme.id('Cy')], status: 200 });
    expect(properties['id']).to.match(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(properties)).to.not.include(key['idempotency-key']);
  });

  it('are purged by the worker in batches once they have expired', async () => {
    const later = new Date('2031-01-01T00:00:00.000Z');
    await acme.statement(
      `UNWIND range(1, 5100) AS n
       CREATE (:IdempotencyRecord:$($label) {tenantId: $tenantId, id: toString(n),
         expiresAt: datetime(CASE WHEN n <= 20 THEN '2031-01-01T00:00:01Z' ELSE '2030-12-31T23:59:59Z' END)})`,
    );
    const empty = { waiting: 0, active: 0 };
    const counts = Object.fromEntries(queueNames.map((name) => [name, empty])) as Awaited<ReturnType<Queues['counts']>>;
    const queues = { send: () => Promise.resolve(), counts: () => Promise.resolve(counts) };
    const graph: GraphClient = {
      ...api.graph,
      bind: (scope) => ({ ...api.graph.bind(scope), write: writeOnly(scope) }),
    };
    /** The outbox belongs to other tests. */
    function writeOnly(scope: Parameters<GraphClient['bind']>[0]): Graph['write'] {
      return (...call) =>
        call[0].startsWith('outbox/') ? Promise.resolve(null) : api.graph.bind(scope).write(...call);
    }
    const relay = startRelay({ graph, queues, now: () => later, log: { warn: () => undefined } as never, eventTypes });
    const left = until(
      () => count('IdempotencyRecord'),
      (now) => now <= 20,
    );
    await left.finally(() => relay.stop());
    expect(await left).to.equal(20);
  });
});

describe('a change without an Idempotency-Key', () => {
  const { api: behind, direct, database } = serviceBehindProxy();

  it('takes two round trips, and more only with the key', async () => {
    const tenant = await company(direct, 'Ada\n  Bob');
    const ask = askAs(behind, tenant, 'Bob');
    await ask('POST', '/goals', {}, aGoal()); // plans the queries
    await ask('POST', '/goals', newKey(), aGoal());
    let sent: Buffer[] = [];
    database.onRequest((piece) => sent.push(piece));
    const countSent = async (headers: Record<string, string>): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 150)); // shared reads end their transaction
      sent = [];
      expect((await ask('POST', '/goals', headers, aGoal())).status).to.equal(201);
      return sent.filter((piece) => /MATCH|MERGE/.test(piece.toString('latin1'))).length;
    };
    expect(await countSent({})).to.equal(2);
    expect(sent.filter((piece) => piece.includes('IdempotencyRecord'))).to.have.length(0);
    expect(await countSent(newKey())).to.equal(4);
  });

  it('sends the record of an If-Match with its first statement, in the same round trip', async () => {
    const tenant = await company(direct, 'Ada\n  Bob');
    const ask = askAs(behind, tenant, 'Bob');
    const { body } = await askAs(direct, tenant, 'Bob')('POST', '/goals', {}, aGoal());
    const change = (title: string): ReturnType<typeof ask> =>
      ask('PATCH', `/goals/${String(body['id'])}`, { 'if-match': '*' }, { title });
    expect((await change('One')).status).to.equal(200); // plans the queries
    const sent: string[] = [];
    database.onRequest((piece) => sent.push(piece.toString('latin1')));
    database.muteNext('IdempotencyRecord');
    const answer = change('Two');
    await until(
      () => Promise.resolve(sent.join('')),
      (text) => text.includes('SET goal.id = '),
    );
    await database.down();
    await database.up();
    expect((await answer).status).to.equal(200);
  });
});

describe('the answers that are kept for a caller', () => {
  it('have a bound in bytes, behind which a request is still made once, and its repeat says so', async () => {
    const cy = askAs(full, acme, 'Cy');
    const small = newKey();
    const large = newKey();
    const later = newKey();
    const first = await cy('POST', '/goals', small, aGoal());
    expectReplay(await cy('POST', '/goals', small, aGoal()), first);
    const long = aGoal({ description: 'x'.repeat(2_000) });
    const made = await cy('POST', '/goals', large, long);
    expect(made.status).to.equal(201);
    const again = await cy('POST', '/goals', large, long);
    expect([again.status, again.body['code'], again.headers.location]).to.deep.equal([
      409,
      'IDEMPOTENCY_ANSWER_GONE',
      made.headers.location,
    ]);
    expect((await cy('POST', '/goals', large, aGoal())).body['code']).to.equal('IDEMPOTENCY_KEY_REUSED');
    const deleted = await cy('DELETE', `/goals/${String(made.body['id'])}`, later);
    expectReplay(await cy('DELETE', `/goals/${String(made.body['id'])}`, later), deleted);
    const dee = askAs(full, acme, 'Dee');
    const own = newKey();
    const theirs = await dee('POST', '/goals', own, aGoal());
    expectReplay(await dee('POST', '/goals', own, aGoal()), theirs);
    expect(await count('Goal')).to.equal(2);
    const [stored] = await acme.statement(
      'MATCH (r:IdempotencyRecord {tenantId: $tenantId}) RETURN max(size(r.body)) AS size',
    );
    expect(Number(stored?.['size'])).to.be.below(1_000);
  });
});
