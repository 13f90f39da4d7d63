// Requests within the process end as those of a connection do: whatever they hold is given back when nobody reads on.
import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import Koa, { type Context, type Middleware } from 'koa';
import {
  createInnerRequests,
  takeOuterState,
  type AskInside,
} from '../../../src/platform/http/process/inner-requests.ts';
import type { Endpoint } from '../../../src/platform/http/endpoint.ts';
import { limitBulk } from '../../../src/platform/http/request/bulk.ts';

const request = { method: 'GET', path: '/', headers: {} };

/** Sends requests to an application that consists of this middleware. */
function serve(answer: Middleware): { ask: AskInside; failures: unknown[] } {
  const app = new Koa();
  const failures: unknown[] = [];
  app.use(takeOuterState).use(answer);
  app.on('error', (error) => void failures.push(error));
  return { ask: createInnerRequests(app), failures };
}
const client = (): Context => ({ res: Object.assign(new EventEmitter(), { closed: false }), state: {} }) as never;

/** Resolves when something closes, also after an error. */
const closing = (one: EventEmitter): Promise<unknown> => new Promise((resolve) => one.once('close', resolve));

/** A body that never ends, and when it closes. */
function endless(): { body: Readable; closed: Promise<unknown> } {
  const body = Readable.from(
    (async function* pages() {
      for (;;) {
        yield 'x'.repeat(1_000);
        await nextTurn();
      }
    })(),
    { objectMode: false },
  );
  return { body, closed: closing(body) };
}

describe('a request within the process', () => {
  it('closes an answer that is larger than what is read', async () => {
    const { body, closed } = endless();
    const { ask } = serve((ctx) => void (ctx.body = body));
    expect((await ask(client(), request, 5_000)).text).to.equal(null);
    await closed;
  });

  it('closes an answer whose client leaves while it is read', async () => {
    const { body, closed } = endless();
    const { ask } = serve((ctx) => void (ctx.body = body));
    const outer = client();
    const answered = ask(outer, request, Infinity).catch((error: unknown) => error);
    await once(body, 'data');
    outer.res.emit('close');
    expect(await answered).to.include({ code: 'OVERLOADED' });
    await closed;
    expect(outer.res.listenerCount('close')).to.equal(0);
  });

  it('closes an answer that is ready only after its client has left', async () => {
    const { body, closed } = endless();
    const entered = Promise.withResolvers<void>();
    const found = Promise.withResolvers<void>();
    const { ask } = serve(async (ctx) => {
      entered.resolve();
      await found.promise;
      ctx.body = body;
    });
    const outer = client();
    const answered = ask(outer, request, Infinity).catch((error: unknown) => error);
    await entered.promise;
    outer.res.emit('close');
    expect(await answered).to.include({ code: 'OVERLOADED' });
    found.resolve();
    await closed;
  });

  it('says to what it waits for that its client has left', async () => {
    const entered = Promise.withResolvers<Context>();
    const place = Promise.withResolvers<void>();
    const { ask } = serve(async (ctx) => {
      entered.resolve(ctx);
      await place.promise;
    });
    const outer = client();
    const answered = ask(outer, request, 1_000).catch((error: unknown) => error);
    const ctx = await entered.promise;
    expect(ctx.res.closed).to.equal(false);
    const closed = closing(ctx.res);
    outer.res.emit('close');
    await closed;
    expect(ctx.res.closed).to.equal(true);
    expect(await answered).to.include({ code: 'OVERLOADED' });
    place.resolve();
  });

  it('gives back the place of a bulk request whose client leaves while it waits', async () => {
    const first = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    let count = 0;
    const limit = limitBulk(() => Promise.resolve(), null)({ isBulk: true } as Endpoint);
    const { ask } = serve(async (ctx) => {
      await limit(ctx, async () => {
        started.resolve();
        count += 1;
        if (count === 1) await first.promise;
        ctx.body = 'done';
      });
    });
    const caller = { kind: 'user', tenantId: 'tenant', userId: 'user' };
    const sender = (): Context => Object.assign(client(), { state: { caller } });
    const leaves = sender();
    const answers = [ask(sender(), request, 1_000)];
    await started.promise;
    const left = ask(leaves, request, 1_000).catch((error: unknown) => error);
    await nextTurn(); // it waits
    leaves.res.emit('close');
    expect(await left).to.include({ code: 'OVERLOADED' });
    first.resolve();
    answers.push(ask(sender(), request, 1_000));
    expect((await Promise.all(answers)).map(({ text }) => text)).to.deep.equal(['done', 'done']);
    expect(count).to.equal(2);
  });

  it('is not made for a client that has left before', async () => {
    let made = 0;
    const { ask } = serve(() => void (made += 1));
    const outer = client();
    Object.assign(outer.res, { closed: true });
    const refused = await ask(outer, request, 1_000).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'OVERLOADED' });
    expect(made).to.equal(0);
  });

  it('is refused if its answer breaks off', async () => {
    const body = Readable.from(
      (async function* pages() {
        yield 'x'.repeat(100_000);
        await nextTurn();
        throw new Error('The database is gone.');
      })(),
      { objectMode: false },
    );
    const { ask, failures } = serve((ctx) => void (ctx.body = body));
    const refused = await ask(client(), request, 1_000_000).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'OVERLOADED' });
    expect(String(failures)).to.include('The database is gone.');
  });
});
