// What the claims of a verified token say: for which tenant it is, and which person it is about.
import { hasAudience, type Claims } from '../../platform/http/caller/verify-token.ts';
import type { PersonClaim } from './schema.ts';
import { normalizeEmail } from '../organisation/import/columns.ts';

/** An identity provider of a tenant. Where an issuer serves several tenants, `tenantClaim` has `tenantValue`. */
export type Provider = {
  id: string;
  tenantId: string;
  issuer: string;
  audience: string;
  tenantClaim: string | null;
  tenantValue: string | null;
  personClaim: PersonClaim;
};

/**
 * The provider of an issuer that a token is for; null if there is none, or if it could be for several tenants, as one with
 * several audiences can.
 */
export function chooseProvider<P extends Provider>(providers: readonly P[], claims: Claims): P | null {
  const isMeant = ({ audience, tenantClaim, tenantValue }: P): boolean =>
    hasAudience(audience, claims) && (tenantClaim === null || claims[tenantClaim] === tenantValue);
  const meant = providers.filter(isMeant);
  return new Set(meant.map(({ tenantId }) => tenantId)).size > 1 ? null : (meant[0] ?? null);
}

/** One of both is the key of a person in the tenant, the other is null. */
export type PersonKey = { email: string | null; externalId: string | null };
export const noPersonKey: PersonKey = { email: null, externalId: null };

/** Whether a token is about a person: not about an event, such as a logout, nor for whoever proves to have a key. */
export const isAboutPerson = (claims: Claims): boolean => !('events' in claims) && !('cnf' in claims);

/** The value of the claim that says who the person is; null if the token has none that is a text. */
function readPersonClaim({ personClaim }: Pick<Provider, 'personClaim'>, claims: Claims): string | null {
  const value = claims[personClaim];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Why `findPersonKey` finds none. */
export const explainMissingKey = (
  provider: Pick<Provider, 'personClaim'>,
  claims: Claims,
): 'no_claim' | 'not_verified' => (readPersonClaim(provider, claims) === null ? 'no_claim' : 'not_verified');

/** How the person of a token is found; null if the token does not say it in a way that can be relied on. */
export function findPersonKey(provider: Pick<Provider, 'personClaim'>, claims: Claims): PersonKey | null {
  const { personClaim } = provider;
  const value = readPersonClaim(provider, claims);
  if (value === null) return null;
  if (personClaim !== 'email') return { email: null, externalId: value };
  return isAddressVerified(claims) ? { email: normalizeEmail(value), externalId: null } : null;
}

/** Entra, whose tokens have `tid`, says it in `xms_edov`; others in `email_verified`. Some write booleans as text. */
function isAddressVerified({ tid, xms_edov: entra, email_verified: others }: Claims): boolean {
  return tid === undefined
    ? [true, 'true'].includes(others as string)
    : [true, 'true', 1, '1'].includes(entra as string);
}
