// checkin org check: finds what must not be in an organisation.
import type { Command } from 'commander';
import { connected } from '../connect.ts';
import { checkOrganisation } from '../org/check.ts';
import { findTenant } from '../org/tenants.ts';
import { counted, print, tell } from '../output.ts';

/** Adds `org check`. */
export function addOrgCheck(org: Command): void {
  org
    .command('check')
    .description('find cycles, second managers, links to other tenants and the like; exit code 1 when there are any')
    .requiredOption('--tenant <slug>', 'the tenant')
    .action(async ({ tenant }: { tenant: string }) => {
      const findings = await connected(async ({ graph }) =>
        checkOrganisation(graph, (await findTenant(graph, tenant)).id),
      );
      for (const { kind, message } of findings) await print(`${kind}\t${message}`);
      const faults = findings.filter(({ kind }) => kind === 'fault').length;
      if (faults > 0) process.exitCode = 1;
      tell(faults > 0 ? `${counted(faults, 'fault')} in ${tenant}.` : `Nothing is wrong in ${tenant}.`);
    });
}
