// Verifies tokens that are signed. What is verified is kept by its hash, because most requests come with a token again.
import { hash, type KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import jwt from 'koa-jwt';

export type Claims = Record<string, unknown>;
/** Finds the public key for a token's header. @throws {ApiError} AUTH_UNAVAILABLE if the key source is down */
export type KeySource = (header: { kid?: string; alg?: string }) => Promise<KeyObject>;
/** `crit` and `b64` demand extensions of the verification, none of which we support (RFC 7515, 4.1.11). */
type TokenHeader = { kid?: string; alg?: string; typ?: string; crit?: unknown; b64?: unknown };
type Verified = { claims: Claims; header: TokenHeader; key: KeyObject; expiresAt: number };
/** Finds the keys of whom a token names, before it is verified. Throws if nobody here knows them. */
type FindKeys = (claims: Claims) => Promise<KeySource> | KeySource;

/** Times are in seconds. */
const options = { algorithms: ['RS256', 'ES256'], clockTolerance: 30, key: 'claims' };
/** Other types, such as logout tokens, have issuer, audience and subject too, and let nobody in (RFC 8725, 3.11). */
const tokenTypes = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];
const maxKept = 5_000;

/**
 * Creates the function that verifies tokens: RS256 or ES256, of a type for APIs, not expired. A token that is kept is
 * good as long as it has not expired and its issuer has the key that has signed it.
 *
 * @throws {Error} (the function) of jsonwebtoken or of `findKeys`, if it is not
 */
export function createTokenVerifier(findKeys: FindKeys): (token: string) => Promise<Claims> {
  const kept = new Map<string, Verified>();

  async function verify(token: string): Promise<Verified> {
    let used = {} as Pick<Verified, 'header' | 'key'>;
    const secret = async (header: TokenHeader, claims: Claims | string): Promise<KeyObject> => {
      if ('crit' in header || header.b64 === false) throw new Error('The token header demands an extension.');
      if (!tokenTypes.includes(header.typ?.toLowerCase())) throw new Error('The token is of another type.');
      const keys = await findKeys(typeof claims === 'string' ? {} : claims);
      used = { header, key: await keys(header) };
      return used.key;
    };
    // koa-jwt passes all options to jsonwebtoken, but its types omit some. Of a context it uses no more than this.
    const check = jwt({ ...options, secret, getToken: () => token } as unknown as jwt.Options);
    const state: { claims?: Claims } = {};
    const context = { state, throw: rethrow } as unknown as Context;
    await check(context, () => Promise.resolve());
    const { claims = {} } = state;
    if (typeof claims['exp'] !== 'number') throw new Error('The token does not expire.');
    return { ...used, claims, expiresAt: (claims['exp'] + options.clockTolerance) * 1_000 };
  }

  return async (token) => {
    const id = hash('sha256', token, 'base64');
    const known = kept.get(id);
    if (known && known.expiresAt > Date.now()) {
      const keys = await findKeys(known.claims);
      if ((await keys(known.header)) === known.key) return known.claims;
    }
    kept.delete(id);
    const verified = await verify(token);
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(id, verified);
    return verified.claims;
  };
}

/** Koa-jwt reports every fault as a 401 with its cause. */
function rethrow(_status: number, _message: string, cause?: { originalError: Error }): never {
  throw cause?.originalError ?? new Error('There is no token.');
}

/** Whether a token is refused only because its time is over, so that its client can get another one. */
export const isExpired = (error: unknown): boolean => error instanceof Error && error.name === 'TokenExpiredError';
