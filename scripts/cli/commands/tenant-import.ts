// checkin tenant import: creates a tenant from an archive.
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { importTenant } from '../../../src/features/archives/import-tenant.ts';
import { sumCounts } from '../../../src/features/archives/format.ts';
import { openExactGraph } from '../../../src/platform/graph/exact/exact-graph.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { describeStorage } from '../../../src/platform/storage/storage.ts';
import { recordOfOperator, withConnection } from '../connect.ts';
import { logToStderr, printJson, withProgress } from '../output.ts';

export function define(command: Command): void {
  command
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      `
The tenant keeps its ids, its slug and its change log. The archive is checked as a whole before anything is written.
Nobody can use the tenant until all of it is there. An import that fails deletes what it has written; after a crash,
import again: that deletes the rest first.`,
    )
    .action(async (file: string, { json }: { json?: true }) => {
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`${file} is not a file.`);
      await withConnection(async ({ graph, config }) => {
        const services = openErasureServices(graph, config);
        const openExact = (tenantId: string) => openExactGraph(config, tenantId);
        const { removed, ...imported } = await withProgress('importing', (progress) =>
          importTenant({ ...services, openExact }, file, progress),
        );
        await recordOfOperator(graph, imported.id, 'tenant.import');
        if (json) await printJson({ ...imported, removed });
        if (removed > 0) logToStderr(`Deleted ${pluralize(removed, 'node')} that an interrupted import had left.`);
        const files = pluralize(imported.files, 'PDF');
        logToStderr(`Imported ${imported.slug}: ${pluralize(sumCounts(imported), 'item')}, ${files} among them.`);
        if (imported.erasedAgain > 0) {
          const people = pluralize(imported.erasedAgain, 'person', 'people');
          logToStderr(`Erased again: ${people}, according to the erasure log.`);
        }
        if (imported.files > 0) {
          const advice = 'the servers must have the same FILES_DIR or FILES_BUCKET';
          logToStderr(`The PDFs are in ${describeStorage(config)}: ${advice}.`);
        }
        const { endedServices, exportedAt } = imported;
        if (endedServices > 0) logToStderr(`Left out: ${pluralize(endedServices, 'service token')}. Create new ones.`);
        if (imported.nodes['IdentityProvider']) {
          const advice = 'unbind and delete again what was since';
          logToStderr(`Identity providers, and what people sign in with, are as of ${exportedAt}: ${advice}.`);
        }
        const webhooks = imported.nodes['Webhook'] ?? 0;
        if (webhooks === 0) return;
        const note = 'their secrets can be read only with the FILE_LINK_KEY of the servers they come from.';
        logToStderr(`${pluralize(webhooks, 'webhook')}: ${note} Otherwise rotate each secret.`);
      });
    });
}
