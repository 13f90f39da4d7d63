// Verifies access tokens: jose verifies the signature, in the thread pool, and koa-jwt checks the claims. A token whose signature was
// verified is kept by its hash, because most requests come with one again.
import { createHmac, createSecretKey, hash, randomBytes, type KeyObject } from 'node:crypto';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import type { Context } from 'koa';
import jwt from 'koa-jwt';
import { LRUCache } from 'lru-cache';
import { signatureAlgorithms } from './accepted-keys.ts';

export type Claims = Record<string, unknown>;
/** Finds the public key for a token's header. @throws {ApiError} AUTH_UNAVAILABLE if the key source is down */
export type KeySource = (header: { kid?: string; alg?: string }) => Promise<KeyObject>;
/** Runs the verification of a signature that names an issuer, in its turn. */
export type TakeTurn = <Result>(issuer: string, work: () => Promise<Result>) => Promise<Result>;
/** `crit` and `b64` demand extensions of the verification, none of which we support (RFC 7515, 4.1.11). */
type TokenHeader = { kid?: string; alg?: string; typ?: string; crit?: unknown; b64?: unknown };
type Verified = { claims: Claims; header: TokenHeader; key: KeyObject; expiresAt: number };

/** Times are in seconds. */
const clockTolerance = 30;
/** Other types, such as logout tokens, have issuer, audience and subject too, and let nobody in (RFC 8725, 3.11). */
const tokenTypes = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];
const maxKept = 5_000;
const algorithms = [...signatureAlgorithms];
const takeTurnAtOnce: TakeTurn = (_issuer, work) => work();

/**
 * Creates the function that verifies tokens. A valid token has an accepted algorithm and a type for APIs, and has not expired. The
 * function keeps verified tokens; such a token is valid until it expires or its issuer no longer has the key that signed it.
 *
 * @param findIssuer finds the issuer that a token names, before the token is verified; throws if no tenant has this issuer
 * @throws {Error} (the function) from jose, koa-jwt or `findIssuer`, if the token is not valid
 */
export function createTokenVerifier<Issuer extends { keys: KeySource }>(
  findIssuer: (claims: Claims) => Promise<Issuer> | Issuer,
): (token: string, takeTurn?: TakeTurn) => Promise<{ claims: Claims; issuer: Issuer }> {
  const kept = new LRUCache<string, Verified>({ max: maxKept });

  return async (token, takeTurn = takeTurnAtOnce) => {
    const id = hash('sha256', token, 'base64');
    const known = kept.get(id);
    if (known) {
      const issuer = await findIssuer(known.claims);
      if ((await issuer.keys(known.header)) === known.key) {
        if (known.expiresAt <= Date.now()) await checkClaims(token);
        return { claims: known.claims, issuer };
      }
    }
    kept.delete(id);
    const { header, claims: claimed, exp } = decode(token);
    const issuer = await findIssuer(claimed);
    const key = await issuer.keys(header);
    await takeTurn(String(claimed['iss']), () => compactVerify(token, key, { algorithms }));
    const verified = { claims: claimed, header, key, expiresAt: (exp + clockTolerance) * 1_000 };
    const claims = await checkClaims(token).catch((error: unknown) => {
      if (isExpired(error)) kept.set(id, verified); // its client may send it often
      throw error;
    });
    kept.set(id, { ...verified, claims });
    return { claims, issuer };
  };
}

/** Reads what a token says, whoever has signed it. @throws {Error} if it is no token for an API */
function decode(token: string): { header: TokenHeader; claims: Claims; exp: number } {
  const header: TokenHeader = decodeProtectedHeader(token);
  if ('crit' in header || header.b64 === false) throw new Error('The token header demands an extension.');
  if (!tokenTypes.includes(header.typ?.toLowerCase())) throw new Error('The token is of another type.');
  const claims: Claims = decodeJwt(token);
  const { exp } = claims;
  if (typeof exp !== 'number') throw new Error('The token does not expire.');
  return { header, claims, exp };
}

/**
 * The key with which the claims of a verified token are handed to koa-jwt. What koa-jwt gets is signed by this process, with a key that
 * nobody else has. No option of koa-jwt takes claims alone: it demands a secret, and its jsonwebtoken verifies the signature on the event
 * loop and refuses every token of EdDSA.
 */
const handOverKey = createSecretKey(randomBytes(32));
const handOverHeader = Buffer.from('{"alg":"HS256"}').toString('base64url');
/** koa-jwt passes all options to jsonwebtoken, but its types omit some. */
const readClaims = jwt({
  secret: handOverKey,
  algorithms: ['HS256'],
  clockTolerance,
  key: 'claims',
  getToken: ({ state }: Context) => (state as { handedOver: string }).handedOver,
} as unknown as jwt.Options);

/** Returns the claims of a token whose signature was verified. @throws {Error} of jsonwebtoken, if their times are not now */
async function checkClaims(token: string): Promise<Claims> {
  const content = `${handOverHeader}.${token.split('.')[1]}`;
  const handedOver = `${content}.${createHmac('sha256', handOverKey).update(content).digest('base64url')}`;
  const state: { handedOver: string; claims?: Claims } = { handedOver };
  // koa-jwt uses no more of a context than this
  await readClaims({ state, throw: rethrow } as unknown as Context, () => Promise.resolve());
  return state.claims ?? {};
}

/** Koa-jwt reports every fault as a 401 with its cause. */
function rethrow(_status: number, _message: string, cause?: { originalError: Error }): never {
  throw cause?.originalError ?? new Error('There is no token.');
}

/** Whether a token is refused only because its time is over, so that its client can get another one. */
export const isExpired = (error: unknown): boolean => error instanceof Error && error.name === 'TokenExpiredError';

/** Whether a token is for this audience, alone or among others. */
export function hasAudience(audience: string, { aud }: Claims): boolean {
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience;
}
