// checkin org export: prints a tenant's organisation in the format of an import.
import { Option, type Command } from 'commander';
import { exportPeople } from '../../../src/org/export.ts';
import { asOfOption, toViewParams } from '../as-of.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { write } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .addOption(asOfOption())
    .action(async ({ tenant: slug, format, asOf }: { tenant: string; format: 'csv' | 'json'; asOf?: string }) => {
      await withCaller(slug, 'organisation:manage', async ({ graph, tenant, record }) => {
        await record('organisation.export');
        await exportPeople(graph, tenant.id, format, write, toViewParams(asOf, tenant, new Date().toISOString()));
      });
    });
}
