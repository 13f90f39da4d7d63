// Writes text on PDF pages: wrapped lines, bullets and columns, drawn in random order as real profiles are.
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
import { shuffle, type Random } from '../random.ts';
import { createTypeface, type Typeface } from './typeface.ts';

const paper = { width: 595, height: 842, margin: 60, bottom: 95, top: 760 };
const body = { size: 10.5, lineHeight: 13.5 };
const columnGap = 24;
const bulletIndent = 16;
const paragraphGap = 7;

/** A run of text on a page; `y` is the baseline, counted upwards. */
type TextRun = { text: string; x: number; y: number; size: number; bold: boolean };

type Look = { size?: number; bold?: boolean };
export type PageWriter = Awaited<ReturnType<typeof createPageWriter>>;

/** `splitRuns` draws lines in several runs, as programs do that position each word. */
type Layout = { columns: 1 | 2; hyphenate: boolean; splitRuns: boolean; random: Random };

/** Creates an empty document. The runs of a page are drawn in random order, since real profiles draw theirs out of order. */
export async function createPageWriter({ columns, hyphenate, splitRuns, random }: Layout) {
  const doc = await PDFDocument.create();
  const regular = createTypeface(doc, StandardFonts.Helvetica);
  const bold = createTypeface(doc, StandardFonts.HelveticaBold);
  const typefaceFor = (run: TextRun): Typeface => (run.bold ? bold : regular);
  const pages: { page: PDFPage; runs: TextRun[] }[] = [];
  let current = -1;
  let y = paper.top;

  /** Adds a page and moves to its top. */
  const addPage = (): void => {
    const page = doc.addPage([paper.width, paper.height]);
    page.node.setFontDictionary(PDFName.of('Regular'), regular.ref);
    page.node.setFontDictionary(PDFName.of('Bold'), bold.ref);
    pages.push({ page, runs: [] });
    current = pages.length - 1;
    y = paper.top;
  };
  /** Draws text at a fixed position of the current page. */
  const drawText = (text: string, x: number, height: number, look: Look = {}): void => {
    pages[current]?.runs.push({ text, x, y: height, size: body.size, bold: false, ...look });
  };
  const wrap = (text: string, width: number): string[] => {
    const lines: string[] = [];
    let line = '';
    const fits = (candidate: string): boolean => regular.measureWidth(candidate, body.size) <= width;
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      const split = hyphenate ? splitWord(word).find(([head]) => fits(`${line} ${head}`)) : undefined;
      lines.push(split ? `${line} ${split[0]}` : line);
      line = split ? split[1] : word;
    }
    return [...lines, line];
  };
  /** Writes wrapped paragraphs, each after a bullet unless that is empty, and continues on further pages. */
  const writeParagraphs = (texts: string[], bullet: string): void => {
    const width = (paper.width - 2 * paper.margin - (columns - 1) * columnGap) / columns;
    const indent = bullet === '' ? 0 : bulletIndent;
    const paragraphs = texts.map((text) => wrap(text, width - indent));
    const heightOf = (some: string[][]): number =>
      some.reduce((sum, lines) => sum + lines.length * body.lineHeight + paragraphGap, 0);
    const half = Math.ceil(paragraphs.length / 2);
    const fitsOnPage =
      Math.max(heightOf(paragraphs.slice(0, half)), heightOf(paragraphs.slice(half))) <= y - paper.bottom;
    let column = 0;
    let top = y;
    let lowest = y;
    const nextColumn = (): void => {
      lowest = Math.min(lowest, y);
      column = (column + 1) % columns;
      if (column === 0) {
        addPage();
        top = y;
        lowest = y;
      }
      y = top;
    };
    paragraphs.forEach((lines, index) => {
      const isFull = y - lines.length * body.lineHeight < paper.bottom;
      if (columns === 2 && fitsOnPage ? index === half : isFull) nextColumn();
      const x = paper.margin + column * (width + columnGap);
      if (bullet !== '') drawText(bullet, x, y);
      for (const line of lines) {
        drawText(line, x + indent, y);
        y -= body.lineHeight;
      }
      y -= paragraphGap;
    });
    y = Math.min(lowest, y);
  };

  return {
    addPage,
    drawText,
    writeParagraphs,
    /** Writes one line at the current position, and moves down. */
    writeLine(text: string, { after = 8, ...look }: Look & { after?: number } = {}): void {
      drawText(text, paper.margin, y, look);
      y -= (look.size ?? body.size) * 1.25 + after;
    },
    /** Returns the right edge of a text that starts at x. */
    measureEnd: (text: string, x: number, size: number): number => x + regular.measureWidth(text, size),
    drawBar: (x: number, height: number, width: number, tall: number, [r, g, b]: readonly [number, number, number]) =>
      pages[current]?.page.drawRectangle({ x, y: height, width, height: tall, color: rgb(r, g, b) }),
    /** Calls `decorate` for each page, and returns the bytes of the PDF. */
    async finish(decorate: (page: number, pages: number) => void): Promise<Uint8Array> {
      pages.forEach((_, index) => {
        current = index;
        decorate(index + 1, pages.length);
      });
      for (const { page, runs } of pages) {
        const parts = splitRuns ? runs.flatMap((run) => splitRun(run, typefaceFor(run), random)) : runs;
        for (const run of shuffle(random, parts)) {
          page.pushOperators(
            beginText(),
            setFontAndSize(run.bold ? 'Bold' : 'Regular', run.size),
            setTextMatrix(1, 0, 0, 1, run.x, run.y),
            showText(typefaceFor(run).encode(run.text)),
            endText(),
          );
        }
      }
      for (const typeface of [regular, bold]) typeface.finish();
      return doc.save();
    },
  };
}

/** Returns the ways to divide a word: at its own hyphen, else in the middle. */
function splitWord(word: string): [string, string][] {
  const hyphen = word.indexOf('-');
  if (hyphen > 1 && hyphen < word.length - 2) return [[word.slice(0, hyphen + 1), word.slice(hyphen + 1)]];
  if (!/^\p{Ll}{8,}$/u.test(word)) return [];
  const middle = Math.ceil(word.length / 2);
  return [[`${word.slice(0, middle)}-`, word.slice(middle)]];
}

/** Splits a run at some of its spaces. */
function splitRun(run: TextRun, typeface: Typeface, random: Random): TextRun[] {
  const slice = (start: number, end?: number): TextRun => {
    const x = run.x + typeface.measureWidth(run.text.slice(0, start), run.size);
    return { ...run, text: run.text.slice(start, end), x };
  };
  const parts: TextRun[] = [];
  let start = 0;
  for (let at = run.text.indexOf(' '); at > 0; at = run.text.indexOf(' ', at + 1)) {
    if (random() < 0.7) continue;
    parts.push(slice(start, at));
    start = at + 1;
  }
  return [...parts, slice(start)];
}
