// Where text stands on a page decides how it is read: lines by height, columns by gaps, running heads by repetition.

/** A run of text; `x` and `y` (upwards, of the baseline) in points from the lower left corner; `height` is the type size. */
export type TextItem = { text: string; x: number; y: number; width: number; height: number };
export type TextPage = { page: number; width: number; height: number; items: TextItem[] };

/** A stretch of text on one line, with no wide gap in it. */
export type Segment = TextItem & { page: number; bullet?: string; textX: number };
/** A segment in reading order; `above`: points down from the line before it in its column, or undefined at the top. */
export type Line = Segment & { above?: number };

const bulletGlyph = /^[●•▪■◦○‣∙·\uf0b7\uf0a7*-]$/u;
const startsWithBullet = /^([●•▪■◦○‣∙·\uf0b7\uf0a7]|[*-](?= ))/u;

/** Letters composed, white space and control characters collapsed; nothing else is changed. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** The rows of a page from top to bottom, each from left to right; text drawn twice (as bold often is) counts once. */
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

const wideGap = 1.5; // in type sizes; between words even of justified lines there is less
const bulletGap = 4;

function splitSegments(row: TextItem[], page: number): Segment[] {
  const segments: Segment[] = [];
  let before: TextItem | undefined;
  for (const item of row.sort((a, b) => a.x - b.x)) {
    if (before && item.text === before.text && Math.abs(item.x - before.x) < 1) continue;
    before = item;
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
  return segments.map(finished);
}

function finished(segment: Segment): Segment {
  const text = normalizeText(segment.text);
  const [bullet] = startsWithBullet.exec(text) ?? (bulletGlyph.test(text) ? [text] : []);
  if (!bullet) return { ...segment, text };
  const rest = text.slice(bullet.length).trim();
  const lead = text.length - rest.length;
  const textX =
    segment.textX > segment.x ? segment.textX : segment.x + (segment.width * lead) / Math.max(text.length, 1);
  return { ...segment, text: rest, bullet, textX };
}

/** The type size most of the text is set in. */
export function bodySize(pages: Segment[][][]): number {
  const amounts = new Map<number, number>();
  for (const { height, text } of pages.flat(2)) {
    const size = Math.round(height * 2) / 2;
    amounts.set(size, (amounts.get(size) ?? 0) + text.length);
  }
  return [...amounts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** A page's lines in reading order: where it is set in two columns, the left one before the right one. */
export function readingOrder(rows: Segment[][], width: number, body: number): Line[] {
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
      if (crosses || (segment.x < gutter && isTitle(segment, body) && !besideText(rows, at, gutter, segment))) flush();
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

/** Whether a line is set larger than the text. */
export function isTitle({ height }: Segment, body: number): boolean {
  return height >= 1.15 * body;
}

function besideText(rows: Segment[][], at: number, gutter: number, { y, height }: Segment): boolean {
  const near = [rows[at - 1], rows[at], rows[at + 1]].flatMap((row) => row ?? []);
  return near.some((segment) => segment.x >= gutter - 1 && Math.abs(segment.y - y) < 1.2 * height);
}

/** Where the right column starts, or Infinity: the first edge in the middle of the page where three segments start. */
function findGutter(segments: Segment[], width: number): number {
  const edges = segments.map(({ x }) => x).filter((x) => x > 0.35 * width && x < 0.75 * width);
  edges.sort((a, b) => a - b);
  return edges.find((x, at) => (edges[at + 2] ?? Infinity) - x <= hanging) ?? Infinity;
}

const hanging = 24; // points at most between a bullet and its text

const margin = 0.12;

/** Takes away what stands at the same height in the margin of many pages, page numbers and notices of copyright. */
export function withoutRunningHeads(pages: TextPage[], rows: Segment[][][]): { rows: Segment[][][]; heads: string[] } {
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
  const often = Math.max(4, 0.3 * pages.length);
  const heads = [...occurrences].filter(([, entry]) => entry.pages.size >= often);
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
