// The words of English, American and British: with them the parser sees what a font or a program made of some words.
import american from 'dictionary-en';
import british from 'dictionary-en-gb';
import nspell from 'nspell';

const dictionaries = [american, british].map(({ aff, dic }) => nspell(Buffer.from(aff), Buffer.from(dic)));
const known = new Map<string, boolean>();

/** Whether a word is English, as it is written or in lower case. */
export function isWord(word: string): boolean {
  let answer = known.get(word);
  if (answer === undefined) {
    const forms = [word, word.toLowerCase()];
    answer = dictionaries.some((dictionary) => forms.some((form) => dictionary.correct(form)));
    known.set(word, answer);
  }
  return answer;
}
