// checkin org check: finds faults in an organisation.
import type { Command } from 'commander';
import { checkTenant } from '../../../src/org/check.ts';
import { addTenantOptions, type TenantOptions } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { print, printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  addTenantOptions(command, 'the faults').action(async ({ tenant, json }: TenantOptions) => {
    const findings = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId }) =>
      checkTenant(graph, tenantId),
    );
    if (json) await printJson(findings);
    else for (const { kind, message } of findings) await print(`${kind}\t${message}`);
    const faults = findings.filter(({ kind }) => kind === 'fault').length;
    if (faults > 0) process.exitCode = 1;
    logToStderr(faults > 0 ? `${pluralize(faults, 'fault')} in ${tenant}.` : `No faults in ${tenant}.`);
  });
}
