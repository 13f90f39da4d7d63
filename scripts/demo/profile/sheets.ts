// Setting text on pages: lines that wrap, bullets, columns; drawn in an order that need not be that of reading.
import {
  beginText,
  endText,
  PDFDocument,
  PDFName,
  rgb,
  setFontAndSize,
  setTextMatrix,
  showText,
  StandardFonts,
  type PDFPage,
} from 'pdf-lib';
import { shuffled, type Chance } from '../chance.ts';
import { typeface, type Typeface } from './font.ts';

export const paper = { width: 595, height: 842, margin: 60, bottom: 95, top: 760 };
const body = { size: 10.5, step: 13.5 };

/** One text on a page; `y` upwards, of the baseline. */
type Drawn = { text: string; x: number; y: number; size: number; bold: boolean };

export type Sheets = {
  /** Starts a page and moves to its top. */
  turn(): void;
  /** One line at the pen; the pen moves down. */
  line(text: string, options?: { size?: number; bold?: boolean; after?: number }): void;
  /** Text at a place of its own on this page. */
  put(text: string, x: number, y: number, options?: { size?: number; bold?: boolean }): void;
  /** Where a text ends that starts at x. */
  measureEnd(text: string, x: number, size?: number): number;
  /** Passages that wrap, with a bullet before each or none; they go on to the next page when there is no room left. */
  passages(texts: string[], bullet: string): void;
  bar(x: number, y: number, width: number, height: number, colour: [number, number, number]): void;
  finish(decorate: (page: number, pages: number) => void): Promise<Uint8Array>;
};

export type Setting = { columns: 1 | 2; hyphenate: boolean; pieces: boolean; chance: Chance };

/** Empty sheets. Text of a page is drawn in an order of chance, as real profiles draw theirs out of order. */
export async function newSheets({ columns, hyphenate, pieces, chance }: Setting): Promise<Sheets> {
  const doc = await PDFDocument.create();
  const regular = typeface(doc, StandardFonts.Helvetica);
  const bold = typeface(doc, StandardFonts.HelveticaBold);
  const getFace = (one: { bold: boolean }): Typeface => (one.bold ? bold : regular);
  const drawn: { page: PDFPage; texts: Drawn[] }[] = [];
  let at = -1;
  let y = paper.top;

  const turn = (): void => {
    const page = doc.addPage([paper.width, paper.height]);
    page.node.setFontDictionary(PDFName.of('Regular'), regular.ref);
    page.node.setFontDictionary(PDFName.of('Bold'), bold.ref);
    drawn.push({ page, texts: [] });
    at = drawn.length - 1;
    y = paper.top;
  };
  const put: Sheets['put'] = (text, x, height, { size = body.size, bold: isBold = false } = {}) => {
    drawn[at]?.texts.push({ text, x, y: height, size, bold: isBold });
  };
  const wrap = (text: string, width: number): string[] => {
    const lines: string[] = [];
    let line = '';
    const fits = (longer: string): boolean => regular.measure(longer, body.size) <= width;
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      const pieces = hyphenate ? divided(word).find(([head]) => fits(`${line} ${head}`)) : undefined;
      lines.push(pieces ? `${line} ${pieces[0]}` : line);
      line = pieces ? pieces[1] : word;
    }
    return [...lines, line];
  };
  const passages: Sheets['passages'] = (texts, bullet) => {
    const gap = 24;
    const width = (paper.width - 2 * paper.margin - (columns - 1) * gap) / columns;
    const hang = bullet === '' ? 0 : 16;
    const set = texts.map((text) => wrap(text, width - hang));
    const tall = (some: string[][]): number => some.reduce((sum, lines) => sum + lines.length * body.step + 7, 0);
    const half = Math.ceil(set.length / 2);
    const fits = Math.max(tall(set.slice(0, half)), tall(set.slice(half))) <= y - paper.bottom;
    let [column, top, lowest] = [0, y, y];
    const turnColumn = (): void => {
      lowest = Math.min(lowest, y);
      column = (column + 1) % columns;
      if (column === 0) turn();
      if (column === 0) [top, lowest] = [y, y];
      y = top;
    };
    set.forEach((lines, number) => {
      const full = y - lines.length * body.step < paper.bottom;
      if (columns === 2 && fits ? number === half : full) turnColumn();
      const x = paper.margin + column * (width + gap);
      if (bullet !== '') put(bullet, x, y);
      for (const line of lines) {
        put(line, x + hang, y);
        y -= body.step;
      }
      y -= 7;
    });
    y = Math.min(lowest, y);
  };

  return {
    turn,
    put,
    passages,
    line(text, { size = body.size, bold: isBold = false, after = 8 } = {}) {
      put(text, paper.margin, y, { size, bold: isBold });
      y -= size * 1.25 + after;
    },
    measureEnd: (text, x, size = body.size) => x + regular.measure(text, size),
    bar: (x, height, width, tall, [r, g, b]) =>
      drawn[at]?.page.drawRectangle({ x, y: height, width, height: tall, color: rgb(r, g, b) }),
    async finish(decorate) {
      drawn.forEach((_, page) => {
        at = page;
        decorate(page + 1, drawn.length);
      });
      for (const { page, texts } of drawn) {
        const parts = pieces ? texts.flatMap((one) => inPieces(one, getFace(one), chance)) : texts;
        for (const one of shuffled(chance, parts)) {
          page.pushOperators(
            beginText(),
            setFontAndSize(one.bold ? 'Bold' : 'Regular', one.size),
            setTextMatrix(1, 0, 0, 1, one.x, one.y),
            showText(getFace(one).encode(one.text)),
            endText(),
          );
        }
      }
      for (const face of [regular, bold]) face.finish();
      return doc.save();
    },
  };
}

/** Where a word may be divided: at its own hyphens, else in its middle. */
function divided(word: string): [string, string][] {
  const own = word.indexOf('-');
  if (own > 1 && own < word.length - 2) return [[word.slice(0, own + 1), word.slice(own + 1)]];
  if (!/^\p{Ll}{8,}$/u.test(word)) return [];
  const middle = Math.ceil(word.length / 2);
  return [[`${word.slice(0, middle)}-`, word.slice(middle)]];
}

/** The same text drawn in several runs, as programs do that set word by word. */
function inPieces(one: Drawn, face: Typeface, chance: Chance): Drawn[] {
  const pieces: Drawn[] = [];
  let start = 0;
  for (let at = one.text.indexOf(' '); at > 0; at = one.text.indexOf(' ', at + 1)) {
    if (chance() < 0.7) continue;
    pieces.push({
      ...one,
      text: one.text.slice(start, at),
      x: one.x + face.measure(one.text.slice(0, start), one.size),
    });
    start = at + 1;
  }
  return [
    ...pieces,
    { ...one, text: one.text.slice(start), x: one.x + face.measure(one.text.slice(0, start), one.size) },
  ];
}
