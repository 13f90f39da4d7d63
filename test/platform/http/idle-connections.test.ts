// Connections that a proxy keeps: the API closes none that a pool may still use, and a shutdown waits for none of them.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import Koa from 'koa';
import { drain, listen } from '../../../src/platform/http/process/lifecycle.ts';
import { createHttpServer } from '../../../src/platform/http/process/server.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { connection } from '../../../src/platform/limits.ts';

/** A second of production is ten milliseconds here. */
const scale = 100;
const proxyIdleMs = 60_000;
const poolSize = 60;

const request = (method: string): string => `${method} / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`;

/** Sends a request over a connection that stays open: what came back, or why nothing did. */
async function ask(socket: Socket, method: string): Promise<string> {
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (piece: Buffer) => resolve(String(piece).split('\r\n', 1)[0] ?? ''));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    socket.once('close', () => resolve('closed'));
  });
  socket.write(request(method));
  const first = await answer;
  socket.removeAllListeners();
  socket.on('error', () => undefined);
  return first;
}

/** A pool that, as that of a proxy, goes by its own time and not by the Keep-Alive header. */
async function openPool(server: Server): Promise<Socket[]> {
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: poolSize }, () => connect({ port, host: '127.0.0.1' }));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect(new Set(await Promise.all(sockets.map((socket) => ask(socket, 'GET'))))).to.deep.equal(
    new Set(['HTTP/1.1 200 OK']),
  );
  return sockets;
}

/** Servers of these tests; what a failed one has left open is closed. */
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

function createApp(): Koa {
  const app = new Koa();
  app.use((ctx) => {
    ctx.req.resume();
    ctx.body = 'answered';
  });
  return app;
}

describe('a connection that a proxy has kept for a minute', () => {
  it('still takes a POST, also where a head may take less time than it was idle', async () => {
    const limits = {
      headersTimeout: connection.headersMs / scale,
      requestTimeout: connection.requestMs / scale,
      keepAliveTimeout: connection.idleMs / scale,
      keepAliveTimeoutBuffer: 1,
      connectionsCheckingInterval: 20,
    };
    const server = createHttpServer(createApp(), { limits });
    servers.push(server);
    await listen(server, 0, '127.0.0.1');
    const sockets = await openPool(server);
    await pause(proxyIdleMs / scale);
    const answers = await Promise.all(sockets.map((socket) => ask(socket, 'POST')));
    for (const socket of sockets) socket.destroy();
    await drain(server);
    expect(answers.filter((one) => one !== 'HTTP/1.1 200 OK')).to.deep.equal([]);
  });

  it('is announced by Keep-Alive with the time for which it is kept', async () => {
    const server = createHttpServer(createApp());
    servers.push(server);
    const { port } = await listen(server, 0, '127.0.0.1');
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(request('GET'));
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    await drain(server);
    expect(String(head)).to.match(new RegExp(`Keep-Alive: timeout=${connection.idleMs / 1_000}\r`, 'i'));
  });

  it('is given up first by the proxy that is shipped', () => {
    const caddyfile = readFileSync(path.join(projectFolder, 'scripts/ops/Caddyfile'), 'utf8');
    const [, seconds] = /^\s*keepalive (\d+)s$/m.exec(caddyfile) ?? [];
    expect(Number(seconds) * 1_000).to.be.within(1_000, connection.idleMs - 10_000);
    expect(proxyIdleMs).to.be.at.most(connection.idleMs - 10_000);
  });
});

describe('a shutdown', () => {
  it('does not wait for connections that nobody uses', async () => {
    const server = createHttpServer(createApp());
    servers.push(server);
    await listen(server, 0, '127.0.0.1');
    const sockets = await openPool(server);
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
    const started = performance.now();
    await Promise.all([drain(server), closed]);
    expect(performance.now() - started).to.be.below(connection.idleMs / 10);
  });
});
