// Batches of calls: one that gets no answer holds up the next only for a while, and the stuck ones are few.
import { expect } from 'chai';
import { createBatchLoader } from '../../../src/platform/graph/reads/batch-loader.ts';

describe('a batch of calls', () => {
  const limits = { calls: 1, atOnce: 2, joined: 1, waitMs: 30 };
  let sent: string[];
  /** Ends the call of this name. */
  let end: Map<string, () => void>;
  let ask: (call: string) => Promise<string>;
  beforeEach(() => {
    sent = [];
    end = new Map();
    ask = createBatchLoader<string, string>(async ([call = '']) => {
      sent.push(call);
      if (call.startsWith('stuck')) await new Promise<void>((resolve) => end.set(call, resolve));
      return [Promise.resolve(call)];
    }, limits);
  });

  it('waits for one that has no answer, and then goes on without it', async () => {
    void ask('stuck 1');
    void ask('stuck 2');
    const started = performance.now();
    expect(await ask('a')).to.equal('a');
    expect(performance.now() - started).to.be.at.least(limits.waitMs - 5);
    expect(await ask('b')).to.equal('b');
  });

  it('is not sent while as many as may be under way are stuck, and as many behind them', async () => {
    const stuck = ['stuck 1', 'stuck 2', 'stuck 3', 'stuck 4'];
    const asked = [...stuck, 'a'].map(ask);
    await new Promise((resolve) => setTimeout(resolve, 4 * limits.waitMs));
    expect(sent).to.deep.equal(stuck);
    end.get('stuck 3')?.();
    expect(await asked[4]).to.equal('a');
    for (const one of stuck) end.get(one)?.();
    expect(await Promise.all(asked)).to.deep.equal([...stuck, 'a']);
    expect(await ask('b')).to.equal('b');
  });
});
