// checkin tenant idp add, ls, rm: the identity providers of a tenant, as the operator.
import { randomUUID } from 'node:crypto';
import { Option, type Command } from 'commander';
import type { Graph } from '../../../src/platform/graph/client.ts';
import {
  createProvider,
  findProviderFault,
  maxProviders,
  deleteProvider,
} from '../../../src/features/identity/manage-providers.ts';
import { openIdentitySettings } from '../../../src/features/identity/settings.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { personClaims, type PersonClaim, type IdentityProvider } from '../../../src/features/identity/schema.ts';
import { withCaller } from '../caller.ts';
import { addTenantOptions, tenantOption, type TenantOptions } from '../command-tree.ts';
import { logToStderr, print, printJson } from '../output.ts';

export const define = { add: defineAdd, ls: defineLs, rm: defineRm };

/** The identity providers of the tenant of `graph`, for the operator. */
export async function listProviders(graph: Graph): Promise<IdentityProvider[]> {
  const params = { asOperator: true, permittedRoles: [] };
  return (await graph.one<{ providers: IdentityProvider[] }>('identity/list_providers', params)).providers;
}

type AddOptions = { tenant: string; audience: string; claim?: string; person: PersonClaim; json?: true };

function defineAdd(command: Command): void {
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
    .action(async (issuer: string, { tenant, audience, claim, person: personClaim, json }: AddOptions) => {
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

function defineLs(command: Command): void {
  addTenantOptions(command, 'the providers').action(async ({ tenant, json }: TenantOptions) => {
    const providers = await withCaller(tenant, 'operator', ({ own }) => listProviders(own));
    if (json) return printJson(providers);
    for (const { id, issuer, audience, tenantClaim, tenantValue, personClaim } of providers) {
      const claim = tenantClaim ? `${tenantClaim}=${tenantValue}` : 'every token';
      await print([id, issuer, audience, claim, personClaim].join('\t'));
    }
    logToStderr(`${pluralize(providers.length, 'identity provider')} of ${tenant}.`);
  });
}

function defineRm(command: Command): void {
  command.addOption(tenantOption()).action(async (providerId: string, { tenant }: { tenant: string }) => {
    await withCaller(tenant, 'operator', async ({ own }) => {
      const context = { now: new Date().toISOString(), newId: () => randomUUID(), asOperator: true };
      const provider = (await listProviders(own)).find(({ id }) => id === providerId);
      if (!provider || !(await deleteProvider(own, provider, context)))
        throw new Error(`${tenant} has no identity provider ${providerId}.`);
      logToStderr('Its tokens are refused within two seconds.');
    });
  });
}
