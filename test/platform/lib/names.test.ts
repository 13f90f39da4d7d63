// Names: how they are stored, which are the same, their order.
import { expect } from 'chai';
import { cleanName, toNameKey, toSortName } from '../../../src/platform/lib/names.ts';

describe('a team or a department', () => {
  const same: Record<string, string[]> = {
    'space around it': ['Web Shop', '  Web Shop\t', '\u3000Web Shop\u00a0', 'Web\u00a0Shop'],
    'repeated blanks and characters that nobody sees': [
      'Web Shop',
      'Web  Shop',
      'Web\u200b Shop',
      'W\u00adeb\u2003\u00a0Shop\ufe0f',
    ],
    'its case': ['Platform', 'PLATFORM', 'pLATFORM'],
    'sharp s': ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
    'final sigma': ['ΟΔΟΣ', 'οδος', 'οδοσ', 'Οδοσ'],
    'the width of its letters': ['Ｐｌａｔｆｏｒｍ', 'platform', 'ＰＬＡＴＦＯＲＭ'],
    'how accents are put together': ['Caf\u00e9', 'Cafe\u0301', 'CAFE\u0301'],
    'two accents on a letter': ['\u0390', '\u0399\u0308\u0301', '\u03b9\u0308\u0301'],
    'ligatures and enclosed digits': ['ﬁeld ①', 'FIELD 1'],
  };
  for (const [what, names] of Object.entries(same)) {
    it(`is the same whatever ${what}`, () => {
      expect(new Set(names.map(toNameKey))).to.have.property('size', 1);
    });
  }

  it('is another with another accent, no space inside, or another letter that only looks alike', () => {
    const names = ['Cafe', 'Café', 'Web Shop', 'WebShop', 'Α (alpha)', 'A (alpha)', 'ae', 'æ'];
    expect(new Set(names.map(toNameKey))).to.have.property('size', names.length);
  });

  it('has no language: dotless ı counts as i and I, dotted İ as i with a dot of its own', () => {
    expect(toNameKey('Işık')).to.equal(toNameKey('IŞIK')).and.to.equal(toNameKey('işik'));
    expect(toNameKey('İzmir')).to.equal(toNameKey('i\u0307zmir')).and.not.to.equal(toNameKey('izmir'));
  });

  it('has a key that is idempotent and independent of case, for every character', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const name = `a${String.fromCodePoint(code)}b`;
      const key = toNameKey(name);
      const others = [key, name.toUpperCase(), name.toLowerCase(), name.normalize('NFD'), name.normalize('NFKD')];
      if (others.some((other) => toNameKey(other) !== key)) expect.fail(`U+${code.toString(16)}`);
    }
  });
});

describe('a name', () => {
  it('is stored composed, without invisible characters and repeated blanks', () => {
    const names = [
      'Zoe\u0308 Ng',
      ' Zo\u00eb  Ng',
      'Zo\u00eb\u00a0\u3000Ng\u200b',
      'Z\u200d\u00ado\u00eb\u2003 \ufeffNg\u200e',
    ];
    for (const name of names) expect(cleanName(name)).to.equal('Zo\u00eb Ng');
  });

  it('keeps the characters that change how emoji and other scripts look', () => {
    for (const name of ['Team 👩🏽\u200d💻', 'می\u200cخواهم', 'क्\u200dष', '❤\ufe0f', '葛\u{e0100}']) {
      expect(cleanName(name)).to.equal(name);
    }
  });

  it('sorts as in a dictionary, by the name itself where only accents and case differ', () => {
    const names = [
      'Aðalbjörg',
      'ada',
      'Æbbe',
      'Åsa',
      'Éva',
      'Łukasz',
      'Lukáš',
      'Øystein',
      'Oz',
      'Straße',
      'Strasser',
      'Zoe',
      'Zoë',
      'zoe b',
    ];
    const sorted = names.toSorted((a, b) => (toSortName(a) < toSortName(b) ? -1 : 1));
    expect(sorted).to.deep.equal([
      'ada',
      'Aðalbjörg',
      'Æbbe',
      'Åsa',
      'Éva',
      'Lukáš',
      'Łukasz',
      'Øystein',
      'Oz',
      'Straße',
      'Strasser',
      'Zoe',
      'Zoë',
      'zoe b',
    ]);
  });
});
