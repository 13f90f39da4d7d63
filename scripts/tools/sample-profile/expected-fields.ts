// The fields that the parser must read from a generated profile, in the terms of the API.
import type { ProfileFields } from '../../../src/features/profiles/parser/parse.ts';
import { computePreferenceFlow, type ProfileContent } from './profile-pdf.ts';

const energies = ['blue', 'green', 'yellow', 'red'];
const keys = [...energies, 'lessConsciousBlue', 'lessConsciousGreen', 'lessConsciousYellow', 'lessConsciousRed'];

/** Returns the fields that an import of this profile saves. */
export function expectedFields(content: ProfileContent): Required<ProfileFields> {
  const { conscious, lessConscious, wheel } = content;
  const values = [...conscious, ...lessConscious];
  const byKey = (numbers: number[]) => Object.fromEntries(keys.map((key, i) => [key, numbers[i] ?? NaN]));
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
        preferenceFlow: Number(computePreferenceFlow(conscious, lessConscious).toFixed(1)),
        ...byKey(values),
      },
      percentages: byKey(values.map((value) => Math.round((value / 6) * 100))),
    },
  };
}
