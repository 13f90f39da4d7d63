// checkin tenant idp rm: deletes an identity provider of a tenant, as the operator.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { deleteProvider } from '../../../src/identity/manage-providers.ts';
import type { IdentityProvider } from '../../../src/model/identity.ts';
import { findTenantId } from '../../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.addOption(tenantOption()).action(async (providerId: string, { tenant }: { tenant: string }) => {
    await withConnection(async ({ graph }) => {
      const operator = graph.bind({ tenantId: await findTenantId(graph, tenant), userId: 'operator' });
      const context = { now: new Date().toISOString(), newId: () => randomUUID(), asOperator: true };
      const params = { asOperator: true, permittedRoles: [] };
      const { providers } = await operator.one<{ providers: IdentityProvider[] }>('identity/list_providers', params);
      const provider = providers.find(({ id }) => id === providerId);
      if (!provider || !(await deleteProvider(operator, provider, context)))
        throw new Error(`${tenant} has no identity provider ${providerId}.`);
      logToStderr('Its tokens are refused within two seconds.');
    });
  });
}
