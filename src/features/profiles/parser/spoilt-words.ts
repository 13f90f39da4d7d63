// Finds words that a font or a program has spoilt so that they still look like words. They are no words of the language, and
// what they were is one. No dictionary is complete: a word that cannot be explained so says nothing.
import type { Line } from './layout.ts';

/** Whether a word belongs to the language of the profile. */
export type IsWord = (word: string) => boolean;

/**
 * What is spoilt in a file. `misnamed`: words in which a letter stands for a ligature, or one is lost;
 * `splits`: a line ends within a word, without a hyphen; `joined`: texts in which the gap between two words is lost.
 */
export type SpoiltWords = { misnamed: ReadonlySet<string>; splits: boolean; joined: ReadonlySet<string> };

const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl', 'ft', 'fj', 'tt', 'ti', 'th', 'ct', 'st'];
/** Parts of compounds with a hyphen may stand there alone: "hearted" is no word. */
const word = /(?<![\p{L}\p{M}'’‐-])[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*(?![\p{L}\p{M}]|['’]?[‐-])/gu;
const contractions = new Set(['s', 't', 'd', 'm', 'll', 're', 've', 'em', 'n', 'til', 'clock', 'all', 'am']);
/** Words of two letters that may be half of two joined ones; dictionaries have many that nobody writes. */
const shortWords = new Set('am an as at be by do go he if in is it me my no of on or so to up us we'.split(' '));

/**
 * Looks through all lines of a file.
 *
 * @param names the words of the person's name, which are no faults
 */
export function findSpoiltWords(lines: readonly Line[], isWord: IsWord, names: ReadonlySet<string>): SpoiltWords {
  const misnamed = new Set<string>();
  const joined = new Set<string>();
  const judged = new Set<string>();
  for (const [at, { text }] of lines.entries()) {
    const followsHyphen = /[-‐]$/u.test(lines[at - 1]?.text ?? '');
    for (const { 0: found, index } of text.matchAll(word)) {
      if ((followsHyphen && index === 0) || judged.has(found) || names.has(found.toLowerCase().replace(/['’]s?$/, '')))
        continue;
      judged.add(found);
      if (found.length > maxLength || /\p{Lu}.*\p{Lu}/u.test(found) || isKnown(found, isWord)) continue;
      if (lacksLigature(found, isWord)) misnamed.add(found);
      else if (isTwoWords(found, isWord)) joined.add(found);
    }
  }
  return { misnamed, joined, splits: lines.some((line, at) => splitsWord(lines[at - 1], line, isWord)) };
}

const maxLength = 40; // letters of a word
const minLength = 3; // letters of a word that can be explained

const bareOf = (found: string): string => found.split(/['’]/, 1)[0] ?? '';

/** Also the owner of something, as "Ada’s". */
const isKnown = (found: string, isWord: IsWord): boolean =>
  found.length < minLength || isWord(found) || isWord(found.replace(/['’]s?$/, ''));

/** Whether it is a word with a ligature in place of one of its letters, or at a place where one is lost. */
function lacksLigature(found: string, isWord: IsWord): boolean {
  const bare = bareOf(found);
  if (bare.length < minLength || (bare !== found && isWord(bare))) return false;
  for (let at = 0; at <= bare.length; at += 1) {
    const isCapital = at === 0 && /^\p{Lu}/u.test(bare);
    for (const plain of ligatures) {
      const ligature = isCapital ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
      const head = bare.slice(0, at) + ligature;
      const rest = bare.slice(at);
      if (isWord(head + rest) || (rest !== '' && isWord(head + rest.slice(1)))) return true;
    }
  }
  return false;
}

/** Whether the gap between two words is lost, at an apostrophe or anywhere. */
function isTwoWords(found: string, isWord: IsWord): boolean {
  const parts = found.split(/['’]/);
  const tail = parts[1];
  if (tail !== undefined) {
    if (contractions.has(tail.toLowerCase()) || !/^\p{Ll}/u.test(tail)) return false;
    return isWord(tail) || (/^s\p{Ll}{2}/u.test(tail) && isWord(tail.slice(1)));
  }
  const isPart = (part: string): boolean => (part.length > 2 ? isWord(part) : shortWords.has(part.toLowerCase()));
  for (let at = 2; at <= found.length - 2; at += 1) {
    const head = found.slice(0, at);
    const rest = found.slice(at);
    if (Math.max(head.length, rest.length) > minLength && isPart(head) && isPart(rest)) return true;
  }
  return false;
}

/** Whether a line goes on within the last word of the line before it: only together are the two parts a word. */
function splitsWord(before: Line | undefined, line: Line, isWord: IsWord): boolean {
  const head = /(?:^|[^\p{L}\p{M}'’-])([\p{L}\p{M}]+)$/u.exec(before?.text.slice(-maxLength) ?? '')?.[1];
  const tail = /^[\p{Ll}\p{M}]+/u.exec(line.text.slice(0, maxLength))?.[0];
  if (!head || !tail || line.bullet !== undefined) return false;
  return isWord(head + tail) && !(isHalf(head, isWord) && isHalf(tail, isWord));
}

/** Dictionaries have single letters and many words of two that nobody writes. */
const isHalf = (part: string, isWord: IsWord): boolean =>
  part.length > 2 ? isWord(part) : shortWords.has(part.toLowerCase()) || /^[aAI]$/.test(part);

/** Which of the texts have one of these words. */
export const listSpoilt = (texts: readonly string[], words: ReadonlySet<string>): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(word)].map(([found]) => found)).filter((one) => words.has(one))),
];
