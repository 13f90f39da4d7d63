// Opens everything that finds the person or service behind a token, except for tokens of this service.
import type { Logger } from 'pino';
import type { GraphClient } from '../../platform/graph/client.ts';
import type { SignIn } from '../../platform/http/caller/find-caller.ts';
import type { ReadDocument } from './discovered-keys.ts';
import { openProviders } from './providers.ts';
import { createServiceFinder } from './service-tokens.ts';
import { createIssuerFinder } from './sign-in.ts';

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
      const all = await providers.list();
      return [...new Set(all.flatMap(({ issuer, slug }) => (tenant === undefined || slug === tenant ? [issuer] : [])))];
    },
  };
}
