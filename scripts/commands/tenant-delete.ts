// checkin tenant delete: deletes a tenant and everything it has.
import type { Command } from 'commander';
import { deleteTenant } from '../../src/org/delete-tenant.ts';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { withConnection } from '../connect.ts';
import { pluralize } from '../../src/pluralize.ts';
import { printJson, logToStderr, withProgress } from '../output.ts';

export function define(command: Command): void {
  command
    .option('--yes', 'yes, delete it')
    .option('--json', 'print how many nodes it had as JSON')
    .action(async (slug: string, { yes, json }: { yes?: true; json?: true }) => {
      if (!yes)
        command.error('error: this deletes everything the tenant has, for ever; add --yes to do it', { exitCode: 2 });
      await withConnection(async ({ graph, config }) => {
        const id = await findTenantId(graph, slug);
        const files = openStorage(config);
        const deleted = await withProgress('deleting', (progress) => deleteTenant(graph, files, id, progress));
        if (json) await printJson({ slug, deleted });
        logToStderr(`Deleted ${slug}: ${pluralize(deleted, 'node')}.`);
      });
    });
}
