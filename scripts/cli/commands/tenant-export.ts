// checkin tenant export: writes a whole tenant to an archive.
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { exportTenant } from '../../../src/features/archives/export-tenant.ts';
import { createCounts, sumCounts } from '../../../src/features/archives/format.ts';
import { openExactGraph } from '../../../src/platform/graph/exact/exact-graph.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import { addTenantOptions, type TenantOptions } from '../command-tree.ts';
import { recordOfOperator, withConnection } from '../connect.ts';
import { logToStderr, printJson, withProgress } from '../output.ts';
import { writeTo } from '../report/destination.ts';

export function define(command: Command): void {
  addTenantOptions(command, 'the counts')
    .addHelpText(
      'after',
      `
The archive has everything: people, texts, scores, PDFs, the change log, pending mail. Keep it as you keep the database.
Stop the workers first, and keep the users of the tenant away: an export during which the tenant changes fails.
To move the tenant, delete it here afterwards with --moved before a worker starts, or both copies send its mail.`,
    )
    .action(async (destination: string, { tenant: slug, json }: TenantOptions) => {
      if (destination === '-') command.error('error: an archive is written to a file', { exitCode: 2 });
      const isFolder = statSync(destination, { throwIfNoEntry: false })?.isDirectory() ?? false;
      const file = isFolder ? path.join(destination, `${slug}.ndjson`) : destination;
      await withConnection(async ({ graph, config }) => {
        const id = await findTenantId(graph, slug);
        await recordOfOperator(graph, id, 'tenant.export');
        const exact = openExactGraph(config, id);
        try {
          const services = { graph, exact, files: openStorage(config).forTenant(id) };
          let counts = createCounts();
          await withProgress('exporting', (progress) =>
            writeTo(
              file,
              exportTenant(services, { id, slug }, { now: () => new Date(), progress, onEnd: (all) => (counts = all) }),
            ),
          );
          if (json) await printJson({ id, slug, file, ...counts });
          const files = pluralize(counts.files, 'PDF');
          logToStderr(`Exported ${slug} to ${file}: ${pluralize(sumCounts(counts), 'item')}, ${files} among them.`);
        } finally {
          await exact.close();
        }
      });
    });
}
