// checkin org activate, checkin org deactivate: brings a person back, or lets one go.
import type { Command } from 'commander';
import { setPersonActive } from '../../../src/features/organisation/people/set-person-active.ts';
import { normalizeEmail } from '../../../src/features/organisation/import/columns.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { addTenantOptions, type TenantOptions } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson } from '../output.ts';

export function define(command: Command): void {
  const active = command.name() === 'activate';
  addTenantOptions(command, 'the outcome').action(async (address: string, { tenant, json }: TenantOptions) => {
    const email = normalizeEmail(address);
    const { name, wasActive, activeReports, inactiveManagers } = await withCaller(
      tenant,
      'organisation:manage',
      (acting) => setPersonActive(acting.graph, email, active, acting),
    );
    if (active && !wasActive && inactiveManagers.length > 0) {
      throw new Error(
        `Their manager ${inactiveManagers.join(', ')} is inactive: move them first (checkin org move … --to …).`,
      );
    }
    if (!active && wasActive && activeReports > 0) {
      const people = pluralize(activeReports, 'active person reports', 'active people report');
      throw new Error(`${people} to ${email}: move them first (checkin org move … --to …).`);
    }
    if (json) return printJson({ email, name, active, changed: wasActive !== active });
    if (active) await print(wasActive ? `${name} is already active.` : `${name} is active again.`);
    else await print(wasActive ? `${name} is now inactive.` : `${name} is already inactive.`);
  });
}
