// The export of traces: only where a collector is configured, and a collector that is away harms nothing but the traces.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, diag, trace } from '@opentelemetry/api';
import { expect } from 'chai';
import pino from 'pino';
import { startTracing } from '../../../src/platform/telemetry/open-telemetry.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { endProcesses, start } from '../../support/process.ts';
import { service } from '../../support/service.ts';

service(); // the database has the schema without which no API starts
endProcesses();

type Export = { path: string; type: string; body: string };

describe('the traces of a process', () => {
  let collector: Server;
  let exports: Export[];
  beforeEach(async () => {
    exports = [];
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url = '', headers } = request;
        exports.push({
          path: url,
          type: headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString('latin1'),
        });
        response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
  });
  afterEach(() => collector.close());
  const endpoint = (): string => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

  it('are sent to the collector as protobuf, the last of them when the process stops', async () => {
    const api = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() });
    const { status } = await fetch(`${api.url}/v1/me`);
    expect(status).to.equal(401);
    api.child.kill('SIGTERM');
    expect((await api.ended).code).to.equal(0);
    expect(exports.map(({ path, type }) => [path, type])).to.deep.equal([['/v1/traces', 'application/x-protobuf']]);
    for (const text of ['team-check-in-api', 'GET /v1/me', 'http.route']) expect(exports[0]?.body).to.include(text);
  });

  it('are none where the share of recorded traces is zero, unless the caller records', async () => {
    const api = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), OTEL_TRACES_SAMPLER_ARG: '0' });
    await fetch(`${api.url}/v1/me`);
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await fetch(`${api.url}/v1/goals`, { headers: { traceparent } });
    api.child.kill('SIGTERM');
    await api.ended;
    const sent = exports.map(({ body }) => body).join('');
    expect(sent).to.include('GET /v1/goals').and.not.include('GET /v1/me');
  });

  it('are dropped when the collector is away: requests are answered and the process stops in order', async () => {
    const api = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` });
    expect((await fetch(`${api.url}/v1/me`)).status).to.equal(401);
    api.child.kill('SIGTERM');
    const [{ code }] = await Promise.all([api.ended, api.line('traces not sent')]);
    expect(code).to.equal(0);
  });

  it('cost no memory where no collector is configured: the SDK is not loaded', () => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { startTracing } = await import('./src/platform/telemetry/open-telemetry.ts');
      const listSdk = () => loaded.filter((url) => /opentelemetry.(?!api)/.test(url));
      const config = { OTEL_TRACES_SAMPLER_ARG: 1 };
      const log = { info() {}, warn() {} };
      await startTracing('api', '1', config, log);
      const without = listSdk().length;
      await startTracing('api', '1', { ...config, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, log);
      console.log(JSON.stringify([without, listSdk().length > 0]));
      process.exit();`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(JSON.parse(printed)).to.deep.equal([0, true]);
  });
});

describe('a setting that the SDK refuses', () => {
  it('leaves the service untraced, with a warning that does not quote it', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const config = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:99999', OTEL_TRACES_SAMPLER_ARG: 1 };
    await (await startTracing('api', '1', config, log)).stop();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include('nothing is traced').and.not.include('99999');
  });
});

describe('a warning of the SDK', () => {
  after(() => {
    for (const api of [trace, context, diag]) api.disable();
  });

  it('is logged as lost traces only where traces are lost', async () => {
    const lines: { msg: string; reason?: string }[] = [];
    const log = pino(
      { level: 'warn' },
      { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) },
    );
    const config = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER_ARG: 1 };
    const tracing = await startTracing('api', '1', config, log);
    diag.warn('Cannot execute the operation on ended Span {traceId: 1, spanId: 2}', new Error('an operation'));
    diag.warn('Dropped 3 spans because maxQueueSize reached');
    diag.error('{"stack":"Error: at x","message":"connect ECONNREFUSED"}');
    await tracing.stop();
    expect(lines.map(({ msg, reason }) => [msg, reason])).to.deep.equal([
      ['tracing warning', 'Cannot execute the operation on ended Span {traceId: 1, spanId: 2}'],
      ['traces not sent', 'Dropped 3 spans because maxQueueSize reached'],
      ['traces not sent', 'connect ECONNREFUSED'],
    ]);
  });
});
