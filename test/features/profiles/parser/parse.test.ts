// Profiles: what is read is whole and exact, or it is said that it may not be.
import { expect } from 'chai';
import { isWord } from '../../../../src/features/profiles/pdf/spelling.ts';
import {
  readProfile,
  refusals,
  type ProfileReading,
  type TextItem,
} from '../../../../src/features/profiles/parser/parse.ts';
import { isSamePerson, parseDate } from '../../../../src/features/profiles/parser/person.ts';
import { printOnSheets } from '../../../support/altered-pdfs.ts';
import { aProfile, pagesOf, type Change } from '../../../support/profile.ts';
import { filler, read, readSheets, sheet } from '../../../support/sheets.ts';

const names = ['keyStrengths', 'blindSpots', 'communicationDos', 'communicationDonts', 'colourWheel', 'percentages'];

async function readGenerated(seed: string, change?: Change) {
  const profile = await aProfile(seed, change && { ...change, style: { hyphenate: false, ...change.style } });
  return { profile, ...read(await pagesOf(profile.pdf)) };
}

describe('a profile', () => {
  it('is refused with that reason where several of its pages are on one sheet', async () => {
    const { pdf } = await aProfile('sheets', { style: { columns: 1 } });
    expect(readProfile(await pagesOf(await printOnSheets(pdf, 2)), isWord)).to.deep.equal({
      failed: refusals.severalPages,
    });
  });

  it('names the page of every field', async () => {
    const { evidence } = await readGenerated('pages', { style: { columns: 1 } });
    expect(Object.fromEntries(names.map((name) => [name, evidence[name]?.page]))).to.deep.equal({
      keyStrengths: 7,
      communicationDos: 10,
      communicationDonts: 11,
      blindSpots: 12,
      colourWheel: 18,
      percentages: 19,
    });
  });

  it('keeps every word of lists that fill more than a page', async () => {
    const long = 'Keeps an eye on everything that happens in the building and tells the others about it in good time';
    const strengths = Array.from(
      { length: 40 },
      (_, at) => `${long}, and does so for the ${at}th time ${long.toLowerCase()}`,
    );
    for (const columns of [1, 2] as const) {
      const { fields, evidence } = await readGenerated('long', {
        content: { strengths },
        style: { columns },
      });
      expect(fields.keyStrengths).to.equal(strengths.join('\n'));
      expect(evidence['keyStrengths']?.confidence).to.equal('high');
    }
  });

  it('takes possible weaknesses and the page on opposite types for nothing else', async () => {
    const { fields } = await readGenerated('traps', {
      content: { weaknesses: ['Zebra one', 'Zebra two'], oppositeNeeds: ['Zebra three', 'Zebra four'] },
    });
    expect(JSON.stringify(fields)).to.not.match(/zebra/i);
  });

  it('is refused without text, in another language, and when it is something else', async () => {
    const norwegian: Record<string, string> = {
      Strengths: 'Styrker',
      'Effective Communications': 'Effektiv kommunikasjon',
      'Possible Blind Spots': 'Mulige blindsoner',
    };
    const texts = [
      'Liker å få tid til å tenke før det blir tatt en beslutning',
      'Ser raskt hva som er viktig for andre',
    ];
    const prose = ['style', 'interacting', 'deciding', 'blindSpots', 'opposite', 'oppositeNeeds', 'management'];
    const lists = [...prose, 'strengths', 'weaknesses', 'value', 'dos', 'donts', 'suggestions'];
    const { pdf } = await aProfile('norsk', {
      content: Object.fromEntries(lists.map((name) => [name, texts])),
      style: { edit: (heading) => norwegian[heading] ?? 'Dette er en overskrift på norsk' },
    });
    expect(readProfile(await pagesOf(pdf), isWord)).to.deep.equal({ failed: refusals.unsupportedLanguage });
    expect(readProfile([sheet(1, ['  ', 0], ['1', 20])], isWord)).to.deep.equal({ failed: refusals.noText });
    const brochure =
      'With Insights Discovery you and the team learn how to work with each other, and what it is to be different.';
    expect(readProfile([sheet(1, [brochure, 0], [brochure, 20])], isWord)).to.deep.equal({
      failed: refusals.notAProfile,
    });
    const report =
      'The quarterly report shows the cost of the move and the state of the works, as agreed with the board.';
    expect(readProfile([sheet(1, [report, 0], [report, 20])], isWord)).to.deep.equal({ failed: refusals.notAProfile });
  });
});

describe('a profile that is not as it should be', () => {
  const without = (...missing: RegExp[]): Change => ({
    style: { edit: (text) => (missing.some((one) => one.test(text)) ? undefined : text) },
  });

  it('is less certain of a section without its opening line, or without its heading', async () => {
    for (const gone of [/key strengths:$/, /^Strengths$/]) {
      const { profile, fields, evidence, warnings } = await readGenerated('gone', without(gone));
      expect(fields.keyStrengths).to.equal(profile.fields.keyStrengths);
      expect(evidence['keyStrengths']?.confidence).to.equal('medium');
      expect(warnings).to.have.length(1);
    }
  });

  it('lacks a field whose section is not there, and says so', async () => {
    const { profile, fields, warnings } = await readGenerated('none', without(/Blind Spots/));
    expect(fields).to.not.have.property('blindSpots');
    expect(warnings).to.deep.equal(['No section with the possible blind spots was found.']);
    expect(fields.communicationDonts).to.equal(profile.fields.communicationDonts);
  });

  it('is not relied on for colours that do not add up', async () => {
    const { content } = await aProfile('sums');
    const blue = 4.72;
    const green = 0.2;
    const yellow = 2.48;
    const red = 5.44;
    const right = { conscious: [3.52, 0.56, 1.28, 5.8], lessConscious: [blue, green, yellow, red] } as const;
    const colours = async (change: object) => {
      const { evidence, fields, warnings } = await readGenerated('sums', {
        content: { ...content, ...right, ...change },
      });
      return {
        confidence: evidence['percentages']?.confidence,
        flow: fields.summary?.colourWheel?.['preferenceFlow'],
        warnings,
      };
    };
    expect(await colours({})).to.deep.equal({ confidence: 'high', flow: -15.1, warnings: [] });
    const unbalanced = await colours({ lessConscious: [green, blue, yellow, red] });
    expect(unbalanced.confidence).to.equal('low');
    expect(unbalanced.warnings.join()).to.include('do not balance');
  });

  it('is not relied on for colours when scores, percentages or personas were mixed up', async () => {
    const { pdf } = await aProfile('mixed', { style: { fuseCells: false, splitRuns: false } });
    const pages = await pagesOf(pdf);
    const changed = (change: (item: TextItem) => TextItem): ProfileReading =>
      read(pages.map((page) => (page.page === 19 ? { ...page, items: page.items.map(change) } : page)));
    const wrong = changed((item) => (/^\d+%$/.test(item.text) && item.x < 70 ? { ...item, text: '111%' } : item));
    expect(wrong.evidence['percentages']?.confidence).to.equal('low');
    const moved = changed((item) => {
      if (!/^\d\.\d\d$|^\d+%$/.test(item.text)) return item;
      return { ...item, x: item.x + (item.x < 300 ? 310 : -310) };
    });
    expect(moved.warnings).to.deep.equal(['The preference flow does not follow from the colour scores.']);
    expect(moved.evidence['colourWheel']?.confidence).to.equal('low');
    const unnamed = changed((item) => (item.text === 'GREEN' ? { ...item, text: 'GRØNN' } : item));
    expect(unnamed.evidence['percentages']?.confidence).to.equal('low');
    const fewer = changed((item) => (/^\d\.\d\d$/.test(item.text) && item.x < 70 ? { ...item, text: 'n/a' } : item));
    expect(fewer.fields.summary?.colourWheel).to.not.have.property('blue');
    expect(fewer.evidence['percentages']?.confidence).to.equal('low');
  });

  it('is not relied on where it speaks of somebody else', async () => {
    const { evidence, warnings } = await readGenerated('other', {
      person: { name: 'Ada Berg' },
      style: { edit: (text) => (text.startsWith('Strategies') ? 'Strategies for communicating with Bob:' : text) },
    });
    expect(evidence['communicationDos']?.confidence).to.equal('low');
    expect(warnings).to.deep.equal([
      'The communication strategies are about another person than the rest of the profile.',
    ]);
  });

  it('is uncertain about a wheel position that is not one of the 72 types', async () => {
    const { evidence } = await readGenerated('wheel', {
      content: {
        wheel: { conscious: [22, 'Reforming Dictator (Classic)'], lessConscious: [22, 'Director (Classic)'] },
      },
    });
    expect(evidence['colourWheel']?.confidence).to.equal('low');
  });
});

describe('the layout of a list', () => {
  const opened = (...lines: Parameters<typeof sheet>[1][]): ProfileReading =>
    readSheets(sheet(1, ['Strengths', 0, 60, 15], ['Ada’s key strengths:', 30], ...lines));

  it('may wrap under the glyph, have the glyph in the text and a heading as small as the text', () => {
    const { fields, evidence } = readSheets(
      sheet(
        1,
        ['Strengths', 0],
        ['Ada’s key strengths:', 30],
        ['• Sees what matters to', 20],
        ['Communication and design', 12],
        ['•Says so', 20],
        ['Possible Weaknesses', 30],
        ['Ada’s possible weaknesses:', 20],
        ['• Late', 20],
      ),
    );
    expect(fields.keyStrengths).to.equal('Sees what matters to Communication and design\nSays so');
    expect(evidence['keyStrengths']).to.deep.equal({ page: 1, confidence: 'high' });
  });

  it('may have its opening line on two lines', () => {
    const { fields } = readSheets(
      sheet(
        1,
        ['Barriers to Effective Communication', 0, 60, 15],
        ['When communicating with Ada Maximiliane Featherstone-Hughes of', 30],
        ['Berg, DO NOT:', 13],
        ['• Ada’s papers are not to be moved', 20],
        ['• Hurry', 20],
        ['• I-messages must not be overdone', 20],
        ['• NATO alphabet for names', 20],
        ['• Never shout', 20],
      ),
    );
    expect(fields.communicationDonts?.split('\n')).to.deep.equal([
      'Do not Ada’s papers are not to be moved',
      'Do not hurry',
      'Do not I-messages must not be overdone',
      'Do not NATO alphabet for names',
      'Never shout',
    ]);
  });

  it('of what not to do is not the one about the opposite type', () => {
    const page = sheet(
      1,
      ['Opposite Type', 0, 60, 15],
      ['When communicating with Ada’s Opposite Type, DO NOT:', 30],
      ['• Worry', 20],
    );
    expect(readProfile([page, filler], isWord)).to.deep.equal({ failed: refusals.notAProfile });
  });

  it('is told by its gaps where the glyphs are drawings, and is then less certain', () => {
    const { fields, evidence } = opened(
      ['Sees what', 20],
      ['matters', 12],
      ['Says so', 20],
      ['Stays', 20],
      ['calm', 12],
    );
    expect(fields.keyStrengths).to.equal('Sees what matters\nSays so\nStays calm');
    expect(evidence['keyStrengths']?.confidence).to.equal('medium');
  });

  it('ends with its page when the next one starts with something else, but goes on when that has bullets', () => {
    const list = sheet(1, ['Strengths', 0, 60, 15], ['Ada’s key strengths:', 30], ['• Sees', 20], ['• Says', 20]);
    expect(readSheets(list, sheet(2, ['Ada Berg is tall.', 0])).fields.keyStrengths).to.equal('Sees\nSays');
    const goesOn = readSheets(list, sheet(2, ['Ada Berg', 0], ['• Stays', 20]));
    expect(goesOn.fields.keyStrengths).to.equal('Sees\nSays\nAda Berg\nStays');
    expect(goesOn.evidence['keyStrengths']?.confidence).to.equal('medium');
  });

  it('loses no text beside it, and is then less certain', () => {
    const { fields, evidence } = opened(['• Sees', 20], ['• Says', 20], ['Ada also sings.', 40]);
    expect(fields.keyStrengths).to.equal('Sees\nSays\nAda also sings.');
    expect(evidence['keyStrengths']?.confidence).to.equal('medium');
  });

  it('ends at a heading nobody knows, and at the notices at the foot of a page', () => {
    const ends = [
      ['Brand New Chapter', 30, 60, 15],
      ['© The Insights Group Ltd, 1992-2024. All rights reserved. Page 21', 30],
      ['Insights Discovery and Insights Learning Systems were developed by others', 30],
    ] as [string, number, number?, number?][];
    for (const end of ends) {
      const { fields } = opened(['• Sees', 20], ['• Says', 20], end);
      expect(fields.keyStrengths, end[0]).to.equal('Sees\nSays');
    }
  });

  it('has words that were divided at the end of a line, put together as the document writes them elsewhere', () => {
    const { fields, evidence } = opened(
      ['• Is patient in self-', 20],
      ['defence and a good organ-', 12],
      ['iser; the best organiser, with self-defence', 12],
      ['• Says so', 20],
    );
    expect(fields.keyStrengths).to.equal(
      'Is patient in self-defence and a good organiser; the best organiser, with self-defence\nSays so',
    );
    expect(evidence['keyStrengths']?.confidence).to.equal('high');
    const unclear = opened(['• Is pati-', 20], ['ent in a well-', 12], ['lit room', 12], ['• Says so', 20]);
    expect(unclear.fields.keyStrengths).to.equal('Is patient in a well-lit room\nSays so');
    expect(unclear.evidence['keyStrengths']?.confidence).to.equal('medium');
  });
});

describe('the person of a profile', () => {
  it('is the user whatever the case, accents, order, titles and middle names', () => {
    const same = [
      ['Ada Berg', 'ADA BERG'],
      ['Jürgen Mössner', 'Juergen Moessner'],
      ['Jürgen Mössner', 'Jurgen Mossner'],
      ['Łukasz Wójcik', 'Lukasz Wojcik'],
      ['Berg, Ada', 'Ada Berg'],
      ['Dr. Ada Maria Berg', 'Ada Berg'],
      ['Ada M. Berg', 'Ada Maria Berg'],
      ['Shaun O’Neill', "shaun O'Neill"],
      ['Anne-Marie Sjöberg', 'Anne Marie Sjoberg'],
      ['Søren Ødegård', 'Soren Odegard'],
      ['Sukarno', 'sukarno'],
    ] as const;
    for (const [one, other] of same) {
      expect(isSamePerson(one, other), `${one} = ${other}`).to.equal(true);
      expect(isSamePerson(other, one), `${other} = ${one}`).to.equal(true);
    }
  });

  it('is not the user when a name differs or says too little', () => {
    const different = [
      ['Ada Berg', 'Adam Berg'],
      ['Ada Berg', 'Ada Bergson'],
      ['Ada Berg', 'Ada'],
      ['A. Berg', 'Ada Berg'],
      ['Ada Maria Berg', 'Ada Sofia Berg'],
      ['Ada R. Berg', 'Ada Maria Berg'],
      ['', 'Ada Berg'],
      ['', ''],
    ] as const;
    for (const [one, other] of different) {
      expect(isSamePerson(one, other), `${one} ≠ ${other}`).to.equal(false);
      expect(isSamePerson(other, one), `${other} ≠ ${one}`).to.equal(false);
    }
  });

  it('completed it on a day that is written in many ways, but never in two', () => {
    const days = [
      '20 March 2024',
      'March 20, 2024',
      '20/03/2024',
      '3/20/2024',
      '2024-03-20',
      'Wednesday, 20 March 2024',
    ];
    for (const text of [...days, '20-Mar-2024', '20th March 2024', '20.03.2024', 'Wednesday, March 20, 2024']) {
      expect(parseDate(text), text).to.equal('2024-03-20');
    }
    for (const text of [
      '03/04/2024',
      '31 February 2024',
      '20 Smarch 2024',
      'soon',
      '',
      '3123-10-25',
      '20 March 1024',
    ]) {
      expect(parseDate(text), text).to.equal(undefined);
    }
  });
});

describe('hostile text', () => {
  const million = 1_000_000;
  const texts = {
    spaces: ' '.repeat(million) + 'x',
    'spaces in an opening line': `Ada’s${' '.repeat(million)}key strengths`,
    apostrophes: '’s'.repeat(million / 2),
    dots: 'Contents' + '.'.repeat(million) + 'x',
    digits: '1'.repeat(million) + 'x',
    hyphens: 'a-'.repeat(million / 2),
    letters: 'é'.repeat(million),
    'accents on one letter': 'a' + '\u0301'.repeat(million),
  };

  it('takes no more than its share of time', () => {
    for (const text of Object.values(texts)) {
      const item = { text, x: 60, y: 700, width: 400, height: 10 };
      const list = sheet(
        1,
        ['Strengths', 0, 60, 15],
        ['Ada’s key strengths:', 30],
        ['• ' + text, 20],
        [text, 12],
        [text, 12],
      );
      const colours = sheet(2, ['The Insights Discovery® Colour Dynamics', 0], [text, 20]);
      const wheel = sheet(3, ['The Insights Discovery® 72 Type Wheel', 0], [`Conscious Wheel Position ${text}`, 20]);
      readProfile([list, colours, wheel, { ...filler, items: [...filler.items, item] }], isWord);
      isSamePerson(text, text);
      parseDate(text);
    }
  });

  it('takes no more than its share of time in many small pieces', () => {
    const items = Array.from({ length: 60_000 }, (_, at) => ({ text: 'a', x: at % 500, y: 700, width: 1, height: 10 }));
    const rows = items.map((item, at) => ({ ...item, text: 'ab-', y: 800 - (at % 400) * 2, height: 1 + (at % 7) }));
    readProfile(
      [
        { ...filler, items },
        { ...filler, page: 1, items: rows },
      ],
      isWord,
    );
  });
});
