// Creates and deletes the identity providers of a tenant, for an admin or the operator.
import { rolesThatManageIdentities } from '../access/permissions.ts';
import type { Graph } from '../graph/client.ts';
import type { IdentityProvider, IdentityProviderInput } from '../model/identity.ts';
import { discoverKeys, type ReadDocument } from './discovered-keys.ts';
import { findUrlFault } from '../lib/outside-addresses.ts';

/** How many identity providers a tenant may have. */
export const maxProviders = 10;
/** Its tokens tell everybody's companies apart by this claim only. */
const sharedIssuers: Record<string, string> = { 'https://accounts.google.com': 'hd' };

type Context = { now: string; newId: () => string; asOperator?: boolean };
/** Systems of customers are asked by `read`. */
export type IdentitySettings = { read: ReadDocument; allowLoopback: boolean };
export type ProviderFault = { name: keyof IdentityProviderInput; message: string };

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
  const needed = sharedIssuers[issuer];
  if (needed !== undefined && tenantClaim !== needed)
    return { name: 'tenantClaim', message: `tenantClaim must be ${needed}: all companies share this issuer.` };
  try {
    const keys = await discoverKeys(issuer, read);
    const keysFault = findUrlFault(keys, { allowLoopback });
    return keysFault === null ? null : { name: 'issuer', message: `The jwks_uri of issuer ${keysFault}.` };
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'Its metadata is no JSON.' : (error as Error).message;
    return { name: 'issuer', message: `issuer has no usable metadata. ${reason}` };
  }
}

/** `provider` is null, and one of the others true, if it was not created. */
type CreatedProvider = { provider: IdentityProvider | null; isFull: boolean; isTaken: boolean };

/**
 * Creates a provider that `findProviderFault` has no fault of. Returns null if the caller may not create it.
 *
 * @throws {ApiError} PROVIDER_EXISTS if another one is created at the same time
 */
export function createProvider(
  graph: Pick<Graph, 'write'>,
  input: IdentityProviderInput,
  { now, newId, asOperator = false }: Context,
): Promise<CreatedProvider | null> {
  const { issuer, audience, tenantClaim = null, tenantValue = null, personClaim } = input;
  const provider = { issuer, audience, tenantClaim, tenantValue, personClaim };
  const key = JSON.stringify([issuer, audience, tenantClaim, tenantValue]);
  const ids = { providerId: newId(), auditId: newId() };
  const allowed = { maxProviders, asOperator, permittedRoles: rolesThatManageIdentities };
  return graph.write('identity/create_provider', { ...ids, ...provider, ...allowed, key, now }, 'PROVIDER_EXISTS');
}

/** Returns false if the provider does not exist, or the caller may not delete it. */
export async function deleteProvider(
  graph: Pick<Graph, 'write'>,
  providerId: string,
  { now, newId, asOperator = false }: Context,
): Promise<boolean> {
  const params = { providerId, auditId: newId(), now, asOperator, permittedRoles: rolesThatManageIdentities };
  return (await graph.write('identity/delete_provider', params)) !== null;
}
