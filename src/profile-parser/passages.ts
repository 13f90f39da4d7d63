// Lines become whole passages again: bullets and paragraphs, with words that were divided at the end of a line.
import type { Line } from './layout.ts';

/** `sure`: the lines can be put together in no other way; `stray`: there is text beside the list, kept in its place. */
export type Passages = { texts: string[]; sure: boolean; stray: boolean };

/** Every word of the document, in small letters: how it writes a word elsewhere tells whether a hyphen belongs to it. */
export function collectWords(lines: Line[]): Set<string> {
  const words = new Set<string>();
  for (const { text } of lines) {
    for (const word of text.toLowerCase().split(/[^\p{L}\p{M}'’-]+/u)) if (!word.endsWith('-')) words.add(word);
  }
  return words;
}

/**
 * The bullets of a list, each whole and without its glyph. A line without a glyph goes on with the bullet above it.
 * What follows the last bullet on another page, and does not go on with it, is not part of the list.
 * In a list whose glyphs are no text, a bullet starts where the lines stand further apart.
 */
export function readBullets(lines: Line[], words: Set<string>): Passages {
  const glyph = lines.find(({ bullet }) => bullet)?.bullet;
  if (!glyph) return { ...readParagraphs(lines, words), sure: false };
  const lastBullet = lines.findLastIndex((line) => line.bullet === glyph);
  const groups: Line[][] = [];
  const habits = new Set<string>();
  let bullet: Line | undefined;
  let stray = false;
  for (const [at, line] of lines.entries()) {
    const shown = line.bullet && line.bullet !== glyph ? { ...line, text: `${line.bullet} ${line.text}` } : line;
    const wrap = bullet ? classifyWrap(line, bullet) : 'apart';
    if (line.bullet === glyph) {
      bullet = line;
      groups.push([line]);
    } else if (wrap === 'apart') {
      const overleaf = line.page !== lines[at - 1]?.page;
      if (at > 0 && overleaf && at > lastBullet) break;
      bullet = undefined;
      stray = true;
      groups.push([shown]);
    } else {
      groups.at(-1)?.push(shown);
      habits.add(wrap);
    }
  }
  const joined = groups.map((group) => join(group, words));
  return {
    texts: joined.map(({ text }) => text).filter((text) => text !== ''),
    sure: habits.size < 2 && !habits.has('elsewhere') && joined.every(({ sure }) => sure),
    stray,
  };
}

/** How a line without a glyph stands to the bullet above it. */
function classifyWrap(line: Line, bullet: Line): 'hanging' | 'flush' | 'elsewhere' | 'apart' {
  const hangs = Math.abs(line.x - bullet.textX) < 0.5 * line.height;
  if (hangs && line.above === undefined) return 'hanging';
  if (line.above === undefined) return line.page !== bullet.page && bullet.textX - bullet.x > 4 ? 'apart' : 'elsewhere';
  if (hangs) return line.above < 3 * line.height ? 'hanging' : 'apart';
  if (line.above > 1.7 * line.height) return 'apart';
  return Math.abs(line.x - bullet.x) < 2 ? 'flush' : 'elsewhere';
}

/** Paragraphs, told apart by the space between them; at the top of a column or page, by the line they end with. */
export function readParagraphs(lines: Line[], words: Set<string>): Passages {
  const closest = lines.reduce((least, { above }) => Math.min(least, above ?? Infinity), Infinity);
  const groups: Line[][] = [];
  let [edge, unclear] = [0, false];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const shown = line.bullet ? { ...line, text: `${line.bullet} ${line.text}` } : line;
    const atTop = line.above === undefined;
    const seam = last && atTop ? seamAcross(last, line, edge) : undefined;
    const sameParagraph = seam ? seam !== 'apart' : (line.above ?? 0) <= 1.3 * closest;
    if (seam === 'unclear') unclear = true;
    if (group && sameParagraph) group.push(shown);
    else groups.push([shown]);
    edge = Math.max(atTop ? 0 : edge, line.x + line.width);
  }
  const joined = groups.map((group) => join(group, words));
  return { texts: joined.map(({ text }) => text), sure: !unclear && joined.every(({ sure }) => sure), stray: false };
}

/** Whether a paragraph goes on in the next column: not after a full stop that left room for the next word. */
function seamAcross(last: Line, next: Line, edge: number): 'joined' | 'apart' | 'unclear' {
  if (!/[.!?:]["'”’)]?$/u.test(last.text.slice(-3))) return 'joined';
  const word = next.text.split(' ', 1)[0]?.length ?? 0;
  const room = edge - (last.x + last.width);
  return room > (next.width * (word + 2)) / next.text.length ? 'apart' : 'unclear';
}

function join(lines: Line[], words: Set<string>): { text: string; sure: boolean } {
  const pieces: string[] = [];
  let sure = true;
  for (const { text } of lines) {
    const before = pieces.pop();
    if (before !== undefined) {
      const seam = classifySeam(before, text, words);
      pieces.push((seam.drop ? before.slice(0, -1) : before) + (seam.space ? ' ' : ''));
      sure &&= seam.sure;
    }
    pieces.push(text);
  }
  return { text: pieces.join('').replaceAll('\u00ad', '').trim(), sure };
}

type Seam = { drop: boolean; space: boolean; sure: boolean };

const compounds = /(^|[ ("'])(self|well|non|co|ex|long|short|high|low|all|half|cross|much|often|ill|one|two)$/i;

/** What a line end hides: nothing but a space, a hyphen that belongs to the word, or one that only divides it. */
function classifySeam(before: string, after: string, words: Set<string>): Seam {
  if (before.endsWith('\u00ad')) return { drop: true, space: false, sure: true };
  if (/[\p{L}\d][/—–]$/u.test(before.slice(-3))) return { drop: false, space: false, sure: true };
  const divided = /^(.*?)([\p{L}\p{M}'’-]+)[-‐]$/u.exec(lastWord(before));
  const tail = /^[\p{L}\p{M}'’-]+/u.exec(after)?.[0];
  const head = divided?.[2];
  if (!head || !tail) return { drop: false, space: true, sure: true };
  if (tail.charAt(0) !== tail.charAt(0).toLowerCase()) return { drop: false, space: false, sure: true };
  const [start, end] = [head.toLowerCase(), tail.toLowerCase()];
  if (/^(and|or|to)$/.test(end)) return { drop: false, space: true, sure: false };
  const [hyphened, plain] = [words.has(`${start}-${end}`), words.has(`${start}${end}`)];
  if (hyphened !== plain) return { drop: plain, space: false, sure: true };
  const keeps = compounds.test(head) || head.includes('-') || (words.has(start) && words.has(end));
  return { drop: !keeps, space: false, sure: false };
}

function lastWord(text: string): string {
  return text.slice(Math.max(text.lastIndexOf(' ') + 1, text.length - 60));
}
