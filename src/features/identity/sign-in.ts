// Finds the person of a token of an identity provider. The first sign-in binds the provider's subject to a person; later
// ones go by that alone.
import { hash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ApiError, fail } from '../../platform/errors.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FindIssuer } from '../../platform/http/caller/find-caller.ts';
import type { Claims, KeySource } from '../../platform/http/caller/verify-token.ts';
import { createKeyedLimit } from '../../platform/lib/keyed-limit.ts';
import { firstSignIns } from '../../platform/limits.ts';
import { createNotice } from '../../platform/notifications/notices.ts';
import { followKeyChanges } from '../organisation/people/keys.ts';
import { roleRequestNotifications } from '../role-requests/notifications.ts';
import {
  chooseProvider,
  explainMissingKey,
  findPersonKey,
  isAboutPerson,
  noPersonKey,
  type PersonKey,
} from './claims.ts';
import { createDiscoveredKeys, type ReadDocument } from './discovered-keys.ts';
import type { KnownProvider, Providers } from './providers.ts';
import type { RefusalReason } from './schema.ts';

/** A subject that is refused, and the key of the person whom its token means. */
type Subject = PersonKey & { subject: string; subjectHash: string };
type Services = {
  graph: GraphClient;
  providers: Pick<Providers, 'of' | 'list'>;
  read: ReadDocument;
  log: Logger;
  now: () => Date;
};

/** How many subjects a process remembers with their person. */
const maxRemembered = 50_000;
/** A subject that is refused again is noted again after this, by a process that remembers so many. */
const notedAgain = { afterMs: 60_000, maxRemembered: 1_000 };
const maxSubjectLength = 255;
/** Who notifies of a first sign-in: neither a user nor the operator. */
const actorId = 'identity-provider';
const waiting =
  'Your sign-in is valid, but an admin of your company has made or changed how you are known here, or you are known at another ' +
  'identity provider: another admin has to approve it first.';
const nobody = 'Your sign-in is valid, but belongs to nobody active here. Ask an admin of your company.';

/** What an audit entry says of a subject: the same for the same account, and not its name. */
export const hashSubject = (issuer: string, subject: string): string =>
  hash('sha256', JSON.stringify([issuer, subject])).slice(0, 32);

/** Creates the function that finds the issuers of identity providers. */
export function createIssuerFinder({ graph, providers, read, log, now }: Services): FindIssuer {
  const keySources = new Map<string, KeySource>();
  const remembered = new LRUCache<string, { revision: number; caller: Promise<Caller> }>({ max: maxRemembered });
  const noted = new LRUCache<string, number>({ max: notedAgain.maxRemembered });
  const ofTenants = createKeyedLimit(firstSignIns.atOnce);

  /** Lets admins see who was refused and why, with the person whom the token means. The sign-in is refused also if that fails. */
  async function note({ id, tenantId }: KnownProvider, subject: Subject, reason: RefusalReason | null): Promise<void> {
    const at = now();
    const key = `${id} ${subject.subjectHash}`;
    if (at.getTime() - (noted.get(key) ?? -Infinity) < notedAgain.afterMs) return;
    noted.set(key, at.getTime());
    const params = { ...subject, providerId: id, reason, now: at.toISOString() };
    await graph
      .bind({ tenantId, userId: actorId })
      .write('identity/note_refusal', params)
      .catch((err: unknown) => log.warn({ err, tenantId }, 'refused sign-in not noted'));
  }

  async function refuse(
    provider: KnownProvider,
    subject: Subject,
    reason: RefusalReason | null,
    message = nobody,
  ): Promise<never> {
    const { tenantId, issuer } = provider;
    log.info({ tenantId, issuer, reason: reason ?? 'see refused-sign-ins' }, 'sign-in refused');
    await note(provider, subject, reason);
    return fail('UNAUTHENTICATED', message);
  }

  /** One statement for tokens that are refused, whoever it is: nobody can make the database work by them. */
  async function findPerson(provider: KnownProvider, subject: string, claims: Claims): Promise<Caller> {
    const { tenantId, issuer } = provider;
    const key = findPersonKey(provider, claims);
    const subjectHash = hashSubject(issuer, subject);
    const at = now().toISOString();
    const eventId = randomUUID();
    const payload = { kind: 'sign_in', by: 'provider' } as const;
    const params = {
      ...(key ?? noPersonKey),
      identityId: randomUUID(),
      auditId: randomUUID(),
      approvalId: randomUUID(),
      issuer,
      issuerById: provider.createdById ?? null,
      domains: provider.emailDomains ?? null,
      subject,
      subjectHash,
      notice: { ...createNotice(roleRequestNotifications, 'approval.requested', payload), eventId },
      now: at,
    };
    type Found = {
      userId: string | null;
      active: boolean | null;
      waits: boolean;
      given: string[];
      name: string | null;
    };
    const found = await graph.bind({ tenantId, userId: actorId }).atomically(async (tx) => {
      const row = await tx.write<Found>('identity/sign_in', params);
      if (row?.userId != null && row.given.length > 0) {
        const change = { userId: row.userId, name: row.name ?? '', changes: ['signedIn'] as const };
        await followKeyChanges(tx, [change], { by: 'provider', now: at, newId: randomUUID, eventId });
      }
      return row;
    });
    if (found?.active && found.userId !== null) return { kind: 'user', tenantId, userId: found.userId };
    const refused = { ...(key ?? noPersonKey), subject, subjectHash };
    if (found?.waits) return refuse(provider, refused, 'waits', waiting);
    if (found?.active === false) return refuse(provider, refused, 'left');
    if (!key) return refuse(provider, refused, explainMissingKey(provider, claims));
    return refuse(provider, refused, null);
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
    remembered.set(key, { revision: provider.revision, caller });
    caller.catch(() => remembered.peek(key)?.caller === caller && remembered.delete(key));
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
