// What was done to a page after it was printed: text that is covered, struck through, cut off or pale is not called certain.
import { expect } from 'chai';
import { BlendMode, PDFDocument, rgb, setFillingRgbColor, StandardFonts, type PDFPage } from 'pdf-lib';
import { isWord } from '../../../../src/features/profiles/pdf/spelling.ts';
import { readProfile } from '../../../../src/features/profiles/parser/parse.ts';
import { aProfile, pagesOf } from '../../../support/profile.ts';

type Line = { x: number; y: number; width: number };
type Alter = (page: PDFPage, line: Line, doc: PDFDocument) => unknown;

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const white = rgb(1, 1, 1);
const annotate =
  (Subtype: string, more: object = {}): Alter =>
  (page, { x, y, width }, doc) =>
    page.node.addAnnot(
      doc.context.register(
        doc.context.obj({ Type: 'Annot', Subtype, Rect: [x, y - 2, x + width, y + 10], C: [1, 0, 0], ...more }),
      ),
    );
const write =
  (options: object): Alter =>
  async (page, { x, y, width }, doc) =>
    page.drawText('unless late', {
      x: x + width + 3,
      y,
      size: 10.5,
      font: await doc.embedFont(StandardFonts.Helvetica),
      ...options,
    });

const hidden: Record<string, Alter> = {
  'under a white box': (page, { x, y, width }) => page.drawRectangle({ x, y: y - 3, width, height: 13, color: white }),
  'in part under a black bar': (page, { x, y }) => page.drawRectangle({ x: x + 20, y: y - 2, width: 30, height: 11 }),
  'under a picture': async (page, { x, y, width }, doc) =>
    page.drawImage(await doc.embedPng(pixel), { x, y: y - 3, width, height: 13 }),
  'struck through': (page, { x, y, width }) =>
    page.drawLine({ start: { x, y: y + 3 }, end: { x: x + width, y: y + 3 } }),
  'crossed out': (page, { x, y, width }) =>
    page.drawLine({ start: { x, y: y - 2 }, end: { x: x + width, y: y + 9 }, thickness: 2 }),
  'below the edge of the page': (page, { y }) => page.setCropBox(0, y - 4, 595, 838 - y),
  'beyond the side of the page': (page, { x, width }) => page.setCropBox(0, 0, x + 0.5 * width, 842),
  pale: write({ color: rgb(0.95, 0.97, 0.93) }),
  'in the colour of its box': (page, line, doc) => {
    page.drawRectangle({ x: line.x + line.width, y: line.y - 3, width: 80, height: 13, color: rgb(0.1, 0.2, 0.5) });
    return write({ color: rgb(0.12, 0.22, 0.5) })(page, line, doc);
  },
  'almost transparent': write({ opacity: 0.05 }),
  'struck out by a note': annotate('StrikeOut', { QuadPoints: [60, 310, 200, 310, 60, 300, 200, 300] }),
  'under a shape that was put on it': annotate('Square', { IC: [1, 1, 1] }),
  'crossed out with a pen': annotate('Ink', { InkList: [[0, 0, 9, 9]] }),
  'to be added to': annotate('Caret'),
};

const seen: Record<string, Alter> = {
  underlined: (page, { x, y, width }) => page.drawLine({ start: { x, y: y - 2 }, end: { x: x + width, y: y - 2 } }),
  'in a frame': (page, { x, y, width }) =>
    page.drawRectangle({ x: x - 20, y: y - 4, width: width + 30, height: 15, borderColor: rgb(0, 0, 0) }),
  'marked with a pale colour': (page, { x, y, width }) =>
    page.drawRectangle({ x, y: y - 3, width, height: 13, color: rgb(1, 1, 0), opacity: 0.3 }),
  'marked with ink that shows it': (page, { x, y, width }) =>
    page.drawRectangle({ x, y: y - 3, width, height: 13, color: rgb(1, 1, 0), blendMode: BlendMode.Multiply }),
  'on a page with a link': annotate('Link'),
  'beside a box': (page, { x, y }) => page.drawRectangle({ x: x - 40, y: y - 3, width: 20, height: 13 }),
};

describe('a bullet', () => {
  const read = async (alter: Alter) => {
    const style = { columns: 1, hyphenate: false, splitRuns: false, bulletGlyph: '•' } as const;
    const { pdf, fields } = await aProfile('Ada', { style });
    const pages = await pagesOf(pdf);
    const index = pages.findIndex(({ items }) => items.some(({ text }) => / key strengths:/.test(text)));
    const lines = pages[index]?.items.filter(({ x, y }) => x > 70 && y < 640) ?? [];
    const line = lines.toSorted((a, b) => a.y - b.y)[0] ?? { x: 0, y: 0, width: 0 };
    const doc = await PDFDocument.load(pdf);
    await alter(doc.getPage(index), line, doc);
    const reading = readProfile(await pagesOf(await doc.save()), isWord);
    if ('failed' in reading) throw new Error(reading.failed);
    return { ...reading, isExact: reading.fields.keyStrengths === fields.keyStrengths };
  };

  for (const [what, alter] of Object.entries(hidden)) {
    it(`is uncertain when it is ${what}`, async () => {
      const { evidence, warnings } = await read(alter);
      expect(evidence['keyStrengths']?.confidence).to.be.oneOf(['medium', 'low']);
      expect(warnings.join()).to.include('key strengths');
      expect(evidence['communicationDos']?.confidence).to.equal('high');
    });
  }

  for (const [what, alter] of Object.entries(seen)) {
    it(`is certain when it is ${what}`, async () => {
      const { evidence, isExact } = await read(alter);
      expect(isExact).to.equal(true);
      expect(evidence['keyStrengths']?.confidence).to.equal('high');
    });
  }
});

describe('a hyphen', () => {
  it('is missed where its font calls it a soft one', async () => {
    const strengths = ['Is well\u00adknown', 'Stays'];
    const { pdf } = await aProfile('Ada', { content: { strengths } });
    const reading = readProfile(await pagesOf(pdf), isWord);
    expect('evidence' in reading && reading.evidence['keyStrengths']?.confidence).to.equal('medium');
  });
});

describe('white text', () => {
  it('is seen on a dark page', async () => {
    const { pdf, fields } = await aProfile('Ada', { style: { hyphenate: false, splitRuns: false } });
    const doc = await PDFDocument.load(pdf);
    const dark = await PDFDocument.create();
    for (const page of await dark.embedPages(doc.getPages())) {
      const sheet = dark.addPage([595, 842]);
      sheet.drawRectangle({ width: 595, height: 842, color: rgb(0.1, 0.1, 0.2) });
      sheet.pushOperators(setFillingRgbColor(1, 1, 1));
      sheet.drawPage(page);
    }
    const reading = readProfile(await pagesOf(await dark.save()), isWord);
    expect('fields' in reading && reading.fields.keyStrengths).to.equal(fields.keyStrengths);
    expect('evidence' in reading && reading.evidence['keyStrengths']?.confidence).to.equal('high');
  });
});

describe('a number', () => {
  it('is uncertain when it is covered', async () => {
    const { pdf } = await aProfile('Ada', { style: { fuseCells: false, splitRuns: false } });
    const pages = await pagesOf(pdf);
    const index = pages.findIndex(({ items }) => items.some(({ text }) => text === 'Preference Flow'));
    const flow = pages[index]?.items.find(({ text }) => /\.\d%$/.test(text)) ?? { x: 0, y: 0, width: 0 };
    const doc = await PDFDocument.load(pdf);
    doc.getPage(index).drawRectangle({ x: flow.x, y: flow.y - 2, width: flow.width, height: 11, color: white });
    const reading = readProfile(await pagesOf(await doc.save()), isWord);
    expect('evidence' in reading && reading.evidence['colourWheel']?.confidence).to.be.oneOf(['medium', 'low']);
  });
});
