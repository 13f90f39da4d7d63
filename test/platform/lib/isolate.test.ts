// Names that are written from right to left, among words and numbers: as a reader sees them, by the bidirectional algorithm of Unicode.
import { expect } from 'chai';
import createBidi from 'bidi-js';
import fc from 'fast-check';
import { isolate } from '../../../src/platform/lib/isolate.ts';

const bidi = (createBidi as unknown as typeof createBidi.default)(); // its types are those of a module of another kind

/** The characters in the order in which they stand on the screen, of a paragraph from left to right. */
function show(text: string): string {
  const order = bidi.getReorderedIndices(text, bidi.getEmbeddingLevels(text, 'ltr'));
  return order
    .map((at) => text[at])
    .join('')
    .replace(/[\u2068\u2069]/g, '');
}
const reversed = (text: string): string => [...text].toReversed().join('');

const names = ['דוד כהן', 'نور', 'שרה לוי-כהן', 'دانا الخطيب'];
const before = ['', '29 ', '12:44, ', 'Team of ', '(', '3 of 9: '];
const behind = ['', ', 29 Nov, 01:44', ' 3', ' (29)', '!', ', 3 of 9', ' → 7', ': 12 %'];

describe('an isolated text', () => {
  it('shows a name from right to left where it stands, and all else from left to right', () => {
    for (const name of names)
      for (const left of before)
        for (const right of behind) {
          const text = left + name + right;
          expect(show(isolate(text)), text).to.equal(left + reversed(name) + right);
        }
  });

  it('shows names side by side in the order of the sentence where Latin words stand between', () => {
    const [one, other] = names as [string, string];
    expect(show(isolate(`1. ${one} and ${other}, 2`))).to.equal(`1. ${reversed(one)} and ${reversed(other)}, 2`);
  });

  it('was shown with the numbers on the other side of the name', () => {
    expect(show('דוד כהן, 29 Nov')).to.not.equal(`${reversed('דוד כהן')}, 29 Nov`);
  });

  it('is a sentence from right to left as a whole, with its numbers', () => {
    const sentence = 'שלום, יש 12 אנשים';
    expect(isolate(sentence)).to.equal(`\u2068${sentence}\u2069`);
  });

  it('has isolates in pairs and loses nothing, and without such letters it is as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0x10ffff), { maxLength: 30 }), (points) => {
        const text = String.fromCodePoint(...points);
        const shown = isolate(text.replace(/[\u2066-\u2069]/g, ''));
        expect(shown.replace(/[\u2068\u2069]/g, '')).to.equal(text.replace(/[\u2066-\u2069]/g, ''));
        expect(shown).to.match(/^(?:[^\u2068\u2069]|\u2068[^\u2068\u2069]+\u2069)*$/u);
      }),
    );
    for (const text of ['Zoë, 29 Nov', 'Ольга', '李雷 3', '']) expect(isolate(text)).to.equal(text);
  });
});
