// The page of releases is read by those who have the least time: an entry says what kind of change it is, and its sentences are short.
import { expect } from 'chai';
import { releases } from '../../../src/app/pages/releases.ts';

describe('the page of releases', () => {
  const entries = releases.flatMap(({ changes }) => changes);

  it('says of each change whether it is new, another one or a stricter one', () => {
    for (const one of entries) expect(one).to.match(/^(New|Changed|Stricter): .*[^.]\.$/);
  });

  it('has short sentences, at most three for a change', () => {
    for (const one of entries) {
      const sentences = one.split(/\. (?=[A-Z`])/);
      expect(sentences, one).to.have.length.below(4);
      for (const sentence of sentences) expect(sentence.length, sentence).to.be.below(241);
    }
  });
});
