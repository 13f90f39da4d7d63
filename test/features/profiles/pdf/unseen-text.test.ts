// What was done to a page after it was printed: text that is covered, struck through, cut off or pale is not called certain.
import { expect } from 'chai';
import {
  BlendMode,
  PDFDocument,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  setFillingRgbColor,
  StandardFonts,
  type PDFPage,
} from 'pdf-lib';
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

/** Content of a page as it is written: numbers and operators, such as "0 0 m 5 5 l S". */
function draw(page: PDFPage, content: string): void {
  page.pushOperators(pushGraphicsState(), PDFOperator.of(content as PDFOperatorNames), popGraphicsState());
}

const paths: Record<string, (width: number) => string> = {
  rectangle: (width) => `0 -3 ${width} 13 re`,
  'box with round corners': (width) =>
    `4 -3 m ${width - 4} -3 l ${width} -3 ${width} -3 ${width} 1 c ${width} 6 l ${width} 10 ${width} 10 ${width - 4} 10 c 4 10 l 0 10 0 10 0 6 c 0 1 l 0 -3 0 -3 4 -3 c h`,
  octagon: (width) => `5 -3 m ${width - 5} -3 l ${width} 1 l ${width} 7 l ${width - 5} 11 l 5 11 l 0 7 l 0 1 l h`,
  ellipse: (width) => `0 4 m 0 16 ${width} 16 ${width} 4 c ${width} -8 0 -8 0 4 c h`,
};
const lines: Record<string, (width: number) => string> = {
  'scribble of one line': (width) =>
    `1 w 0 0 m ${Array.from({ length: Math.floor(width / 3) }, (_, at) => `${at * 3 + 3} ${at % 2 ? 0 : 8} l`).join(' ')} S`,
  'wavy line': (width) => `1 w 0 4 m ${width / 3} 12 ${(2 * width) / 3} -4 ${width} 4 c S`,
  'marker as wide as the line': (width) => `12 w 0 4 m ${width} 4 l S`,
  'marker of a wide unit': (width) => `4 0 0 4 0 4 cm 3 w 0 0 m ${width / 4} 0 l S`,
  'hatching of single lines': (width) =>
    Array.from({ length: Math.floor(width / 4) }, (_, at) => `2 w ${at * 4} -2 m ${at * 4 + 2} 10 l S`).join(' '),
  'row of dots': (width) =>
    Array.from({ length: Math.floor(width / 4) }, (_, at) => `${at * 4} -2 3 11 re f`).join(' '),
};
const open: Record<string, (width: number) => string> = {
  'an underline': (width) => `1 w 0 -2 m ${width} -2 l S`,
  'a frame': (width) => `1 w -4 -4 ${width + 8} 16 re S`,
  'a frame with round corners': (width) =>
    `1 w 0 -4 m ${width} -4 l ${width + 4} -4 ${width + 4} -4 ${width + 4} 0 c ${width + 4} 8 l ${width + 4} 12 ${width + 4} 12 ${width} 12 c 0 12 l -4 12 -4 12 -4 8 c -4 0 l -4 -4 -4 -4 0 -4 c s`,
  'an ellipse around it': (width) =>
    `1 w -30 4 m -30 24 ${width + 30} 24 ${width + 30} 4 c ${width + 30} -16 -30 -16 -30 4 c S`,
  'a box beside it': (width) => `${width + 5} -3 40 13 re f`,
  'the grid of a table': (width) =>
    Array.from({ length: 4 }, (_, at) => `0.5 w ${(at * width) / 3} -6 m ${(at * width) / 3} 14 l S`).join(' '),
};
const colours = { black: '0 0 0', white: '1 1 1', red: '0.9 0.1 0.1' };

describe('a line of text', () => {
  const width = 150;

  /** The texts of a page, one for each drawing over it, that cannot be seen. */
  const listFaint = async (drawings: Record<string, string>, before = ''): Promise<string[]> => {
    const doc = await PDFDocument.create();
    const font = await doc.embedFont(StandardFonts.Helvetica);
    const page = doc.addPage([595, 40 * (Object.keys(drawings).length + 2)]);
    for (const [at, [name, drawing]] of Object.entries(drawings).entries()) {
      const y = 40 * (at + 1);
      if (before !== '') draw(page, `1 0 0 1 60 ${y} cm ${before}`);
      page.drawText(name, { x: 60, y, size: 10, font });
      draw(page, `1 0 0 1 60 ${y} cm ${drawing}`);
    }
    const [read] = await pagesOf(await doc.save());
    return (read?.items ?? []).flatMap(({ text, faint }) => (faint ? [text] : []));
  };
  const filled = Object.entries(paths).flatMap(([name, path]) =>
    Object.entries(colours).flatMap(([colour, values]) =>
      [0, 30].map((shift) => [
        `under a ${colour} ${name} from ${shift}`,
        `${values} rg 1 0 0 1 ${shift} 0 cm ${path(width - shift)} f`,
      ]),
    ),
  );
  const drawn = Object.entries(lines).flatMap(([name, line]) =>
    Object.entries(colours).map(([colour, values]) => [
      `under a ${colour} ${name} of some width`,
      `${values} rg ${values} RG ${line(width)}`,
    ]),
  );
  const covering = Object.fromEntries([...filled, ...drawn]) as Record<string, string>;

  it('is doubted under whatever shape, line or colour', async () => {
    expect(await listFaint(covering)).to.have.members(Object.keys(covering));
  });

  it('is seen where shapes and lines are around it, beside it or below it', async () => {
    const around = Object.fromEntries(Object.entries(open).map(([name, line]) => [`seen with ${name}`, line(width)]));
    expect(await listFaint(around)).to.deep.equal([]);
    const below = Object.fromEntries(Object.keys(paths).map((name) => [`seen upon a pale ${name}`, '']));
    for (const path of Object.values(paths))
      expect(await listFaint(below, `0.8 0.9 0.8 rg ${path(width)} f`)).to.deep.equal([]);
  });

  it('is doubted under a shading, and behind a mask', async () => {
    const doc = await PDFDocument.create();
    const font = await doc.embedFont(StandardFonts.Helvetica);
    const page = doc.addPage([595, 400]);
    const { context } = doc;
    const ink = context.obj({ FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0], C1: [0, 0, 0], N: 1 });
    const shading = {
      ShadingType: 2,
      ColorSpace: 'DeviceRGB',
      Coords: [0, 0, 595, 0],
      Function: ink,
      Extend: [true, true],
    };
    const group = context.stream('1 g 0 0 595 400 re f', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 595, 400],
      Group: { S: 'Transparency', CS: 'DeviceGray' },
    });
    const mask = { Type: 'ExtGState', SMask: { S: 'Luminosity', G: context.register(group) } };
    page.node.setFontDictionary(PDFName.of('Seen'), font.ref);
    page.node.Resources()?.set(PDFName.of('Shading'), context.obj({ Ink: shading }));
    page.node.Resources()?.set(PDFName.of('ExtGState'), context.obj({ Mask: mask }));
    const words = (text: string, y: number): string => `BT /Seen 10 Tf 60 ${y} Td (${text}) Tj ET`;
    draw(page, `${words('shaded', 300)} q 60 296 100 14 re W n /Ink sh Q`);
    draw(page, `q /Mask gs ${words('masked', 200)} Q ${words('seen', 100)}`);
    const [read] = await pagesOf(await doc.save());
    expect(read?.items.flatMap(({ text, faint }) => (faint ? [text] : []))).to.deep.equal(['shaded', 'masked']);
  });

  it('is doubted where the edge of a box cuts it, and the last where the next would be cut', async () => {
    const doc = await PDFDocument.create();
    const page = doc.addPage([595, 800]);
    page.node.setFontDictionary(PDFName.of('Seen'), (await doc.embedFont(StandardFonts.Helvetica)).ref);
    for (let at = 0; at < 28; at += 1) {
      const y = 25 * at + 30;
      draw(page, `q 55 ${y + 8 - at} 300 ${at + 2} re W n BT /Seen 10 Tf 60 ${y} Td (line number ${at}) Tj ET Q`);
    }
    draw(page, `q 55 750 20 20 re W n BT /Seen 10 Tf 60 755 Td (cut at its right) Tj ET Q`);
    const [read] = await pagesOf(await doc.save());
    const items = read?.items.filter(({ text }) => text.trim() !== '') ?? [];
    const judged = items.map(({ text, faint, last }) => [text, faint ? 'faint' : last ? 'last' : 'seen']);
    expect(judged.slice(0, -1).map(([, how]) => how)).to.deep.equal([
      ...Array.from({ length: 9 }, () => 'faint'),
      ...Array.from({ length: 11 }, () => 'last'),
      ...Array.from({ length: 8 }, () => 'seen'),
    ]);
    expect(judged.at(-1)).to.deep.equal(['cut at its right', 'faint']);
  });

  it('is doubted in the colour of whatever shape is below it', async () => {
    for (const path of Object.values(paths)) {
      expect(
        await listFaint({ 'black on black, which nobody sees': '' }, `0.1 0.1 0.1 rg ${path(width)} f`),
      ).to.have.length(1);
    }
  });
});
