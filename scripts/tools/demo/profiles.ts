// Generates the insights profiles of the first two people of the showcase, as if imported and confirmed.
import { expectedFields } from '../sample-profile/expected-fields.ts';
import { createProfilePdf } from '../sample-profile/profile-pdf.ts';
import { createRandomProfile } from '../sample-profile/random-profile.ts';
import type { Company } from './companies.ts';

/** A profile with its PDF; `fields` is JSON. */
type DemoProfile = { email: string; fields: string; pdf: Uint8Array };

/** The seeds differ from the seeds of `checkin sample-profile`, so that importing a sample profile shows changes. */
export function generateProfiles({ people, showcase }: Company): Promise<DemoProfile[]> {
  return Promise.all(
    showcase.slice(0, 2).map(async ({ email }) => {
      const name = people.find((one) => one.email === email)?.name;
      const profile = createRandomProfile(`${email}, some years ago`, { email, ...(name && { name }) });
      const pdf = await createProfilePdf(profile.person, profile.content, profile.style);
      return { email, fields: JSON.stringify(expectedFields(profile.content)), pdf };
    }),
  );
}
