// What makes a field less than certain: its page, its characters, its ends, its columns, and sections that go on elsewhere.
import { expect } from 'chai';
import { readName } from '../../../../src/features/profiles/parser/person.ts';
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

const bullets = (...texts: string[]): SheetLine[] => texts.map((text) => [`• ${text}`, 20]);
const blindSpots = (...lines: SheetLine[]): ProfileReading =>
  readSheets(sheet(1, ['Possible Blind Spots', 30, 60, 15], ['Ada’s possible Blind Spots:', 30], ...lines));

describe('a list that goes on overleaf', () => {
  it('is read whole, however its heading and its opening line say so', () => {
    const first = sheet(1, ...heading, ...bullets('Sees', 'Says'));
    for (const [title, opening] of [
      ['Strengths (continued)', 'Ada’s key strengths (continued):'],
      ['Strengths, cont.', 'Ada’s key strengths continued:'],
      ['Strengths (2/2)', 'Ada’s key strengths (2 of 2):'],
      ['Strengths', 'Ada’s key strengths (cont’d):'],
    ] as const) {
      const rest = sheet(2, [title, 40, 60, 15], [opening, 30], ...bullets('Stays'));
      const reading = readSheets(first, rest);
      expect(reading.fields.keyStrengths, opening).to.equal('Sees\nSays\nStays');
      expect(confidence(reading), opening).to.equal('high');
      const parted = readSheets(rest, sheet(3, ['Overview', 40, 60, 15]), first);
      expect(parted.fields.keyStrengths, opening).to.equal('Sees\nSays');
      expect(confidence(parted), opening).to.equal('low');
    }
  });

  it('is uncertain if the page after it has not the next number', () => {
    const pages = (second: number): TextPage[] => [
      sheet(1, ...heading, ...bullets('Sees', 'Says'), ['Page 7', 600]),
      sheet(2, ['Overview', 40, 60, 15], ['Ada works.', 20], [`Page ${second}`, 680]),
    ];
    expect(confidence(readSheets(...pages(8)))).to.equal('high');
    const orphan = sheet(2, ['• Helps', 60], ['Page 3', 680]);
    expect(confidence(readSheets(pages(8)[0] ?? filler, orphan, sheet(3, ['Overview', 40, 60, 15])))).to.equal(
      'medium',
    );
    expect(confidence(readSheets(...pages(9)))).to.equal('medium');
  });
});

describe('the text of a section', () => {
  it('is uncertain if it begins or ends in mid-sentence', () => {
    for (const text of ['Ada may go on too long about', 'and so do others.', 'Ada waits (as others do.', 'P.T.O.']) {
      expect(confidence(blindSpots([text, 20]), 'blindSpots'), text).to.equal('medium');
    }
    expect(confidence(blindSpots(['Ada may say “no”.', 20]), 'blindSpots')).to.equal('high');
    for (const text of ['Sees what matters and', 'Looks for the', 'Sees more,', 'and stays']) {
      expect(confidence(strengths(...bullets(text, 'Says', 'Sings'))), text).to.equal('medium');
    }
    expect(confidence(strengths(...bullets('Finds things to look out for', 'Says')))).to.equal('high');
  });

  it('is uncertain where marks were spoilt or letters misread', () => {
    for (const text of [
      'Says <we= to all',
      'Can mu1ti-task',
      'donÕt wait',
      'Isnâ€™t late',
      'Doesn\u0092t wait',
      'Has a ýair for oûers',
      'Is \u0cf3rst to \u0cf3nish',
      'Knows the person s name',
      'Says don·t',
      'Says don?t',
    ])
      expect(confidence(strengths(...bullets(text, 'Says'))), text).to.equal('low');
    for (const text of [
      'Knows R&D and B2B',
      'Asks “why?” of a plan',
      'Is the 1st to ask',
      'Weighs 20% / 80%',
      'Fixes C++ at O’Neill’s',
    ])
      expect(confidence(strengths(...bullets(text, 'Says'))), text).to.equal('high');
  });

  it('is uncertain if nobody sees it, if it runs to the left, or if notes lie on its page', () => {
    const page = sheet(1, ...heading, ...bullets('Sees', 'Says'));
    const items = page.items.map((item) => (item.text === '• Says' ? { ...item, faint: true } : item));
    expect(confidence(readSheets({ ...page, items }))).to.equal('medium');
    expect(confidence(readSheets({ ...page, hasNotes: true }))).to.equal('medium');
    expect(confidence(strengths(...bullets('Sees', 'שלום')))).to.equal('medium');
  });

  it('is uncertain if a heading may end one column or both', () => {
    const rows = (side: 'left' | 'both', ...texts: string[]): SheetLine[] =>
      texts.flatMap((text): SheetLine[] =>
        side === 'left'
          ? [[text, 13]]
          : [
              [text, 13],
              [text, 0, 320],
            ],
      );
    const page = (side: 'left' | 'both'): ProfileReading =>
      readSheets(
        sheet(
          1,
          ['Overview', 30, 60, 15],
          ...rows('both', 'Ada works here,', 'she works there,', 'and she rests.'),
          ['Possible Blind Spots', 30, 60, 15],
          ['Ada’s possible Blind Spots:', 20],
          ...rows(side, 'Ada may go on,', 'and she may stop,', 'which is late.'),
        ),
      );
    expect(confidence(page('left'), 'blindSpots')).to.equal('medium');
    expect(page('left').warnings).to.include('The columns of the possible blind spots could be read in two orders.');
  });
});

describe('a section', () => {
  it('may go on where no heading of a profile follows', () => {
    const page = sheet(
      1,
      ['Possible Blind Spots', 30, 60, 15],
      ['Ada’s possible Blind Spots:', 30],
      ['Ada may be late.', 20],
    );
    const more = (title: string): TextPage => sheet(2, [title, 30, 60, 15], ['Ada may be loud.', 30]);
    expect(confidence(readSheets(page, more('Overview')), 'blindSpots')).to.equal('high');
    expect(confidence(readSheets(page, more('Blind Spots, more')), 'blindSpots')).to.equal('medium');
    expect(confidence(read([filler, page]), 'blindSpots')).to.equal('medium');
    expect(confidence(read([filler, sheet(1, ...heading, ...bullets('Sees', 'Says'))]))).to.equal('medium');
  });

  it('is uncertain if its parts differ in their size, left edge or glyphs', () => {
    for (const remark of [
      ['Said by her manager.', 20, 60, 8],
      ['Talk about this.', 30, 68],
    ] satisfies SheetLine[]) {
      const reading = blindSpots(['Ada may be late.', 20], remark, ['Ada may be loud.', 30]);
      expect(confidence(reading, 'blindSpots')).to.equal('medium');
    }
    expect(confidence(strengths(...bullets('Sees', 'Says'), ['• Says it twice', 20, 76]))).to.equal('medium');
    expect(confidence(strengths(...bullets('Sees', '', 'Says')))).to.equal('medium');
  });

  it('may be cut off where it runs to the edge of the paper', () => {
    const page = (down: number) => strengths(...bullets('Sees', 'Says'), ['• Stays', down]);
    expect(confidence(page(20))).to.equal('high');
    expect(confidence(page(680))).to.equal('medium');
  });

  it('is uncertain with the marks of footnotes', () => {
    const marked: SheetLine[] = [
      ['• Sees', 20],
      ['1', -4, 91, 6],
      ['• Says', 24],
    ];
    const reading = strengths(...marked);
    expect(reading.fields.keyStrengths).to.equal('Sees¹\nSays');
    expect(confidence(reading)).to.equal('low');
    for (const mark of ['¹', '²', '⁷', '*', '†', '‡', '[3]', '(1)', '(*)', ' [12]', ' (ii)']) {
      for (const text of [
        'Sees',
        'Sees more MARK than others',
        'Sees.',
        'Sees more, MARK and says so',
        '“Sees”',
        'Sees (or says)',
      ]) {
        const marked = text.includes('MARK') ? text.replace(' MARK', mark) : text + mark;
        expect(confidence(strengths(...bullets(marked, 'Says'))), marked).to.equal('low');
      }
    }
    for (const text of ['Sees all.2', 'Sees1', 'Sees step3 of 4'])
      expect(confidence(strengths(...bullets(text, 'Says'))), text).to.equal('low');
  });
});

describe('figures behind a large initial', () => {
  it('are no marks of footnotes', () => {
    const page = sheet(1, ...heading, ...bullets('Says', 'Sees', 'Helps others with more words'));
    const initial = { text: 'O', x: 60, y: 650, width: 18, height: 24 };
    const rest = { text: 'ffer 2–3 options to all', x: 78, y: 655, width: 120, height: 10 };
    const reading = readSheets({ ...page, items: [...page.items, { ...initial, text: '• O' }, rest] });
    expect(reading.fields.keyStrengths).to.include('2–3');
    expect(reading.fields.keyStrengths).to.not.match(/[²³]/);
  });
});

describe('a line about copyright', () => {
  it('is part of its list unless it is a notice', () => {
    const reading = strengths(...bullets('Copyright matters are done at once', 'Says'), [
      'Copyright 2024 Insights',
      60,
    ]);
    expect(reading.fields.keyStrengths).to.equal('Copyright matters are done at once\nSays');
    expect(confidence(reading)).to.equal('high');
  });
});

describe('bullets in the rows of a table', () => {
  it('may be meant row by row', () => {
    const rows = (...lines: SheetLine[]): ProfileReading => strengths(...lines);
    const aligned = rows(
      ['• Sees what', 20],
      ['• Hears', 0, 320],
      ['matters', 12],
      ['• Says', 20],
      ['• Helps', 0, 320],
    );
    expect(confidence(aligned)).to.equal('medium');
    const flowing = rows(
      ['• Sees what', 20],
      ['• Hears', 0, 320],
      ['matters', 12],
      ['• Helps', 8, 320],
      ['• Says', 12],
    );
    expect(confidence(flowing)).to.equal('high');
  });
});

describe('a title beside small text', () => {
  it('is in a column of its own', () => {
    const reading = strengths(
      ...bullets('Sees', 'Says'),
      ['• Stays with what was agreed, whatever people say of it', 20],
      ['Weaknesses', 0, 355, 20],
      ['Late', 30, 355],
      ['Loud', 20, 355],
      ['Low', 20, 355],
    );
    expect(reading.fields.keyStrengths).to.equal('Sees\nSays\nStays with what was agreed, whatever people say of it');
  });
});

describe('a page of somebody else', () => {
  const own = Array.from({ length: 4 }, (_, at) =>
    withHead('Ada Berg', sheet(at + 20, ['Overview', 90, 60, 15], ['Ada works here.', 40])),
  );
  const list = sheet(1, ...heading, ...bullets('Sees', 'Says'));

  it('is known by a name in its margins, wherever that stands', () => {
    for (const name of ['Bob Lund', 'Insights Discovery – Bob Lund', 'LUND, BOB', 'Bob van der Lund | Page 7']) {
      for (const y of [830, 780, 745, 30]) {
        const reading = read([filler, withHead(name, list, y), ...own]);
        expect(confidence(reading), `${name} at ${y}`).to.equal('low');
        expect(reading.warnings[0]).to.match(/^The file also has pages of .*l(?:und|UND).*: 1\.$/i);
      }
    }
  });

  it('may be one that lacks the name all others have', () => {
    expect(confidence(read([filler, list, ...own]))).to.equal('medium');
    expect(confidence(read([filler, withHead('Ada Berg', list, 780), ...own]))).to.equal('high');
  });

  it('is not one with another text in its margins', () => {
    for (const text of [
      'Confidential copy for HR',
      'Foundation Chapter',
      '© Insights Learning Limited',
      '20 March 2024',
    ])
      expect(readName(text), text).to.equal(undefined);
    for (const text of ['Ada Berg', 'Ada Berg, 20 March 2024', 'Personal Profile of Ada Berg', 'Ada Berg • Page 3'])
      expect(readName(text), text).to.match(/^Ada Berg,?$/);
    expect(readName('שרה כהן')).to.equal('שרה כהן');
  });
});

describe('the wheel positions', () => {
  it('are uncertain if one label stands for both', () => {
    const wheel = (...down: [number, number]): ProfileReading =>
      readSheets(
        sheet(1, ...heading, ...bullets('Sees', 'Says')),
        sheet(
          2,
          ['The Insights Discovery® 72 Type Wheel', 0, 60, 20],
          ['Conscious Wheel Position', 40],
          ['22: Reformer (Classic)', down[0]],
          ['Less Conscious Wheel Position', down[1]],
          ['31: Helper (Classic)', 20],
        ),
      );
    const position = ({ fields }: ProfileReading) => fields.summary?.colourWheel?.['lessConsciousPosition'];
    expect(position(wheel(20, 30))).to.equal(31);
    expect(wheel(20, 30).warnings).to.not.include('One wheel position stands for both.');
    expect(wheel(40, -20).warnings).to.include('One wheel position stands for both.');
  });
});
