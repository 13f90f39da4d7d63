// Calls of other servers are in the trace of what asked for them, so that a slow provider is seen as what it is.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { openMotivatorsProvider } from '../../../src/features/motivators/source.ts';
import { inSpan } from '../../../src/platform/telemetry/spans.ts';
import { createSender } from '../../../src/features/webhooks/send.ts';
import { recordSpans } from '../../support/spans.ts';

const spans = recordSpans();

describe('a call of another server', () => {
  let server: Server;
  let url: string;
  let received: IncomingHttpHeaders[];
  let status: number;
  beforeEach(async () => {
    received = [];
    status = 200;
    server = createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"motivators": []}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => server.close());
  const inRequest = <T>(work: () => Promise<T>): Promise<T> => inSpan('request', { isRoot: true }, work);
  const ended = (name: string) => spans.ended().find((span) => span.name === name);

  it('that gives motivators has the resource in its name, not the person, and continues the trace', async () => {
    const provider = openMotivatorsProvider(url, 'a-secret-token');
    await inRequest(() => provider.fetchScores('4c0bb7a0-0000-4000-8000-000000000000'));
    const span = ended('GET /people/{userId}/motivators');
    expect(span?.parentSpanContext?.spanId).to.equal(ended('request')?.spanContext().spanId);
    expect(span?.attributes).to.include({ 'http.request.method': 'GET', 'http.response.status_code': 200 });
    expect(JSON.stringify(span?.attributes)).to.not.match(/4c0bb7a0|a-secret-token/);
    const { traceId = '', spanId = '' } = span?.spanContext() ?? {};
    expect(received[0]).to.include({
      traceparent: `00-${traceId}-${spanId}-01`,
      authorization: 'Bearer a-secret-token',
    });
  });

  it('that receives webhooks is described by its host, without the path, which may be a secret', async () => {
    const send = createSender({ allowLoopback: true });
    status = 503;
    await inRequest(() => send(`${url}/hook/a-secret-token?key=1`, {}, '{}'));
    const span = ended('POST');
    expect(span?.attributes).to.deep.equal({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 503,
      'error.type': '503',
    });
    expect(received[0]).to.not.have.property('traceparent'); // our traces are no business of theirs
  });

  it('that does not answer is marked by the class of the failure alone', async () => {
    const send = createSender({ allowLoopback: true });
    server.close();
    await inRequest(() => send(`${url}/hook`, {}, '{}'));
    expect(ended('POST')?.attributes).to.include({ 'error.type': 'CONNECTION_FAILED' });
    expect(ended('POST')?.events).to.deep.equal([]);
  });
});
