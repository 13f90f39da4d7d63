// Verifies the access token and extracts the caller. A token proves caller and tenant only; roles come from the graph. One
// that was verified is kept by its hash, because most requests come with one again.
import { hash, type KeyObject } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import jwt from 'koa-jwt';
import { serviceScopes, type ServiceScope } from '../../access/permissions.ts';
import { ApiError, fail } from '../../errors.ts';
import { toUuid } from '../../model/validation.ts';

/** A user, or a service with scopes; always of one tenant. */
export type Caller =
  | { kind: 'user'; tenantId: string; userId: string }
  | { kind: 'service'; tenantId: string; name: string; scopes: ServiceScope[] };

/** Returns the caller's id within the tenant: a user's id, or `service:<name>`. */
export function getCallerId(caller: Caller): string {
  return caller.kind === 'user' ? caller.userId : `service:${caller.name}`;
}

/** `findCaller` gets the claims of a token that is signed by the issuer and has not expired. */
type TokenIssuer = { keys: KeySource; findCaller(claims: Claims): Promise<Caller> | Caller };
/** Finds the issuer that a token names, before it is verified. */
export type FindIssuer = (issuer: string) => Promise<TokenIssuer | null> | TokenIssuer | null;
/** Finds the service of an opaque token; null for one that is unknown, revoked or expired, and for any other text. */
export type FindService = (token: string) => Promise<Caller | null>;
/** Who is let in beside holders of our own tokens. `listIssuers` lists the identity providers, of one tenant by its slug. */
export type SignIn = {
  findIssuer: FindIssuer;
  findService: FindService;
  listIssuers(tenant?: string): Promise<string[]>;
};

/** Our own tokens, and what people and services of tenants sign in with. */
type Admission = { keys: KeySource; token: { issuer: string; audience: string }; signIn: SignIn };

/**
 * Creates the function that finds the caller of a token.
 *
 * @throws {ApiError} (the function) UNAUTHENTICATED, AUTH_UNAVAILABLE
 */
export function createCallerFinder({ keys, token, signIn }: Admission): (token: string) => Promise<Caller> {
  const own: TokenIssuer = {
    keys,
    findCaller: (claims) => (isFor(token.audience, claims) ? parseCaller(claims) : fail('UNAUTHENTICATED')),
  };
  const findIssuer: FindIssuer = (issuer) => (issuer === token.issuer ? own : signIn.findIssuer(issuer));
  const verify = createTokenVerifier(
    async ({ iss }) => (typeof iss === 'string' ? await findIssuer(iss) : null) ?? fail('UNAUTHENTICATED'),
  );
  async function findSigned(token: string): Promise<Caller> {
    const { claims, issuer } = await verify(token).catch(failUnauthenticated);
    return issuer.findCaller(claims);
  }
  // A signed token has parts, one of a service has none.
  return async (text) =>
    text.includes('.') ? findSigned(text) : ((await signIn.findService(text)) ?? fail('UNAUTHENTICATED'));
}

/** Refuses requests without a valid token, and stores the caller in `ctx.state.caller`. */
export function authenticate(findCaller: (token: string) => Promise<Caller>): Middleware {
  return async (ctx, next) => {
    const authorization = ctx.get('Authorization');
    const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    if (token === undefined)
      return fail('UNAUTHENTICATED', undefined, /^Bearer\b/i.test(authorization) ? {} : { challenge: 'Bearer' });
    ctx.state['caller'] = await findCaller(token);
    await next();
  };
}

/** Whether a token is for this audience, alone or among others. */
export function isFor(audience: string, { aud }: Claims): boolean {
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience;
}

export function getCaller(ctx: Context): Caller {
  return (ctx.state as { caller: Caller }).caller;
}

/** Refuses callers of another kind. @throws {ApiError} FORBIDDEN */
export function assertCallerKind(caller: Caller, callers: readonly ('user' | ServiceScope)[]): void {
  const holds = caller.kind === 'user' ? (['user'] as const) : caller.scopes;
  if (!callers.some((one) => holds.some((scope) => scope === one))) fail('FORBIDDEN');
}

/** Our own tokens: `sub` is the id of a user, or `service:<name>` with `scope`; `tenant` is the id of the tenant. */
function parseCaller({ sub, tenant, scope }: Claims): Caller {
  const tenantId = typeof tenant === 'string' ? toUuid(tenant) : null;
  if (typeof sub !== 'string' || tenantId === null) return fail('UNAUTHENTICATED');
  if (sub.startsWith('service:') && typeof scope === 'string') {
    const scopes = serviceScopes.filter((name) => scope.split(' ').includes(name));
    return { kind: 'service', tenantId, name: sub.slice('service:'.length), scopes };
  }
  return { kind: 'user', tenantId, userId: toUuid(sub) ?? fail('UNAUTHENTICATED') };
}

/**
 * Every invalid token gets the same message. The challenge tells a token that has expired, which its client can renew, from
 * others (RFC 6750, 3). A key source that is down does not make a token invalid.
 */
function failUnauthenticated(error: unknown): never {
  if (error instanceof ApiError) throw error;
  if (!isExpired(error)) fail('UNAUTHENTICATED');
  const challenge = 'Bearer error="invalid_token", error_description="The access token expired"';
  return fail('UNAUTHENTICATED', undefined, { challenge });
}

export type Claims = Record<string, unknown>;
/** Finds the public key for a token's header. @throws {ApiError} AUTH_UNAVAILABLE if the key source is down */
export type KeySource = (header: { kid?: string; alg?: string }) => Promise<KeyObject>;
/** `crit` and `b64` demand extensions of the verification, none of which we support (RFC 7515, 4.1.11). */
type TokenHeader = { kid?: string; alg?: string; typ?: string; crit?: unknown; b64?: unknown };
type Verified = { claims: Claims; header: TokenHeader; key: KeyObject; expiresAt: number };

/** Times are in seconds. */
const options = { algorithms: ['RS256', 'ES256'], clockTolerance: 30, key: 'claims' };
/** Other types, such as logout tokens, have issuer, audience and subject too, and let nobody in (RFC 8725, 3.11). */
const tokenTypes = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];
const maxKept = 5_000;

/**
 * Creates the function that verifies tokens: RS256 or ES256, of a type for APIs, not expired. A token that is kept is
 * good as long as it has not expired and its issuer has the key that has signed it.
 *
 * @param findIssuer finds whom a token names, before it is verified; throws if nobody here knows them
 * @throws {Error} (the function) of jsonwebtoken or of `findIssuer`, if it is not
 */
export function createTokenVerifier<Issuer extends { keys: KeySource }>(
  findIssuer: (claims: Claims) => Promise<Issuer> | Issuer,
): (token: string) => Promise<{ claims: Claims; issuer: Issuer }> {
  const kept = new Map<string, Verified>();

  async function verify(token: string): Promise<Verified & { issuer: Issuer }> {
    let used = {} as Pick<Verified, 'header' | 'key'> & { issuer: Issuer };
    const secret = async (header: TokenHeader, claims: Claims | string): Promise<KeyObject> => {
      if ('crit' in header || header.b64 === false) throw new Error('The token header demands an extension.');
      if (!tokenTypes.includes(header.typ?.toLowerCase())) throw new Error('The token is of another type.');
      const issuer = await findIssuer(typeof claims === 'string' ? {} : claims);
      used = { issuer, header, key: await issuer.keys(header) };
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
      const issuer = await findIssuer(known.claims);
      if ((await issuer.keys(known.header)) === known.key) return { claims: known.claims, issuer };
    }
    kept.delete(id);
    const { issuer, ...verified } = await verify(token);
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(id, verified);
    return { claims: verified.claims, issuer };
  };
}

/** Koa-jwt reports every fault as a 401 with its cause. */
function rethrow(_status: number, _message: string, cause?: { originalError: Error }): never {
  throw cause?.originalError ?? new Error('There is no token.');
}

/** Whether a token is refused only because its time is over, so that its client can get another one. */
export const isExpired = (error: unknown): boolean => error instanceof Error && error.name === 'TokenExpiredError';
