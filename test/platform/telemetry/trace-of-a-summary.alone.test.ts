// A trace leads an operator from a slow or missing e-mail back to the request that caused it, across processes and queues.
import { randomBytes } from 'node:crypto';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { expect } from 'chai';
import { company, type Company } from '../../support/company.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { sharedWorker } from '../../support/in-process-worker.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { draw, recordSpans, toTree } from '../../support/spans.ts';
import { until } from '../../support/until.ts';

const spans = recordSpans();
const api = service();
let acme: Company;
const mailbox = sharedInbox();
const worker = sharedWorker(api, mailbox);

before(async () => {
  acme = await company(api, 'Ada\n  Bob\n    Cy Øre');
  await until(
    () => post(),
    (status) => status !== 503,
  ); // the first statements wait for their plans
});
beforeEach(async () => {
  acme = await company(api, 'Ada\n  Bob\n    Cy Øre');
  // Events that are sent together share a span, in the trace of the first.
  await until(countDueEvents, (count) => count === 0);
});

async function countDueEvents(): Promise<unknown> {
  const [row] = await api.graph.statement(
    `MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt IS NOT NULL RETURN count(event) AS count`,
  );
  return row?.['count'];
}

async function post(headers: Record<string, string> = {}, who = 'Cy Øre'): Promise<number> {
  const response = await fetch(`${api.url}/v1/summaries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await acme.token(who)}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(aSummary({ proud: 'Secret pride', important: 'Private matter' })),
  });
  return response.status;
}
const hasMail = (names: string[]): boolean => names.includes('SESv2.SendEmail') && names.includes('process emails');

describe('the trace of POST /summaries', () => {
  it('is one tree from the request to the e-mail, with every statement, queue and server on the way', async () => {
    const traceId = randomBytes(16).toString('hex');
    expect(await post({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` })).to.equal(201);
    const ended = await until(
      () => Promise.resolve(spans.ended(traceId)),
      (seen) => hasMail(seen.map(({ name }) => name)) && seen.some(({ name }) => name.startsWith('POST')),
    );
    const tree = toTree(ended);
    console.log(`\n${draw(tree)}\n`);
    expect(tree.map(({ depth, span }) => '  '.repeat(depth) + span.name)).to.deep.equal([
      'POST /v1/summaries',
      '  summaries/submit',
      '  process notifications',
      '    notifications/load_event',
      '    notifications/deliver',
      '    send emails',
      '    process emails',
      '      notifications/load_message',
      '      SESv2.SendEmail',
      '      outbox/finish',
    ]);
    const attributesOf = (name: string): unknown => ended.find((span) => span.name === name)?.attributes;
    expect(attributesOf('POST /v1/summaries')).to.include({
      'http.request.method': 'POST',
      'http.route': '/v1/summaries',
      'http.response.status_code': 201,
      'checkin.tenant.id': acme.tenantId,
    });
    expect(attributesOf('summaries/submit')).to.include({
      'db.system.name': 'neo4j',
      'db.query.summary': 'summaries/submit',
    });
    expect(attributesOf('process emails')).to.include({
      'messaging.system': 'bee_queue',
      'messaging.destination.name': 'emails',
      'messaging.operation.type': 'process',
      'checkin.event.type': 'email.send',
    });
    expect(attributesOf('SESv2.SendEmail')).to.include({ 'rpc.method': 'SESv2/SendEmail' });
  });

  it('holds no name, address, text or id of a person', async () => {
    expect(await post()).to.equal(201);
    const ended = await until(
      () => Promise.resolve(spans.ended()),
      (seen) => hasMail(seen.map(({ name }) => name)),
    );
    const exported = JSON.stringify(
      ended.map(({ name, attributes, events, status, links }) => ({ name, attributes, events, status, links })),
    );
    expect(exported).to.include(acme.tenantId);
    expect(exported).to.not.match(/Secret pride|Private matter|Øre|Bob|example\.test|Bearer/);
    for (const who of ['Cy Øre', 'Bob']) expect(exported).to.not.include(acme.id(who));
    for (const { name } of ended) expect(name).to.not.match(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it('is not recorded where the caller says that it is not, and neither is what follows', async () => {
    const traceId = randomBytes(16).toString('hex');
    expect(await post({ traceparent: `00-${traceId}-00f067aa0ba902b7-00` })).to.equal(201);
    await until(
      () => Promise.resolve(worker.logged.filter((line) => line.includes(traceId))),
      (lines) => lines.some((line) => line.includes('email.send')),
    );
    expect(spans.ended(traceId)).to.deep.equal([]);
  });
});

describe('events of several requests', () => {
  it('share the statement that delivers them, which has a link to the attempt at each', async () => {
    const people = ['Cy Øre', 'Eve', 'Fay'];
    let expected = 0;
    const shared = await until(
      async () => {
        acme = await company(api, 'Ada\n  Bob\n    Cy Øre\n    Eve\n    Fay');
        await Promise.all(people.map((who) => post({}, who)));
        expected += people.length;
        await until(
          () => Promise.resolve(spans.ended().filter(({ name }) => name === 'process emails').length),
          (count) => count >= expected,
        );
        return spans.ended().find(({ name, links }) => name === 'notifications/deliver' && links.length > 1);
      },
      (span) => span !== undefined, // the relay may find the first event before the others are written
    );
    const linked = shared?.links.map(({ context }) => context.spanId) ?? [];
    const attempts = spans.ended().filter((span) => linked.includes(span.spanContext().spanId));
    expect(attempts.map(({ name }) => name)).to.deep.equal(linked.map(() => 'process notifications'));
    expect(new Set(attempts.map((span) => span.spanContext().traceId)).size).to.equal(linked.length);
  });
});

describe('a request that fails', () => {
  it('marks its span by the status alone, and only where the fault is ours', async () => {
    const missing = '/summaries/00000000-0000-4000-8000-000000000000';
    expect((await acme.as('Bob').get(missing)).status).to.equal(404);
    const name = 'GET /v1/summaries/:summaryId';
    const status = (span: ReadableSpan): unknown => span.attributes['http.response.status_code'];
    const [span] = await until(
      () => Promise.resolve(spans.ended().filter((one) => one.name === name && status(one) === 404)),
      ({ length }) => length > 0,
    );
    expect(span?.attributes).to.not.have.property('error.type');
    expect(span?.status.code).to.equal(0);
  });

  it('is not traced when it is a health check', async () => {
    const header = `00-${randomBytes(16).toString('hex')}-00f067aa0ba902b7-01`;
    for (const path of ['/livez', '/readyz', '/metrics'])
      await (await fetch(api.url + path, { headers: { traceparent: header } })).text();
    await acme.as('Bob').get('/me');
    await until(
      () => Promise.resolve(spans.ended()),
      (seen) => seen.some(({ name }) => name.startsWith('GET /v1')),
    );
    expect(spans.ended().filter(({ name }) => !name.includes('/v1') && name.startsWith('GET'))).to.deep.equal([]);
  });
});
