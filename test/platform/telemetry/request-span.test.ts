// The span of a request whose client does not wait. Those are the slow requests, which somebody will look for by their
// route.
import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { expect } from 'chai';
import Koa from 'koa';
import { openRequestSpan } from '../../../src/platform/http/process/request-log.ts';
import { joinOrigins, openSpan, parseOrigin } from '../../../src/platform/telemetry/spans.ts';
import { recordSpans } from '../../support/spans.ts';

const tenantId = '9b2f4e6a-0000-4000-8000-000000000000';
const recorded = recordSpans();

let warnings: string[];
beforeEach(() => {
  warnings = [];
  const note = (text: string): void => void warnings.push(text);
  const ignore = (): void => undefined;
  diag.setLogger({ error: note, warn: note, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
});
afterEach(() => diag.disable());

describe('the span of a request', () => {
  let server: Server;
  /** What the handler waits for. */
  let work: PromiseWithResolvers<void>;
  let arrived: PromiseWithResolvers<void>;
  let described: PromiseWithResolvers<void>;
  beforeEach(async () => {
    work = Promise.withResolvers();
    arrived = Promise.withResolvers();
    described = Promise.withResolvers();
    const app = new Koa();
    app.use(async (ctx) => {
      const span = openRequestSpan(ctx, 'request-1');
      ctx.res.once('close', () => arrived.resolve());
      ctx.body = 'an answer';
      if (ctx.path === '/slow') await work.promise;
      span.describe('/v1/slow/:id', { kind: 'user', tenantId, userId: 'a-user' });
      described.resolve();
    });
    server = createServer(app.callback() as never).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());
  const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

  it('has route, status and tenant when the client has left before the handler ended', async () => {
    const request = send(url('/slow')).on('error', () => undefined);
    request.end();
    await once(server, 'request');
    request.destroy();
    await arrived.promise; // the connection is closed
    expect(recorded.ended()).to.deep.equal([]);
    work.resolve();
    await described.promise;
    const [span] = recorded.ended();
    expect(span?.name).to.equal('GET /v1/slow/:id');
    expect(span?.attributes).to.include({
      'http.route': '/v1/slow/:id',
      'http.response.status_code': 200,
      'checkin.tenant.id': tenantId,
    });
    expect(warnings).to.deep.equal([]);
  });

  it('ends with the connection when the client waits for the answer', async () => {
    await (await fetch(url('/quick'))).text();
    await arrived.promise;
    expect(recorded.ended().map(({ name }) => name)).to.deep.equal(['GET /v1/slow/:id']);
    expect(warnings).to.deep.equal([]);
  });
});

describe('a statement for several callers', () => {
  it('is no operation on the spans of those that have been refused meanwhile', () => {
    const [first, second, third] = ['a', 'b', 'c'].map((name) => openSpan(name, { isRoot: true }));
    const origin = joinOrigins([first, second, third].flatMap((one) => one?.origin ?? []));
    third?.span.end();
    openSpan('goals/board', { origin }).span.end();
    second?.span.end();
    const linksOf = (name: string) => recorded.ended().find((span) => span.name === name)?.links.length;
    expect([linksOf('goals/board'), linksOf('b'), linksOf('c')]).to.deep.equal([3, 1, 0]);
    expect(warnings).to.deep.equal([]);
  });
});

describe('a span of work for many events', () => {
  const traceparent = (request: number): string => `00-${'a'.repeat(32)}-${String(request).padStart(16, '0')}-01`;
  const send = (requests: number[]): number => {
    openSpan('send emails', { origin: joinOrigins(requests.map((one) => parseOrigin(traceparent(one)))) }).span.end();
    return recorded.ended().at(-1)?.links.length ?? -1;
  };

  it('has one link to the request that caused several of them', () => {
    expect(send([1, 1, 2, 1, 2])).to.equal(2);
    expect(send([1, 1, 1])).to.equal(0); // it is in the trace of that request
  });

  it('has no more links than the SDK keeps', () => {
    expect(send(Array.from({ length: 300 }, (_, index) => index + 1))).to.equal(128);
    expect(warnings).to.deep.equal([]);
  });
});
