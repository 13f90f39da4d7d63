// checkin org activate: reactivates a person.
import type { Command } from 'commander';
import { setPersonActive } from '../../../src/org/set-person-active.ts';
import { normalizeEmail } from '../../../src/org/columns.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the outcome as JSON')
    .action(async (address: string, { tenant, json }: { tenant: string; json?: true }) => {
      const email = normalizeEmail(address);
      const { name, wasActive, inactiveManagers } = await withCaller(tenant, 'organisation:manage', (acting) =>
        setPersonActive(acting.graph, 'activate', email, acting),
      );
      if (!wasActive && inactiveManagers.length > 0) {
        throw new Error(
          `Their manager ${inactiveManagers.join(', ')} is inactive: move them first (checkin org move … --to …).`,
        );
      }
      if (json) return printJson({ email, name, active: true, changed: !wasActive });
      await print(wasActive ? `${name} is already active.` : `${name} is active again.`);
    });
}
