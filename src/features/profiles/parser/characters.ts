// Cleans the characters that a text layer has, and recognises those that stand for something else.

const control = /[\0-\u0008\u000e-\u001f\u007f-\u009f]/;

/** Printable ASCII with single spaces, as most lines are: nothing of it changes. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/** Composes letters (NFC), spells out private-use ligatures, and collapses whitespace and control characters. */
export function normalizeText(text: string): string {
  if (plain.test(text)) return text;
  const spelt = text
    .normalize('NFC')
    .replaceAll('\uf001', 'fi')
    .replaceAll('\uf002', 'fl')
    .replace(/[\u200b-\u200d\u2060\ufeff]+/g, '');
  const readable = control.test(spelt)
    ? spelt.replace(/(?<=\p{L})[\0-\u0008\u000e-\u001f]+(?=\p{L})|[\u007f-\u009f]+/gu, '\ufffd')
    : spelt;
  return readable.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

const unusual = /[^\0-\u024f\u2000-\u206f]/; // a quick test
const unknown = /[\ufffd\p{Co}\p{Cn}]/u;
const otherLetter = '(?=[\\p{L}\\p{M}])[^\\p{Script=Latin}\\p{Script=Common}\\p{Script=Inherited}]';
const mixedWord = new RegExp(`\\p{Script=Latin}\\p{M}?${otherLetter}|${otherLetter}\\p{M}?\\p{Script=Latin}`, 'u');

const sign = '[<>=^~{}|\\[\\]\\\\]';
const latinSign = '[¡-©«¬®-³¶¸¹»-¿×÷À-ÖØ-Þ]';
const strayLetter = '(?<= )([b-hj-z]|\\?)(?= |$)|\\p{L}\\?\\p{L}|·';
/** A raised figure or dagger anywhere, a star behind a word or stop, a figure behind a stop or word, or a figure in brackets. */
const footnoteMark =
  '[¹²³⁰-⁹†‡]|[\\p{L}.,;:!?)”’"]\\*|\\p{L}[.!?]\\d|\\p{Ll}{2}\\d+(?![\\p{L}\\d])|[[(](?:\\d{1,2}|[ivx]{1,4}|[a-z*])[\\])]';
const spoiltWord = new RegExp(
  `\\p{L}${sign}|${sign}\\p{L}|\\p{Ll}\\d+\\p{Ll}|\\p{Ll}${latinSign}\\p{Ll}|[ÂÃâ][¡-¿€™œ“”˜]|${strayLetter}|${footnoteMark}`,
  'u',
);

/**
 * Whether a text has characters without a meaning, words that mix Latin letters with others, or signs, digits or lone
 * letters where a word or a quotation mark was (“we” as `<we=`, "mu1ti", "person s"): its font has a wrong table, or it
 * was misread. Marks of footnotes count, too.
 */
export function hasUnreadable(text: string): boolean {
  return spoiltWord.test(text) || (unusual.test(text) && (unknown.test(text) || mixedWord.test(text)));
}

const foreignLetter = /[^\P{Script=Latin}a-zàâçèéêëîïñôöœæ]/iu;

/**
 * Whether an English text has words with letters that English words do not have, other than the name of its person: some
 * programs write ligatures as ü or þ ("oþce").
 */
export function hasForeignLetters(text: string, name = ''): boolean {
  const own = new Set(name.normalize('NFC').split(/[^\p{L}\p{M}]+/u));
  const words = text.split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => foreignLetter.test(word) && !own.has(word));
}

/** Whether a part of a text, up to its next space, is an address of a page or of a mailbox. */
export const isAddress = (part: string): boolean => /@|www\.|:\/\//.test(part);

/** Whether a stop or comma stands between two words without a gap, other than in "e.g." and in an address. */
export function lacksGap(text: string): boolean {
  const gapless = /\p{L}{2}[.,;:!?…]["”’)]?\p{L}|\p{Ll}[.!?]\p{Lu}/u;
  return text.split(' ').some((part) => gapless.test(part) && !isAddress(part));
}

const lastWords = /(^|[\s(])(and|or|the|a|an|of)$|[,(–-]$/iu;

const stopWithin = /(?<!\b(?:etc|incl|excl|approx|max|min))(?<=\p{L}{3})\.["”’)]* \p{Ll}/u;

/** Whether a text stops in mid-sentence. Prose has words and a full stop; a list item does not end with "and" or a comma; in
 * neither does a small letter follow a full stop. */
export function isCutOff(text: string, isProse: boolean): boolean {
  if (isProse && !/\p{L} .*[.!?…]["'”’»)\]]*$/u.test(text)) return true;
  return stopWithin.test(text) || lastWords.test(text) || /\([^)]*$|“[^”]*$|^[^“]*”/u.test(text);
}

/** Whether a text has letters that are written from right to left. Their order in a PDF may be that of the page. */
export function runsRightToLeft(text: string): boolean {
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);
}

/** Whether most of a text is codes of glyphs: the fonts have no table of characters at all. */
export function isUnreadable(texts: string[]): boolean {
  let codes = 0;
  let all = 0;
  for (const text of texts) {
    all += text.length;
    codes += text.match(/[\0-\u0008\u000e-\u001f\ufffd\ue000-\uf8ff]/g)?.length ?? 0;
  }
  return codes > 0.2 * all;
}
