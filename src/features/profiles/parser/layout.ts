// Reconstructs reading order from positions: rows by height, columns by gaps.

import { normalizeText } from './characters.ts';

/**
 * A run of text. `x` and `y` of its baseline are in points from the lower left corner; `height` is the font size;
 * `font` is a name that is different for each font; `faint` means that a reader cannot see the text, and `last` that a line
 * below it would be hidden.
 */
export type TextItem = {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  font?: string;
  faint?: boolean;
  last?: boolean;
};
/**
 * `hasNotes`: notes, form fields that are filled in, text beyond its edges or lost hyphens are not among its items;
 * `fonts`: the names of its fonts, as far as they have one.
 */
export type TextPage = {
  page: number;
  width: number;
  height: number;
  items: TextItem[];
  hasNotes?: boolean;
  fonts?: string[];
};

/**
 * Text of one row without a wide gap. `textX`: where the text after a bullet starts; `overlaps`: texts lie on each
 * other; `mixesSizes`: letters or digits of two sizes; `lead`: where the text after a single letter starts that stands apart;
 * `fonts`: letters by font, in runs of more than one; `digits`: the fonts of digits.
 */
export type Segment = TextItem & {
  page: number;
  bullet?: string;
  textX: number;
  overlaps?: boolean;
  mixesSizes?: boolean;
  lead?: number;
  fonts: Map<string, number>;
  digits: Set<string>;
};
/**
 * A segment in reading order. `above`: distance in points to the line above it, undefined at the top of a column;
 * `beside`: the row has further text, on a page without columns; `mixed`: the columns of the page could be read in two
 * orders.
 */
export type Line = Segment & { above?: number; beside?: boolean; mixed?: boolean };

/** Bullets, arrows, shapes, dingbats and the codes of symbol fonts. `inText`: also used within sentences. */
const sign = '[•‣∙·\\u2190-\\u21ff\\u25a0-\\u27bf\\u2b00-\\u2bff\\uf020-\\uf0ff]';
const inText = '[*–—§»›\\ue000-\\uf000\\uf100-\\uf8ff-]';
const bulletGlyph = new RegExp(`^(?:${sign}|${inText})$`, 'u');
const startsWithBullet = new RegExp(`^(?:${sign}|${inText}(?= ))`, 'u');

/** Groups text into rows from top to bottom, each from left to right. Text drawn twice (often for bold) counts once. */
export function groupRows({ page, items }: TextPage): Segment[][] {
  const drawn = items.filter(({ text, height }) => height > 0 && normalizeText(text) !== '').sort((a, b) => b.y - a.y);
  const rows: TextItem[][] = [];
  for (const item of drawn) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && first.y - item.y <= 0.4 * Math.max(first.height, item.height)) row.push(item);
    else rows.push([item]);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  const edges = findEdges(rows);
  const body = findCommonSize(drawn);
  return rows.map((row) => splitSegments(row, page, edges, body));
}

const wideGap = 1.5; // in font sizes; gaps between words are smaller, even in justified text
const narrowGap = 0.7; // a gutter if text starts there in three rows or more
const bulletGap = 4;

/** Finds where columns start behind a narrow gutter. A bullet or a number is no column. */
function findEdges(rows: TextItem[][]): Set<number> {
  const edges = new Set<number>();
  let counts = new Map<number, number>();
  for (const row of rows) {
    const starts = row.filter(({ x, height }, at) => {
      const { x: left = x, width = 0 } = row[at - 1] ?? {};
      return x - (row[0]?.x ?? x) > 8 * height && x - (left + width) > narrowGap * height;
    });
    counts = new Map(starts.map(({ x }) => [toEdge(x), (counts.get(toEdge(x)) ?? 0) + 1]));
    for (const [edge, count] of counts) if (count >= 3) edges.add(edge);
  }
  return edges;
}

const toEdge = (x: number): number => Math.round(x * 10);

/** @param body the font size of most of the page */
function splitSegments(row: TextItem[], page: number, edges: Set<number>, body: number): Segment[] {
  const segments: Segment[] = [];
  let previous: TextItem | undefined;
  for (const item of row) {
    const last = segments.at(-1);
    if (previous && item.text === previous.text && Math.abs(item.x - previous.x) < 1) {
      if (last && item.faint !== previous.faint) last.faint = true; // white letters upon black ones hide these
      continue;
    }
    previous = item;
    const gap = last ? item.x - (last.x + last.width) : Infinity;
    const size = Math.max(item.height, last?.height ?? 0);
    const afterBullet = last !== undefined && last.text.length < 4 && bulletGlyph.test(last.text.trim());
    const smaller = Math.min(item.height, last?.height ?? 0);
    const reach = afterBullet ? bulletGap * size : wideGap * (size > 1.3 * smaller ? smaller : size);
    const isColumn = gap > narrowGap * size && (last?.text.length ?? 0) >= 4 && edges.has(toEdge(item.x));
    if (!last || gap > reach || isColumn) {
      const digits = new Set(hasDigit(item) ? [item.font ?? ''] : []);
      segments.push({ ...item, page, textX: item.x, fonts: countLetters(new Map(), item), digits });
      continue;
    }
    countLetters(last.fonts, item);
    if (hasDigit(item)) last.digits.add(item.font ?? '');
    const differs = smaller < 0.85 * size && !afterBullet;
    if (differs && isReadable(item) && isReadable(last) && !ordinalEnding.test(item.text)) last.mixesSizes = true;
    if (last.text.length === 1 && gap > 0.35 * size) last.lead = item.x;
    if (afterBullet) Object.assign(last, { textX: item.x, y: item.y });
    if (gap < -0.5 * size && /[^\p{M}\p{Sk}\s]/u.test(item.text)) last.overlaps = true;
    const usual = Math.min(last.height, body);
    const isRaised = item.height < 0.8 * usual && item.y > last.y + 0.1 * usual;
    last.text += (gap > 0.15 * size || afterBullet ? ' ' : '') + (isRaised ? raise(item.text) : item.text);
    if (item.last) last.last = true;
    if (item.faint || (smaller < 0.4 * size && !afterBullet)) last.faint = true;
    last.width = Math.max(last.width, item.x + item.width - last.x);
    last.height = size;
  }
  return segments.map(extractBullet);
}

const hasDigit = ({ text }: TextItem): boolean => /\d/.test(text);
const isReadable = ({ text }: TextItem): boolean => /[\p{L}\d]/u.test(text);
const ordinalEnding = /^(?:st|nd|rd|th)(?!\p{L})/u;

/** Writes the figures of a footnote mark as they stand: "word¹" is not "word1". */
const raise = (text: string): string => text.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));

function countLetters(fonts: Map<string, number>, { text, font = '' }: TextItem): Map<string, number> {
  const letters = text.replace(/\P{L}+/gu, '').length;
  return letters > 1 ? fonts.set(font, (fonts.get(font) ?? 0) + letters) : fonts;
}

function extractBullet(segment: Segment): Segment {
  const text = normalizeText(segment.text);
  const [bullet] = startsWithBullet.exec(text) ?? (bulletGlyph.test(text) ? [text] : []);
  if (!bullet) return { ...segment, text };
  const rest = text.slice(bullet.length).trim();
  const lead = text.length - rest.length;
  const textX =
    segment.textX > segment.x ? segment.textX : segment.x + (segment.width * lead) / Math.max(text.length, 1);
  return { ...segment, text: rest, bullet, textX };
}

const minBullets = 8; // in a profile

/**
 * Turns letters that stand apart at the start of many lines, at the same distance from the text, into bullets: in symbol
 * fonts without a table of characters, n is a square and ü a tick.
 */
export function markLetterBullets(pages: Segment[][][]): Segment[][][] {
  const alike = Map.groupBy(pages.flat(2), toLetterKey);
  alike.delete(''); // stands for none
  return pages.map((rows) =>
    rows.map((row) =>
      row.map((segment) => {
        const { lead, text } = segment;
        if (lead === undefined || (alike.get(toLetterKey(segment))?.length ?? 0) < minBullets) return segment;
        return { ...segment, bullet: text.charAt(0), text: text.slice(1).trim(), textX: lead };
      }),
    ),
  );
}

function toLetterKey({ lead, text, x, bullet }: Segment): string {
  const isWord = /^[AI]/.test(text);
  return lead === undefined || bullet || isWord ? '' : `${text.charAt(0)} ${Math.round(lead - x)}`;
}

/** Returns the font size of most of the text. */
export const findBodySize = (pages: Segment[][][]): number => findCommonSize(pages.flat(2));

function findCommonSize(texts: readonly TextItem[]): number {
  const lengths = new Map<number, number>();
  for (const { height, text } of texts) {
    const size = Math.round(height * 2) / 2;
    lengths.set(size, (lengths.get(size) ?? 0) + text.length);
  }
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/**
 * Sorts a page into reading order: of two columns, the left one comes first. A heading without text beside it ends both;
 * it may end the left one alone if another heading has text beside it, or if only the left column goes on below it.
 *
 * @param isHeading whether a text is a heading, whatever its size
 */
export function sortInReadingOrder(
  rows: Segment[][],
  width: number,
  body: number,
  isHeading: (text: string) => boolean,
): Line[] {
  const gutter = findGutter(rows.flat(), width);
  const lines: Line[] = [];
  let left: Line[] = [];
  let right: Line[] = [];
  let endsBoth = false;
  let endsAny = false;
  let hasHeadBeside = false;
  let mixed = false;
  const flush = (isEnd = false): void => {
    if (endsBoth && right.length === 0 && left.length > 2) mixed = true;
    endsBoth = isEnd && right.length > 0;
    endsAny ||= endsBoth;
    for (const column of [left, right]) lines.push(...column);
    left = [];
    right = [];
  };
  rows.forEach((row, at) => {
    const beside = gutter === Infinity && row.length > 1;
    for (const part of row) {
      const segment = beside ? { ...part, beside } : part;
      const crosses = segment.x < gutter - 1 && segment.x + segment.width > gutter;
      const canEnd = segment.x < gutter && (isTitle(segment, body) || isHeading(segment.text));
      const isAlone = canEnd && !hasTextBeside(rows, at, gutter, segment);
      if (crosses || isAlone) flush(!crosses);
      const isRightHead = segment.x >= gutter && isHeading(segment.text);
      if ((canEnd && !isAlone && !crosses) || isRightHead) hasHeadBeside = true;
      if (crosses) lines.push(segment);
      else (segment.x < gutter - 1 ? left : right).push(segment);
    }
  });
  flush();
  mixed ||= hasHeadBeside && endsAny;
  return lines.map((line, at) => {
    const drop = (lines[at - 1]?.y ?? 0) - line.y;
    return { ...line, ...(drop > 0 && at > 0 && { above: drop }), ...(mixed && { mixed }) };
  });
}

/** Whether a line is larger than body text. */
export function isTitle({ height }: Segment, body: number): boolean {
  return height >= 1.15 * body;
}

function hasTextBeside(rows: Segment[][], at: number, gutter: number, { y, height }: Segment): boolean {
  const nearby = [rows[at - 1], rows[at], rows[at + 1]].flatMap((row) => row ?? []);
  return nearby.some((segment) => segment.x >= gutter - 1 && Math.abs(segment.y - y) < 1.2 * height);
}

/** Returns where the right column starts: the first x in the middle of the page where a bullet or three segments start. */
function findGutter(segments: Segment[], width: number): number {
  const inMiddle = segments.filter(({ x }) => x > 0.35 * width && x < 0.75 * width);
  const edges = inMiddle.flatMap(({ x, bullet }) => (bullet && !/[*–—-]/u.test(bullet) ? [x, x, x] : [x]));
  edges.sort((a, b) => a - b);
  return edges.find((x, at) => (edges[at + 2] ?? Infinity) - x <= maxBulletIndent) ?? Infinity;
}

const maxBulletIndent = 24; // points from a bullet to its text
