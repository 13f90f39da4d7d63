// Counts that are forgiven with time, and which of many keys are remembered.
import { expect } from 'chai';
import { createForgivingCounts } from '../../../src/platform/lib/forgiving-counts.ts';

describe('counts that are forgiven', () => {
  let now = 0;
  const create = () => createForgivingCounts({ burst: 2, perSecond: 1 }, () => now);

  it('are spent after a burst, and have room again a second later', () => {
    const counts = create();
    counts.add('a');
    expect(counts.isSpent('a')).to.equal(false);
    counts.add('a');
    expect([counts.isSpent('a'), counts.isSpent('b')]).to.deep.equal([true, false]);
    now += 1_000;
    expect(counts.isSpent('a')).to.equal(false);
    expect([counts.isKnown('a', 1_001), counts.isKnown('a', 1_000), counts.isKnown('b', 1_001)]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('are of the 20,000 keys that were counted last: who only asks keeps none', () => {
    const counts = create();
    for (const key of ['asked', 'counted']) for (let time = 0; time < 2; time += 1) counts.add(key);
    for (let key = 0; key < 19_998; key += 1) counts.add(String(key));
    expect([counts.isSpent('asked'), counts.isSpent('counted')]).to.deep.equal([true, true]);
    counts.add('counted');
    counts.add('one more');
    expect([counts.isSpent('asked'), counts.isSpent('counted')]).to.deep.equal([false, true]);
  });
});
