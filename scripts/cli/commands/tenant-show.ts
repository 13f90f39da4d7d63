// checkin tenant show: shows the settings and the size of a tenant.
import type { Command } from 'commander';
import { formatValue } from '../../../src/settings/settings.ts';
import { requireSlug } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson } from '../output.ts';
import { settingsHelp } from './settings-help.ts';

export function define(command: Command): void {
  command
    .option('--json', 'print the tenant as JSON')
    .addHelpText('after', settingsHelp)
    .action(async (argument: string | undefined, { json }: { json?: true }) => {
      const slug = requireSlug(command, argument);
      const tenant = await withCaller(slug, 'organisation:manage', async ({ tenant: settings, own }) => {
        const sizes = await own.one<Record<string, number>>('org/count');
        return { ...settings, ...sizes };
      });
      if (json) return printJson(tenant);
      for (const [name, value] of Object.entries(tenant)) await print(`${name}\t${formatValue(value)}`);
    });
}
