// The language of the page: what the reader has chosen, otherwise what their browser asks for, otherwise English.
import { de } from './texts-de.js';
import { en } from './texts-en.js';

/** @typedef {typeof en} Texts */
/** @typedef {{ locale: string, texts: Texts }} Language */

/** @type {Record<'en' | 'de', Language>} */
const languages = { en: { locale: 'en-GB', texts: en }, de: { locale: 'de-DE', texts: de } };
/** The languages that there are, by their code. */
export const codes = /** @type {(keyof typeof languages)[]} */ (Object.keys(languages));

/** Letters that are written from right to left, such as Hebrew and Arabic. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Puts such a name between isolates (U+2068, U+2069): what stands beside it keeps its place. @param {string | number} part */
const isolate = (part) => (typeof part === 'string' && rightToLeft.test(part) ? `\u2068${part}\u2069` : part);

/**
 * A table whose sentences isolate what is put into them.
 *
 * @template Table
 * @param {Table} table
 * @returns {Table}
 */
export function withIsolates(table) {
  if (typeof table === 'function')
    return /** @type {Table} */ (/** @param {(string | number)[]} parts */ (...parts) => table(...parts.map(isolate)));
  if (typeof table !== 'object' || table === null) return table;
  return /** @type {Table} */ (
    Object.fromEntries(Object.entries(table).map(([name, value]) => [name, withIsolates(value)]))
  );
}

/** The texts in the language of the reader. They change with it, so nothing may keep one of them. @type {Texts} */
export let t = withIsolates(en);
/** Its code, as the API has it. @type {keyof typeof languages} */
export let language = 'en';
/** The language of dates and numbers. */
export let locale = 'en-GB';

/**
 * Uses a language from now on. `own` is that of the person, if there is one: a tag such as `de` or `de-AT`.
 *
 * @param {string | undefined} own
 */
export function useLanguage(own) {
  const tags = [own ?? '', ...navigator.languages].map((tag) => tag.toLowerCase().split(/[-_]/, 1)[0] ?? '');
  const code = tags.flatMap((tag) => codes.filter((one) => one === tag))[0] ?? 'en';
  const chosen = languages[code];
  language = code;
  ({ locale } = chosen);
  t = withIsolates(chosen.texts);
  document.documentElement.lang = code;
}
