// A statement that answers many calls is one span: each caller's trace leads to it, and none is shown as if it were alone.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openGraph, type Graph } from '../../../src/platform/graph/client.ts';
import { openSpan, runAt, type Span } from '../../../src/platform/telemetry/spans.ts';
import { freshCompany } from '../../support/company.ts';
import { proxy } from '../../support/proxy.ts';
import { sampleSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';
import { recordSpans } from '../../support/spans.ts';
import { until } from '../../support/until.ts';

const recorded = recordSpans();
const api = service();
const acme = freshCompany(api, 'Ada\n  Bob\n  Cy\n  Dee');
const graphOf = (who: string): Graph => api.graph.bind({ tenantId: acme.tenantId, userId: acme.id(who) });

/** Does `work` for each person within a request of their own, all at once, and returns the spans of the requests. */
async function asEach(people: string[], work: (graph: Graph) => Promise<unknown>): Promise<Span[]> {
  const requests = people.map((who) => ({ who, ...openSpan('request', { kind: 'server', isRoot: true }) }));
  await Promise.all(requests.map(({ who, origin }) => runAt(origin, () => work(graphOf(who)))));
  for (const { span } of requests) span.end();
  return requests.map(({ span }) => span);
}
const idOf = (span: Span): string => span.spanContext().spanId;
const findShared = (name: string) => recorded.ended().find((span) => span.name === name && span.links.length > 0);

describe('a statement of one caller', () => {
  it('is a child of the span of the caller, and has no link', async () => {
    const [request] = await asEach(['Bob'], (graph) => graph.one('people/me', { now: friday }));
    const [span] = recorded.ended().filter(({ name }) => name === 'people/me');
    expect(span?.parentSpanContext?.spanId).to.equal(request && idOf(request));
    expect(span?.links).to.deep.equal([]);
    expect(span?.attributes).to.not.have.property('db.operation.batch.size');
  });

  it('has no span where nothing is traced', async () => {
    await graphOf('Bob').one('people/me', { now: friday });
    expect(recorded.ended()).to.deep.equal([]);
  });

  it('that fails is marked by the code of the database, without its message', async () => {
    const failing = asEach(['Bob'], (graph) =>
      graph.write('summaries/submit', { ...submission(), weekStart: 'no date' }),
    );
    await failing.catch(() => undefined);
    const [span] = recorded.ended().filter(({ name }) => name === 'summaries/submit');
    expect(span?.attributes['error.type']).to.match(/^Neo\.ClientError\./);
    expect(span?.status).to.deep.equal({ code: 2 });
    expect(span?.events).to.deep.equal([]);
  });
});

describe('a statement that the database does not answer', () => {
  it('has a span that ends, and counts as failed', async () => {
    const database = await proxy(api.config.NEO4J_URI);
    const config = { ...api.config, NEO4J_URI: `bolt://127.0.0.1:${database.port}` };
    const graph = openGraph(config, { answerWithinMs: 1_000, planFirst: false });
    const failures: (string | null)[] = [];
    graph.figures.onStatement(({ failure }) => failures.push(failure));
    try {
      database.hang();
      const { span, origin } = openSpan('request', { isRoot: true });
      const scope = { tenantId: acme.tenantId, userId: acme.id('Bob') };
      const refused = await runAt(origin, () => graph.bind(scope).one('people/me', { now: friday })).catch(
        (error: unknown) => error,
      );
      span.end();
      expect(refused).to.include({ code: 'DATABASE_UNAVAILABLE' });
      await until(
        () => Promise.resolve(failures),
        ({ length }) => length > 0,
      );
      expect(failures).to.deep.equal(['DATABASE_UNAVAILABLE']);
      const [ended] = recorded.ended().filter(({ name }) => name === 'people/me');
      expect(ended?.attributes['error.type']).to.equal('DATABASE_UNAVAILABLE');
    } finally {
      await database.close();
      await graph.close();
    }
  });
});

describe('a statement of several callers', () => {
  const people = ['Ada', 'Bob', 'Cy', 'Dee'];

  it('that reads is one span with links to all of them, and each other caller has a link to it', async () => {
    let requests: Span[] = [];
    const shared = await until(
      async () => {
        requests = await asEach(people, (graph) => graph.one('people/me', { now: friday }));
        return findShared('people/me');
      },
      (span) => span !== undefined, // the statement for several callers is planned in the background
    );
    const linked = shared?.links.map(({ context }) => context.spanId);
    expect(linked).to.have.members(requests.map(idOf));
    expect(shared?.attributes['db.operation.batch.size']).to.equal(people.length);
    const others = recorded.ended().filter((span) => span.name === 'request' && span.links.length > 0);
    const lastOthers = others.filter((span) => linked?.includes(span.spanContext().spanId));
    expect(lastOthers).to.have.length(people.length - 1);
    for (const { links } of lastOthers) expect(links[0]?.context.spanId).to.equal(shared?.spanContext().spanId);
  });

  it('that writes is one span with links to all of them', async () => {
    const shared = await until(
      async () => {
        await asEach(people, (graph) => graph.write('summaries/submit', submission()));
        return findShared('summaries/submit');
      },
      (span) => span !== undefined,
    );
    const calls = shared?.attributes['db.operation.batch.size'];
    expect(shared?.links).to.have.length(Number(calls));
    expect(calls).to.be.within(2, people.length);
  });
});

function submission() {
  const { scores, proud, obstacles, learned, important } = sampleSummary;
  const ids = { summaryId: randomUUID(), eventId: randomUUID() };
  return { ...ids, weekStart: '2026-11-16', scores, proud, obstacles, learned, important, now: friday };
}
