// What an invented profile says, in the words of the interface: what a reader of its PDF is to find.
import type { ProfileFields } from '../../../src/profile-parser/parse.ts';
import { computeFlow, type ProfileContent } from './pdf.ts';

/** The fields of the profile that an import would save. */
export function toFields(content: ProfileContent): Required<ProfileFields> {
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
        preferenceFlow: Number(computeFlow(conscious, lessConscious).toFixed(1)),
        ...byKey(both),
      },
      percentages: byKey(both.map((value) => Math.round((value / 6) * 100))),
    },
  };
}
