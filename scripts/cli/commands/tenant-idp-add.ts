// checkin tenant idp add: creates an identity provider of a tenant, as the operator.
import { randomUUID } from 'node:crypto';
import { Option, type Command } from 'commander';
import { createProvider, findProviderFault, maxProviders } from '../../../src/identity/manage-providers.ts';
import { openIdentitySettings } from '../../../src/identity/settings.ts';
import { personClaims, type PersonClaim } from '../../../src/model/identity.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson } from '../output.ts';

type Options = { tenant: string; audience: string; claim?: string; person: PersonClaim; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .requiredOption('--audience <text>', '`aud` of the tokens: the client id, or the name of this API at the provider')
    .option('--claim <name=value>', 'where the issuer has several tenants: the claim that tells this one')
    .addOption(
      new Option(
        '--person <claim>',
        'how the first sign-in finds a person: by an address that the provider has verified (email), or by a claim with the external id',
      )
        .choices(personClaims)
        .default('email'),
    )
    .option('--json', 'print the provider as JSON')
    .action(async (issuer: string, { tenant, audience, claim, person: personClaim, json }: Options) => {
      const equals = claim?.indexOf('=') ?? -1;
      if (claim !== undefined && equals < 1) command.error('error: --claim must be name=value', { exitCode: 2 });
      const ofTenant = claim !== undefined && {
        tenantClaim: claim.slice(0, equals),
        tenantValue: claim.slice(equals + 1),
      };
      const input = { issuer, audience, personClaim, ...ofTenant };
      await withCaller(tenant, 'operator', async ({ own, config }) => {
        const fault = await findProviderFault(input, openIdentitySettings(config));
        if (fault) throw new Error(fault.message);
        const context = { now: new Date().toISOString(), newId: () => randomUUID(), proof: 'operator' as const };
        const created = await createProvider(own, input, context);
        if (!created) throw new Error('The tenant no longer exists.');
        if (created.isFull) throw new Error(`${tenant} has ${maxProviders} identity providers, which is the limit.`);
        const { provider } = created;
        if (!provider) throw new Error('Another identity provider means the same tokens: checkin tenant idp ls.');
        await (json ? printJson(provider) : print(provider.id));
        logToStderr(`People of ${tenant} can sign in with tokens of ${issuer} within two seconds.`);
      });
    });
}
