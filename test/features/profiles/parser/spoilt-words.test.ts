// Words that look like words and are none: misnamed ligatures, words that break without a hyphen, lost gaps; and reports of
// other makers, and names whose letters may be in another order.
import { expect } from 'chai';
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

const bullets = (...texts: string[]): SheetLine[] => texts.map((text) => [`• ${text}`, 20]);
const dos: SheetLine[] = [
  ['Communication', 40, 60, 15],
  ['Strategies for communicating with Ada:', 30],
  ['• Be brief', 20],
  ['• Be clear', 20],
];

describe('a font that misnames a ligature', () => {
  for (const text of [
    'Sees what is insignifcant in fgures',
    'Oiers help to all',
    'Makes eiorts for others',
    'Finds the diflculties',
    'Is eicient in all',
    'Knows the signicant parts',
    'Is a fuent talker',
  ]) {
    it(`makes the section uncertain: ${text}`, () => {
      const reading = strengths(...bullets(text, 'Says'));
      expect(confidence(reading)).to.equal('low');
      expect(reading.warnings.join()).to.include('is no word');
    });
  }

  it('makes all other sections less certain, since "of" may be "off" there', () => {
    const reading = readSheets(
      sheet(1, ...heading, ...bullets('Fnds fgures', 'Says'), ...dos, ['Overview', 40, 60, 15]),
    );
    expect(confidence(reading)).to.equal('low');
    expect(confidence(reading, 'communicationDos')).to.equal('medium');
  });

  it('is not seen in words that dictionaries lack, in names, and in words of two spellings', () => {
    const texts = [
      'Prioritises and prioritizes',
      'Likes the colour and the color',
      'Works at Zyxware with Ksenia',
      'Is warm-hearted',
    ];
    expect(confidence(strengths(...bullets(...texts)))).to.equal('high');
  });
});

describe('words that break without a hyphen', () => {
  const broken: SheetLine[] = [
    ['• Sees what is most signi', 20],
    ['ficant to others', 12, 66],
    ['• Says what matters', 20],
  ];
  it('make all texts of the file less certain', () => {
    const reading = readSheets(sheet(1, ...heading, ...broken, ...dos, ['Overview', 40, 60, 15]));
    expect(confidence(reading)).to.be.oneOf(['medium', 'low']);
    expect(confidence(reading, 'communicationDos')).to.equal('medium');
    expect(reading.warnings.join()).to.include('break at line ends without a hyphen');
    expect(confidence(reading, 'name')).to.equal('medium');
  });

  it('are not seen where a line ends between two words', () => {
    for (const [end, start] of [
      ['Finds it in', 'formation and order'],
      ['Asks for some', 'one to help'],
      ['Is good with', 'out of the way things'],
    ] as const) {
      const lines: SheetLine[] = [...bullets(end), [start, 12, 66], ...bullets('Says'), ['Overview', 40, 60, 15]];
      expect(readSheets(sheet(1, ...heading, ...lines)).warnings.join(), end).to.not.include('hyphen');
    }
  });
});

describe('a lost gap between two words', () => {
  for (const text of ['Sees others’needs', "Knows Ada'swishes", 'Likes mostpeople', 'Works with thefigures']) {
    it(`makes the section less certain: ${text}`, () => {
      expect(confidence(strengths(...bullets(text, 'Says')))).to.equal('medium');
    });
  }
  it('is not seen in what is written together', () => {
    const texts = [
      'Doesn’t wait; they’ll see',
      'Knows O’Neill’s and the people’s wishes',
      'Does teamwork, ’til it’s done',
    ];
    expect(confidence(strengths(...bullets(...texts)))).to.equal('high');
  });
});

describe('a report of another maker', () => {
  it('is not certain for its headings alone', () => {
    const body =
      'This report shows what type she is, and has lines enough to be read as one of its kind, as others have.';
    const report = sheet(
      1,
      ['Type Report: ENTJ', 0, 60, 18],
      [body, 30],
      ['Key Strengths', 40, 60, 15],
      ['Ada’s key strengths:', 30],
      ...bullets('Sees', 'Says'),
      ['Overview', 40, 60, 15],
    );
    const reading = read([report]);
    expect(confidence(reading)).to.equal('medium');
    expect(reading.warnings.join()).to.include('another kind of report');
    expect(confidence(read([report, filler]))).to.equal('high');
  });
});

describe('the name of the person', () => {
  const named = (name: string) => ({
    ...filler,
    items: filler.items.map((item) => ({ ...item, text: item.text.replace('Ada Berg', name) })),
  });
  const list = sheet(1, ...heading, ...bullets('Sees', 'Says'), ['Overview', 40, 60, 15]);

  it('is certain if the statement and another place agree', () => {
    expect(confidence(read([list, filler]), 'name')).to.equal('high');
    expect(confidence(read([withHead('Ada Berg', list), withHead('Ada Berg', filler)]), 'name')).to.equal('high');
    expect(confidence(read([list, filler]), 'name')).to.equal('high');
    expect(read([list, filler]).evidence['name']?.page).to.equal(9);
  });

  it('is left out in the codes of the shapes of its letters, whose order is not sure', () => {
    const reading = read([list, named('\ufeea\ufee3\ufea8\ufed3 \ufea9\ufeae\ufee3')]);
    expect(reading.person).to.not.have.property('name');
    expect(reading.evidence).to.not.have.property('name');
    expect(reading.warnings.join()).to.include('shapes of its letters');
  });

  it('is uncertain from right to left, and with characters that cannot be read', () => {
    expect(confidence(read([list, named('דנה כץ')]), 'name')).to.equal('low');
    expect(confidence(read([list, named('Ad\ufffd Berg')]), 'name')).to.equal('low');
  });
});
