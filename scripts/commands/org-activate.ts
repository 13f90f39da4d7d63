// checkin org activate: someone is back.
import type { Command } from 'commander';
import { changePresence } from '../../src/org/change-presence.ts';
import { normalEmail } from '../../src/org/columns.ts';
import { tenantOption } from '../command-tree.ts';
import { connected } from '../connect.ts';
import { print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the outcome as JSON')
    .action(async (address: string, { tenant, json }: { tenant: string; json?: true }) => {
      const email = normalEmail(address);
      const {
        name,
        wasActive,
        gone = [],
      } = await connected(({ graph }) => changePresence(graph, 'activate', email, tenant));
      if (!wasActive && gone.length > 0) {
        throw new Error(`Their manager ${gone.join(', ')} has left: move them first (checkin org move … --to …).`);
      }
      if (json) return printJson({ email, name, active: true, changed: !wasActive });
      await print(wasActive ? `${name} is active already.` : `${name} is back.`);
    });
}
