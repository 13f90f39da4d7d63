// checkin org export: prints a tenant's organisation in the format of an import.
import { Option, type Command } from 'commander';
import { exportPeople } from '../../src/org/export.ts';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { write } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .action(async ({ tenant, format }: { tenant: string; format: 'csv' | 'json' }) => {
      await withConnection(async ({ graph }) => {
        await exportPeople(graph, await findTenantId(graph, tenant), format, write);
      });
    });
}
