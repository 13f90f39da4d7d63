// The door of the server, which refuses requests before the application sees them: what it lets through, and request ids.
import Koa from 'koa';
import { expect } from 'chai';
import { createHttpServer } from '../../../src/platform/http/process/server.ts';
import { expectRefusal, send, type Sent } from './wire.ts';

describe('a request at the door of an overloaded process', () => {
  let refusals = 0;
  const app = new Koa().use((ctx) => void (ctx.body = {}));
  const server = createHttpServer(app, {
    loadGuard: { isOverloaded: () => true, countRefusal: () => (refusals += 1) },
  });
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  after(() => server.close());
  const ask = (path: string, id?: string): Promise<Sent> => {
    const { port } = server.address() as { port: number };
    return send(`http://127.0.0.1:${port}`, path, id === undefined ? {} : { headers: { 'x-request-id': id } });
  };

  it('is let through if it is a health check, with a query string too', async () => {
    for (const path of ['/livez', '/readyz', '/metrics', '/readyz?from=balancer']) {
      expect((await ask(path)).status, path).to.equal(200);
    }
    expect(refusals).to.equal(0);
    expectRefusal(await ask('/v1/readyz'), 503, 'OVERLOADED');
    expect(refusals).to.equal(1);
  });

  it('gets its plain id back, and any id that the AuthZEN profile wants echoed', async () => {
    const idOf = async (path: string, id?: string): Promise<unknown> => (await ask(path, id)).headers['x-request-id'];
    expect(await idOf('/v1/me', 'request-1234')).to.equal('request-1234');
    expect(await idOf('/v1/me', 'a b')).to.match(/^[\w-]{36}$/);
    expect(await idOf('/v1/me')).to.match(/^[\w-]{36}$/);
    expect(await idOf('/access/v1/evaluation', 'a b')).to.equal('a b');
    expect(await idOf('/access/v1/evaluation')).to.match(/^[\w-]{36}$/);
  });
});
