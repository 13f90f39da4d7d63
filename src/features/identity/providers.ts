// The identity providers of all tenants, as a process knows them: read again every second while tokens come.
import type { GraphClient } from '../../platform/graph/client.ts';
import type { Provider } from './claims.ts';

/**
 * `revision` rises whenever an identity of the tenant is unbound or bound by an admin, or an admin brings somebody back.
 * `createdById` is the admin who added it, absent for the operator. Whom it signs in for the first time must have an address of
 * `emailDomains`, where it has some. With a `clientId`, people sign in on the page.
 */
export type KnownProvider = Provider & {
  slug: string;
  revision: number;
  createdById?: string;
  emailDomains?: string[];
  clientId?: string | null;
  scopes?: string | null;
};
export type Providers = {
  /** All, oldest first. @throws {ApiError} DATABASE_UNAVAILABLE if they are not known for the last two seconds */
  list(): Promise<readonly KnownProvider[]>;
  /** Those of an issuer, oldest first. */
  of(issuer: string): Promise<readonly KnownProvider[]>;
  /** Those of the tenant with this slug, oldest first. */
  ofTenant(slug: string): Promise<readonly KnownProvider[]>;
};

/** After this, a request has them read again, without waiting. */
const refreshAfterMs = 1_000;
/** A request waits if they are older. So long what an admin has unbound may still be let in. */
const maxAgeMs = 2_000;

/** @param now milliseconds of a monotonic clock */
export function openProviders(graph: GraphClient, now: () => number = () => performance.now()): Providers {
  let all: readonly KnownProvider[] = [];
  let byIssuer = new Map<string, KnownProvider[]>();
  let bySlug = new Map<string, KnownProvider[]>();
  let readAt = -Infinity;
  let pending: Promise<void> | null = null;

  async function read(): Promise<void> {
    const begun = now();
    const { providers } = await graph.bind({}).one<{ providers: KnownProvider[] }>('identity/list_all_providers');
    all = providers;
    byIssuer = Map.groupBy(providers, ({ issuer }) => issuer);
    bySlug = Map.groupBy(providers, ({ slug }) => slug);
    readAt = begun;
  }

  async function refresh(): Promise<void> {
    const age = now() - readAt;
    if (age <= refreshAfterMs) return;
    pending ??= read().finally(() => (pending = null));
    if (age > maxAgeMs) await pending;
    else pending.catch(() => undefined); // the next request waits, and is told
  }

  return {
    list: async () => (await refresh(), all),
    of: async (issuer) => (await refresh(), byIssuer.get(issuer) ?? []),
    ofTenant: async (slug) => (await refresh(), bySlug.get(slug) ?? []),
  };
}
