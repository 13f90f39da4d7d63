// checkin sample-profile: generates an insights profile of a person as a PDF, to try the import.
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { findPerson } from '../../../src/features/organisation/people/find-person.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr } from '../output.ts';
import { createProfilePdf } from '../../tools/sample-profile/profile-pdf.ts';
import { createRandomProfile } from '../../tools/sample-profile/random-profile.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .requiredOption('--out <file>', 'where to write the PDF')
    .action(async (email: string, { tenant, out }: { tenant: string; out: string }) => {
      const { name } = await withConnection(async ({ graph }) => {
        return findPerson(graph, await findTenantId(graph, tenant), email);
      });
      const { person, content, style } = createRandomProfile(email, { name, email });
      writeFileSync(out, await createProfilePdf(person, content, style));
      logToStderr(`Wrote a sample profile of ${name} to ${out}.`);
    });
}
