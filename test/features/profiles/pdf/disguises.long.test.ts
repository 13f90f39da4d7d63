// Kinds of files for which no rule was written: fonts that name letters otherwise, paint, clips, transparency and places. No field
// of which the page says something else, or which cannot be seen on it, is called certain.
import { expect } from 'chai';
import {
  decodePDFRawStream,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFOperator,
  PDFRawStream,
  StandardFonts,
  type PDFOperatorNames,
  type PDFPage,
} from 'pdf-lib';
import { isWord } from '../../../../src/features/profiles/pdf/spelling.ts';
import { extractTextPages } from '../../../../src/features/profiles/pdf/pages.ts';
import { readProfile } from '../../../../src/features/profiles/parser/parse.ts';
import { judge, type CorpusProfile, type FieldName } from '../../../support/profile-corpus.ts';
import { aProfile, pagesOf } from '../../../support/profile.ts';

type Line = { x: number; y: number; width: number; end: number };
type Disguise = (page: PDFPage, line: Line, doc: PDFDocument) => unknown;

const style = { columns: 1, hyphenate: false, splitRuns: false, fuseCells: false, bulletGlyph: '•' } as const;
const strengths = [
  'Sees quickly what matters to a customer, even at the end of a long week',
  'Finds the 20% of the work that makes 80% of the difference',
  'Brings calm to heated discussions without being asked',
  'Explains difficult things in plain words to the whole office',
  'Is seen as a fair judge of value and of exactness',
];

/** Writes operators as they are, such as "0 0 m 5 5 l S", with the start of the line as origin. */
const write =
  (content: (line: Line) => string): Disguise =>
  (page, line) =>
    page.pushOperators(PDFOperator.of(`q 1 0 0 1 ${line.x} ${line.y} cm ${content(line)} Q` as PDFOperatorNames));

/** Lets fonts of such names name characters otherwise. */
const rename =
  (names: Record<string, string> | ((character: string) => string), fonts = /./): Disguise =>
  (_page, _line, doc) => {
    const toHex = (text: string): string =>
      Array.from(text, (one) => (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('');
    const choose = typeof names === 'function' ? names : (character: string) => names[character] ?? character;
    for (const [, object] of doc.context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFDict) || !object.has(PDFName.of('ToUnicode'))) continue;
      if (!fonts.test(object.get(PDFName.of('BaseFont'))?.toString() ?? '')) continue;
      const stream = doc.context.lookup(object.get(PDFName.of('ToUnicode')));
      if (!(stream instanceof PDFRawStream)) continue;
      const map = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
      const renamed = map.replace(/(<..> )<(....)>/g, (_all, code: string, unicode: string) => {
        const name = choose(String.fromCodePoint(parseInt(unicode, 16)));
        return `${code}<${toHex(name)}>`;
      });
      object.set(PDFName.of('ToUnicode'), doc.context.register(doc.context.flateStream(renamed)));
    }
  };

const shiftDigits = (character: string): string =>
  /\d/.test(character) ? String((Number(character) + 1) % 10) : character;
const caesar = (character: string): string =>
  /[a-y]/.test(character) ? String.fromCharCode(character.charCodeAt(0) + 1) : character;
const setPaint = (doc: PDFDocument, page: PDFPage, paint: Record<string, unknown>): void => {
  const states = PDFName.of('ExtGState');
  page.node.normalize();
  const own = page.node.Resources()?.lookupMaybe(states, PDFDict) ?? doc.context.obj({});
  own.set(PDFName.of('Disguise'), doc.context.obj({ Type: 'ExtGState', ...paint } as never));
  page.node.Resources()?.set(states, own);
};
const paint =
  (state: Record<string, unknown>, content: (line: Line) => string): Disguise =>
  (page, line, doc) => {
    setPaint(doc, page, state);
    return write((one) => `/Disguise gs ${content(one)}`)(page, line, doc);
  };
const box = ({ width }: Line): string => `0 -3 ${width} 13 re f`;
const text =
  (words: string, options: object = {}): Disguise =>
  async (page, { y, end }, doc) =>
    page.drawText(words, { x: end + 3, y, size: 10.5, font: await doc.embedFont(StandardFonts.Helvetica), ...options });
const over =
  (words: string, options: object = {}): Disguise =>
  async (page, { x, y }, doc) =>
    page.drawText(words, { x, y, size: 10.5, font: await doc.embedFont(StandardFonts.Helvetica), ...options });

const allFields: FieldName[] = [
  'keyStrengths',
  'blindSpots',
  'communicationDos',
  'communicationDonts',
  'colourWheel',
  'percentages',
];

/** Of each, the fields that the page shows otherwise than its text says, or hides. */
const disguises: Record<string, [Disguise, FieldName[]]> = {
  'vowels that are exchanged': [rename({ e: 'o', o: 'e' }), allFields.slice(0, 4)],
  'figures one higher in each font': [rename(shiftDigits), ['keyStrengths', 'colourWheel', 'percentages']],
  'figures 2 and 5, 6 and 9 exchanged': [
    rename({ 2: '5', 5: '2', 6: '9', 9: '6' }),
    ['keyStrengths', 'colourWheel', 'percentages'],
  ],
  'no per cent sign': [rename({ '%': '' }), ['keyStrengths']],
  'apostrophes that are lost': [rename({ '’': '' }), []],
  'full stops called commas': [rename({ '.': ',' }), ['blindSpots']],
  'commas called full stops': [rename({ ',': '.' }), ['keyStrengths']],
  'full stops that are lost': [rename({ '.': '' }), ['blindSpots']],
  'commas that are lost': [rename({ ',': '' }), []],
  'I called l': [rename({ I: 'l' }), ['keyStrengths']],
  'l called I': [rename({ l: 'I' }), ['keyStrengths']],
  'S called 5': [rename({ S: '5' }), ['keyStrengths']],
  'each letter called the next one': [rename(caesar), allFields.slice(0, 4)],
  'capitals called small letters': [rename((one) => one.toLowerCase()), allFields.slice(0, 4)],
  'small letters called capitals': [rename((one) => one.toUpperCase()), allFields.slice(0, 4)],
  'a letter that is lost': [rename({ f: '' }), ['keyStrengths']],
  'a letter twice': [rename({ s: 'ss' }), allFields.slice(0, 4)],
  'a letter called a Greek one': [rename({ a: 'α' }), allFields.slice(0, 4)],
  'a letter with an accent': [rename({ u: 'û' }), allFields.slice(0, 4)],
  'spaces called underscores': [rename({ ' ': '_' }), allFields.slice(0, 4)],
  'spaces that are lost': [rename({ ' ': '' }), []],
  'a soft sign within words': [rename({ t: 't\u00ad' }), []],
  'a black box that is multiplied': [paint({ BM: 'Multiply' }, (line) => `0 g ${box(line)}`), ['keyStrengths']],
  'a white box that is screened': [paint({ BM: 'Screen' }, (line) => `1 g ${box(line)}`), ['keyStrengths']],
  'a box of the difference': [paint({ BM: 'Difference' }, (line) => `0 g ${box(line)}`), []],
  'many pale veils': [
    paint({ ca: 0.4 }, (line) => `1 g ${Array.from({ length: 8 }, () => box(line)).join(' ')}`),
    ['keyStrengths'],
  ],
  'white letters upon the same ones': [
    over(strengths.at(-1) ?? '', { color: { type: 'RGB', red: 1, green: 1, blue: 1 } }),
    ['keyStrengths'],
  ],
  'dashes upon it': [over('-'.repeat(60)), ['keyStrengths']],
  'letters x upon it': [over('x'.repeat(40)), ['keyStrengths']],
  'a remark behind it': [text('(not always)'), ['keyStrengths']],
  'a remark behind it, a little larger': [text('not', { size: 12.5 }), ['keyStrengths']],
  'a remark above it': [over('not', { size: 5 }), ['keyStrengths']],
  'words clipped to a triangle': [
    (page, { end, y }, doc) => {
      page.node.setFontDictionary(PDFName.of('Seen'), doc.embedStandardFont(StandardFonts.Helvetica).ref);
      page.pushOperators(
        PDFOperator.of(
          `q ${end} ${y - 20} m ${end + 90} ${y - 20} l ${end} ${y + 60} l h W n BT /Seen 10.5 Tf ${end + 3} ${y} Td (unless late or early) Tj ET Q` as PDFOperatorNames,
        ),
      );
    },
    ['keyStrengths'],
  ],
  'words narrowed to nothing': [
    (page, { end, y }, doc) => {
      page.node.setFontDictionary(PDFName.of('Seen'), doc.embedStandardFont(StandardFonts.Helvetica).ref);
      page.pushOperators(
        PDFOperator.of(`BT /Seen 10.5 Tf 0.5 Tz ${end + 3} ${y} Td ( unless late) Tj ET` as PDFOperatorNames),
      );
    },
    ['keyStrengths'],
  ],
  'the outline of a box with a wide edge': [write(({ width }) => `13 w 6 3 ${width - 12} 1 re S`), ['keyStrengths']],
  'a line in rows of dashes': [write(({ width }) => `[3 2] 0 d 1.5 w 0 3 m ${width} 3 l S`), ['keyStrengths']],
  'a heart': [
    write(
      ({ width }) =>
        `0.8 0 0 rg ${width / 2} -30 m ${-width} 60 ${width / 2} 60 ${width / 2} 10 c ${width / 2} 60 ${2 * width} 60 ${width / 2} -30 c f`,
    ),
    ['keyStrengths'],
  ],
  'a box under a turned matrix': [
    write(({ width }) => `0 1 -1 0 0 0 cm -3 ${-width} 13 ${width} re f`),
    ['keyStrengths'],
  ],
  'a box that is turned upside down': [
    write(({ width }) => `-1 0 0 -1 ${width} 0 cm 0 -10 ${width} 13 re f`),
    ['keyStrengths'],
  ],
  'a line from many short ones': [
    write(
      ({ width }) =>
        Array.from({ length: Math.floor(width / 2) }, (_, at) => `${at * 2} 3 m ${at * 2 + 2} 4 l`).join(' ') + ' S',
    ),
    ['keyStrengths'],
  ],
  'a glow around it': [paint({ ca: 0.2 }, (line) => `1 1 0 rg ${box(line)}`), []],
  'a wide pale marker': [paint({ CA: 0.3 }, ({ width }) => `1 1 0 RG 12 w 0 4 m ${width} 4 l S`), []],
  'a page that is cut at its right': [
    (page, { x, end }) => page.setMediaBox(0, 0, (x + end) / 2, 842),
    ['keyStrengths'],
  ],
  'figures one higher in the bold font alone': [rename(shiftDigits, /Bold/), []],
  'figures one higher in the other font alone': [rename(shiftDigits, /Helvetica$/), ['keyStrengths', 'colourWheel']],
  'small letters misnamed in the bold font alone': [rename(caesar, /Bold/), []],
  'a hyphen called a space': [rename({ '-': ' ' }), []],
  'a hyphen that is lost': [rename({ '-': '' }), []],
  'brackets that are lost': [rename({ '(': '', ')': '' }), []],
  'brackets called other ones': [rename({ '(': '[', ')': ']' }), []],
  'letters called those beside them on a keyboard': [rename({ a: 's', n: 'm', r: 't' }), allFields.slice(0, 4)],
  'l called t': [rename({ l: 't' }), allFields.slice(0, 4)],
  'q called g': [rename({ q: 'g' }), ['keyStrengths']],
  'j called i': [rename({ j: 'i' }), ['keyStrengths']],
  'x called k': [rename({ x: 'k' }), ['keyStrengths']],
  'words that turn round a corner': [over('unless she is late', { rotate: { type: 'degrees', angle: 35 } }), []],
  'a photo negative': [paint({ BM: 'Exclusion' }, (line) => `1 g ${box(line)}`), ['keyStrengths']],
  'the hue of a box': [paint({ BM: 'Hue' }, (line) => `1 0 0 rg ${box(line)}`), []],
  'a star': [
    write(({ width }) => `0 g ${width / 2} 60 m ${width * 0.7} -30 l 0 20 l ${width} 20 l ${width * 0.3} -30 l h f*`),
    ['keyStrengths'],
  ],
  'a net of lines': [
    write(({ width }) =>
      Array.from(
        { length: 30 },
        (_, at) =>
          `2 w ${(at * width) / 30} -3 m ${((at + 3) * width) / 30} 11 l ${((at + 3) * width) / 30} -3 m ${(at * width) / 30} 11 l S`,
      ).join(' '),
    ),
    ['keyStrengths'],
  ],
  'a page in other units': [(page) => page.node.set(PDFName.of('UserUnit'), page.doc.context.obj(2)), []],
};

describe('a disguise', () => {
  for (const [name, [disguise, hidden]] of Object.entries(disguises)) {
    it(`is not taken for the profile: ${name}`, async () => {
      const made = await aProfile('Disguise', { content: { strengths }, style });
      const pages = await pagesOf(made.pdf);
      const index = pages.findIndex(({ items }) => items.some((item) => / key strengths:/.test(item.text)));
      const [last] = (pages[index]?.items ?? []).filter((item) => item.text.startsWith('Is seen as a fair'));
      if (!last) throw new Error('The last bullet is not on its page.');
      const doc = await PDFDocument.load(made.pdf);
      await disguise(doc.getPage(index), { ...last, end: last.x + last.width }, doc);
      const read = await extractTextPages(Buffer.from(await doc.save()));
      const reading = Array.isArray(read) ? readProfile(read, isWord) : read;
      if ('failed' in reading) return;
      const { summary, ...texts } = made.fields;
      const fields = { ...texts, ...summary };
      const outcomes = judge({ fields } as unknown as CorpusProfile, reading);
      const wrong = outcomes.flatMap(({ field, outcome }) => (outcome === 'wrong' ? [field] : []));
      const certain = hidden.filter((field) => reading.evidence[field]?.confidence === 'high');
      expect({ wrong, certain }).to.deep.equal({ wrong: [], certain: [] });
    });
  }
});
