// Joins lines into bullets and paragraphs, and words that were hyphenated at a line end.
import type { Line } from './layout.ts';

/** `sure`: the lines can be joined in one way only. `stray`: `texts` includes text that is not part of the list. */
export type Passages = { texts: string[]; sure: boolean; stray: boolean };

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
  const glyph = lines.find(({ bullet }) => bullet)?.bullet;
  if (!glyph) return { ...readParagraphs(lines, words), sure: false };
  const lastBullet = lines.findLastIndex((line) => line.bullet === glyph);
  const groups: Line[][] = [];
  const wraps = new Set<string>();
  let bullet: Line | undefined;
  let stray = false;
  for (const [at, line] of lines.entries()) {
    const withGlyph = line.bullet && line.bullet !== glyph ? { ...line, text: `${line.bullet} ${line.text}` } : line;
    const wrap = bullet ? classifyWrap(line, bullet) : 'apart';
    if (line.bullet === glyph) {
      bullet = line;
      groups.push([line]);
    } else if (wrap === 'apart') {
      const onNewPage = line.page !== lines[at - 1]?.page;
      if (at > 0 && onNewPage && at > lastBullet) break;
      bullet = undefined;
      stray = true;
      groups.push([withGlyph]);
    } else {
      groups.at(-1)?.push(withGlyph);
      wraps.add(wrap);
    }
  }
  const joined = groups.map((group) => join(group, words));
  return {
    texts: joined.map(({ text }) => text).filter((text) => text !== ''),
    sure: wraps.size < 2 && !wraps.has('elsewhere') && joined.every(({ sure }) => sure),
    stray,
  };
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

/** Reads paragraphs. A larger line distance separates them; at the top of a column or page, the previous line decides. */
export function readParagraphs(lines: Line[], words: Set<string>): Passages {
  const closest = lines.reduce((least, { above }) => Math.min(least, above ?? Infinity), Infinity);
  const groups: Line[][] = [];
  let [edge, unclear] = [0, false];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const withGlyph = line.bullet ? { ...line, text: `${line.bullet} ${line.text}` } : line;
    const atTop = line.above === undefined;
    const seam = last && atTop ? classifyColumnBreak(last, line, edge) : undefined;
    const sameParagraph = seam ? seam !== 'apart' : (line.above ?? 0) <= 1.3 * closest;
    if (seam === 'unclear') unclear = true;
    if (group && sameParagraph) group.push(withGlyph);
    else groups.push([withGlyph]);
    edge = Math.max(atTop ? 0 : edge, line.x + line.width);
  }
  const joined = groups.map((group) => join(group, words));
  return { texts: joined.map(({ text }) => text), sure: !unclear && joined.every(({ sure }) => sure), stray: false };
}

/** Decides whether a paragraph continues in the next column: not after a full stop with room for the next word. */
function classifyColumnBreak(last: Line, next: Line, edge: number): 'joined' | 'apart' | 'unclear' {
  if (!/[.!?:]["'”’)]?$/u.test(last.text.slice(-3))) return 'joined';
  const word = next.text.split(' ', 1)[0]?.length ?? 0;
  const room = edge - (last.x + last.width);
  return room > (next.width * (word + 2)) / next.text.length ? 'apart' : 'unclear';
}

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
  return { text: parts.join('').replaceAll('\u00ad', '').trim(), sure };
}

type Seam = { drop: boolean; space: boolean; sure: boolean };

const compounds = /(^|[ ("'])(self|well|non|co|ex|long|short|high|low|all|half|cross|much|often|ill|one|two)$/i;

/** Decides what a line end stands for: a space, a hyphen of the word, or a hyphen that only divides the word. */
function classifySeam(before: string, after: string, words: Set<string>): Seam {
  if (before.endsWith('\u00ad')) return { drop: true, space: false, sure: true };
  if (/[\p{L}\d][/—–]$/u.test(before.slice(-3))) return { drop: false, space: false, sure: true };
  const hyphenated = /^(.*?)([\p{L}\p{M}'’-]+)[-‐]$/u.exec(takeLastWord(before));
  const tail = /^[\p{L}\p{M}'’-]+/u.exec(after)?.[0];
  const head = hyphenated?.[2];
  if (!head || !tail) return { drop: false, space: true, sure: true };
  if (tail.charAt(0) !== tail.charAt(0).toLowerCase()) return { drop: false, space: false, sure: true };
  const [start, end] = [head.toLowerCase(), tail.toLowerCase()];
  if (/^(and|or|to)$/.test(end)) return { drop: false, space: true, sure: false };
  const [withHyphen, plain] = [words.has(`${start}-${end}`), words.has(`${start}${end}`)];
  if (withHyphen !== plain) return { drop: plain, space: false, sure: true };
  const keepsHyphen = compounds.test(head) || head.includes('-') || (words.has(start) && words.has(end));
  return { drop: !keepsHyphen, space: false, sure: false };
}

function takeLastWord(text: string): string {
  return text.slice(Math.max(text.lastIndexOf(' ') + 1, text.length - 60));
}
