// What every request meets, whatever it asks for: paths, methods, headers, and errors that give nothing away.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { fingerprint, sharedCompany, userToken } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { expectRefusal, send, sendRaw, socketTo, type Wire } from './wire.ts';

const api = service();
const acme = sharedCompany(api, 'Ada (admin)\n  Bob');
let headers: Record<string, string>;
let chain: string;
before(async () => {
  headers = { authorization: `Bearer ${await userToken(api, acme.tenantId, acme.id('Ada'))}` };
  chain = `/v1/org/users/${acme.id('Ada')}/chain`;
});
const ask = (path: string, wire: Wire = {}) =>
  send(api.url, path, { ...wire, headers: { ...headers, ...wire.headers } });

describe('a path', () => {
  for (const path of ['/v1', '/v1/', '/v2/summaries', '/v1/nothing', '/org/users', '//v1/summaries', '/v1/.env']) {
    it(`that is unknown is answered 404, with or without a token: ${path}`, async () => {
      expectRefusal(await send(api.url, path), 404, 'NOT_FOUND');
      expectRefusal(await ask(path), 404, 'NOT_FOUND');
      expectRefusal(await send(api.url, path, { method: 'POST', body: '{' }), 404, 'NOT_FOUND');
    });
  }
  it('that is unknown is answered 404 whatever the method', async () => {
    for (const method of ['DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      expectRefusal(await send(api.url, '/v1/nothing', { method }), 404, 'NOT_FOUND');
    }
  });
  for (const path of ['/v1/org/users/%/chain', '/v1/org/users/%E0%A4%A/chain', '/v1/org/users/%ff/chain']) {
    it(`that is not well-formed is answered 400: ${path}`, async () => {
      expectRefusal(await ask(path), 400, 'VALIDATION_ERROR');
    });
  }
  const ids = ['1', 'null', 'g0000000-0000-4000-8000-000000000000', '%00', '..%2f..%2fetc', `${'0'.repeat(36)}`, '*'];
  for (const id of [...ids, `{${randomUUID()}}`, `${randomUUID()}x`, randomUUID().replaceAll('-', '')]) {
    it(`with an id that is no UUID is answered 400: ${id.replaceAll(/[0-9a-f]{8}/g, '…')}`, async () => {
      const unchanged = await fingerprint(api, acme.tenantId);
      const message = expectRefusal(await ask(`/v1/org/users/${id}/chain`), 400, 'VALIDATION_ERROR');
      expect(message)
        .to.include('userId')
        .and.not.include(id.length > 4 ? id : 'echo');
      const answer = await ask(`/v1/summaries/${id}`, { method: 'PATCH', body: JSON.stringify(aSummary()) });
      expectRefusal(answer, 400, 'VALIDATION_ERROR');
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(unchanged);
    });
  }
  it('takes a UUID in capitals', async () => {
    const { status, body } = await ask(`/v1/org/users/${acme.id('Ada').toUpperCase()}/chain`);
    expect(status).to.equal(200);
    expect(body).to.have.length(1);
  });
  for (const query of ['?depth=1', '?userId=', '?constructor=1', '?x[y]=1', '?a=1&a=2', '?toString', '?__proto__=1']) {
    it(`with an unknown query parameter is answered 400: ${query}`, async () => {
      const message = expectRefusal(await ask(chain + query), 400, 'VALIDATION_ERROR');
      const name = new URLSearchParams(query).keys().next().value;
      expect(message).to.match(/query has (an unknown field|a parameter more than once): /);
      expect(message).to.include(`"${name}".`);
    });
  }
  it('with a query parameter given twice is answered 400, and says so', async () => {
    const { text } = await ask('/v1/goals/board?userId=x&userId=x');
    expect(text).to.include('query has a parameter more than once: \\"userId\\".');
  });
  it('is answered for a client that sends no more and waits', async () => {
    const socket = await socketTo(api.url);
    socket.end(`GET ${chain} HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers['authorization']}\r\n\r\n`);
    let answer = '';
    for await (const piece of socket) answer += String(piece);
    expect(answer)
      .to.match(/^HTTP\/1\.1 200 OK\r\n/)
      .and.include(acme.id('Bob'));
  });
  it('with an empty query is answered', async () => {
    expect((await ask(`${chain}?`)).status).to.equal(200);
  });
});

describe('a method', () => {
  const wrong: [method: string, path: () => string, allowed: string[]][] = [
    ['DELETE', () => chain, ['GET', 'HEAD']],
    ['POST', () => chain, ['GET', 'HEAD']],
    ['GET', () => '/v1/notifications/dispatch', ['POST']],
    ['HEAD', () => '/v1/notifications/dispatch', ['POST']],
    ['PUT', () => `/v1/summaries/${randomUUID()}`, ['GET', 'HEAD', 'PATCH', 'DELETE']],
    ['TRACE', () => chain, ['GET', 'HEAD']],
    ['PROPFIND', () => chain, ['GET', 'HEAD']],
    ['POST', () => '/livez', ['GET', 'HEAD']],
    ['DELETE', () => '/openapi.json', ['GET', 'HEAD']],
  ];
  for (const [method, path, allowed] of wrong) {
    it(`that a path does not answer is answered 405 with those it does: ${method} for ${allowed.join()}`, async () => {
      const answer = await send(api.url, path(), { method });
      expect(answer.status).to.equal(405);
      if (method !== 'HEAD') expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers['allow']?.split(', ')).to.have.members(allowed);
    });
  }
  it('in a header that overrides it is ignored', async () => {
    const overridden = { 'x-http-method-override': 'DELETE', 'x-method-override': 'PATCH' };
    expect((await ask(chain, { headers: overridden })).status).to.equal(200);
  });
  it('of HEAD is answered like GET, without a body', async () => {
    const head = await ask(chain, { method: 'HEAD' });
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expect(head.headers['content-type']).to.equal('application/json; charset=utf-8');
    expect((await send(api.url, chain, { method: 'HEAD' })).status).to.equal(401);
    expect((await send(api.url, '/nothing', { method: 'HEAD' })).status).to.equal(404);
  });
  it('of OPTIONS names the methods and needs no token', async () => {
    const { status, headers: told, text } = await send(api.url, chain, { method: 'OPTIONS' });
    expect([status, text]).to.deep.equal([200, '']);
    expect(told['allow']?.split(', ')).to.have.members(['GET', 'HEAD']);
  });
  it('of OPTIONS gives no other site access', async () => {
    const site = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    const answer = await send(api.url, chain, { method: 'OPTIONS', headers: site });
    expectRefusal(answer, 400, 'ORIGIN_NOT_ALLOWED');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
  });
});

describe('every answer', () => {
  it('is not stored by anyone, sniffed or framed, and does not name what made it', async () => {
    const statuses: number[] = [];
    for (const answer of [await ask(chain), await ask('/nothing'), await send(api.url, chain), await ask('/livez')]) {
      statuses.push(answer.status);
      expect(answer.headers).to.include({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.headers['content-security-policy']).to.include("default-src 'self'");
      expect(answer.headers['strict-transport-security']).to.match(/max-age=\d{8}/);
      expect(answer.headers).to.not.have.any.keys('x-powered-by', 'server', 'access-control-allow-origin', 'etag');
    }
    expect(statuses).to.deep.equal([200, 404, 401, 200]);
  });
  it('carries the request id that was sent, or one of its own', async () => {
    const sent = 'trace_2026-11-20';
    expect((await ask(chain, { headers: { 'x-request-id': sent } })).headers['x-request-id']).to.equal(sent);
    const own = [(await ask(chain)).headers['x-request-id'], (await send(api.url, '/')).headers['x-request-id']];
    for (const id of own) expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect(new Set(own)).to.have.length(2);
  });
  for (const hostile of [
    'short',
    'x'.repeat(65),
    '<script>alert(1)</script>',
    'a b c d e f g h',
    '{"level":60}',
    'ünïcödé-id',
  ]) {
    it(`carries none that is not plain and short: ${hostile.slice(0, 30)}`, async () => {
      const { headers: told } = await ask(chain, {
        headers: { 'x-request-id': Buffer.from(hostile).toString('latin1') },
      });
      expect(told['x-request-id']).to.match(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    });
  }
});

describe('what is no HTTP request that can be read', () => {
  const head = (lines: string): string => `GET /v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`;
  const cases: [what: string, text: string, status: number, code: string][] = [
    ['headers of 20 KB', head(`X-Long: ${'x'.repeat(20_000)}\r\n`), 431, 'HEADERS_TOO_LARGE'],
    ['a path of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['a malformed request line', 'GARBAGE\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['a header without a colon', head('nonsense\r\n'), 400, 'VALIDATION_ERROR'],
    [
      'a length and chunks at once',
      head('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
      400,
      'VALIDATION_ERROR',
    ],
    ['two lengths', head('Content-Length: 5\r\nContent-Length: 6\r\n'), 400, 'VALIDATION_ERROR'],
    ['no Host', 'GET /v1/nothing HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['two Hosts', head('Host: y\r\n'), 400, 'VALIDATION_ERROR'],
    ['the same Host twice', head('hOST: x\r\n'), 400, 'VALIDATION_ERROR'],
    ['two Hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['an expectation that nobody knows, which is ignored', head('Expect: a-miracle\r\n'), 404, 'NOT_FOUND'],
  ];
  for (const [what, text, status, code] of cases) {
    it(`is answered ${status} as {code, message}: ${what}`, async () => {
      expectRefusal(await sendRaw(api.url, text), status, code);
    });
  }
});
