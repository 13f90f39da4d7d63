// The demo's insights profiles: of the first two people shown, as if they had been imported and confirmed.
import type { Company } from './company.ts';
import { toFields } from './profile/fields.ts';
import { profilePdf } from './profile/pdf.ts';
import { randomProfile } from './profile/random.ts';

/** A profile with its PDF; `fields` is JSON. */
export type DemoProfile = { email: string; fields: string; pdf: Uint8Array };

/** Other profiles than those of `checkin sample-profile`, so that importing one of those shows what it changes. */
export function generateProfiles({ people, showcase }: Company): Promise<DemoProfile[]> {
  return Promise.all(
    showcase.slice(0, 2).map(async ({ email }) => {
      const name = people.find((one) => one.email === email)?.name;
      const { person, content, style } = randomProfile(`${email}, some years ago`, { email, ...(name && { name }) });
      return { email, fields: JSON.stringify(toFields(content)), pdf: await profilePdf(person, content, style) };
    }),
  );
}
