// Connections that are slow, idle or refused half-way: each gets its answer, where there is one, and is closed in time.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import Koa from 'koa';
import pino from 'pino';
import { readJson } from '../../../src/platform/http/request/body.ts';
import { handleErrors } from '../../../src/platform/http/response/errors.ts';
import { createHttpServer } from '../../../src/platform/http/process/server.ts';
import { sharedCompany } from '../../support/company.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { boundary, formOf } from '../../support/upload.ts';
import { expectRefusal, parseAnswer, send, socketTo, type Sent } from './wire.ts';

describe('a connection on which a request does not arrive in time', () => {
  let server: Server;
  let port: number;
  const failures: string[] = [];
  before(async () => {
    const app = new Koa();
    app.use(handleErrors(pino({ level: 'error' }, { write: (line: string) => void failures.push(line) })));
    app.use(async (ctx) => {
      if (ctx.method === 'POST') await readJson(ctx);
      ctx.body = 'answered';
    });
    app.on('error', (error: Error) => failures.push(error.message));
    const limits = { headersTimeout: 200, requestTimeout: 300, keepAliveTimeout: 200, connectionsCheckingInterval: 20 };
    server = createHttpServer(app, { limits });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = 'GET / HTTP/1.1\r\nHost: x\r\n';
  const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"a"';
  const cases: [what: string, sent: string, then: string, answers: RegExp][] = [
    ['nothing at all', '', '', /^HTTP\/1.1 408 [^]*REQUEST_TIMEOUT"[^]*}$/],
    ['half of its head', get, '', /^HTTP\/1.1 408 [^]*REQUEST_TIMEOUT"[^]*}$/],
    ['its head a byte at a time', get, 'X', /^HTTP\/1.1 408 [^]*REQUEST_TIMEOUT"[^]*}$/],
    ['half of its body', post, '', /^HTTP\/1.1 408 [^]*REQUEST_TIMEOUT"[^]*}$/],
    ['its body a byte at a time', post, ' ', /^HTTP\/1.1 408 [^]*REQUEST_TIMEOUT"[^]*}$/],
    ['a whole request, and then nothing', `${get}\r\n`, '', /^HTTP\/1.1 200 [^]*answered$/],
    ['a whole request, and then half of one', `${get}\r\n${get}`, '', /^HTTP\/1.1 200 [^]*answered.*HTTP\/1.1 408 /s],
  ];
  for (const [what, sent, then, answers] of cases) {
    it(`is answered once and closed, though the client keeps it open: ${what}`, async () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      let answer = '';
      socket.on('data', (piece) => (answer += String(piece)));
      socket.on('error', () => undefined); // the last byte may meet a connection that is closed
      await once(socket, 'connect');
      socket.write(sent);
      const trickle = then && setInterval(() => socket.writable && socket.write(then), 20);
      await new Promise((ended) => socket.on('end', ended));
      if (trickle) clearInterval(trickle);
      expect(answer).to.match(answers);
      expect(answer.match(/HTTP\/1.1/g)).to.have.length(answers.source.match(/HTTP/g)?.length ?? 0);
      await until(
        () => new Promise<number>((found) => server.getConnections((_error, count) => found(count))),
        (count) => count === 0,
      );
      socket.destroy();
      expect(failures).to.deep.equal([]);
    });
  }

  it('is checked every two seconds in production', () => {
    const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 75_000 };
    expect(createHttpServer(new Koa())).to.include({ ...limits, connectionsCheckingInterval: 2_000 });
  });
});

describe('a request that is refused before its body has arrived', () => {
  const api = service();
  const acme = sharedCompany(api, 'Ada (admin)\n  Bob');
  let token: string;
  let imports: string;
  before(async () => {
    token = await acme.token('Ada');
    imports = `/v1/admin/users/${acme.id('Bob')}/insights/import`;
  });

  const json = 'Content-Type: application/json';
  const large = 'Content-Length: 50000000';
  const form = `Content-Type: multipart/form-data; boundary=${boundary}`;
  const spaces = Buffer.alloc(1_000_000, ' ');
  const file = formOf([{ name: 'file', filename: 'a.pdf', content: `%PDF-1.7${' '.repeat(11_000_000)}` }]).subarray(
    0,
    -99,
  );
  type Case = {
    status: number;
    path?: () => string;
    method?: string;
    lines: string[];
    anonymous?: true;
    body?: Buffer;
  };
  const cases: Record<string, Case> = {
    'JSON that is too large, compressed': {
      status: 413,
      lines: [json, large, 'Content-Encoding: gzip'],
      body: gzipSync(randomBytes(1_000_000)),
    },
    'JSON that is too large': { status: 413, lines: [json, large] },
    'JSON in chunks that is too large': {
      status: 413,
      lines: [json, 'Transfer-Encoding: chunked'],
      body: Buffer.concat([Buffer.from('F4240\r\n'), spaces, Buffer.from('\r\n')]),
    },
    'JSON in chunks that is too large, and then malformed': {
      status: 413,
      lines: [json, 'Transfer-Encoding: chunked'],
      body: Buffer.concat([Buffer.from('F4240\r\n'), spaces, Buffer.from('\r\nF4240\r\n'), spaces, spaces]),
    },
    'a body of another type': { status: 415, lines: ['Content-Type: text/plain', large] },
    'a body of an unknown compression': { status: 415, lines: [json, large, 'Content-Encoding: zstd'] },
    'a body without a token': { status: 401, lines: [json, large], anonymous: true },
    'a body for an unknown path': { status: 404, path: () => '/v1/nothing', lines: [json, large] },
    'a body with a wrong method': { status: 405, method: 'DELETE', lines: [json, large] },
    'an upload that is too large': { status: 413, path: () => imports, lines: [form, large], body: file },
    'an upload of another type': { status: 415, path: () => imports, lines: [json, large] },
    'an upload with a field that is too long': {
      status: 400,
      path: () => imports,
      lines: [form, large],
      body: formOf([{ name: 'note', content: ' '.repeat(1_000_000) }]),
    },
    'an upload without a token': { status: 401, path: () => imports, lines: [form, large], anonymous: true },
  };

  /** Sends the head and the first part of the body; what comes back until the service ends the connection. */
  async function refused(one: Case, goesOn: boolean): Promise<Sent> {
    const { path = () => '/v1/summaries', method = 'POST', lines, anonymous, body = spaces } = one;
    const socket: Socket = await socketTo(api.url);
    socket.on('error', () => undefined); // of a write after the end
    const authorization = anonymous ? [] : [`Authorization: Bearer ${token}`];
    socket.write([`${method} ${path()} HTTP/1.1`, 'Host: x', ...authorization, ...lines, '', ''].join('\r\n'));
    const more = (): void => {
      if (socket.write(body)) setImmediate(more);
      else socket.once('drain', more);
    };
    if (goesOn) more();
    else socket.write(body);
    let answer = '';
    socket.on('data', (piece) => (answer += String(piece)));
    await new Promise((ended) => socket.on('close', ended));
    return parseAnswer(answer);
  }

  /** All of them wait for the same second in which a client may still read, so they are sent side by side. */
  const answers = new Map<string, Promise<Sent>>();
  before(() => {
    for (const [what, one] of Object.entries(cases)) {
      for (const goesOn of [false, true]) answers.set(`${what} ${goesOn}`, refused(one, goesOn));
    }
  });

  for (const [what, one] of Object.entries(cases)) {
    for (const goesOn of [false, true]) {
      it(`is answered ${one.status} and its connection ends, while the client ${goesOn ? 'goes on' : 'waits'}: ${what}`, async () => {
        const answer = (await answers.get(`${what} ${goesOn}`)) ?? expect.fail('It was not sent.');
        const codes: Record<number, string> = {
          400: 'VALIDATION_ERROR',
          401: 'UNAUTHENTICATED',
          404: 'NOT_FOUND',
          405: 'METHOD_NOT_ALLOWED',
          413: 'PAYLOAD_TOO_LARGE',
          415: 'UNSUPPORTED_MEDIA_TYPE',
        };
        expectRefusal(answer, one.status, codes[one.status] ?? '');
        expect(answer.headers['connection']).to.equal('close');
      });
    }
  }

  it('is answered a client that sends all of it before it reads', async () => {
    for (let time = 0; time < 10; time += 1) {
      const answer = await send(api.url, '/v1/summaries', { method: 'POST', body: Buffer.alloc(5_000_000, ' ') });
      expectRefusal(answer, 401, 'UNAUTHENTICATED');
    }
  });

  it('leaves its connection open when the body has arrived after all', async () => {
    const socket = await socketTo(api.url);
    const asked = 'POST /v1/summaries HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n';
    socket.write(`${asked}\r\n12345${asked}Connection: close\r\n\r\n12345`);
    let answers = '';
    for await (const piece of socket) answers += String(piece);
    expect(answers.match(/HTTP\/1.1 401/g)).to.have.length(2);
  });
});
