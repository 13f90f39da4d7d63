// Opens everything that finds the person or service behind a token, except for tokens of this service.
import type { Logger } from 'pino';
import type { GraphClient } from '../../platform/graph/client.ts';
import type { SignIn, SignInWay } from '../../platform/http/caller/find-caller.ts';
import type { ReadDocument } from './discovered-keys.ts';
import { openProviders, type KnownProvider } from './providers.ts';
import { defaultScopes } from './schema.ts';
import { createServiceFinder } from './service-tokens.ts';
import { createIssuerFinder } from './sign-in.ts';

/** How people sign in at a provider on a page; null where no client of the page is known. */
function toWay({ issuer, audience, clientId, scopes }: KnownProvider): SignInWay | null {
  if (!clientId) return null;
  // an ID token is for the client, an access token for this service
  return {
    issuer,
    clientId,
    scopes: scopes ?? defaultScopes,
    token: audience === clientId ? 'id_token' : 'access_token',
  };
}

/**
 * @param services.read reads documents of identity providers
 * @param clock milliseconds of a monotonic clock, by which the providers are read again
 */
export function openSignIn(
  services: { graph: GraphClient; read: ReadDocument; log: Logger; now: () => Date },
  clock?: () => number,
): SignIn {
  const providers = openProviders(services.graph, clock);
  return {
    findIssuer: createIssuerFinder({ ...services, providers }),
    findService: createServiceFinder(services),
    async listIssuers(tenant) {
      const those = tenant === undefined ? await providers.list() : await providers.ofTenant(tenant);
      return [...new Set(those.map(({ issuer }) => issuer))];
    },
    listWays: async (tenant) => (await providers.ofTenant(tenant)).flatMap((one) => toWay(one) ?? []),
  };
}
