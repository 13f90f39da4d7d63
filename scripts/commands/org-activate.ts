// checkin org activate: someone is back.
import type { Command } from 'commander';
import { tenantOption } from '../command-tree.ts';
import { normalEmail } from '../org/columns.ts';
import { changePresence } from '../org/change-presence.ts';
import { print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the outcome as JSON')
    .action(async (address: string, { tenant, json }: { tenant: string; json?: true }) => {
      const email = normalEmail(address);
      const { name, wasActive, gone = [] } = await changePresence('activate', email, tenant);
      if (!wasActive && gone.length > 0) {
        throw new Error(`Their manager ${gone.join(', ')} has left: move them first (checkin org move … --to …).`);
      }
      if (json) return printJson({ email, name, active: true, changed: !wasActive });
      await print(wasActive ? `${name} is active already.` : `${name} is back.`);
    });
}
