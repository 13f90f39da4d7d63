// Writes that wait for the same lock: a few of a tenant are under way, and the others wait for their turn.
import { expect } from 'chai';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { createSharedWrites } from '../../../src/platform/graph/writes/shared-writes.ts';
import { sharedWrites } from '../../../src/platform/limits.ts';

const move = getQuery('reporting-line/set_manager');

describe('writes that are made in turn', () => {
  it('have two of a tenant under way, do not wait for those of another tenant, and are not joined', async () => {
    const begun: { tenantId: string; calls: number; end: () => void }[] = [];
    const write = createSharedWrites(async (_query, calls) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push({ tenantId: String(calls[0]?.params['tenantId']), calls: calls.length, end: resolve });
      await promise;
      return [];
    });
    const results = ['a', 'a', 'a', 'b'].map((tenantId) => write(move, { tenantId }, performance.now() + 1_000));
    const untilBegun = async (count: number): Promise<void> => {
      while (begun.length < count) await new Promise(setImmediate);
      await new Promise(setImmediate);
    };
    await untilBegun(3);
    expect(sharedWrites.inTurn).to.equal(2);
    expect(begun.map(({ tenantId }) => tenantId).join('')).to.equal('aab');
    begun[0]?.end();
    await untilBegun(4);
    expect(begun.map(({ calls }) => calls)).to.deep.equal([1, 1, 1, 1]);
    for (const { end } of begun) end();
    await Promise.all(results);
  });
});
