// The API as a process: it starts only when it can serve, and ends in order, without dropping a request.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { readVersion } from '../../../src/platform/lib/project-folder.ts';
import { company, userToken, type Company } from '../../support/company.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { endProcesses, refused, start } from '../../support/process.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { send, socketTo } from './wire.ts';

const inProcess = service();
endProcesses();
let acme: Company;
let headers: Record<string, string>;
before(async () => {
  acme = await company(inProcess, 'Ada\n  Bob');
  const authorization = `Bearer ${await userToken(inProcess, acme.tenantId, acme.id('Ada'))}`;
  headers = { authorization, 'content-type': 'application/json' };
});

/** A request that the API has begun to handle: it waits for the body, which `finish` sends. */
async function underWay(url: string, weekStart: string): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const body = JSON.stringify(aSummary({ weekStart }));
  const socket = await socketTo(url);
  socket.on('error', () => undefined);
  const named = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    expect: '100-continue',
  });
  socket.write(
    `POST /v1/summaries HTTP/1.1\r\nHost: x\r\n${named.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n`,
  );
  await once(socket, 'data'); // 100 Continue
  return {
    socket,
    async finish() {
      socket.write(body);
      let text = '';
      for await (const piece of socket) text += String(piece);
      return text;
    },
  };
}

async function readStatuses(url: string, paths: string[]): Promise<unknown[]> {
  const responses = await Promise.all(paths.map((path) => send(url, path)));
  return responses.map(({ status }) => status);
}

/** A connection that has been used once and is kept alive by its client. */
async function lingering(url: string): Promise<Socket> {
  const socket = await socketTo(url);
  socket.on('error', () => undefined);
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

describe('the API, on a stop signal', () => {
  it('serves the request under way and ends with 0 in time, even with kept-alive connections', async () => {
    const api = await start();
    const idle = [await lingering(api.url), await lingering(api.url)];
    const request = await underWay(api.url, '2026-01-05');
    api.child.kill('SIGTERM');
    await api.line('"shutting down"');
    const answer = await request.finish();
    expect(answer).to.match(/^HTTP\/1\.1 201 /);
    expect(answer).to.match(/^connection: close\r$/im);
    const { code, ms } = await api.ended;
    expect(code).to.equal(0);
    expect(ms).to.be.below(3_000);
    for (const socket of idle) socket.destroy();
    const stored = await inProcess.graph.statement(
      'MATCH (s:Summary {tenantId: $tenantId, weekStart: date("2026-01-05")}) RETURN count(s) AS written',
      { tenantId: acme.tenantId },
    );
    expect(stored).to.deep.equal([{ written: 1 }]);
  });

  it('ends in time although a connected client has sent no request', async () => {
    const api = await start();
    const mute = await socketTo(api.url);
    mute.on('error', () => undefined);
    await send(api.url, '/livez');
    api.child.kill('SIGINT');
    const { code, ms } = await api.ended;
    mute.destroy();
    expect(code).to.equal(0);
    expect(ms).to.be.below(3_000);
  });

  it('is not ready but keeps serving while its load balancer notices', async () => {
    const healthPort = String(await findFreePort());
    const health = `http://127.0.0.1:${healthPort}`;
    const api = await start({ DRAIN_SECONDS: '2', HEALTH_PORT: healthPort });
    await api.line(`"healthPort":${healthPort}`);
    await api.line('query plans ready');
    expect(await readStatuses(health, ['/readyz', '/livez', '/metrics', '/openapi.json'])).to.deep.equal([
      200, 200, 200, 404,
    ]);
    expect(await readStatuses(api.url, ['/readyz', '/livez', '/metrics', '/openapi.json'])).to.deep.equal([
      404, 404, 404, 200,
    ]);
    api.child.kill('SIGTERM');
    await api.line('"shutting down"');
    const [ready, statuses] = await Promise.all([
      send(health, '/readyz'),
      readStatuses(health, ['/livez', '/metrics']),
    ]);
    expect([ready.status, ...statuses]).to.deep.equal([503, 200, 200]);
    expect(ready.body).to.include({ status: 'not-ready', neo4j: 'up' });
    const served = await send(api.url, `/v1/org/users/${acme.id('Ada')}/chain`, { headers });
    expect([served.status, served.headers.connection]).to.deep.equal([200, 'close']);
    expect((await api.ended).code).to.equal(0);
  });

  it('has its time to close after that, however long it went on serving', () => {
    const script = `
      const { onStop } = await import('./src/platform/http/process/lifecycle.ts');
      const stop = () => new Promise((resolve) => setTimeout(resolve, 2_000));
      onStop({ info() {} }, stop, { servesForMs: 60_000, withinMs: 1_000 });
      process.kill(process.pid, 'SIGTERM');
      setInterval(() => undefined, 1_000);`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).status).to.equal(0);
  });

  it('ends at once on a second signal', async () => {
    const api = await start();
    const request = await underWay(api.url, '2026-01-12');
    api.child.kill('SIGTERM');
    await api.line('"shutting down"');
    api.child.kill('SIGTERM');
    const { code } = await api.ended; // the request is still under way
    request.socket.destroy();
    expect(code).to.equal(1);
  });

  it('ends by itself, in order, when the process that started it is gone', async () => {
    const api = await start({}, ['ignore', 'pipe', 'inherit', 'ipc']);
    const request = await underWay(api.url, '2026-01-19');
    api.child.disconnect();
    await api.line('"shutting down"');
    expect(await request.finish()).to.match(/^HTTP\/1\.1 201 /);
    expect((await api.ended).code).to.equal(0);
  });
});

describe('the API, at its start', () => {
  it('refuses without its configuration, naming all that is missing', async () => {
    const { code, said } = await refused({});
    expect(code).to.equal(1);
    for (const name of ['NEO4J_URI', 'NEO4J_PASSWORD', 'REDIS_URL']) expect(said).to.include(`${name} is missing`);
    expect(said).to.include('TOKEN_JWKS_URL or TOKEN_KEY_FILE');
  });

  it('refuses a configuration that is mistyped, naming all of it and no value', async () => {
    const mistyped = {
      PORT: 'hush',
      NEO4J_URI: 'http://hush',
      REDIS_URL: 'hush',
      LOG_LEVEL: 'hush',
      DRAIN_SECONDS: '61',
    };
    const { code, said } = await refused({ ...process.env, ...mistyped, NEO4J_PASSWORD: 'hush' });
    expect(code).to.equal(1);
    for (const name of Object.keys(mistyped)) expect(said).to.include(name);
    expect(said).to.not.include('hush');
  });

  const keys: Record<string, NodeJS.ProcessEnv> = {
    'without a key for tokens': { TOKEN_KEY_FILE: '' },
    'with two sources of keys': { TOKEN_JWKS_URL: 'https://id.example/keys' },
    'with keys of no URL': { TOKEN_KEY_FILE: '', TOKEN_JWKS_URL: 'file:///keys' },
  };
  for (const [how, change] of Object.entries(keys)) {
    it(`refuses ${how}`, async () => {
      const { code, said } = await refused({ ...process.env, ...change });
      expect(code).to.equal(1);
      expect(said).to.match(/TOKEN_JWKS_URL|TOKEN_KEY_FILE/);
    });
  }

  it('serves on a newer schema that works with this version, and refuses another', async () => {
    const set = (worksWith: string): Promise<unknown> =>
      inProcess.graph.statement(
        "MERGE (m:Migration {version: 'V999'}) SET m.checksum = 'x', m.worksWith = $worksWith",
        { worksWith },
      );
    try {
      await set(readVersion());
      const api = await start();
      const { body } = await send(api.url, '/readyz');
      expect(body).to.include({ version: readVersion() });
      expect((await send(api.url, '/v1/me', { headers })).status).to.equal(200);
      await set('99.0.0');
      const { code, said } = await refused(process.env);
      expect(code).to.equal(1);
      expect(said).to.include('V999, which needs version 99.0.0 or newer');
    } finally {
      await inProcess.graph.statement("MATCH (m:Migration {version: 'V999'}) DELETE m");
    }
  });

  it('refuses a port that is taken', async () => {
    const { code, said } = await refused({ ...process.env, PORT: new URL(inProcess.url).port });
    expect(code).to.equal(1);
    expect(said).to.include('EADDRINUSE');
  });
});
