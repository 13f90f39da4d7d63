// Profiles for tests: what a generated one says, in the words of the interface, and its text as the reader gets it.
import { flowOf, profilePdf, type ProfileContent } from '../../scripts/demo/profile/pdf.ts';
import { randomProfile, type RandomProfile } from '../../scripts/demo/profile/random.ts';
import { textPagesOf } from '../../src/outside/pdf-pages.ts';
import type { ProfileFields, TextPage } from '../../src/rules/profiles.ts';

export type Change = {
  person?: Partial<RandomProfile['person']>;
  content?: Partial<ProfileContent>;
  style?: Partial<RandomProfile['style']>;
};

/** A generated profile, changed in parts, as a PDF and as what it says. */
export async function aProfile(seed: string, { person, content, style }: Change = {}) {
  const random = randomProfile(seed);
  const made = {
    person: { ...random.person, ...person },
    content: { ...random.content, ...content },
    style: { ...random.style, ...style },
  };
  const pdf = await profilePdf(made.person, made.content, made.style);
  return { ...made, pdf, fields: fieldsOf(made.content) };
}

/** @throws {Error} when the PDF is refused */
export async function pagesOf(pdf: Uint8Array): Promise<TextPage[]> {
  const pages = await textPagesOf(Buffer.from(pdf));
  if (!Array.isArray(pages)) throw new Error(pages.failed);
  return pages;
}

function fieldsOf(content: ProfileContent): Required<ProfileFields> {
  const { conscious, lessConscious, wheel } = content;
  const both = [...conscious, ...lessConscious];
  const keys = ['blue', 'green', 'yellow', 'red'];
  keys.push('lessConsciousBlue', 'lessConsciousGreen', 'lessConsciousYellow', 'lessConsciousRed');
  const byKey = (values: number[]) => Object.fromEntries(keys.map((key, at) => [key, values[at] ?? NaN]));
  return {
    keyStrengths: content.strengths.join('\n'),
    blindSpots: content.blindSpots.join('\n'),
    communicationDos: content.dos.join('\n'),
    communicationDonts: content.donts
      .map((text) => `Do not ${text.charAt(0).toLowerCase()}${text.slice(1)}`)
      .join('\n'),
    summary: {
      colourWheel: {
        consciousPosition: wheel.conscious[0],
        lessConsciousPosition: wheel.lessConscious[0],
        preferenceFlow: Number(flowOf(conscious, lessConscious).toFixed(1)),
        ...byKey(both),
      },
      percentages: byKey(both.map((value) => Math.round((value / 6) * 100))),
    },
  };
}
