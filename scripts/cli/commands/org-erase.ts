// checkin org erase: permanently deletes a person, to fulfil a data protection request.
import type { Command } from 'commander';
import { normalizeEmail } from '../../../src/features/organisation/import/columns.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { findPerson } from '../../../src/features/organisation/people/find-person.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--yes', 'delete them permanently')
    .option('--json', 'print the counts as JSON')
    .action(async (email: string, { tenant, yes, json }: { tenant: string; yes?: true; json?: true }) => {
      const counts = await withCaller(tenant, 'organisation:manage', async ({ graph, config, tenantId, by }) => {
        const { id: userId } = await findPerson(graph, tenantId, email);
        const wish = { tenantId, userId, now: new Date(), dryRun: !yes, by };
        return erasePerson(openErasureServices(graph, config), wish);
      });
      if (json) await printJson(counts);
      else for (const [kind, count] of Object.entries(counts)) await print(`${kind}\t${count}`);
      if (!yes) command.error('error: this deletes them permanently; add --yes to do it', { exitCode: 2 });
      logToStderr(`Erased ${normalizeEmail(email)}.`);
      if (counts.filesLeft !== undefined)
        logToStderr('The file storage does not respond: the worker deletes the PDFs that are left within a day.');
    });
}
