// checkin org export: a tenant's organisation as a file that an import reads.
import { Option, type Command } from 'commander';
import { connected } from '../connect.ts';
import { exportPeople } from '../org/export.ts';
import { findTenant } from '../org/tenants.ts';
import { write } from '../output.ts';

/** Adds `org export`. */
export function addOrgExport(org: Command): void {
  org
    .command('export')
    .description('print everyone active, with the columns of an import and their id')
    .requiredOption('--tenant <slug>', 'the tenant')
    .addOption(new Option('--format <format>', 'csv, or json').choices(['csv', 'json']).default('csv'))
    .action(async ({ tenant, format }: { tenant: string; format: 'csv' | 'json' }) => {
      await connected(async ({ graph }) => {
        const { id } = await findTenant(graph, tenant);
        await exportPeople(graph, id, format, write);
      });
    });
}
