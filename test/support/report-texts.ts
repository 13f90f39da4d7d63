// The texts of pages in each language, as tables: what a test compares, and what it looks for in a page.
import { allReports } from '../../src/features/reports/index.ts';
import { wordsByLanguage } from '../../src/features/reports/words.ts';
import { withheld } from '../../src/features/personal-data/export-person.ts';
import { personSections } from '../../src/features/personal-data/table-of-nodes.ts';
import { planFaultTextsByLanguage } from '../../src/platform/chart/move-faults.ts';
import type { Language } from '../../src/platform/lib/languages.ts';
import { pageTexts } from '../../scripts/cli/report/page-texts.ts';

/** What formats values instead of saying something. */
const formats = /^(format|to[A-Z]|count$|name[A-Z]\w+$)/;

/** All that pages of reports, plans and people say in a language. */
export const tableOf = (language: Language): object => ({
  ...Object.fromEntries(allReports.map(({ name, texts }) => [name, texts[language]])),
  words: Object.fromEntries(
    Object.entries(wordsByLanguage[language]).filter(([name]) => name === 'nameWithheld' || !formats.test(name)),
  ),
  pages: pageTexts[language],
  sections: Object.entries(personSections).map(([, { title, about }]) => ({
    title: title[language],
    about: about[language],
  })),
  withheld: withheld[language],
  faults: planFaultTextsByLanguage[language],
});

/** A number that stands for the value at this place, from 0; it is written in no other way than 7001 or 7,001. */
const sample = (place: number): number => 7001 + place;
/** The places of the values in a text, each once. */
export const placesIn = (text: string): number[] =>
  [...new Set(text.match(/7[.,]?00\d/g) ?? [])].map((found) => Number(found.at(-1)) - 1).sort();

/** The texts of a table by their path; a function is called with numbers that stand for its values. */
export function listTexts(table: unknown, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  if (typeof table === 'string') texts.set(path, table);
  else if (typeof table === 'function') {
    const say = (...values: number[]): string => String((table as (...values: number[]) => unknown)(...values));
    texts.set(path, say(...Array.from({ length: table.length }, (_, place) => sample(place))));
    texts.set(`${path} of one`, say(...Array.from({ length: table.length }, () => 1)));
  } else
    for (const [name, inner] of Object.entries(table as object))
      for (const [at, text] of listTexts(inner, `${path}.${name}`)) texts.set(at, text);
  return texts;
}

/** The parts of texts between their values, without marks and spaces at their ends. */
export const listParts = (texts: Iterable<string>): string[] => [
  ...new Set(
    [...texts]
      .flatMap((text) => text.split(/[\d.,]*\d[\d.,]*/))
      .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
      .filter(Boolean),
  ),
];

/** Whether a part is in a text, as whole words. */
export const hasWords = (text: string, part: string): boolean => {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!/\p{L}/u.test(text.charAt(at - 1) + text.charAt(at + part.length))) return true;
  return false;
};
