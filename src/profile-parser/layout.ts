// Reconstructs reading order from positions: rows by height, columns by gaps, running heads by repetition.

/** A run of text. `x` and `y` of its baseline are in points from the lower left corner; `height` is the font size. */
export type TextItem = { text: string; x: number; y: number; width: number; height: number };
export type TextPage = { page: number; width: number; height: number; items: TextItem[] };

/** Text of one row without a wide gap. `textX` is where the text after a bullet starts. */
export type Segment = TextItem & { page: number; bullet?: string; textX: number };
/** A segment in reading order. `above`: distance in points to the line above it, undefined at the top of a column. */
export type Line = Segment & { above?: number };

const bulletGlyph = /^[●•▪■◦○‣∙·\uf0b7\uf0a7*-]$/u;
const startsWithBullet = /^([●•▪■◦○‣∙·\uf0b7\uf0a7]|[*-](?= ))/u;

/** Composes letters (NFC) and collapses whitespace and control characters. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

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
  return rows.map((row) => splitSegments(row, page));
}

const wideGap = 1.5; // in font sizes; gaps between words are smaller, even in justified text
const bulletGap = 4;

function splitSegments(row: TextItem[], page: number): Segment[] {
  const segments: Segment[] = [];
  let previous: TextItem | undefined;
  for (const item of row.sort((a, b) => a.x - b.x)) {
    if (previous && item.text === previous.text && Math.abs(item.x - previous.x) < 1) continue;
    previous = item;
    const last = segments.at(-1);
    const gap = last ? item.x - (last.x + last.width) : Infinity;
    const size = Math.max(item.height, last?.height ?? 0);
    const afterBullet = last !== undefined && last.text.length < 4 && bulletGlyph.test(last.text.trim());
    if (!last || gap > (afterBullet ? bulletGap : wideGap) * size) {
      segments.push({ ...item, page, textX: item.x });
      continue;
    }
    if (afterBullet) Object.assign(last, { textX: item.x, y: item.y });
    last.text += (gap > 0.15 * size || afterBullet ? ' ' : '') + item.text;
    last.width = Math.max(last.width, item.x + item.width - last.x);
    last.height = size;
  }
  return segments.map(extractBullet);
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

/** Returns the font size of most of the text. */
export function findBodySize(pages: Segment[][][]): number {
  const lengths = new Map<number, number>();
  for (const { height, text } of pages.flat(2)) {
    const size = Math.round(height * 2) / 2;
    lengths.set(size, (lengths.get(size) ?? 0) + text.length);
  }
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Sorts a page into reading order: of two columns, the left one comes first. */
export function sortInReadingOrder(rows: Segment[][], width: number, body: number): Line[] {
  const gutter = findGutter(rows.flat(), width);
  const lines: Line[] = [];
  let left: Segment[] = [];
  let right: Segment[] = [];
  const flush = (): void => {
    for (const column of [left, right]) lines.push(...column);
    left = [];
    right = [];
  };
  rows.forEach((row, at) => {
    for (const segment of row) {
      const crosses = segment.x < gutter - 1 && segment.x + segment.width > gutter;
      if (crosses || (segment.x < gutter && isTitle(segment, body) && !hasTextBeside(rows, at, gutter, segment)))
        flush();
      if (crosses) lines.push(segment);
      else (segment.x < gutter - 1 ? left : right).push(segment);
    }
  });
  flush();
  return lines.map((line, at) => {
    const drop = (lines[at - 1]?.y ?? 0) - line.y;
    return drop > 0 && at > 0 ? { ...line, above: drop } : line;
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

/** Returns where the right column starts: the first x in the middle of the page where three segments start, or Infinity. */
function findGutter(segments: Segment[], width: number): number {
  const edges = segments.map(({ x }) => x).filter((x) => x > 0.35 * width && x < 0.75 * width);
  edges.sort((a, b) => a - b);
  return edges.find((x, at) => (edges[at + 2] ?? Infinity) - x <= maxBulletIndent) ?? Infinity;
}

const maxBulletIndent = 24; // points from a bullet to its text

const margin = 0.12; // of the height of a page

/** Removes running heads (text at the same height in the margin of many pages), page numbers and copyright notices. */
export function removeRunningHeads(pages: TextPage[], rows: Segment[][][]): { rows: Segment[][][]; heads: string[] } {
  const occurrences = new Map<string, { pages: Set<number>; text: string }>();
  const heights = new Map(pages.map(({ page, height }) => [page, height]));
  const toKey = ({ text, y }: Segment): string => `${Math.round(y)} ${text.replace(/\d+/g, '#')}`;
  const inMargin = ({ y, page }: Segment): boolean => {
    const height = heights.get(page) ?? 0;
    return y > (1 - margin) * height || y < margin * height;
  };
  for (const segment of rows.flat(2).filter(inMargin)) {
    const entry = occurrences.get(toKey(segment)) ?? { pages: new Set(), text: segment.text };
    entry.pages.add(segment.page);
    occurrences.set(toKey(segment), entry);
  }
  const minPages = Math.max(4, 0.3 * pages.length);
  const heads = [...occurrences].filter(([, entry]) => entry.pages.size >= minPages);
  const repeated = new Set(heads.map(([key]) => key));
  const isBody = (segment: Segment): boolean =>
    !(inMargin(segment) && (repeated.has(toKey(segment)) || pageNumber.test(segment.text))) &&
    !copyright.test(segment.text);
  return {
    rows: rows.map((page) => page.map((row) => row.filter(isBody)).filter((row) => row.length > 0)),
    heads: heads.map(([, { text }]) => text),
  };
}

const pageNumber = /^(page )?\d{1,3}( (of|\/) \d{1,3})?$/i;
const copyright = /^(©|\(c\) |copyright )/i;
