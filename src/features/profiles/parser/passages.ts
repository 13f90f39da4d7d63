// Joins lines into bullets and paragraphs, and words that were hyphenated at a line end.
import type { Line } from './layout.ts';

/**
 * `used`: the number of lines in `texts`; `sure`: the lines can be joined in one way only; `stray`: `texts` includes
 * text that is not part of the list.
 */
export type Passages = { texts: string[]; used: number; sure: boolean; stray: boolean };

/** Collects all words in lower case. How a word is written elsewhere shows whether a hyphen belongs to it. */
export function collectWords(lines: Line[]): Set<string> {
  const words = new Set<string>();
  for (const { text } of lines) {
    for (const word of text.toLowerCase().split(/[^\p{L}\p{M}'’-]+/u)) if (!word.endsWith('-')) words.add(word);
  }
  return words;
}

/**
 * Reads the bullets of a list, without their glyphs. A line without a glyph continues the bullet above it.
 * Text on a later page than the last bullet that does not continue it is not part of the list.
 * If glyphs are drawings and not text, a larger line distance starts a bullet.
 */
export function readBullets(lines: Line[], words: Set<string>): Passages {
  const first = lines.find(({ bullet }) => bullet);
  const glyph = first?.bullet;
  if (!first || !glyph) return { ...readParagraphs(lines, words), sure: false };
  const isStart = (line: Line): boolean => line.bullet === glyph && !isDashInText(line, first);
  const lastBullet = lines.findLastIndex(isStart);
  const groups: Line[][] = [];
  const wraps = new Map<string, number>();
  const flushGroups = new Set<Line[]>();
  const edges = findEdges(lines);
  let bullet: Line | undefined;
  let stray = false;
  let unclear = false;
  for (const [at, line] of lines.entries()) {
    const isOther = line.bullet !== undefined && !isStart(line);
    const withGlyph = isOther ? { ...line, text: `${line.bullet} ${line.text}` } : line;
    const wrap = bullet ? classifyWrap(line, bullet) : 'apart';
    if (isOther && /^\p{Lu}/u.test(line.text)) unclear = true;
    if (isStart(line)) {
      bullet = line;
      groups.push([line]);
    } else if (wrap === 'apart') {
      const onNewPage = line.page !== lines[at - 1]?.page;
      if (at > 0 && onNewPage && at > lastBullet) break;
      bullet = undefined;
      stray = true;
      groups.push([withGlyph]);
    } else {
      const previous = lines[at - 1];
      if (previous && line.above !== undefined && hasRoom(previous, line, edges[at] ?? 0)) unclear = true;
      const group = groups.at(-1);
      group?.push(withGlyph);
      if (group && wrap === 'flush') flushGroups.add(group);
      wraps.set(wrap, (wraps.get(wrap) ?? 0) + 1);
    }
  }
  if (wraps.has('flush') && flushGroups.size === 1 && groups.length > 1 && flushGroups.has(groups.at(-1) ?? [])) {
    unclear = true;
  }
  if (hasLooseWrap(groups) || standsInRows(groups) || isUneven(groups)) unclear = true;
  const joined = groups.map((group) => join(group, words));
  if (joined.some(({ text }) => text === '')) unclear = true;
  return {
    texts: joined.map(({ text }) => text).filter((text) => text !== ''),
    used: groups.flat().length,
    sure: !unclear && wraps.size < 2 && !wraps.has('elsewhere') && joined.every(({ sure }) => sure),
    stray,
  };
}

/** Whether a dash at the start of a line belongs to a sentence: it stands where the text of the bullets stands. */
function isDashInText(line: Line, first: Line): boolean {
  const indent = first.textX - first.x;
  return indent > 4 && Math.abs(line.x - first.textX) < 0.25 * indent && /^[\p{Ll}]/u.test(line.text);
}

/** Whether bullets stand in the rows of a table, which may be meant row by row: equally high, though of unequal length. */
function standsInRows(groups: Line[][]): boolean {
  const rows = [...Map.groupBy(groups, ([first]) => `${first?.page} ${Math.round((first?.y ?? 0) / 2)}`).values()];
  const pairs = rows.filter((row) => row.length === 2);
  if (pairs.length < 2 || 2 * pairs.length < groups.length - 1) return false;
  return pairs.slice(0, -1).some(([left, right]) => left?.length !== right?.length);
}

/** Whether bullets or paragraphs differ in their size or left edge, as a part of another does, or a remark below it. */
function isUneven(groups: Line[][]): boolean {
  const shifts = groups.slice(1).flatMap(([first], at) => {
    const before = groups[at] ?? [];
    const own = groups[at + 1] ?? [];
    return before[0]?.page === first?.page ? [Math.abs(findLeft(before) - findLeft(own))] : [];
  });
  const sizes = [...Map.groupBy(groups.flat(), ({ bullet }) => bullet).values()].map((lines) =>
    lines.map(({ height }) => height),
  );
  return (
    shifts.some((shift) => shift > 3 && shift < 60) || sizes.some((all) => Math.max(...all) - Math.min(...all) > 0.5)
  );
}

const findLeft = (lines: Line[]): number => Math.min(...lines.map(({ x }) => x));

/** Whether a line that continues a bullet is further from the line above than others are, as a new paragraph would be. */
function hasLooseWrap(groups: Line[][]): boolean {
  const gaps = groups.flatMap((group) => group.slice(1).flatMap(({ above }) => above ?? []));
  return Math.max(...gaps, 0) > 1.25 * Math.min(...gaps, Infinity);
}

/** Whether the next word would have fitted on a line: its end was made on purpose. */
function hasRoom(last: Line, next: Line, edge: number): boolean {
  if (/[-‐/—–]$/u.test(last.text)) return false;
  const word = next.text.split(' ', 1)[0]?.length ?? 0;
  return edge - (last.x + last.width) > (next.width * (word + 2)) / Math.max(next.text.length, 1);
}

/** Returns for each line the right edge of the text of its column. */
function findEdges(lines: Line[]): number[] {
  const edges: number[] = [];
  for (let start = 0, end = 0; start < lines.length; start = end) {
    let edge = 0;
    for (end = start; end < lines.length && (end === start || lines[end]?.above !== undefined); end += 1) {
      const { x = 0, width = 0 } = lines[end] ?? {};
      edge = Math.max(edge, x + width);
    }
    edges.push(...Array.from({ length: end - start }, () => edge));
  }
  return edges;
}

/** Classifies how a line without a glyph relates to the bullet above it. */
function classifyWrap(line: Line, bullet: Line): 'hanging' | 'flush' | 'elsewhere' | 'apart' {
  const hangs = Math.abs(line.x - bullet.textX) < 0.5 * line.height;
  if (hangs && line.above === undefined) return 'hanging';
  if (line.above === undefined) return line.page !== bullet.page && bullet.textX - bullet.x > 4 ? 'apart' : 'elsewhere';
  if (hangs) return line.above < 3 * line.height ? 'hanging' : 'apart';
  if (line.above > 1.7 * line.height) return 'apart';
  return Math.abs(line.x - bullet.x) < 2 ? 'flush' : 'elsewhere';
}

/** Whether a line continues the paragraph of the one before it; it does where this is unclear. */
function relateToLast(
  last: Line | undefined,
  line: Line,
  closest: number,
  edges: { last: number; line: number },
): 'apart' | 'joined' | 'unclear' {
  const followsSentence = last !== undefined && endsSentence(last);
  if (line.above === undefined) {
    if (!followsSentence) return 'joined';
    return hasRoom(last, line, edges.last) ? 'apart' : 'unclear';
  }
  const gap = line.above / closest;
  if (gap > 1.3 || (gap > 1.12 && followsSentence)) return 'apart';
  if (gap > 1.12) return 'unclear';
  return last && hasRoom(last, line, edges.line) ? 'unclear' : 'joined';
}

/** Whether text at the top of a column may be a box of its own: of another width or size than the sentences before it. */
function isOtherColumn(last: Line, line: Line, edges: { last: number; line: number }): boolean {
  if (line.above !== undefined || last.page !== line.page || !endsSentence(last)) return false;
  const widths = [edges.last - last.x, edges.line - line.x];
  return Math.min(...widths) < 0.7 * Math.max(...widths) || Math.abs(last.height - line.height) > 0.3;
}

/** Reads paragraphs. A larger line distance separates them; at the top of a column or page, the previous line decides. */
export function readParagraphs(lines: Line[], words: Set<string>): Passages {
  const closest = lines.reduce((least, { above }) => Math.min(least, above ?? Infinity), Infinity);
  const edges = findEdges(lines);
  const groups: Line[][] = [];
  let unclear = lines.some(({ bullet }) => bullet);
  for (const [at, line] of lines.entries()) {
    const last = groups.at(-1)?.at(-1);
    const withGlyph = line.bullet ? { ...line, text: `${line.bullet} ${line.text}` } : line;
    const ends = { last: edges[at - 1] ?? 0, line: edges[at] ?? 0 };
    const relation = relateToLast(last, line, closest, ends);
    unclear ||= relation === 'unclear' || (last !== undefined && isOtherColumn(last, line, ends));
    if (last && relation !== 'apart') groups.at(-1)?.push(withGlyph);
    else groups.push([withGlyph]);
  }
  unclear ||= isUneven(groups);
  const joined = groups.map((group) => join(group, words));
  return {
    texts: joined.map(({ text }) => text),
    used: lines.length,
    sure: !unclear && joined.every(({ sure }) => sure),
    stray: false,
  };
}

const endsSentence = ({ text }: Line): boolean => /[.!?:]["'”’)]?$/u.test(text.slice(-3));

function join(lines: Line[], words: Set<string>): { text: string; sure: boolean } {
  const parts: string[] = [];
  let sure = true;
  for (const { text } of lines) {
    const before = parts.pop();
    if (before !== undefined) {
      const seam = classifySeam(before, text, words);
      parts.push((seam.drop ? before.slice(0, -1) : before) + (seam.space ? ' ' : ''));
      sure &&= seam.sure;
    }
    parts.push(text);
  }
  return { text: parts.join('').trim(), sure };
}

type Seam = { drop: boolean; space: boolean; sure: boolean };

const compounds = /(^|[ ("'])(self|well|non|co|ex|long|short|high|low|all|half|cross|much|often|ill|one|two)$/i;

/** Decides what a line end stands for: a space, a hyphen of the word, or a hyphen that only divides the word. */
function classifySeam(before: string, after: string, words: Set<string>): Seam {
  if (/[\p{L}\d][/—–]$/u.test(before.slice(-3))) return { drop: false, space: false, sure: true };
  const hyphenated = /^(.*?)([\p{L}\p{M}'’-]+)[-‐]$/u.exec(takeLastWord(before));
  const tail = /^[\p{L}\p{M}'’-]+/u.exec(after)?.[0];
  const head = hyphenated?.[2];
  if (!head || !tail) return { drop: false, space: true, sure: true };
  if (tail.charAt(0) !== tail.charAt(0).toLowerCase()) return { drop: false, space: false, sure: true };
  const start = head.toLowerCase();
  const end = tail.toLowerCase();
  if (/^(and|or|to)$/.test(end)) return { drop: false, space: true, sure: false };
  const withHyphen = words.has(`${start}-${end}`);
  const plain = words.has(`${start}${end}`);
  if (withHyphen !== plain) return { drop: plain, space: false, sure: true };
  const keepsHyphen = compounds.test(head) || /-/.test(head + tail) || (words.has(start) && words.has(end));
  return { drop: !keepsHyphen, space: false, sure: false };
}

function takeLastWord(text: string): string {
  return text.slice(Math.max(text.lastIndexOf(' ') + 1, text.length - 60));
}
