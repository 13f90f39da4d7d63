// What proves that an identity provider is that of an admin's company: a token that it has issued to the admin.
import { KeyObject } from 'node:crypto';
import { createLocalJWKSet } from 'jose';
import { createTokenVerifier, type Claims } from '../../platform/http/caller/verify-token.ts';
import type { IdentityProviderInput } from './schema.ts';
import { chooseProvider, findPersonKey, isAboutPerson, type PersonKey } from './claims.ts';
import { readIssuerKeys, type ReadDocument } from './discovered-keys.ts';

/** Claims by which the providers that companies share tell them apart: Google, Entra, Auth0. */
const companyClaims = ['hd', 'tid', 'org_id'] as const;

/** A fault completes the sentence "token …". */
type Proof = { key: PersonKey; fault?: never } | { fault: string };

/**
 * Returns the key by which a provider knows the person of a token; `findProviderFault` found no fault in the provider. The
 * token must be like the tokens of the provider's people. A company that it names must be in the issuer or in `tenantClaim`, so
 * that nobody adds a provider that many companies share for all of these companies.
 */
export async function readProof(token: string, input: IdentityProviderInput, read: ReadDocument): Promise<Proof> {
  const claims = await verify(token, input.issuer, read).catch(() => null);
  if (!claims) return { fault: 'must be signed by the issuer, for an API, and neither expired nor bound to a key' };
  const { issuer, tenantClaim = null, tenantValue = null, personClaim } = input;
  if (!chooseProvider([{ ...input, id: '', tenantId: '', tenantClaim, tenantValue }], claims)) {
    return { fault: 'must have the audience, and tenantValue in its claim tenantClaim' };
  }
  const isForeign = (name: string): boolean => typeof claims[name] === 'string' && !issuer.includes(claims[name]);
  const named = companyClaims.find(isForeign);
  if (named !== undefined && named !== tenantClaim)
    return { fault: `names a company in ${named}: send it as tenantClaim` };
  const key = findPersonKey(input, claims);
  return key ? { key } : { fault: `must say in ${personClaim} who you are; an address must be verified` };
}

/** @throws {Error} if it is not valid, or the keys cannot be read */
async function verify(token: string, issuer: string, read: ReadDocument): Promise<Claims> {
  const keys = createLocalJWKSet(await readIssuerKeys(issuer, read));
  const { claims } = await createTokenVerifier(({ iss }) => {
    if (iss !== issuer) throw new Error('The token is of another issuer.');
    return { keys: async (header) => KeyObject.from(await keys(header)) };
  })(token);
  if (!isAboutPerson(claims)) throw new Error('The token is about an event, or bound to a key.');
  return claims;
}
