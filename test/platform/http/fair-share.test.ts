// How the process is shared: beside another tenant's requests, a tenant has eight at work, and its others wait their turn.
import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import { expect } from 'chai';
import type { Context } from 'koa';
import { ApiError } from '../../../src/platform/errors.ts';
import type { Endpoint } from '../../../src/platform/http/endpoint.ts';
import { shareBetweenTenants } from '../../../src/platform/http/caller/fair-share.ts';

/** A request under way. `end` lets its handler return or throw. */
type Sent = { end: (error?: Error) => void; ended: Promise<unknown>; hangUp: () => void };

type Kind = Pick<Endpoint, 'isHeavy'>;
const usual: Kind = {};
const heavy: Kind = { isHeavy: true };

describe('requests of a tenant', () => {
  let now: number;
  let overloaded: string;
  let started: string[];
  let share: ReturnType<typeof shareBetweenTenants>;
  beforeEach(() => {
    now = 0;
    overloaded = '';
    started = [];
    share = shareBetweenTenants({ isOverloaded: (tenantId) => tenantId === overloaded }, () => now);
  });

  function send(tenantId: string, name: string, declared = usual): Sent {
    let end: Sent['end'] = () => undefined;
    const handled = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    handled.catch(() => undefined);
    const client = new EventEmitter();
    const context = { state: { caller: { kind: 'service', tenantId } }, res: client } as unknown as Context;
    const ended = Promise.resolve(
      share(declared as Endpoint)(context, () => {
        started.push(name);
        return handled;
      }),
    ).catch((error: unknown) => error);
    return { end, ended, hangUp: () => void client.emit('close') };
  }
  const sendMany = (tenantId: string, count: number, declared = usual): Sent[] =>
    Array.from({ length: count }, (_, n) => send(tenantId, `a${n}`, declared));
  const named = (count: number): string[] => Array.from({ length: count }, (_, n) => `a${n}`);
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const endAll = async (requests: Sent[]): Promise<void> => {
    for (const { end } of requests) end();
    await Promise.all(requests.map(({ ended }) => ended));
  };

  it('all start at once while no other tenant sends', async () => {
    const requests = sendMany('a', 64);
    await settle();
    expect(started).to.deep.equal(named(64));
    await endAll(requests);
  });

  it('beside another tenant start eight at a time, in their order, and the other one does not wait', async () => {
    const other = send('b', 'b0');
    const requests = sendMany('a', 10);
    const next = send('b', 'b1');
    await settle();
    expect(started).to.have.members(['b0', ...named(8), 'b1']);
    requests[3]?.end();
    await requests[3]?.ended;
    await settle();
    expect(started.slice(10)).to.deep.equal(['a8']);
    requests[0]?.end(new Error('failed'));
    await requests[0]?.ended;
    await settle();
    expect(started.slice(10)).to.deep.equal(['a8', 'a9']);
    await endAll([other, next, ...requests]);
  });

  it('that take long leave their places to the next', async () => {
    const other = send('b', 'b0');
    const requests = sendMany('a', 9);
    while (!started.includes('a8')) await new Promise((resolve) => setTimeout(resolve, 5));
    await endAll([other, ...requests]);
    expect(started).to.have.length(10);
    const later = sendMany('a', 9);
    await settle();
    expect(started).to.have.length(18); // each place was given back once
    await endAll(later);
  });

  it('that are heavy start one at a time, and no other request waits for them', async () => {
    const other = send('b', 'b0');
    const requests = sendMany('a', 9, heavy);
    const light = send('a', 'light');
    await settle();
    expect(started.filter((name) => name.startsWith('a'))).to.deep.equal(named(1));
    expect(started).to.include('light');
    await endAll([other, light, ...requests]);
    expect(started).to.have.length(11);
  });

  it('are not limited any more when the other tenant has been silent for a second', async () => {
    const other = send('b', 'b0');
    const requests = sendMany('a', 20);
    await settle();
    expect(started).to.have.length(9);
    now = 1_001;
    requests[0]?.end();
    await requests[0]?.ended;
    await settle();
    expect(started).to.have.length(21);
    await endAll([other, ...requests]);
  });

  it('are refused when too many wait, which those of the other tenant do not notice', async () => {
    const other = send('b', 'b0');
    const requests = sendMany('a', 8 + 256);
    const refused = await send('a', 'one too many').ended;
    expect(refused).to.be.instanceOf(ApiError).with.property('code', 'OVERLOADED');
    const next = send('b', 'b1');
    await settle();
    expect(started).to.include('b1');
    await endAll([other, next, ...requests]);
    expect(started).to.have.length(8 + 256 + 2);
  });

  it('leave the line when their client leaves', async () => {
    const other = send('b', 'b0');
    const requests = sendMany('a', 10);
    await settle();
    requests[8]?.hangUp();
    expect(await requests[8]?.ended).to.have.property('code', 'OVERLOADED');
    requests[0]?.hangUp(); // it has begun
    requests[0]?.end();
    await requests[0]?.ended;
    await settle();
    expect(started).to.include('a9').and.not.include('a8');
    await endAll([other, ...requests]);
  });

  it('that are heavy keep their places for two seconds, and are refused after ten in line', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const other = send('b', 'b0');
    const requests = sendMany('a', 10, heavy);
    const startedAfter = async (ms: number): Promise<number> => {
      mock.timers.tick(ms);
      await settle();
      return started.filter((name) => name.startsWith('a')).length;
    };
    await settle();
    const counts = [];
    for (const ms of [1_999, 1, 1_999, 1, 2_000, 2_000]) counts.push(await startedAfter(ms));
    expect(counts).to.deep.equal([1, 2, 2, 3, 4, 5]);
    await startedAfter(2_000);
    mock.timers.reset();
    for (const { ended } of requests.slice(6)) expect(await ended).to.have.property('code', 'OVERLOADED');
    await endAll([other, ...requests]);
  });

  it('are refused while the tenant has too much under way, also if they waited, and those of others are not', async () => {
    const other = send('b', 'b0');
    const requests = sendMany('a', 9);
    await settle();
    overloaded = 'a';
    requests[0]?.end();
    expect(await requests[8]?.ended).to.have.property('code', 'OVERLOADED');
    expect(await send('a', 'a9').ended).to.have.property('code', 'OVERLOADED');
    const next = send('b', 'b1');
    await settle();
    expect(started).to.include('b1').and.not.include('a8').and.not.include('a9');
    await endAll([other, next, ...requests]);
  });
});
