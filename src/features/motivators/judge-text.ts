// Judges a text of a language model before somebody reads it. It may say in plain English what the scores show, and nothing else: no
// link, address or mark-up, nothing that cannot be seen, no other number, and nothing that could be taken for the words of the service.
import type { Score } from './source.ts';

/** What the model is asked for is 120 words; it may be half as long again. */
const mostWords = 180;
/** In UTF-16 units. */
const mostLength = 2_000;
const mostLines = 12;
/** The least share of the commonest English words: usual texts have two fifths, those in other languages at most a tenth. */
const leastEnglish = 0.2;
/** A text of fewer words is too short for a share. */
const fewWords = 8;
/** The largest share of capitals among the letters. */
const mostCapitals = 0.3;
/** A text that shares a run of this many words with the prompt quotes it. */
const quotedWords = 8;

const commonWords = new Set(
  (
    'the and to of that with for this it is are be as by or from have has can not who what when more most in on at you your they ' +
    'their them may will would could should while than less least also both if so do does how people person manager'
  ).split(' '),
);

const countMatches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
const listWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];

/** What a text must not have anywhere, and how that is called in the log. */
const unwanted: readonly [fault: string, pattern: RegExp][] = [
  [
    'characters that are not seen',
    /[\p{Cc}--\n]|[\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029]/v,
  ],
  ['a link', /:\/\/|\bwww\.|\bmailto:|\p{L}\.\p{L}{2,}/iu],
  ['an address', /@/u],
  ['mark-up', /[<>`*_~|{}[\]\\#]|^\s*(?:[-+•–—]|\d+[.)])\s/mu],
  ['an attribution', /\bwritten\s+(?:by|from)\b|\blanguage\s+model\b|\bfixed\s+rule\b|\bAI\b/iu],
];
const otherScript = /[\p{L}--\p{sc=Latin}]/v;

/**
 * Says why a text of a model must not be read; null if it may. Compatible characters, such as full-width ones, count as the usual ones.
 * Names of motivators may be of any script and language, and have numbers.
 *
 * @param prompt what the model was told: a text that quotes it is none about the scores
 */
export function findTextFault(text: string, scores: readonly Score[], prompt: string): string | null {
  if (text.trim() === '') return 'nothing';
  if (!text.isWellFormed()) return 'half a character';
  if (text.length > mostLength || text.split('\n').length > mostLines) return 'more words than were asked for';
  const plain = text.normalize('NFKC');
  const found = unwanted.find(([, pattern]) => pattern.test(plain));
  if (found) return found[0];
  const words = listWords(plain);
  if (words.length > mostWords) return 'more words than were asked for';
  const own = withoutNames(plain, scores);
  const ownWords = listWords(own);
  if (otherScript.test(own)) return 'letters of another script';
  if (hasOtherNumber(own, scores)) return 'a number that is no score';
  if (ownWords.length >= fewWords) {
    if (countMatches(own, /\p{Lu}/gu) > mostCapitals * countMatches(own, /\p{L}/gu)) return 'capitals';
    const english = ownWords.filter((word) => commonWords.has(word)).length;
    if (english < leastEnglish * ownWords.length) return 'another language';
  }
  const told = listWords(prompt).join(' ');
  const isQuoted = words.some(
    (_, at) => at + quotedWords <= words.length && told.includes(words.slice(at, at + quotedWords).join(' ')),
  );
  return isQuoted ? 'words of the prompt' : null;
}

/** Takes out the names of motivators, the longest first, as they are and as the model was told them. A name without letters stays. */
function withoutNames(text: string, scores: readonly Score[]): string {
  const names = scores.flatMap(({ name }) => [name, toPromptName(name)]).filter((name) => /\p{L}/u.test(name));
  return names
    .map((name) => name.normalize('NFKC'))
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(name, ' '), text);
}

/** The numbers that the prompt names: the ends of the scores, and from where on one is a need. */
const knownNumbers = [0, 68, 100];

/** Whether there is a number that is neither a score, as it is or rounded, nor how many there are. */
function hasOtherNumber(text: string, scores: readonly Score[]): boolean {
  const known = new Set([...knownNumbers, scores.length, ...scores.flatMap(({ score }) => [score, Math.round(score)])]);
  const numbers = text.match(/\p{N}+(?:[.,]\p{N}+)*/gu) ?? [];
  return numbers.some((number) => !known.has(Number(number.replace(',', '.'))));
}

/** Words of a name that the model gets: a name that is longer is a sentence. */
const nameWords = 4;

/** A name as the model is told it: its letters, and its first words. */
export function toPromptName(name: string): string {
  const letters = name.replace(/[^\p{L} -]/gu, '');
  return letters.split(' ').slice(0, nameWords).join(' ').slice(0, 40).toWellFormed();
}
