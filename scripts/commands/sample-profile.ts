// checkin sample-profile: an invented insights profile of someone as a PDF, to try the import with.
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { connected } from '../connect.ts';
import { profilePdf } from '../demo/profile/pdf.ts';
import { randomProfile } from '../demo/profile/random.ts';
import { findPerson } from '../org/find-person.ts';
import { findTenant } from '../org/tenants.ts';
import { tell } from '../output.ts';

/** Adds `sample-profile`. */
export function addSampleProfile(program: Command): void {
  program
    .command('sample-profile <email>')
    .description("make up someone's insights profile as a PDF, to try the import with; the same one each time")
    .requiredOption('--tenant <slug>', 'the tenant')
    .requiredOption('--out <file>', 'the PDF to write')
    .action(async (email: string, { tenant, out }: { tenant: string; out: string }) => {
      const { name } = await connected(async ({ graph }) => {
        const { id } = await findTenant(graph, tenant);
        return findPerson(graph, id, email);
      });
      const { person, content, style } = randomProfile(email);
      writeFileSync(out, await profilePdf({ ...person, name }, content, style));
      tell(`Wrote an invented profile of ${name} to ${out}.`);
    });
}
