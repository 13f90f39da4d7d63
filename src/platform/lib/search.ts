// The search of the directory: from what people type to queries of the full-text index.
import { failInvalid } from '../errors.ts';
import { foldAccents } from './names.ts';

const shownFields = ['name', 'jobTitle'];
const maxWords = 8;
/** Words as the index splits them: letters and digits, joined by a full stop or an apostrophe. */
const wordPattern = /[\p{L}\p{M}\p{N}_]+(?:['’.][\p{L}\p{M}\p{N}_]+)*/gu;
/**
 * Lucene queries: for names, job titles and addresses, for names and job titles alone, and for what only the addresses add
 * to them.
 */
export type Search = { everywhere: string; shown: string; addresses: string };

/**
 * Builds the queries for people whose name, job title and e-mail address together have every word of a text, or a word that
 * begins with it, if it has two letters or more. The text is never Lucene syntax: words hold none of its characters.
 * Null if the text has no word.
 *
 * @throws {ApiError} VALIDATION_ERROR for more than eight words
 */
export function buildSearch(text: string): Search | null {
  const words = text.normalize('NFC').match(wordPattern);
  if (!words) return null;
  if (words.length > maxWords)
    failInvalid([{ parameter: 'search', message: `search must not have more than ${maxWords} words.` }]);
  const shown = buildQuery(words, shownFields);
  const everywhere = buildQuery(words, [...shownFields, 'email']);
  return { everywhere, shown, addresses: `+(${everywhere}) -(${shown})` };
}

function buildQuery(words: readonly string[], fields: readonly string[]): string {
  const terms = words.map((word) => {
    // The index analyses a phrase as it analysed the names, but not a prefix or a pattern. A phrase of a stop word alone
    // finds everybody, so a word of one letter is a pattern.
    const plain = [word.toLowerCase(), foldAccents(word)];
    const forms = new Set(
      [...word].length > 1 ? [`"${word}"`, ...plain.map((one) => `${one}*`)] : plain.map((one) => `/${one}/`),
    );
    return `+(${[...forms].flatMap((form) => fields.map((field) => `${field}:${form}`)).join(' ')})`;
  });
  return terms.join(' ');
}
