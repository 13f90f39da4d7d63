// checkin tenant idp rm: deletes an identity provider of a tenant, as the operator.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { deleteProvider } from '../../../src/identity/manage-providers.ts';
import type { IdentityProvider } from '../../../src/model/identity.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.addOption(tenantOption()).action(async (providerId: string, { tenant }: { tenant: string }) => {
    await withCaller(tenant, 'operator', async ({ own }) => {
      const context = { now: new Date().toISOString(), newId: () => randomUUID(), asOperator: true };
      const params = { asOperator: true, permittedRoles: [] };
      const { providers } = await own.one<{ providers: IdentityProvider[] }>('identity/list_providers', params);
      const provider = providers.find(({ id }) => id === providerId);
      if (!provider || !(await deleteProvider(own, provider, context)))
        throw new Error(`${tenant} has no identity provider ${providerId}.`);
      logToStderr('Its tokens are refused within two seconds.');
    });
  });
}
