// checkin tenant show: what a tenant is set to and how large it is.
import type { Command } from 'commander';
import { findTenant } from '../../src/org/tenants.ts';
import { written } from '../../src/rules/settings.ts';
import { connected } from '../connect.ts';
import { print, printJson } from '../output.ts';
import { settingsHelp } from './settings-help.ts';

export function define(command: Command): void {
  command
    .option('--json', 'print it as JSON')
    .addHelpText('after', settingsHelp)
    .action(async (slug: string, { json }: { json?: true }) => {
      const shown = await connected(async ({ graph }) => {
        const found = await findTenant(graph, slug);
        const sizes = await graph.bind({ tenantId: found.id }).one<Record<string, number>>('org/count');
        return { ...found, ...sizes };
      });
      if (json) return printJson(shown);
      for (const [name, value] of Object.entries(shown)) await print(`${name}\t${written(value)}`);
    });
}
