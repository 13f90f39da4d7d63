// Bulk requests: how many are under way at once, who waits, and that a client which sends nothing keeps nobody waiting.
import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import Koa from 'koa';
import pino from 'pino';
import { ApiError } from '../../../src/platform/errors.ts';
import { limitBulk } from '../../../src/platform/http/request/bulk.ts';
import { handleErrors } from '../../../src/platform/http/response/errors.ts';
import { bulk } from '../../../src/platform/limits.ts';
import type { Endpoint } from '../../../src/platform/http/endpoint.ts';
import { expectRefusal, send, socketTo } from './wire.ts';

const admitAll = (): Promise<void> => Promise.resolve();
const megabytes = 2 ** 20;
const endpoints = {
  file: { upload: { maxBytes: 10 * megabytes, type: 'text/csv' } },
  body: { maxBodyBytes: 20 * megabytes },
  whole: { isBulk: true },
  usual: {},
} as unknown as Record<string, Endpoint>;

describe('bulk requests', () => {
  const working = new EventEmitter().setMaxListeners(100);
  let server: Server;
  let url: string;
  let begun = 0;
  let inside: string[] = [];
  let counted: number[] = [];

  before(async () => {
    const app = new Koa();
    app.use(handleErrors(pino({ level: 'silent' })));
    const limit = limitBulk(admitAll, null);
    app.use(async (ctx) => {
      begun += 1;
      const tenantId = ctx.get('x-tenant');
      const countFurther = (requests: number): Promise<void> => Promise.resolve(void counted.push(requests));
      Object.assign(ctx.state, { caller: { kind: 'user', tenantId, userId: 'someone' }, countFurther });
      await limit(endpoints[ctx.path.slice(1)] as Endpoint)(ctx, async () => {
        inside.push(tenantId);
        try {
          await text(ctx.req);
          if (ctx.get('x-stay')) await once(working, 'go');
        } finally {
          inside.splice(inside.indexOf(tenantId), 1);
        }
        ctx.status = 204;
      });
    });
    app.silent = true; // clients go away
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  beforeEach(() => {
    begun = 0;
    inside = [];
    counted = [];
  });

  /** A request that stays inside until `working` goes on. */
  const stay = (tenant: string, body: string | Buffer[] = 'a', path = '/file') =>
    send(url, path, { method: 'POST', headers: { 'x-tenant': tenant, 'x-stay': 'yes' }, body });
  const ask = (tenant: string) => send(url, '/file', { method: 'POST', headers: { 'x-tenant': tenant }, body: 'a' });
  /** Waits until so many requests have begun, and all that may go on have. */
  const reached = async (count: number): Promise<void> => {
    while (begun < count) await new Promise(setImmediate);
    for (let trip = 0; trip < 20; trip += 1) await send(url, '/usual');
  };
  const finish = async <T>(answers: Promise<T>[]): Promise<T[]> => {
    let answered = false;
    const all = Promise.all(answers).finally(() => (answered = true));
    while (!answered) {
      working.emit('go');
      await new Promise(setImmediate);
    }
    return all;
  };
  const sendPart = async (tenant: string, part: string): Promise<Socket> => {
    const socket = await socketTo(url);
    socket.write(`POST /file HTTP/1.1\r\nHost: x\r\nX-Tenant: ${tenant}\r\nContent-Length: 900\r\n\r\n${part}`);
    return socket;
  };

  it('are one of a tenant at a time: its others wait, and those of other tenants do not', async () => {
    const answers = [stay('many'), stay('many'), stay('many'), stay('other')];
    await reached(4);
    expect(inside.toSorted()).to.deep.equal(['many', 'other']);
    expect((await finish(answers)).every(({ status }) => status === 204)).to.equal(true);
  });

  it('are six in a process at a time', async () => {
    const answers = Array.from({ length: 8 }, (_, n) => stay(`tenant ${n}`));
    await reached(8);
    expect(inside).to.have.length(bulk.places.total);
    await finish(answers);
  });

  it('lose their turn when their client goes away', async () => {
    const first = stay('acme');
    await reached(1);
    const gone = await sendPart('acme', 'some');
    const last = stay('acme');
    await reached(23);
    gone.destroy();
    await reached(24);
    expect(inside).to.deep.equal(['acme']);
    await finish([first, last]);
    expect(inside).to.deep.equal([]);
  });

  it('hold no place before their first byte: those of other tenants are answered at once', async () => {
    const silent = await Promise.all(Array.from({ length: 12 }, (_, n) => sendPart(`tenant ${n}`, '')));
    await reached(12);
    expect(inside).to.deep.equal([]);
    expect((await ask('tenant 0')).status).to.equal(204);
    for (const socket of silent) socket.destroy();
  });

  it('lose their place when nothing more arrives', async function () {
    this.timeout(20_000);
    const stalled = await sendPart('acme', 'some');
    const answer = text(stalled);
    await reached(1);
    expect(inside).to.deep.equal(['acme']);
    const next = await ask('acme');
    expect(next.status).to.equal(204);
    expect(await answer).to.match(/^HTTP\/1.1 408 [^]*REQUEST_TIMEOUT/);
  });

  describe('that arrive slowly', () => {
    /** Sends a body piece by piece, one each second, until the connection is closed. */
    async function drip(tenant: string, size: number, piece: number): Promise<Socket> {
      const socket = await socketTo(url);
      socket.on('error', () => undefined); // it is closed while we send
      socket.write(`POST /file HTTP/1.1\r\nHost: x\r\nX-Tenant: ${tenant}\r\nContent-Length: ${size}\r\n\r\n`);
      const timer = setInterval(() => socket.write('x'.repeat(piece)), 1_000);
      socket.once('close', () => clearInterval(timer));
      socket.once('data', () => clearInterval(timer));
      return socket;
    }

    it('lose their place when they are far behind the least rate, so that those of other tenants are answered', async function () {
      this.timeout(40_000);
      const sockets = await Promise.all(Array.from({ length: 8 }, (_, n) => drip(`tenant ${n}`, 1_000_000, 1)));
      const answers = sockets.map(text);
      while (inside.length < bulk.places.total) await reached(8);
      expect((await ask('ninth')).status).to.equal(204);
      for (const answer of await Promise.all(answers)) expect(answer).to.match(/^HTTP\/1.1 408 [^]*REQUEST_TIMEOUT/);
    });

    it('keep it at twice the least rate, for longer than a client may send nothing', async function () {
      this.timeout(40_000);
      const piece = 2 * bulk.leastBytesPerSecond;
      const socket = await drip('acme', (2 * piece * bulk.idleMs) / 1_000, piece);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(String(answer)).to.match(/^HTTP\/1.1 204 /);
      socket.destroy();
    });
  });

  it('keep their place while their bytes wait for us', async function () {
    this.timeout(20_000);
    const started = performance.now();
    const answer = stay('acme', [Buffer.from('a')], '/whole');
    await reached(1);
    while (performance.now() < started + bulk.idleMs + 2_000) await send(url, '/usual');
    expect((await finish([answer]))[0]?.status).to.equal(204);
  });

  it('count as one more request for each 256 KB of their body, or of the largest possible one', async () => {
    await send(url, '/file', { method: 'POST', body: 'x'.repeat(megabytes) });
    await send(url, '/file', { method: 'POST', body: [Buffer.from('in chunks')] });
    await send(url, '/body', { method: 'POST', body: [Buffer.from('in chunks')] });
    await send(url, '/body', { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: 'x' });
    await send(url, '/file', { method: 'POST', body: 'small' });
    expect(counted).to.deep.equal([4, 40, 80, 80]);
  });

  it('are none with a body of the usual size, nor at an endpoint that takes no other', async () => {
    const first = stay('acme', 'x'.repeat(64 * 1024), '/body');
    const second = stay('acme', 'x'.repeat(64 * 1024), '/body');
    const third = stay('acme', 'x', '/usual');
    await reached(3);
    expect(inside).to.have.length(3);
    await finish([first, second, third]);
  });

  it('are refused after some time: the tenant has one under way', async function () {
    this.timeout(40_000);
    const first = stay('acme');
    await reached(1);
    expectRefusal(await ask('acme'), 429, 'RATE_LIMITED');
    await finish([first]);
  });

  it('are answered by the code of a refusal that comes from elsewhere', async () => {
    const app = new Koa();
    app.use(handleErrors(pino({ level: 'silent' })));
    const limit = limitBulk(admitAll, () => Promise.reject(new ApiError('OVERLOADED')));
    app.use(async (ctx) => {
      ctx.state['caller'] = { kind: 'user', tenantId: 'acme', userId: 'someone' };
      await limit(endpoints['whole'] as Endpoint)(ctx, () => Promise.resolve());
    });
    const other = app.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    for (let n = 0; n < 2; n += 1) expectRefusal(await send(address, '/'), 503, 'OVERLOADED');
    other.close();
  });
});
