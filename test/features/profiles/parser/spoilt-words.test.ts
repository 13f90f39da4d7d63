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

const end: SheetLine = ['Overview', 40, 60, 15];
const effective: SheetLine[] = [['Effective Communications', 40, 60, 15], ...dos.slice(1), end];

/** A list with each letter, and words enough that a font which misnames one of them makes some that are none. */
const plainTexts = [
  'Explains complex subjects quickly and with great zest',
  'Brings warmth and wisdom to the whole of the group',
  'Makes a job of value from vague, awkward requests',
  'Fixes problems before anybody knows of them',
];

/** What a font may call a letter or two: the next letter, one that looks like it, or a figure. */
const misnamings: [printed: string, named: string][] = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter, at): [string, string] => [
    letter,
    'bcdefghijklmnopqrstuvwxyza'.charAt(at),
  ]),
  ...Object.entries({ x: 'y', w: 'vv', m: 'rn', d: 'cl', h: 'b', B: '8', F: 'P', o: '0', l: '1', e: 'ε', u: 'n' }),
];

describe('a font that misnames a letter', () => {
  it('makes the section less certain, whichever letter it is', () => {
    expect(confidence(strengths(...bullets(...plainTexts)))).to.equal('high');
    for (const [printed, named] of misnamings) {
      const reading = strengths(...bullets(...plainTexts.map((text) => text.replaceAll(printed, named))));
      expect(confidence(reading), `${printed} as ${named}`).to.be.oneOf(['medium', 'low']);
    }
  });

  it('makes other sections less certain where several words share the letter', () => {
    const others = (...texts: string[]) =>
      confidence(readSheets(sheet(1, ...heading, ...bullets(...texts, 'Says'), ...effective)), 'communicationDos');
    expect(others('Is compley', 'Eyplains all')).to.equal('medium');
    expect(others('Is compley')).to.equal('high');
  });

  it('is not seen in words of work, in those with accents, in compounds and in addresses', () => {
    const texts = [
      'Is not naïve: keeps a façade, likes a café, and knows each cliché of the élite',
      'Leads the onboarding, upskilling and wellbeing of extraverts without pushback',
      'Has a roadmap on a Kanban board, and does not overcommit',
      'Is a warm-hearted, self-reliant decision-maker with a hands-on manner',
      'Writes to ada.berg@iptar.example and reads www.zyxware.example',
      'Is the 1st to know B2B, Q3 and the 1990s by 5pm',
      'Works at McKinsey with O’Neill on PowerPoint and LinkedIn',
    ];
    for (const text of texts) expect(confidence(strengths(...bullets(text, 'Says'))), text).to.equal('high');
  });
});

describe('a gap within a word', () => {
  const listed = (text: string) => {
    const reading = readSheets(sheet(1, ...heading, ...bullets(text, 'Says'), ...effective));
    return [confidence(reading), confidence(reading, 'communicationDos')];
  };
  it('makes all texts of the file less certain, also where a hyphen was', () => {
    for (const text of ['Offers co operation', 'Is re prioritising', 'Is very self aware', 'Sees signi ficant things'])
      expect(listed(text), text).to.deep.equal(['medium', 'medium']);
  });
  it('is not seen between two words', () => {
    for (const text of [
      'Is well known in the work place',
      'Has an open mind to all',
      'Goes with out of the way things',
    ])
      expect(listed(text), text).to.deep.equal(['high', 'high']);
  });
});

describe('capitals', () => {
  it('make the section less certain, since they may be small letters', () => {
    for (const text of ['SEES WHAT MATTERS', 'SEES what matters', 'Sees accoRdingly', 'Is SeLf-aware'])
      expect(confidence(strengths(...bullets(text, 'Says'))), text).to.equal('medium');
    for (const text of ['Does NOT wait', 'Knows the KPIs, the OKRs and GDPR', 'Knows MacDonald'])
      expect(confidence(strengths(...bullets(text, 'Says'))), text).to.equal('high');
  });
  it('of other sizes are small capitals, as marks are', () => {
    const sized = (large: string, small: string) => {
      const page = sheet(1, ...heading, ...bullets('Sees', 'Says'));
      const items = page.items.flatMap((item) =>
        item.text === '• Says'
          ? [
              { ...item, text: `• ${large}`, width: 10 + 5 * large.length },
              { ...item, text: small, x: 70 + 5 * large.length, width: 20, height: 7 },
            ]
          : [item],
      );
      return confidence(readSheets({ ...page, items }));
    };
    expect(sized('S', 'AYS')).to.be.oneOf(['medium', 'low']);
    expect(sized('Says it', 'a')).to.be.oneOf(['medium', 'low']);
    expect(sized('Is the 1', 'st')).to.equal('high');
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

describe('a lost gap behind a stop', () => {
  it('makes the section less certain', () => {
    for (const text of [
      'Makes a remark.As others do',
      'Says more,then less',
      'Asks why?Then waits',
      'Sees all;says it',
    ])
      expect(confidence(strengths(...bullets(text, 'Says'))), text).to.be.oneOf(['medium', 'low']);
    for (const text of [
      'Keeps promises, e.g. on dates',
      'Works to 5 p.m. at least',
      'Knows the U.S. and its 3.5 zones',
    ])
      expect(confidence(strengths(...bullets(text, 'Says'))), text).to.equal('high');
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

  it('is whole where a line ends at its hyphen', () => {
    const lines: SheetLine[] = [
      ['This Insights Discovery profile is based on Chloë Saint-', 30],
      ['Germain’s responses to the Insights Preference Evaluator, which is said here at some length', 13],
    ];
    expect(read([list, sheet(9, ...lines)]).person.name).to.equal('Chloë Saint-Germain');
  });

  it('is less certain in capitals, in those within a part, and where words are broken or none', () => {
    for (const name of ['ADA BERG', 'Ada BeRg'])
      expect(confidence(read([list, named(name)]), 'name'), name).to.equal('medium');
    expect(confidence(read([list, named('Ada 8erg')]), 'name')).to.equal('low');
    expect(confidence(read([list, named('Ada McBerg')]), 'name')).to.equal('high');
    const spoilt = sheet(1, ...heading, ...bullets('Eyplains compley things', 'Says'), ['Overview', 40, 60, 15]);
    expect(confidence(read([spoilt, filler]), 'name')).to.equal('medium');
  });

  it('is uncertain from right to left, and with characters that cannot be read', () => {
    expect(confidence(read([list, named('דנה כץ')]), 'name')).to.equal('low');
    expect(confidence(read([list, named('Ad\ufffd Berg')]), 'name')).to.equal('low');
  });
});
