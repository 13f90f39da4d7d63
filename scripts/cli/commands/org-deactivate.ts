// checkin org deactivate: deactivates a person.
import type { Command } from 'commander';
import { setPersonActive } from '../../../src/org/set-person-active.ts';
import { normalizeEmail } from '../../../src/org/columns.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the outcome as JSON')
    .action(async (address: string, { tenant, json }: { tenant: string; json?: true }) => {
      const email = normalizeEmail(address);
      const { name, wasActive, activeReports } = await withCaller(tenant, 'organisation:manage', (acting) =>
        setPersonActive(acting.graph, 'deactivate', email, acting),
      );
      if (wasActive && activeReports > 0) {
        const people = pluralize(activeReports, 'active person reports', 'active people report');
        throw new Error(`${people} to ${email}: move them first (checkin org move … --to …).`);
      }
      if (json) return printJson({ email, name, active: false, changed: wasActive });
      await print(wasActive ? `${name} is now inactive.` : `${name} is already inactive.`);
    });
}
