// Which published keys may verify tokens: those with which a false token costs no more than a usual one. With an RSA key of
// another exponent it can take a hundred times as long.
import { createPublicKey } from 'node:crypto';
import type { JWK } from 'jose';

/** RSA of 2,048 to 4,096 bits with the exponent 65537, P-256, Ed25519. */
export const signatureAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const;
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

/** More keys of a set are not looked at. */
const maxKeys = 50;
/** The largest set of keys, and the largest metadata that names it. */
export const maxDocumentBytes = 256_000;
const rsa = { minBits: 2_048, maxBits: 4_096, exponent: 65_537n };
/** An id of a key that may be shown; others are named by their place. */
const plainId = /^[\w.~+/=:-]{1,100}$/;

/** `keys` are public, and name their algorithm. A fault is a sentence about a key that signs, and is not accepted. */
export type KeySet = { keys: JWK[]; faults: string[] };

/**
 * Reads a set of keys (RFC 7517). Keys for encryption, symmetric keys, and keys of other kinds or for other algorithms are ignored.
 *
 * @param algorithms whose keys are wanted
 * @throws {Error} with what is wrong, if it is no such set
 */
export function readKeySet(text: string, algorithms: readonly SignatureAlgorithm[] = signatureAlgorithms): KeySet {
  const published = parseKeys(text);
  const set: KeySet = { keys: [], faults: [] };
  for (const [place, key] of published.slice(0, maxKeys).entries()) {
    const alg = findAlgorithm(key);
    if (alg === null || !algorithms.includes(alg)) continue;
    const { kty, n, e, crv, x, y, kid } = key;
    const members = alg === 'RS256' ? { n, e } : alg === 'ES256' ? { crv, x, y } : { crv, x };
    const accepted = { kty, ...members, alg, ...(typeof kid === 'string' && { kid }) } as JWK;
    const fault = findKeyFault(accepted);
    if (fault === null) set.keys.push(accepted);
    else set.faults.push(`Key ${plainId.test(accepted.kid ?? '') ? accepted.kid : place + 1} ${fault}.`);
  }
  if (published.length > maxKeys) set.faults.push(`There are more than ${maxKeys} keys.`);
  return set;
}

function parseKeys(text: string): Record<string, unknown>[] {
  let keys: unknown;
  try {
    ({ keys } = { ...(JSON.parse(text) as { keys?: unknown }) });
  } catch {
    throw new Error('Its set of keys is not valid JSON.');
  }
  if (!Array.isArray(keys)) throw new Error('Its set of keys has no keys.');
  return keys.map((key: unknown) => ({ ...(key as Record<string, unknown>) }));
}

/** The algorithm for which a key verifies; null if it is none of ours. */
function findAlgorithm({ kty, crv, use, key_ops: uses, alg }: Record<string, unknown>): SignatureAlgorithm | null {
  if ((use ?? 'sig') !== 'sig' || (Array.isArray(uses) && !uses.includes('verify'))) return null;
  const algorithms: Record<string, SignatureAlgorithm> = { 'EC P-256': 'ES256', 'OKP Ed25519': 'EdDSA' };
  const algorithm = kty === 'RSA' ? 'RS256' : (algorithms[`${String(kty)} ${String(crv)}`] ?? null);
  return (alg ?? algorithm) === algorithm ? algorithm : null;
}

/** What is wrong with a key of an accepted kind; null if nothing. */
function findKeyFault(key: JWK): string | null {
  try {
    const { asymmetricKeyDetails = {} } = createPublicKey({ key, format: 'jwk' });
    const { modulusLength: bits = 0, publicExponent } = asymmetricKeyDetails;
    const isAccepted =
      key.kty !== 'RSA' || (bits >= rsa.minBits && bits <= rsa.maxBits && publicExponent === rsa.exponent);
    return isAccepted ? null : 'must be RSA of 2,048 to 4,096 bits with the exponent 65537';
  } catch {
    return 'cannot be read';
  }
}
