// The search of the directory: from what people type to a query of the full-text index.

const fields = ['name', 'email', 'jobTitle'];
/** Words as the index splits them: letters and digits, joined by a full stop or an apostrophe. */
const wordPattern = /[\p{L}\p{M}\p{N}_]+(?:['’.][\p{L}\p{M}\p{N}_]+)*/gu;
/** Letters that Unicode does not decompose and the index replaces. */
const replacements: Record<string, string> = {
  ...{ ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', '’': "'" },
};

/**
 * Builds the Lucene query for people whose name, e-mail address and job title together have every word of a text, or a
 * word that begins with it. The text is never Lucene syntax: words hold none of its characters. Null if the text has no
 * word.
 */
export function buildSearchQuery(text: string): string | null {
  const words = text.normalize('NFC').match(wordPattern);
  if (!words) return null;
  return words
    .map((word) => {
      // The index analyses a phrase as it analysed the names, but not a prefix.
      const forms = new Set([`"${word}"`, `${word.toLowerCase()}*`, `${foldWord(word)}*`]);
      return `+(${[...forms].flatMap((form) => fields.map((field) => `${field}:${form}`)).join(' ')})`;
    })
    .join(' ');
}

/** Lower case without accents. */
function foldWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => replacements[letter] ?? letter);
}
