// checkin tenant idp add, ls, refused, rm: the identity providers of a tenant, as the operator.
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
import {
  defaultScopes,
  isEmailDomain,
  isScopeList,
  maxClientId,
  maxEmailDomains,
  personClaims,
  type PersonClaim,
  refusalReasons,
  type IdentityProvider,
  type RefusedSignIn,
} from '../../../src/features/identity/schema.ts';
import { withCaller } from '../caller.ts';
import { addTenantOptions, tenantOption, type TenantOptions } from '../command-tree.ts';
import { logToStderr, print, printJson } from '../output.ts';

export const define = { add: defineAdd, ls: defineLs, refused: defineRefused, rm: defineRm };

/** The identity providers of the tenant of `graph`, for the operator. */
export async function listProviders(graph: Graph): Promise<IdentityProvider[]> {
  const params = { asOperator: true, permittedRoles: [] };
  return (await graph.one<{ providers: IdentityProvider[] }>('identity/list_providers', params)).providers;
}

type AddOptions = {
  tenant: string;
  audience: string;
  claim?: string;
  person: PersonClaim;
  domain?: string[];
  client?: string;
  scopes?: string;
  json?: true;
};

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
    .option('--domain <domain...>', 'sign in for the first time only people with addresses of these domains')
    .option('--client <id>', 'client without a secret by which people sign in to the web app; default: they cannot')
    .option('--scopes <list>', `scopes that the web app asks for, separated by spaces (default: "${defaultScopes}")`)
    .option('--json', 'print the provider as JSON')
    .action(async (issuer: string, options: AddOptions) => {
      const { tenant, audience, claim, person: personClaim, domain, client: clientId, scopes, json } = options;
      const equals = claim?.indexOf('=') ?? -1;
      if (claim !== undefined && equals < 1) command.error('error: --claim must be name=value', { exitCode: 2 });
      const ofTenant = claim !== undefined && {
        tenantClaim: claim.slice(0, equals),
        tenantValue: claim.slice(equals + 1),
      };
      const wrong = domain?.find((one) => !isEmailDomain(one));
      if (wrong !== undefined) command.error(`error: ${JSON.stringify(wrong)} is not a domain`, { exitCode: 2 });
      if (domain !== undefined && domain.length > maxEmailDomains)
        command.error(`error: a provider has at most ${maxEmailDomains} domains`, { exitCode: 2 });
      if (clientId !== undefined && (clientId === '' || clientId.length > maxClientId))
        command.error(`error: --client must have 1 to ${maxClientId} characters`, { exitCode: 2 });
      if (scopes !== undefined && !isScopeList(scopes))
        command.error('error: --scopes must be scopes, separated by single spaces', { exitCode: 2 });
      const ofPage = { ...(clientId !== undefined && { clientId }), ...(scopes !== undefined && { scopes }) };
      const input = { issuer, audience, personClaim, ...ofTenant, ...(domain && { emailDomains: domain }), ...ofPage };
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
    for (const { id, issuer, audience, tenantClaim, tenantValue, personClaim, emailDomains, clientId } of providers) {
      const claim = tenantClaim ? `${tenantClaim}=${tenantValue}` : 'every token';
      const limits = emailDomains ? [emailDomains.join(',')] : [];
      const page = clientId === undefined ? [] : [`client ${clientId}`];
      await print([id, issuer, audience, claim, personClaim, ...limits, ...page].join('\t'));
    }
    logToStderr(`${pluralize(providers.length, 'identity provider')} of ${tenant}.`);
  });
}

function defineRefused(command: Command): void {
  addTenantOptions(command, 'the refused sign-ins').action(async ({ tenant, json }: TenantOptions) => {
    type Refusals = { refusals: RefusedSignIn[] };
    const found = await withCaller(tenant, 'operator', async ({ own }) => {
      const ofProviders = (await listProviders(own)).map(async ({ id: providerId, issuer }) => {
        const params = { providerId, asOperator: true, permittedRoles: [] };
        const { refusals } = await own.one<Refusals>('identity/list_refusals', params); // all in one round trip
        return refusals.map((one) => ({ issuer, ...one }));
      });
      return (await Promise.all(ofProviders)).flat().sort((a, b) => (a.at > b.at ? -1 : 1));
    });
    if (json) return printJson(found);
    for (const { at, issuer, reason, subject, user } of found) {
      const why = (refusalReasons as Record<string, string>)[reason] ?? reason;
      await print([at, issuer, user?.name ?? `subject ${subject}`, why].join('\t'));
    }
    logToStderr(`${pluralize(found.length, 'refused sign-in')} of ${tenant}.`);
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
