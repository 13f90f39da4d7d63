// Web pages of other origins: those of CORS_ORIGINS may call the API, others are refused.
import { expect } from 'chai';
import { parseOrigins } from '../../../src/platform/http/caller/cors.ts';
import { sharedCompany } from '../../support/company.ts';
import { service, type Service } from '../../support/service.ts';
import { expectRefusal, send, type Sent } from './wire.ts';

const listed = 'https://app.example';
const closed = service();
const open = service(() => ({ origins: parseOrigins(`${listed}, https://hr.example:8443/`) }));
const acme = sharedCompany(open, 'Ada\n  Bob');

async function ask(api: Service, origin: string, more: Record<string, string> = {}): Promise<Sent> {
  const headers = { authorization: `Bearer ${await acme.token('Ada')}`, origin, ...more };
  return send(api.url, '/v1/goals/board', { headers });
}
const preflight = (api: Service, origin: string): Promise<Sent> =>
  send(api.url, '/v1/goals/board', {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,if-match',
    },
  });
const corsHeaders = ({ headers }: Sent): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

describe('a page of a listed origin', () => {
  it('gets an answer to its preflight, which needs no token and is kept for two hours', async () => {
    const { status, text, headers } = await preflight(open, listed);
    expect([status, text]).to.deep.equal([204, '']);
    expect(headers).to.include({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers': 'authorization,content-type,if-match',
      'access-control-max-age': '7200',
    });
    expect(headers).to.not.have.property('access-control-allow-credentials');
    expect(headers['vary']).to.match(/\bOrigin\b/);
  });
  for (const origin of [listed, 'https://hr.example:8443']) {
    it(`may read responses and the headers that it needs: ${origin}`, async () => {
      const { status, headers } = await ask(open, origin);
      expect(status).to.equal(200);
      expect(headers['access-control-allow-origin']).to.equal(origin);
      expect(headers['access-control-expose-headers']?.split(', ')).to.include.members(
        'Location ETag Retry-After X-Request-Id RateLimit RateLimit-Policy Idempotency-Replayed'.split(' '),
      );
    });
  }
  it('may be any port of a name, and of no other', () => {
    const origins = parseOrigins('http://localhost:*');
    const pages = ['http://localhost:5173', 'http://localhost', 'https://localhost:5173', 'http://localhost.evil:1'];
    expect(pages.map((page) => origins.has(page))).to.deep.equal([true, true, false, false]);
  });
  it('may read refusals', async () => {
    for (const path of ['/v1/goals/board?x=1', '/v1/nowhere']) {
      const { status, headers } = await send(open.url, path, { headers: { origin: listed } });
      expect(status).to.be.within(400, 499);
      expect(headers['access-control-allow-origin']).to.equal(listed);
    }
  });
  it('may read that the service is overloaded', async () => {
    const { createHttpServer } = await import('../../../src/platform/http/process/server.ts');
    const { default: Koa } = await import('koa');
    const loadGuard = { isOverloaded: () => true, countRefusal: () => undefined };
    const server = createHttpServer(new Koa(), { loadGuard, origins: parseOrigins(listed) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const answer = await send(`http://127.0.0.1:${port}`, '/v1/goals/board', { headers: { origin: listed } });
    server.close();
    expectRefusal(answer, 503, 'OVERLOADED');
    expect(answer.headers).to.include({ 'access-control-allow-origin': listed, vary: 'Origin' });
  });
});

describe('a page of any other origin', () => {
  const others = ['https://evil.example', 'https://app.example:444', 'http://app.example', 'null', 'garbage'];
  for (const origin of others) {
    it(`is refused, and marked for no one: ${origin}`, async () => {
      for (const api of [open, closed]) {
        for (const answer of [await ask(api, origin), await preflight(api, origin)]) {
          const message = expectRefusal(answer, 400, 'ORIGIN_NOT_ALLOWED');
          expect(message).to.include('CORS_ORIGINS').and.not.include(origin);
          expect(corsHeaders(answer)).to.deep.equal([]);
        }
      }
    });
  }
  it('is refused where no origin is listed', async () => {
    expectRefusal(await ask(closed, listed), 400, 'ORIGIN_NOT_ALLOWED');
  });
  it('is distinguished from a page of the service by Host, or by Sec-Fetch-Site behind a proxy that replaces Host', async () => {
    const own = await ask(closed, closed.url);
    expect([own.status, corsHeaders(own)]).to.deep.equal([200, []]);
    const proxied = await ask(closed, 'https://proxy.example', { 'sec-fetch-site': 'same-origin' });
    expect([proxied.status, corsHeaders(proxied)]).to.deep.equal([200, []]);
    expectRefusal(await ask(closed, closed.url, { 'sec-fetch-site': 'cross-site' }), 400, 'ORIGIN_NOT_ALLOWED');
  });
});

it('a client that is no browser sends no Origin, and gets no CORS headers', async () => {
  const answer = await send(open.url, '/openapi.json');
  expect([answer.status, corsHeaders(answer)]).to.deep.equal([200, []]);
});
