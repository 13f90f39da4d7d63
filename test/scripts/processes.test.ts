// How `npm start` waits for its processes: as long as they make progress, and no longer.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { explainEnd, waitUntilHealthy } from '../../scripts/stack/processes.ts';

const isRunning = { ended: new Promise<string>(() => undefined) };

describe('waiting for a process', () => {
  let server: Server;
  let url: string;
  let status: () => number | null;

  before(async () => {
    server = createServer((request, response) => {
      const code = status();
      if (code === null) request.socket.destroy();
      else response.writeHead(code).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`;
  });
  after(() => server.close());

  const failureOf = (waiting: Promise<void>): Promise<string> =>
    waiting.then(
      () => 'healthy',
      (error: Error) => error.message,
    );

  it('goes on while it answers that it is not ready, for longer than it may be silent', async () => {
    const started = performance.now();
    status = () => (performance.now() - started < 1_000 ? 503 : 200);
    await waitUntilHealthy(isRunning, url, { silentMs: 500 });
  });

  it('takes a refusal as an answer to a person, who may have left, and a failure not', async () => {
    status = () => 401;
    await waitUntilHealthy(isRunning, url, { token: 'x' });
    expect(await failureOf(waitUntilHealthy(isRunning, url, { unreadyMs: 200 }))).to.match(/not ready within 0.2 s/);
    status = () => 503;
    const asked = waitUntilHealthy(isRunning, url, { token: 'x', unreadyMs: 200 });
    expect(await failureOf(asked)).to.match(/not ready within 0.2 s/);
  });

  it('ends when it is silent, when it does not become ready, and when the process ends', async () => {
    status = () => null;
    expect(await failureOf(waitUntilHealthy(isRunning, url, { silentMs: 200 }))).to.match(/did not answer for 0.2 s/);
    status = () => 503;
    expect(await failureOf(waitUntilHealthy(isRunning, url, { unreadyMs: 200 }))).to.match(/not ready within 0.2 s/);
    const ended = { ended: Promise.resolve('API ended with code 1.') };
    expect(await failureOf(waitUntilHealthy(ended, url))).to.equal('API ended with code 1.');
  });

  it('says why everything ends when one of the processes of npm start does', () => {
    expect(explainEnd('worker ended by SIGKILL.')).to.match(
      /^worker ended by SIGKILL\. .*everything stops.*"npm start"/,
    );
  });
});
