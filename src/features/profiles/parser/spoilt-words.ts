// Finds words that a font or a program has spoilt so that they still look like words. They are no words of the language.
import { isAddress } from './characters.ts';
import type { Line } from './layout.ts';

/** Whether a word belongs to the language of the profile. */
export type IsWord = (word: string) => boolean;

/**
 * What is wrong with a word: `misnamed`: a letter stands for a ligature, or one is lost; `joined`: the gap between two words is
 * lost; `capitals`: a word of the language in capitals, which may be small ones on the page; `unknown`: no word, for a reason
 * that is not known.
 */
type Fault = 'misnamed' | 'joined' | 'capitals' | 'unknown';

/**
 * What is spoilt in a file: the words with a fault; `splits`: a word has a gap in it, or a line ends within it without a hyphen;
 * `lacksSigns`: a long file without any full stop, comma or hyphen; `find`: a word with each fault that some texts have.
 */
export type SpoiltWords = {
  words: ReadonlyMap<string, Fault>;
  splits: boolean;
  lacksSigns: boolean;
  find: (texts: readonly string[]) => Partial<Record<Fault, string>>;
};

const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl', 'ft', 'fj', 'tt', 'ti', 'th', 'ct', 'st'];
const letters = "[\\p{L}\\p{M}\\d]+(?:['’][\\p{L}\\p{M}\\d]+)*";
const word = new RegExp(`(?<![\\p{L}\\p{M}\\d])${letters}(?:[-‐]${letters})*`, 'gu');
const contractions = new Set(['s', 't', 'd', 'm', 'll', 're', 've', 'em', 'n', 'til', 'clock', 'all', 'am']);
/** Words of two letters that may be half of two joined ones; dictionaries have many that nobody writes. */
const shortWords = new Set('am an as at be by do go he if in is it me my no of on or so to up us we'.split(' '));
/** What is no word of its own: a hyphen behind it is lost. */
const prefixes = new Set('anti co de ex inter mid mis multi non pre re self semi sub un'.split(' '));

/**
 * Looks through all lines of a file.
 *
 * @param names the words of the person's name, which are no faults
 */
export function findSpoiltWords(lines: readonly Line[], isWord: IsWord, names: ReadonlySet<string>): SpoiltWords {
  const judged = new Map<string, Fault | undefined>();
  const list = (text: string, isStart = true, skipsFirst = false): [string, Fault][] =>
    listWords(text, isStart).flatMap(({ found, startsSentence, index }) => {
      if ((skipsFirst && index === 0) || (!startsSentence && isProperName(found))) return [];
      if (!judged.has(found)) judged.set(found, judge(found, isWord, names));
      const fault = judged.get(found);
      return fault === undefined ? [] : [[found, fault]];
    });
  const words = lines.flatMap(({ text, bullet }, at) => {
    const before = lines[at - 1]?.text ?? '.';
    const divided = /[\p{L}\p{M}]+[-‐]$/u.exec(text.slice(-maxLength))?.[0].length ?? 0;
    const startsSentence = bullet !== undefined || /[.!?]$/.test(before);
    return list(text.slice(0, text.length - divided), startsSentence, /[-‐]$/u.test(before));
  });
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  return {
    words: new Map(words),
    lacksSigns: length > fileLength && signs.some((sign) => !lines.some(({ text }) => sign.test(text))),
    splits: lines.some((line, at) => splitsWord(lines[at - 1], line, isWord) || hasGap(line.text, isWord)),
    find: (texts) =>
      Object.fromEntries(
        texts.flatMap((text) => list(text).map(([found, fault]) => [fault, found.slice(0, maxLength)])),
      ),
  };
}

const fileLength = 3_000; // letters of a file that has these signs; a profile has some 20,000
/** A full stop, a comma and a hyphen. */
const signs = [/\p{L}\.(?: |$)/u, /\p{L}, /u, /\p{L}[-‐‑](?:\p{L}|$)/u];

/**
 * Whether several words of a file are none and share a letter, which the font may misname in words that are some, too. So may a
 * font that has lost a sign.
 */
export function misnamesLetters({ words, lacksSigns }: SpoiltWords): boolean {
  if (lacksSigns) return true;
  const faulty = [...words].filter(([, fault]) => fault === 'misnamed' || fault === 'unknown');
  const counts = new Map<string, number>();
  for (const letter of faulty.flatMap(([found]) => [...new Set(found.toLowerCase())]))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts.values().some((count) => count > 1);
}

/** The words of a text, without addresses. A word behind a full stop starts a sentence. */
function listWords(text: string, isStart: boolean): { found: string; startsSentence: boolean; index: number }[] {
  const judged = text.replace(/\S+/g, (part) => (isAddress(part) ? ' '.repeat(part.length) : part));
  return [...judged.matchAll(word)].map(({ 0: found, index }) => ({
    found,
    index,
    startsSentence: index === 0 ? isStart : /[.!?][”’"')]* $/u.test(text.slice(Math.max(index - 4, 0), index)),
  }));
}

/** Within a sentence, what begins with a capital is a name, of which dictionaries know few. */
const isProperName = (found: string): boolean => /^\p{Lu}[\p{Ll}\p{M}]*(?:['’]s?)?$/u.test(found);

const wordWithNumber = /^\d+(?:st|nd|rd|th|s|am|pm|x|h|k|m|D)$|^\p{Lu}+\d+\p{Lu}*$/u;

/** Parts of a compound with a hyphen are judged one by one: no dictionary has all compounds. */
function judge(found: string, isWord: IsWord, names: ReadonlySet<string>): Fault | undefined {
  if (found.length > maxLength) return 'unknown';
  const parts = found.split(/[-‐]/u);
  if (parts.length > 1) return parts.some((part) => judge(part, isWord, names) !== undefined) ? 'unknown' : undefined;
  if (names.has(found.toLowerCase().replace(/['’]s?$/, '')) || /^\d*$/.test(found)) return undefined;
  if (/\d/.test(found)) return wordWithNumber.test(found) ? undefined : 'unknown';
  if (!/\p{Ll}/u.test(found)) return found.length > 3 && isWord(found.toLowerCase()) ? 'capitals' : undefined;
  if (/\p{Ll}\p{Lu}/u.test(found)) {
    const isName = camelNames.test(found) || (isWord(found) && !isWord(found.toLowerCase()));
    return isName ? undefined : 'unknown';
  }
  if (isKnown(found, isWord) || (/\p{Lu}.*\p{Lu}/u.test(found) && camelNames.test(found))) return undefined;
  if (lacksLigature(found, isWord)) return 'misnamed';
  return isTwoWords(found, isWord) ? 'joined' : 'unknown';
}

const camelNames = /^(?:M[ac]+|O['’]|D['’])\p{Lu}\p{Ll}+(?:['’]s)?$|^\p{Lu}+s$/u;

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

/** Whether a gap divides a word, as where a font names its hyphens so: "co operation", "signi ficant". */
function hasGap(text: string, isWord: IsWord): boolean {
  return [...text.matchAll(/(?<![\p{L}\p{M}'’‐-])([\p{L}\p{M}]+) (?=([\p{Ll}\p{M}]+)(?![\p{L}\p{M}'’‐-]))/gu)].some(
    ([, head = '', tail = '']) =>
      prefixes.has(head.toLowerCase()) ||
      (head.length + tail.length <= maxLength &&
        !(isHalf(head, isWord) && isHalf(tail, isWord)) &&
        isWord(head + tail)),
  );
}

/** Dictionaries have single letters and many words of two that nobody writes. */
const isHalf = (part: string, isWord: IsWord): boolean =>
  part.length > 2 ? isWord(part) : shortWords.has(part.toLowerCase()) || /^[aAI]$/.test(part);
