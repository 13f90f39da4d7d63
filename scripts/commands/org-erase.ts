// checkin org erase: takes a person out for ever, as a request for data protection asks.
import type { Command } from 'commander';
import { openFiles } from '../../src/outside/files.ts';
import { connected } from '../connect.ts';
import { normalEmail } from '../org/columns.ts';
import { erasePerson } from '../org/erase-person.ts';
import { findTenant } from '../org/tenants.ts';
import { print, tell } from '../output.ts';

/** Adds `org erase`. */
export function addOrgErase(org: Command): void {
  org
    .command('erase <email>')
    .description('erase someone for ever, with everything written by or about them; without --yes, count it only')
    .requiredOption('--tenant <slug>', 'the tenant')
    .option('--yes', 'yes, erase them')
    .action(async (email: string, { tenant, yes }: { tenant: string; yes?: true }, command: Command) => {
      const counts = await connected(async ({ graph, config }) => {
        const { id: tenantId } = await findTenant(graph, tenant);
        const files = openFiles(config);
        return erasePerson(graph, files, { tenantId, email, now: new Date(), dryRun: !yes });
      });
      for (const [kind, count] of Object.entries(counts)) await print(`${kind}\t${count}`);
      if (!yes) command.error('error: this erases them for ever; add --yes to do it', { exitCode: 2 });
      tell(`Erased ${normalEmail(email)}.`);
    });
}
