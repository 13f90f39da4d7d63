// Ids that derive from what they stand for.
import { expect } from 'chai';
import fc from 'fast-check';
import { deriveId } from '../../../src/platform/lib/ids.ts';

describe('a derived id', () => {
  it('stays what it is: a database restored from a backup of any time makes the same', () => {
    expect(deriveId('notification', 'a', 'b')).to.equal('e06906f4-e6d9-82dc-a968-aa0c9023e45c');
  });

  it('is a UUID of version 8, and another for other parts', () => {
    const parts = fc.array(fc.string(), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, another) => {
        const ids = [deriveId(...one), deriveId(...another)];
        expect(ids[0]).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(ids[0] === ids[1]).to.equal(JSON.stringify(one) === JSON.stringify(another));
      }),
    );
    expect(deriveId('a', 'bc')).to.not.equal(deriveId('ab', 'c'));
  });
});
