// checkin org erase: permanently deletes a person, to fulfil a data protection request.
import type { Command } from 'commander';
import { normalizeEmail } from '../../../src/org/columns.ts';
import { erasePerson } from '../../../src/org/erase-person.ts';
import { openErasureServices } from '../../../src/org/erasure-log.ts';
import { findTenantId } from '../../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { print, printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--yes', 'delete them permanently')
    .option('--json', 'print the counts as JSON')
    .action(async (email: string, { tenant, yes, json }: { tenant: string; yes?: true; json?: true }) => {
      const counts = await withConnection(async ({ graph, config }) => {
        const tenantId = await findTenantId(graph, tenant);
        return erasePerson(openErasureServices(graph, config), { tenantId, email, now: new Date(), dryRun: !yes });
      });
      if (json) await printJson(counts);
      else for (const [kind, count] of Object.entries(counts)) await print(`${kind}\t${count}`);
      if (!yes) command.error('error: this deletes them permanently; add --yes to do it', { exitCode: 2 });
      logToStderr(`Erased ${normalizeEmail(email)}.`);
    });
}
