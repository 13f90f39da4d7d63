// Creates and deletes the identity providers of a tenant, for an admin or the operator.
import { rolesThatHold } from '../../platform/access/permissions.ts';
import type { Graph } from '../../platform/graph/client.ts';
import { defaultScopes, type IdentityProvider, type IdentityProviderInput } from './schema.ts';
import { readIssuerKeys, type ReadDocument } from './discovered-keys.ts';
import { signatureAlgorithms } from '../../platform/http/caller/accepted-keys.ts';
import { findUrlFault } from '../../platform/lib/outside-addresses.ts';
import { identityNotifications } from './notifications.ts';
import { createNotice } from '../../platform/notifications/notices.ts';
import { noPersonKey, type PersonKey } from './claims.ts';

/** How many identity providers a tenant may have. */
export const maxProviders = 10;
/** Its tokens tell everybody's companies apart by this claim only. */
const sharedIssuers: Record<string, string> = { 'https://accounts.google.com': 'hd' };

/** `proof` is the key by which the provider knows the caller; the operator needs none. */
type Context = { now: string; newId: () => string; proof: PersonKey | 'operator' };
/** Systems of customers are asked by `read`. */
export type IdentitySettings = { read: ReadDocument; allowLoopback: boolean };
/** What handlers of this feature get. */
export type IdentityContext = { identity: IdentitySettings };
type ProviderFault = { name: keyof IdentityProviderInput; message: string };

/** What is wrong with the client of the web app, or with what it asks for; null if nothing. */
export function findClientFault({
  audience,
  clientId,
  scopes,
}: {
  audience: string;
  clientId?: string | undefined;
  scopes?: string | undefined;
}): ProviderFault | null {
  if (scopes !== undefined && clientId === undefined)
    return { name: 'scopes', message: 'scopes are those of a client: send clientId, too.' };
  if (clientId === audience && !(scopes ?? defaultScopes).split(' ').includes('openid'))
    return {
      name: 'scopes',
      message: 'scopes must have openid: the audience is the client, so its tokens are ID tokens.',
    };
  return null;
}

/** What is wrong with a provider, or with what it publishes; null if nothing. */
export async function findProviderFault(
  input: IdentityProviderInput,
  { read, allowLoopback }: IdentitySettings,
): Promise<ProviderFault | null> {
  const { issuer, tenantClaim, tenantValue } = input;
  const urlFault = issuer.includes('?') ? 'must not have a query' : findUrlFault(issuer, { allowLoopback });
  if (urlFault !== null) return { name: 'issuer', message: `issuer ${urlFault}.` };
  if ((tenantClaim === undefined) !== (tenantValue === undefined))
    return { name: 'tenantValue', message: 'tenantClaim and tenantValue must be sent together.' };
  const clientFault = findClientFault(input);
  if (clientFault) return clientFault;
  const needed = sharedIssuers[issuer];
  if (needed !== undefined && tenantClaim !== needed)
    return { name: 'tenantClaim', message: `tenantClaim must be ${needed}: all companies share this issuer.` };
  try {
    const { keys, faults } = await readIssuerKeys(issuer, read);
    if (faults.length > 0) throw new Error(faults.join(' '));
    if (keys.length === 0)
      throw new Error(`It has no key for ${signatureAlgorithms.join(', ')} that its metadata lists.`);
    return null;
  } catch (error) {
    return { name: 'issuer', message: `issuer cannot be used. ${(error as Error).message}` };
  }
}

/**
 * `provider` is null, and one of the others true, if it was not created. `isOther`: the proof is about somebody else;
 * `isAlone`: roles need a second admin.
 */
type CreatedProvider = {
  provider: IdentityProvider | null;
  isAlone: boolean;
  isOther: boolean;
  isFull: boolean;
  isTaken: boolean;
};

/**
 * Creates a provider in which `findProviderFault` found no fault, and notifies the admins and the People Team. Returns null if the
 * caller may not create it.
 *
 * @throws {ApiError} PROVIDER_EXISTS if another one is created at the same time
 */
export function createProvider(
  graph: Pick<Graph, 'write'>,
  input: IdentityProviderInput,
  { now, newId, proof }: Context,
): Promise<CreatedProvider | null> {
  const { issuer, audience, tenantClaim = null, tenantValue = null, personClaim, emailDomains = null } = input;
  const { clientId = null, scopes = null } = input;
  const ofPage = { clientId, scopes };
  const provider = {
    issuer,
    audience,
    tenantClaim,
    tenantValue,
    personClaim,
    emailDomains: toDomains(emailDomains),
    ...ofPage,
  };
  const key = JSON.stringify([issuer, audience, tenantClaim, tenantValue]);
  const ids = { providerId: newId(), auditId: newId() };
  const asOperator = proof === 'operator';
  const caller = {
    asOperator,
    ...(asOperator ? noPersonKey : proof),
    permittedRoles: rolesThatHold('identity:manage'),
  };
  const notice = tellChange(issuer, 'added', newId());
  const params = { ...ids, ...provider, ...caller, maxProviders, key, notice, now };
  return graph.write('identity/create_provider', params, 'PROVIDER_EXISTS');
}

/** Each domain once, in small letters as addresses are stored. */
const toDomains = (domains: readonly string[] | null): string[] | null =>
  domains && [...new Set(domains.map((domain) => domain.toLowerCase()))];

/** The notification for the people who must know who can sign people in, and how. */
export const tellChange = (issuer: string, change: 'added' | 'deleted' | 'client_changed', eventId: string) => ({
  ...createNotice(identityNotifications, 'identity.provider_changed', { issuer, change }),
  eventId,
});

/** Returns false if it was deleted meanwhile, or the caller may not delete it. Tells the same people. */
export async function deleteProvider(
  graph: Pick<Graph, 'write'>,
  { id: providerId, issuer }: Pick<IdentityProvider, 'id' | 'issuer'>,
  { now, newId, asOperator = false }: Pick<Context, 'now' | 'newId'> & { asOperator?: boolean },
): Promise<boolean> {
  const notice = tellChange(issuer, 'deleted', newId());
  const params = {
    providerId,
    auditId: newId(),
    now,
    notice,
    asOperator,
    permittedRoles: rolesThatHold('identity:manage'),
  };
  return (await graph.write('identity/delete_provider', params)) !== null;
}
