// The identity provider of the demo companies: its accounts are the people to explore them as.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { createProvider, deleteProvider } from '../../../src/features/identity/manage-providers.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';
import { listProviders } from '../../cli/commands/identity-providers.ts';
import { startIdentityProvider, type IdentityProvider } from '../../stack/identity-provider.ts';
import { findStablePort } from '../../stack/ports.ts';
import { companies, type Company } from './companies.ts';
import { webPath } from '../../../src/platform/lib/web-address.ts';
import { listShownPeople } from './seed.ts';

const clientId = 'demo-page';
const audience = 'team-check-in-demo';
/** Tells the companies apart. */
const tenantClaim = 'company';

/** Starts it on this machine. @param dir stores the port: people are bound to the issuer, which has it */
export async function startCompanyProvider(dir: string, api: string): Promise<IdentityProvider> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return startIdentityProvider({
    port: await findStablePort('IDP_PORT', join(dir, 'port')),
    clientId,
    audience,
    redirectUris: [api, api.replace('127.0.0.1', 'localhost')].flatMap((origin) =>
      companies.map(({ slug }) => `${origin}${webPath}/${slug}`),
    ),
    accounts: companies.flatMap((company) =>
      listShownPeople(company).map(({ email, name }) => ({ email, name, claims: { [tenantClaim]: company.slug } })),
    ),
  });
}

/** Adds the provider to the companies, and deletes those at other ports of this machine. */
export async function addProviders(
  graph: GraphClient,
  these: readonly Pick<Company, 'slug'>[],
  issuer: string,
): Promise<void> {
  for (const { slug } of these) {
    const operator = graph.bind({ tenantId: await findTenantId(graph, slug), userId: 'operator' });
    const context = { now: new Date().toISOString(), newId: () => randomUUID() };
    const providers = await listProviders(operator);
    const isToday = (one: (typeof providers)[number]): boolean => one.issuer === issuer && one.clientId === clientId;
    const former = providers.filter((one) => !isToday(one) && one.issuer.startsWith('http://127.0.0.1:'));
    for (const one of former) await deleteProvider(operator, one, { ...context, asOperator: true });
    if (providers.some(isToday)) continue;
    const input = { issuer, audience, tenantClaim, tenantValue: slug, personClaim: 'email' as const, clientId };
    await createProvider(operator, input, { ...context, proof: 'operator' });
  }
}
