// Which wordings mean the same: generated neighbours of a wording, by what was done to it.
import { expect } from 'chai';
import type { Wording, Words } from '../../../src/features/questions/rules.ts';
import { continueOptions } from '../../../src/features/questions/wordings.ts';
import { createRandom, pick, shuffle, type Random } from '../../../scripts/tools/random.ts';

const words = (of: string): Words => ({ en: `${of}`, de: `${of} auf Deutsch` });
const choice: Wording = { text: words('Which?'), options: ['A', 'B', 'C', 'D'].map(words) };
const scale: Wording = { text: words('How?'), low: words('Not'), high: words('Very') };
const mapWords = (wording: Wording, map: (of: Words) => Words): Wording => ({
  text: map(wording.text),
  ...(wording.low && { low: map(wording.low) }),
  ...(wording.high && { high: map(wording.high) }),
  ...(wording.options && { options: wording.options.map(map) }),
});
/** The same words in one language. */
const only = (language: 'en' | 'de', of: Wording): Wording => mapWords(of, (one) => ({ [language]: one[language] }));
const withGerman = (of: Wording): Wording => mapWords(of, (one) => words(one.en ?? ''));
const reorder = (of: Wording, random: Random): Wording =>
  of.options ? { ...of, options: shuffle(random, of.options) } : of;
const changed = (of: Words): Words => ({ ...of, en: `${of.en} indeed` });

type Edit = (of: Wording, random: Random) => Wording;
/** What can be done to a wording in English that leaves its meaning. */
const harmless: Edit[] = [(of) => of, withGerman, reorder];
/** What can be done to a wording in both languages that does not. */
const harmful: Edit[] = [
  (of) => ({ ...of, text: changed(of.text) }),
  (of) => only('en', of),
  (of) => only('de', of),
  (of) => mapWords(of, (one) => ({ en: `${one.en}!`, de: `${one.de}!` })),
  (of, random) =>
    of.options
      ? { ...of, options: of.options.with(Math.floor(random() * of.options.length), words('E')) }
      : { ...of, low: of.high as Words, high: of.low as Words },
  (of) =>
    of.options
      ? { ...of, options: of.options.with(0, changed(of.options[0] as Words)) }
      : { text: of.text, low: of.low as Words },
];

describe('a wording', () => {
  it('means the same in another order of its options and in a further language, and an option keeps its id', () => {
    const random = createRandom('wordings', 'same');
    for (let round = 0; round < 500; round += 1) {
      let before = only('en', pick(random, [choice, scale]));
      let ids = (before.options ?? []).map((_, at) => at);
      for (let edit = 0; edit < 4; edit += 1) {
        const after = pick(random, harmless)(before, random);
        const found = continueOptions(before, ids, after);
        expect(found, JSON.stringify([before, after])).to.have.length(ids.length);
        [before, ids] = [after, found ?? []];
        expect((before.options ?? []).map(({ en }) => en)).to.deep.equal(ids.map((id) => 'ABCD'.charAt(id)));
      }
    }
  });

  it('means something else if a word is another one or a language is gone, or the ends of a scale are swapped', () => {
    const random = createRandom('wordings', 'other');
    for (let round = 0; round < 500; round += 1) {
      const before = pick(random, [choice, scale]);
      const after = pick(random, harmful)(reorder(before, random), random);
      expect(continueOptions(before, [], after), JSON.stringify([before, after])).to.equal(null);
    }
  });

  it('has the same words as the first one of its series in each language of that, whatever is between them', () => {
    const random = createRandom('wordings', 'chains');
    let chains = 0;
    for (let round = 0; round < 500; round += 1) {
      const first = only('en', choice);
      let before = first;
      for (let edit = 0; edit < 6; edit += 1) {
        const after = pick(random, [...harmless, ...harmful])(before, random);
        if (continueOptions(before, [], after) === null) continue; // a series of its own
        before = after;
        chains += 1;
        expect(before.text.en).to.equal(first.text.en);
        expect((before.options ?? []).map(({ en }) => en).toSorted()).to.deep.equal(['A', 'B', 'C', 'D']);
      }
    }
    expect(chains).to.be.above(500);
  });
});
