// checkin tenant delete: permanently deletes a tenant and all its data.
import type { Command } from 'commander';
import { deleteTenant, deleteTenantNodes } from '../../../src/features/personal-data/delete-tenant.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';
import { describeStorage } from '../../../src/platform/storage/storage.ts';
import { requireSlug } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { printJson, logToStderr, withProgress } from '../output.ts';

type Options = { yes?: true; moved?: true; json?: true };

export function define(command: Command): void {
  command
    .option('--yes', 'delete it permanently')
    .option('--moved', 'it was moved to another database: keep its PDFs, and leave it out of the erasure log')
    .option('--json', 'print the number of deleted nodes as JSON')
    .action(async (argument: string | undefined, { yes, moved, json }: Options) => {
      const slug = requireSlug(command, argument);
      if (!yes) {
        const data = moved ? 'all its data in this database' : 'all its data';
        const consequence = `this deletes the tenant ${slug} and ${data} permanently`;
        command.error(`error: ${consequence}; add --yes to do it`, { exitCode: 2 });
      }
      await withConnection(async ({ graph, config }) => {
        const id = await findTenantId(graph, slug);
        const services = openErasureServices(graph, config);
        const deleted = await withProgress('deleting', (progress) =>
          moved ? deleteTenantNodes(graph, id, progress) : deleteTenant(services, id, progress),
        );
        if (json) await printJson({ slug, deleted });
        logToStderr(`Deleted ${slug}: ${pluralize(deleted, 'node')}.`);
        if (!moved) return;
        const place = `${describeStorage(config)}, under ${id}/`;
        logToStderr(`Its PDFs stay in ${place}. Delete them there if its new database has another storage.`);
      });
    });
}
