// Turns: how many lists a caller, a tenant and a process may read at once, and who is refused.
import { expect } from 'chai';
import type { ApiError } from '../../../src/platform/errors.ts';
import { createPlaces, type TakePlace } from '../../../src/platform/lib/places.ts';

const waiting = { perCaller: 128, total: 512 };

const ada = { tenantId: 'acme', callerId: 'ada' };
const bob = { tenantId: 'acme', callerId: 'bob' };
const zoe = { tenantId: 'zenith', callerId: 'zoe' };
const yan = { tenantId: 'yonder', callerId: 'yan' };

describe('turns', () => {
  let acquire: TakePlace;
  beforeEach(() => (acquire = createPlaces({ perCaller: 2, perTenant: 3, total: 4, waiting })));
  const codeOf = (taken: Promise<unknown>): Promise<string> =>
    taken.then(
      () => 'taken',
      (error: ApiError) => error.code,
    );

  it('are given up to the limits of caller, tenant and process', async () => {
    const taken = [ada, ada, ada, bob, bob, zoe, zoe].map((reader) => codeOf(acquire(reader, 1)));
    expect(await Promise.all(taken)).to.deep.equal([
      'taken',
      'taken',
      'RATE_LIMITED',
      'taken',
      'RATE_LIMITED',
      'taken',
      'OVERLOADED',
    ]);
  });

  it('go to the reader who has waited longest among those within their limits', async () => {
    const [first, , third, fourth] = await Promise.all([ada, ada, bob, zoe].map((reader) => acquire(reader, 1)));
    const order: string[] = [];
    const waiting = [
      acquire(ada, 10_000).then(() => order.push('ada')),
      acquire(yan, 10_000).then(() => order.push('yan')),
      acquire(zoe, 10_000).then(() => order.push('zoe')),
    ];
    third?.(); // bob's: ada has two already, so yan is the first who may
    await waiting[1];
    first?.();
    await waiting[0];
    fourth?.();
    await Promise.all(waiting);
    expect(order).to.deep.equal(['yan', 'ada', 'zoe']);
  });

  it('are kept for tenants that have none, so that two do not take them all', async () => {
    acquire = createPlaces({ perCaller: 4, perTenant: 4, total: 6, reserved: 2, waiting });
    const taken = [ada, ada, bob, bob, zoe, zoe, yan].map((reader) => codeOf(acquire(reader, 1)));
    expect(await Promise.all(taken)).to.deep.equal([
      'taken',
      'taken',
      'taken',
      'taken',
      'taken',
      'OVERLOADED',
      'taken',
    ]);
  });

  it('end once, however often they are ended', async () => {
    const [end] = await Promise.all([acquire(ada, 1), acquire(ada, 1)]);
    end();
    end();
    const taken = [ada, ada].map((reader) => codeOf(acquire(reader, 1)));
    expect(await Promise.all(taken)).to.deep.equal(['taken', 'RATE_LIMITED']);
  });

  it('are refused at once to a caller with many waiting, and to nobody else', async () => {
    await acquire(ada, 1);
    await acquire(ada, 1);
    for (let n = 0; n < 128; n += 1) void codeOf(acquire(ada, 10_000));
    expect(await codeOf(acquire(ada, 10_000))).to.equal('RATE_LIMITED');
    expect(await codeOf(acquire(zoe, 10_000))).to.equal('taken');
  });
});
