// checkin sample-profile: an invented insights profile of someone as a PDF, to try the import with.
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { findPerson } from '../../src/org/find-person.ts';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { profilePdf } from '../demo/profile/pdf.ts';
import { randomProfile } from '../demo/profile/random.ts';
import { logToStderr } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .requiredOption('--out <file>', 'the PDF to write')
    .action(async (email: string, { tenant, out }: { tenant: string; out: string }) => {
      const { name } = await withConnection(async ({ graph }) => {
        return findPerson(graph, await findTenantId(graph, tenant), email);
      });
      const { person, content, style } = randomProfile(email, { name, email });
      writeFileSync(out, await profilePdf(person, content, style));
      logToStderr(`Wrote an invented profile of ${name} to ${out}.`);
    });
}
