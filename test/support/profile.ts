// Profiles for tests: what a generated one says, in the words of the interface, and its text as the reader gets it.
import { extractTextPages } from '../../src/features/profiles/pdf/pages.ts';
import type { TextPage } from '../../src/features/profiles/parser/parse.ts';
import { companies } from '../../scripts/tools/demo/companies.ts';
import { expectedFields } from '../../scripts/tools/sample-profile/expected-fields.ts';
import { createProfilePdf, type ProfileContent } from '../../scripts/tools/sample-profile/profile-pdf.ts';
import { createRandomProfile, phrases, type RandomProfile } from '../../scripts/tools/sample-profile/random-profile.ts';

export type Change = {
  person?: Partial<RandomProfile['person']>;
  content?: Partial<ProfileContent>;
  style?: Partial<RandomProfile['style']>;
};

/** A generated profile, changed in parts, as a PDF and as what it says. */
export async function aProfile(seed: string, { person, content, style }: Change = {}) {
  const random = createRandomProfile(seed, person);
  const made = {
    person: { ...random.person, ...person },
    content: { ...random.content, ...content },
    style: { ...random.style, ...style },
  };
  const pdf = await createProfilePdf(made.person, made.content, made.style);
  return { ...made, pdf, fields: expectedFields(made.content) };
}

/** @throws {Error} when the PDF is refused */
export async function pagesOf(pdf: Uint8Array): Promise<TextPage[]> {
  const pages = await extractTextPages(Buffer.from(pdf));
  if (!Array.isArray(pages)) throw new Error(pages.failed);
  return pages;
}

const wordsOf = (text: string): string[] => text.normalize('NFC').split(/[^\p{L}'’]+/u);
/** The parts of every name that the generator can invent, and of everyone in the demo. */
const knownNames = new Set(
  [...phrases.firstNames, ...phrases.lastNames, ...companies.flatMap(({ people }) => people.map(({ name }) => name))]
    .flatMap(wordsOf)
    .filter((part) => part.length > 1),
);

/** Parts of known names that a text holds although they are not in `name`. */
export function otherNamesIn(text: string, name: string): string[] {
  const own = new Set(wordsOf(name));
  const found = wordsOf(text).flatMap((word) => [word, word.replace(/['’]s?$/, '')]);
  return [...new Set(found.filter((word) => knownNames.has(word) && !own.has(word)))];
}

/** The whole text of a PDF, page by page. @throws {Error} when the PDF is refused */
export async function textOfPdf(pdf: Uint8Array): Promise<string> {
  return (await pagesOf(pdf)).flatMap(({ items }) => items.map(({ text }) => text)).join('\n');
}
