// The thread that answers bulk requests: its answers are those of the API, nobody else's header is believed, and it is there
// again when it has died.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import pino from 'pino';
import { servedSections } from '../../../src/app/sections.ts';
import { canBeBulk } from '../../../src/platform/http/request/bulk.ts';
import { prepareBulkThread } from '../../../src/platform/http/process/bulk-thread.ts';
import { handleErrors } from '../../../src/platform/http/response/errors.ts';
import { company, leaveParams, tokenOf, type Company } from '../../support/company.ts';
import { endProcesses, start, type Api } from '../../support/process.ts';
import { groupSchema } from '../../support/scim.ts';
import { friday, service } from '../../support/service.ts';
import { formOf, boundary } from '../../support/upload.ts';
import { expectRefusal, send, socketTo, type Sent, type Wire } from './wire.ts';

/** An answer without what differs between two answers to the same request: their moment, their address, what remains. */
function toComparable(url: string, { status, headers, text }: Sent): object {
  const ofOne = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy']);
  const kept = Object.entries(headers)
    .filter(([name]) => !ofOne.has(name))
    .sort();
  return JSON.parse(JSON.stringify({ status, headers: kept, text }).replaceAll(url, 'http://the.api')) as object;
}

describe('a bulk request to the API', () => {
  const direct = service();
  endProcesses();
  let acme: Company;
  let api: Api;
  let token: string;
  beforeEach(async function () {
    this.timeout(60_000);
    acme = await company(direct, 'Ada [Board] (admin)\n  Bob [Sales] (people_team)\n    Cy [Sales]\n    Max [Sales]');
    token = await acme.token('Ada');
    api = await start({ RATE_LIMITS: 'caller=1000/60' });
  });
  const ask = (path: string, { headers = {}, ...wire }: Wire = {}, by = token): Promise<Sent> =>
    send(api.url, `/v1${path}`, { ...wire, headers: { authorization: `Bearer ${by}`, ...headers } });
  const json = { 'content-type': 'application/json' };
  const padding = ' '.repeat(100_000);

  it('is answered as the service answers it', async function () {
    this.timeout(120_000);
    const csv = await ask('/admin/organisation/export', { headers: { accept: 'text/csv', 'accept-encoding': 'br' } });
    expect(csv.headers).to.include({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
    expect(csv.headers['x-request-id']).to.match(/^[\w-]{36}$/);
    expect(csv.headers['ratelimit']).to.match(/^"caller";r=999;/);
    expect(csv.headers['vary']).to.include('Accept').and.to.include('Origin');
    const whole = await ask('/admin/organisation/export');
    expect(whole.body).to.deep.equal((await acme.as('Ada').get('/admin/organisation/export')).body);
    expect((await ask('/admin/organisation/check')).body).to.deep.equal({ faults: 0, findings: [] });
    const headcount = await ask('/reports/headcount', { headers: { accept: 'text/csv' } }, await acme.token('Bob'));
    expect(headcount.status).to.equal(200);
    expect(headcount.headers).to.include({ 'content-type': 'text/csv; charset=utf-8' });

    const moves = [{ userId: acme.id('Cy'), managerId: acme.id('Ada') }];
    const body = JSON.stringify({ name: 'Plan', moves }) + padding;
    const key = { ...json, 'idempotency-key': 'once' };
    const made = await ask('/admin/org-plans', { method: 'POST', headers: key, body });
    expect(made.status).to.equal(201);
    const { id } = made.body as { id: string };
    expect(made.headers['location']).to.equal(`/v1/admin/org-plans/${id}`);
    const again = await ask('/admin/org-plans', { method: 'POST', headers: key, body });
    expect(again.body).to.deep.equal(made.body);
    expect(again.headers['idempotency-replayed']).to.equal('true');
    const replaced = { ...json, 'if-match': String(made.headers['etag']), 'transfer-encoding': 'chunked' };
    const pieces = [Buffer.from(JSON.stringify({ moves })), Buffer.from(padding)];
    const put = await ask(`/admin/org-plans/${id}/moves`, { method: 'PUT', headers: replaced, body: pieces });
    expect(put.status).to.equal(200);
    expect((await ask(`/admin/org-plans/${id}/preview`)).body).to.have.nested.property('moves[0].user.name', 'Cy');
    expect((await ask(`/admin/org-plans/${id}/apply`, { method: 'POST' })).status).to.equal(200);
    expect((await ask(`/users/${acme.id('Cy')}`)).body).to.have.nested.property('manager.id', acme.id('Ada'));

    const form = formOf([{ name: 'file', filename: 'a.pdf', content: `%PDF-1.7\n${padding}` }]);
    const upload = {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: form,
    };
    expect((await ask(`/admin/users/${acme.id('Cy')}/insights/import`, upload)).status).to.equal(202);
  });

  it('is answered byte for byte as a service without such a thread answers it, whoever asks for what', async function () {
    this.timeout(300_000);
    const cy = await acme.token('Cy');
    const claims = { sub: 'service:okta', tenant: acme.tenantId };
    const askers: Record<string, string> = {
      admin: token,
      'of the People Team': await acme.token('Bob'),
      'without a role': cy,
      'who has left': await acme.token('Max'),
      directory: await tokenOf(direct, { ...claims, scope: 'scim' }),
      nobody: 'no token',
    };
    await direct.graph
      .bind({ tenantId: acme.tenantId, userId: 'operator' })
      .write('organisation/people/write', leaveParams(acme.id('Max'), friday));
    const declared = servedSections.flatMap(({ prefix = '/v1', endpoints }) =>
      endpoints.filter(canBeBulk).map((endpoint) => ({ ...endpoint, path: prefix + endpoint.path })),
    );
    expect(declared.map(({ path }) => path)).to.include.members(['/scim/v2/Groups', '/v1/admin/organisation/export']);
    const idOfNobody = randomUUID();
    const differences: string[] = [];
    for (const { method, path, mediaType = 'application/json' } of declared)
      for (const [asker, bearer] of Object.entries(askers))
        for (const [size, body] of Object.entries(
          method === 'GET' ? { none: undefined } : { small: '{', large: `{${padding}` },
        )) {
          const of = path.replaceAll(/\{\w+\}/g, idOfNobody);
          const headers = {
            authorization: `Bearer ${bearer}`,
            ...(body !== undefined && { 'content-type': mediaType }),
          };
          const [threaded, single] = await Promise.all(
            [api.url, direct.url].map(async (url) =>
              toComparable(url, await send(url, of, { method, headers, ...(body !== undefined && { body }) })),
            ),
          );
          if (JSON.stringify(threaded) !== JSON.stringify(single))
            differences.push(`${method} ${path}, ${size}, ${asker}: ${JSON.stringify([threaded, single])}`);
        }
    expect(differences.join('\n')).to.equal('');
  });

  it('names the same address, and has the same tag, as the same request with a small body', async function () {
    this.timeout(120_000);
    const bearer = await tokenOf(direct, { sub: 'service:okta', tenant: acme.tenantId, scope: 'scim' });
    const groups = async (method: string, path: string, group?: object, more: Record<string, string> = {}) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/scim+json', ...more };
      const sent = { method, headers, ...(group && { body: JSON.stringify(group) }) };
      const { status, headers: answered, text } = await send(api.url, `/scim/v2/Groups${path}`, sent);
      return { status, text, etag: String(answered['etag']), location: answered['location'] };
    };
    const groupOf = (displayName: string, size: number) => ({
      schemas: [groupSchema],
      displayName,
      members: [{ value: acme.id('Cy') }],
      'urn:other:ignored': 'x'.repeat(size),
    });
    for (const size of [0, 100_000]) {
      const made = await groups('POST', '', groupOf(`Of ${size}`, size));
      expect(made.status).to.equal(201);
      const { id, meta } = JSON.parse(made.text) as { id: string; meta: { location: string } };
      expect(meta.location).to.equal(`${api.url}/scim/v2/Groups/${id}`);
      const read = await groups('GET', `/${id}`);
      expect(made).to.include({ text: read.text, etag: read.etag });
      for (const method of ['PUT', 'PATCH']) {
        const { etag } = await groups('GET', `/${id}`);
        const group = groupOf(`Of ${size}, ${method}`, size);
        const patch = {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', value: { ...group, schemas: undefined } }],
        };
        const changed = await groups(method, `/${id}`, method === 'PUT' ? group : patch, { 'if-match': etag });
        expect([size, method, changed.status]).to.deep.equal([size, method, method === 'PUT' ? 200 : 204]);
      }
    }
  });

  it('is refused as the service refuses it', async function () {
    this.timeout(120_000);
    const post = (body: Wire['body'], headers: Record<string, string> = json, by = token): Promise<Sent> =>
      ask('/admin/org-plans', { method: 'POST', headers, ...(body !== undefined && { body }) }, by);
    expectRefusal(await post(`{"name": "x", "other": 1}${padding}`), 400, 'VALIDATION_ERROR');
    expectRefusal(await post(`[${'1,'.repeat(500_000)}1]`), 400, 'VALIDATION_ERROR');
    expectRefusal(await post('x'.repeat(21 * 2 ** 20)), 413, 'PAYLOAD_TOO_LARGE');
    expectRefusal(await post(padding, { 'content-type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const headers = { ...json, accept: 'application/problem+json', 'x-request-id': 'chosen-by-client' };
    const problem = await post(`{"name": 1}${padding}`, headers);
    expect(JSON.parse(problem.text)).to.include({
      code: 'VALIDATION_ERROR',
      instance: 'urn:x-request-id:chosen-by-client',
    });
    expect(problem.headers['x-request-id']).to.equal('chosen-by-client');
    expectRefusal(await ask('/admin/organisation/check', {}, await acme.token('Cy')), 403, 'FORBIDDEN');

    // somebody without the permission is refused before the body is read
    const socket = await socketTo(api.url);
    const by = await acme.token('Cy');
    socket.write(
      `POST /v1/admin/org-plans HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${by}\r\nContent-Length: 9000000\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).to.match(/^HTTP\/1.1 403 /);
    socket.destroy();
  });

  it('is that of who holds the token, whatever its headers say', async function () {
    this.timeout(60_000);
    const call = {
      caller: { kind: 'user', tenantId: acme.tenantId, userId: acme.id('Ada') },
      requestId: 'x'.repeat(8),
    };
    const forged = { 'x-forwarded-call': Buffer.from(JSON.stringify(call)).toString('base64url') };
    expectRefusal(await send(api.url, '/v1/admin/organisation/export', { headers: forged }), 401, 'UNAUTHENTICATED');
    const asCy = await ask('/admin/organisation/export', { headers: forged }, await acme.token('Cy'));
    expectRefusal(asCy, 403, 'FORBIDDEN');
  });
});

describe('the thread for bulk requests', () => {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const program = new URL('../../support/dying-thread.ts', import.meta.url);
  let server: Server;
  let url: string;
  let close: () => Promise<void>;
  before(async () => {
    const thread = prepareBulkThread(program, {}, log);
    close = thread.close;
    const app = new Koa();
    app.use(handleErrors(log));
    app.use(async (ctx) => {
      Object.assign(ctx.state, { requestId: 'a request', ownAddress: 'http://here' });
      await thread.forward(ctx, { kind: 'user', tenantId: 'acme', userId: 'ada' }, new AbortController().signal);
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await close();
  });

  it('knows who has sent a request, and its headers', async function () {
    this.timeout(30_000);
    const { body } = await send(url, '/', { headers: { 'x-other': 'kept', 'x-forwarded-call': 'forged' } });
    const caller = { kind: 'user', tenantId: 'acme', userId: 'ada' };
    expect(body).to.deep.equal({ caller, requestId: 'a request', ownAddress: 'http://here', header: 'kept' });
  });

  it('is started again after it has died; the request that it had is refused', async function () {
    this.timeout(30_000);
    expectRefusal(await send(url, '/die'), 503, 'OVERLOADED');
    expect((await send(url, '/')).status).to.equal(200);
  });
});
