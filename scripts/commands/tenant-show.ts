// checkin tenant show: what a tenant is set to and how large it is.
import type { Command } from 'commander';
import { findTenant } from '../../src/org/tenants.ts';
import { formatValue } from '../../src/rules/settings.ts';
import { withConnection } from '../connect.ts';
import { print, printJson } from '../output.ts';
import { settingsHelp } from './settings-help.ts';

export function define(command: Command): void {
  command
    .option('--json', 'print it as JSON')
    .addHelpText('after', settingsHelp)
    .action(async (slug: string, { json }: { json?: true }) => {
      const shown = await withConnection(async ({ graph }) => {
        const tenant = await findTenant(graph, slug);
        const sizes = await graph.bind({ tenantId: tenant.id }).one<Record<string, number>>('org/count');
        return { ...tenant, ...sizes };
      });
      if (json) return printJson(shown);
      for (const [name, value] of Object.entries(shown)) await print(`${name}\t${formatValue(value)}`);
    });
}
