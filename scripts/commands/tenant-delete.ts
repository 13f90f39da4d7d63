// checkin tenant delete: permanently deletes a tenant and all its data.
import type { Command } from 'commander';
import { deleteTenant } from '../../src/org/delete-tenant.ts';
import { openErasureServices } from '../../src/org/erasure-log.ts';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { requireSlug } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { pluralize } from '../../src/pluralize.ts';
import { printJson, logToStderr, withProgress } from '../output.ts';

export function define(command: Command): void {
  command
    .option('--yes', 'delete it permanently')
    .option('--json', 'print the number of deleted nodes as JSON')
    .action(async (argument: string | undefined, { yes, json }: { yes?: true; json?: true }) => {
      const slug = requireSlug(command, argument);
      if (!yes) {
        const consequence = `this deletes the tenant ${slug} and all its data permanently`;
        command.error(`error: ${consequence}; add --yes to do it`, { exitCode: 2 });
      }
      await withConnection(async ({ graph, config }) => {
        const id = await findTenantId(graph, slug);
        const services = openErasureServices(graph, config);
        const deleted = await withProgress('deleting', (progress) => deleteTenant(services, id, progress));
        if (json) await printJson({ slug, deleted });
        logToStderr(`Deleted ${slug}: ${pluralize(deleted, 'node')}.`);
      });
    });
}
