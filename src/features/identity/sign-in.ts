// Finds the person of a token of an identity provider. The first sign-in binds the provider's subject to a person; later
// ones go by that alone.
import { hash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { ApiError, fail } from '../../platform/errors.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import type { Caller } from '../../platform/http/caller/caller.ts';
import type { FindIssuer } from '../../platform/http/caller/find-caller.ts';
import type { Claims, KeySource } from '../../platform/http/caller/verify-token.ts';
import { createKeyedLimit } from '../../platform/lib/keyed-limit.ts';
import { firstSignIns } from '../../platform/limits.ts';
import { chooseProvider, findPersonKey, isAboutPerson, noPersonKey } from './claims.ts';
import { createDiscoveredKeys, type ReadDocument } from './discovered-keys.ts';
import type { KnownProvider, Providers } from './providers.ts';

type Services = { graph: GraphClient; providers: Providers; read: ReadDocument; log: Logger; now: () => Date };

/** How many subjects a process remembers with their person. */
const maxRemembered = 50_000;
const maxSubjectLength = 255;
const waiting =
  'Your sign-in is valid, but an admin of your company has changed how you are known here: another admin has to approve it first.';
const nobody = 'Your sign-in is valid, but belongs to nobody active here. Ask an admin of your company.';

/** What an audit entry says of a subject: the same for the same account, and not its name. */
export const hashSubject = (issuer: string, subject: string): string =>
  hash('sha256', JSON.stringify([issuer, subject])).slice(0, 32);

/** Creates the function that finds the issuers of identity providers. */
export function createIssuerFinder({ graph, providers, read, log, now }: Services): FindIssuer {
  const keySources = new Map<string, KeySource>();
  const remembered = new Map<string, { revision: number; caller: Promise<Caller> }>();
  const ofTenants = createKeyedLimit(firstSignIns.atOnce);

  function refuse({ tenantId, issuer }: KnownProvider, reason: string, message = nobody): never {
    log.info({ tenantId, issuer, reason }, 'sign-in refused');
    return fail('UNAUTHENTICATED', message);
  }

  /** One statement, whoever it is: nobody can make the database work for tokens that are refused. */
  async function findPerson(provider: KnownProvider, subject: string, claims: Claims): Promise<Caller> {
    const { tenantId, issuer, personClaim } = provider;
    const key = findPersonKey(provider, claims);
    const ids = { identityId: randomUUID(), auditId: randomUUID() };
    const subjectHash = hashSubject(issuer, subject);
    const params = { ...ids, ...(key ?? noPersonKey), issuer, subject, subjectHash, now: now().toISOString() };
    type Found = { userId: string | null; active: boolean; waits: boolean };
    const found = await graph.bind({ tenantId }).write<Found>('identity/sign_in', params);
    if (found?.active && found.userId !== null) return { kind: 'user', tenantId, userId: found.userId };
    if (found?.active === false) return refuse(provider, 'the person has left');
    if (found?.waits) return refuse(provider, 'a second admin has to approve it', waiting);
    if (!key) return refuse(provider, `no usable claim ${personClaim}`);
    return refuse(provider, 'nobody active is meant, or another subject is bound to them');
  }

  /** Whoever runs a provider can make up subjects: their tenant alone waits for them. */
  function findInTurn(provider: KnownProvider, subject: string, claims: Claims): Promise<Caller> {
    const { tenantId } = provider;
    if (ofTenants.countWaiting(tenantId) >= firstSignIns.waiting) return Promise.reject(new ApiError('OVERLOADED'));
    return ofTenants.run(tenantId, () => findPerson(provider, subject, claims));
  }

  /** Asks the graph once for all requests of a subject, until its tenant binds or unbinds one. */
  function findRemembered(provider: KnownProvider, subject: string, claims: Claims): Promise<Caller> {
    const key = `${provider.id} ${subject}`;
    const known = remembered.get(key);
    if (known?.revision === provider.revision) return known.caller;
    const caller = findInTurn(provider, subject, claims);
    remembered.delete(key); // the latest come last
    remembered.set(key, { revision: provider.revision, caller });
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    caller.catch(() => remembered.get(key)?.caller === caller && remembered.delete(key));
    return caller;
  }

  async function findCaller(claims: Claims): Promise<Caller> {
    const { iss, sub } = claims;
    const provider = chooseProvider(await providers.of(String(iss)), claims);
    if (!provider || typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength)
      return fail('UNAUTHENTICATED');
    if (!isAboutPerson(claims)) return fail('UNAUTHENTICATED');
    return findRemembered(provider, sub, claims);
  }

  return async (issuer) => {
    if ((await providers.of(issuer)).length === 0) {
      keySources.delete(issuer);
      return null;
    }
    const keys = keySources.get(issuer) ?? createDiscoveredKeys(issuer, read, log);
    keySources.set(issuer, keys);
    return { keys, findCaller };
  };
}
