// Layouts that mislead: what they hide or add is noticed, or the reading is not called certain.
import { expect } from 'chai';
import type { ProfileReading, TextPage } from '../../../../src/features/profiles/parser/parse.ts';
import {
  confidence,
  filler,
  heading,
  read,
  readSheets,
  sheet,
  strengths,
  withHead,
  type SheetLine,
} from '../../../support/sheets.ts';

/** A bullet whose text hangs beside its glyph. */
const bullet = (text: string, down = 20, x = 60): SheetLine[] => [
  ['•', down, x],
  [text, 0, x + 12],
];
const repeat = (count: number, make: (page: number) => TextPage): TextPage[] =>
  Array.from({ length: count }, (_, at) => make(at + 20));

describe('the end of a list', () => {
  it('is not a line of notes under its left column', () => {
    const left = ['Sees', 'Says', 'Stays'].flatMap((text) => bullet(text));
    const right: SheetLine[] = [...bullet('Hears', -40, 320), ...bullet('Heeds', 20, 320), ...bullet('Helps', 20, 320)];
    const reading = strengths(...left, ...right, ['Personal Notes', 30], ['Ada writes here', 20]);
    expect(reading.fields.keyStrengths).to.equal('Sees\nSays\nStays\nHears\nHeeds\nHelps');
    expect(confidence(reading)).to.equal('high');
  });

  it('is doubted when bullets follow notes or an unknown title', () => {
    const notes = strengths(
      ...bullet('Sees'),
      ...bullet('Says'),
      ['Personal Notes', 30],
      ['____', 20],
      ...bullet('Stays'),
    );
    expect(confidence(notes)).to.equal('low');
    const unknown = strengths(...bullet('Sees'), ...bullet('Says'), ['Brand New', 30, 60, 15], ...bullet('Stays'));
    expect(confidence(unknown)).to.equal('low');
    expect(unknown.warnings).to.include('Bullets before or after the key strengths may belong to them.');
  });

  it('is not the title of the section, repeated on the next page', () => {
    for (const title of ['Strengths', 'Strengths (continued)']) {
      const first = sheet(1, ...heading, ...bullet('Sees'), ...bullet('Says'));
      const reading = readSheets(first, sheet(2, [title, 40, 60, 15], ...bullet('Stays', 30)));
      expect(reading.fields.keyStrengths, title).to.equal('Sees\nSays\nStays');
      expect(confidence(reading), 'no running head, and the second page names nobody').to.equal('medium');
    }
  });

  it('is not a running head below the margin', () => {
    const head: SheetLine = ['Ada Berg', 150, 60, 13];
    const first = sheet(1, head, ...heading, ...bullet('Sees'), ...bullet('Says'));
    const rest = repeat(5, (page) => sheet(page, head, ['Ada works on this and that, here and there.', 30]));
    const reading = readSheets(first, sheet(2, head, ...bullet('Stays', 30)), ...rest);
    expect(reading.fields.keyStrengths).to.equal('Sees\nSays\nStays');
    expect(confidence(reading)).to.equal('high');
  });

  it('is doubted when a flush line below may be a sentence of its own', () => {
    const hanging = strengths(...bullet('Sees what matters'), ...bullet('Says so'), ['Ada told us so.', 13]);
    expect(confidence(hanging)).to.equal('medium');
    const flush = strengths(
      ['• Sees what matters in good', 20],
      ['time', 12],
      ['• Says so', 20],
      ['Ada told us so.', 20],
    );
    expect(confidence(flush)).to.equal('medium');
  });

  it('is doubted when the line above it had room for the next word', () => {
    const reading = strengths(...bullet('Sees what matters to the people of the whole office'), ...bullet('Says so'), [
      'Ada sings',
      12,
      72,
    ]);
    expect(confidence(reading)).to.equal('medium');
  });
});

describe('a bullet', () => {
  it('may be any sign or the letter of a symbol font', () => {
    for (const glyph of ['–', '➢', '✓', '§', '❖', '»', '\uf0fc', '\uf0d8', 'n', 'ü']) {
      const list = ['Sees', 'Says', 'Stays', 'Sings'].flatMap((text): SheetLine[] => [
        [glyph, 20],
        [text, 0, 72],
      ]);
      const dos: SheetLine[] = [
        ['Effective Communications', 40, 60, 15],
        ['Strategies for communicating with Ada:', 30],
      ];
      const reading = readSheets(sheet(1, ...heading, ...list, ...dos, ...list));
      expect(reading.fields.keyStrengths, glyph).to.equal('Sees\nSays\nStays\nSings');
      expect(confidence(reading), glyph).to.equal('high');
    }
  });

  it('is not a dash within a sentence', () => {
    const dashes: SheetLine[] = [
      ['–', 20],
      ['Learns from mistakes', 0, 72],
      ['– and says so', 12, 72],
      ['–', 20],
      ['Stays', 0, 72],
    ];
    const reading = strengths(...dashes);
    expect(reading.fields.keyStrengths).to.equal('Learns from mistakes – and says so\nStays');
  });

  it('below another bullet makes the list less certain', () => {
    const reading = strengths(...bullet('Sees'), ['– Far', 12, 72], ...bullet('Says'));
    expect(confidence(reading)).to.equal('medium');
  });

  it('of a short right column comes after those of the left one', () => {
    const reading = strengths(...bullet('Sees'), ...bullet('Hears', 0, 320), ...bullet('Says'), ...bullet('Stays'));
    expect(reading.fields.keyStrengths).to.equal('Sees\nSays\nStays\nHears');
  });
});

describe('characters', () => {
  it('of ligatures in private codes are read', () => {
    const { fields, evidence } = strengths(...bullet('\uf001xes \uf002aws'), ...bullet('Says'));
    expect(fields.keyStrengths).to.equal('fixes flaws\nSays');
    expect(evidence['keyStrengths']?.confidence).to.equal('high');
  });

  it('without a meaning, and of other scripts within words, make a text uncertain', () => {
    for (const text of ['\ue123xes', '昀椀xes', 'Fi\ufffdes', 'o\u0003ce', 'Fιxes']) {
      const reading = strengths(...bullet(text), ...bullet('Says'));
      expect(confidence(reading), text).to.equal('low');
      expect(reading.warnings).to.include('The key strengths have characters that cannot be read.');
    }
    expect(confidence(strengths(...bullet('Is at home in 東京'), ...bullet('Says')))).to.equal('high');
  });

  it('without any table are a reason to refuse the file', () => {
    const codes = sheet(1, ['\0\u0001\0\u0002\0\u0005'.repeat(40), 20], ['a few words', 20]);
    expect(() => read([codes])).to.throw(/cannot be copied/);
  });
});

describe('a stamp', () => {
  it('is left out, wherever it stands on the pages', () => {
    const stamp: SheetLine = ['Confidential copy', 10, 65, 11];
    const page = sheet(1, ...heading, ...bullet('Sees what matters'), ...bullet('Says', 20), stamp);
    page.items.push(...sheet(1, [stamp[0], 92, 90, 11]).items);
    const others = repeat(5, (number) => sheet(number, [stamp[0], 92, 90, 11], ['Ada works here and there.', 40]));
    const reading = readSheets(page, ...others);
    expect(reading.fields.keyStrengths).to.not.include('Confidential copySees');
    expect(reading.fields.keyStrengths?.split('\n')[0]).to.equal('Sees what matters');
  });

  it('on one page makes the text below it uncertain', () => {
    const page = sheet(1, ...heading, ...bullet('Sees what matters to others'), ...bullet('Says'));
    page.items.push(...sheet(1, ['Draft', 90, 100]).items);
    expect(confidence(readSheets(page))).to.equal('low');
  });
});

describe('a remark in another font', () => {
  it('within a list makes it less certain, and single signs do not', () => {
    const page = sheet(1, ...heading, ...bullet('Sees what matters to others'), ...bullet('Says so'));
    const items = page.items.map((item) => ({ ...item, font: item.text === '•' ? 'signs' : 'body' }));
    expect(confidence(readSheets({ ...page, items }))).to.equal('high');
    const last = items.at(-1);
    if (!last) throw new Error('The page is empty.');
    const remark = { ...last, text: 'really?', x: last.x + last.width + 5, width: 35, font: 'stamp' };
    const reading = readSheets({ ...page, items: [...items, remark] });
    expect(confidence(reading)).to.equal('medium');
    expect(reading.warnings).to.include(
      'Some words of the key strengths are in another font; they may have been added.',
    );
  });
});

describe('a heading', () => {
  it('may be divided by line ends', () => {
    const title: SheetLine[] = [
      ['Barriers to Effective', 30, 60, 15],
      ['Commu-', 17, 60, 15],
    ];
    const two: SheetLine[] = [
      ['Barriers to Effective Commu-', 30, 60, 15],
      ['nication', 17, 60, 15],
    ];
    const list: SheetLine[] = [['When communicating with Ada, DO NOT:', 30], ...bullet('Hurry'), ...bullet('Worry')];
    expect(confidence(readSheets(sheet(1, ...two, ...list)), 'communicationDonts')).to.equal('high');
    expect(confidence(readSheets(sheet(1, ...title, ...list)), 'communicationDonts')).to.equal('medium');
  });

  it('may stand on the page of the table of contents', () => {
    const entries = ['Overview', 'Personal Style', 'Strengths', 'Weaknesses', 'Possible Blind Spots', 'Communication'];
    const contents = entries.flatMap((text, at): SheetLine[] => [
      [text, 15],
      [String(at + 4), 0, 500],
    ]);
    const reading = readSheets(
      sheet(1, ['Contents', 0, 60, 15], ...contents, ...heading, ...bullet('Sees'), ...bullet('Says')),
    );
    expect(reading.fields.keyStrengths).to.equal('Sees\nSays');
    expect(confidence(reading)).to.equal('high');
  });
});

describe('blind spots', () => {
  it('are paragraphs also where little or no space divides them', () => {
    const spots = (gap: number): ProfileReading =>
      readSheets(
        sheet(
          1,
          ['Possible Blind Spots', 30, 60, 15],
          ['Ada’s possible Blind Spots:', 30],
          ['Ada may go on too long about what she', 20],
          ['likes.', 12],
          ['She may also stop too soon where others', gap],
          ['would go on.', 12],
        ),
      );
    const close = spots(14);
    expect(close.fields.blindSpots?.split('\n')).to.have.length(2);
    expect(confidence(spots(12), 'blindSpots')).to.equal('medium');
  });
});

describe('a file of two people', () => {
  const colours = (page: number, first: number[], title = 'The Insights Discovery® Colour Dynamics'): TextPage => {
    const rest = [2, 3, 0, 1].map((at) => 6 - (first[at] ?? 0));
    const cells = (at: number, texts: string[]): SheetLine[] =>
      texts.map((text, column): SheetLine => [text, column === 0 && at === 60 ? 15 : 0, at + column * 40, 8]);
    const rows = [['BLUE', 'GREEN', 'YELLOW', 'RED']];
    const both = (make: (value: number) => string): SheetLine[] => [
      ...cells(60, first.map(make)),
      ...cells(320, rest.map(make)),
    ];
    return sheet(
      page,
      [title, 30, 60, 15],
      ['Persona (Conscious)', 20, 60, 8],
      ['Persona (Less Conscious)', 0, 320, 8],
      ...rows.flatMap((row) => [...cells(60, row), ...cells(320, row)]),
      ...both((value) => value.toFixed(2)),
      ...both((value) => `${Math.round((value / 6) * 100)}%`),
    );
  };
  const list = sheet(1, ...heading, ...bullet('Sees'), ...bullet('Says'));

  it('has colours under any title, and uncertain ones if two pages differ', () => {
    for (const title of ['Colour Dynamics', 'Your Insights Discovery® Colour Energies', 'Anything']) {
      expect(confidence(readSheets(list, colours(2, [1, 2, 3, 4], title)), 'percentages'), title).to.equal('medium');
    }
    const same = readSheets(list, colours(2, [1, 2, 3, 4]), colours(3, [1, 2, 3, 4]));
    expect(confidence(same, 'percentages'), 'nothing says whose they are').to.equal('medium');
    const two = readSheets(list, colours(2, [1, 2, 3, 4]), colours(3, [4, 3, 2, 1]));
    expect(confidence(two, 'percentages')).to.equal('low');
    expect(two.warnings[0]).to.include('Pages 2 and 3 have different colours');
  });

  it('has uncertain fields on the pages whose running head names the other', () => {
    const own = repeat(3, (page) => withHead('Ada Berg', sheet(page, ['Ada works here and there.', 40])));
    const reading = read([filler, withHead('Ada Berg', list), ...own, withHead('Bob Lund', colours(40, [1, 2, 3, 4]))]);
    expect(reading.warnings[0]).to.equal('The file also has pages of Bob Lund: 40.');
    expect(confidence(reading, 'percentages')).to.equal('low');
    expect(confidence(reading)).to.equal('high');
  });

  it('has uncertain fields after the second statement of whom it is about', () => {
    const second = sheet(2, ['This Insights Discovery profile is based on Bob Lund’s responses to the', 30]);
    const reading = read(
      [filler, list, second, colours(3, [1, 2, 3, 4])].map((page, at) => ({ ...page, page: at + 1 })),
    );
    expect(reading.warnings[0]).to.include('pages of Bob Lund');
  });
});
