// checkin tenant idp ls: lists the identity providers of a tenant.
import type { Command } from 'commander';
import { pluralize } from '../../../src/lib/pluralize.ts';
import type { IdentityProvider } from '../../../src/model/identity.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the providers as JSON')
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
      const params = { asOperator: true, permittedRoles: [] };
      const { providers } = await withCaller(tenant, 'operator', ({ own }) =>
        own.one<{ providers: IdentityProvider[] }>('identity/list_providers', params),
      );
      if (json) return printJson(providers);
      for (const { id, issuer, audience, tenantClaim, tenantValue, personClaim } of providers) {
        const claim = tenantClaim ? `${tenantClaim}=${tenantValue}` : 'every token';
        await print([id, issuer, audience, claim, personClaim].join('\t'));
      }
      logToStderr(`${pluralize(providers.length, 'identity provider')} of ${tenant}.`);
    });
}
