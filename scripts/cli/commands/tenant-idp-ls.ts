// checkin tenant idp ls: lists the identity providers of a tenant.
import type { Command } from 'commander';
import { pluralize } from '../../../src/lib/pluralize.ts';
import type { IdentityProvider } from '../../../src/model/identity.ts';
import { findTenantId } from '../../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr, print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the providers as JSON')
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
      const providers = await withConnection(async ({ graph }) => {
        const operator = graph.bind({ tenantId: await findTenantId(graph, tenant), userId: 'operator' });
        const params = { asOperator: true, permittedRoles: [] };
        return (await operator.one<{ providers: IdentityProvider[] }>('identity/list_providers', params)).providers;
      });
      if (json) return printJson(providers);
      for (const { id, issuer, audience, tenantClaim, tenantValue, personClaim } of providers) {
        const claim = tenantClaim ? `${tenantClaim}=${tenantValue}` : 'every token';
        await print([id, issuer, audience, claim, personClaim].join('\t'));
      }
      logToStderr(`${pluralize(providers.length, 'identity provider')} of ${tenant}.`);
    });
}
