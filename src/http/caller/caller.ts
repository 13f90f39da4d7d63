// Verifies the access token and extracts the caller. A token proves caller and tenant only; roles come from the graph.
import type { KeyObject } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import jwt from 'koa-jwt';
import { serviceScopes, type ServiceScope } from '../../access/permissions.ts';
import { ApiError, fail } from '../../errors.ts';
import { toUuid } from '../../model/values.ts';

/** A user, or a service with scopes; always of one tenant. */
export type Caller =
  | { kind: 'user'; tenantId: string; userId: string }
  | { kind: 'service'; tenantId: string; name: string; scopes: ServiceScope[] };

/** Returns the caller's id within the tenant: a user's id, or `service:<name>`. */
export function getCallerId(caller: Caller): string {
  return caller.kind === 'user' ? caller.userId : `service:${caller.name}`;
}

/** `crit` and `b64` demand extensions of the verification, none of which we support (RFC 7515, 4.1.11). */
type TokenHeader = { kid?: string; alg?: string; typ?: string; crit?: unknown; b64?: unknown };
export type Claims = Record<string, unknown>;

/** Finds the public key for a token's header. @throws {ApiError} AUTH_UNAVAILABLE if the key source is down */
export type KeySource = (header: { kid?: string; alg?: string }) => Promise<KeyObject>;

/** `findCaller` gets the claims of a token that is signed by the issuer and has not expired. */
export type TokenIssuer = { keys: KeySource; findCaller(claims: Claims): Promise<Caller> | Caller };
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

const clockToleranceSeconds = 30;
/** Other types, such as logout tokens, have issuer, audience and subject too, and let nobody in (RFC 8725, 3.11). */
const tokenTypes = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];

/** Refuses requests without a valid token, and stores the caller in `ctx.state.caller`. */
export function authenticate({ findIssuer, findService }: Pick<SignIn, 'findIssuer' | 'findService'>): Middleware {
  const findKnown = async ({ iss }: Claims): Promise<TokenIssuer> =>
    (typeof iss === 'string' ? await findIssuer(iss) : null) ?? fail('UNAUTHENTICATED');
  // koa-jwt passes all options to jsonwebtoken, but its types omit some.
  const options = {
    secret: async (header: TokenHeader, claims: Claims | string) => {
      if ('crit' in header || header.b64 === false) throw new Error('The token header demands an extension.');
      if (!tokenTypes.includes(header.typ?.toLowerCase())) throw new Error('The token is of another type.');
      return (await findKnown(typeof claims === 'string' ? {} : claims)).keys(header);
    },
    key: 'claims',
    algorithms: ['RS256', 'ES256'],
    clockTolerance: clockToleranceSeconds,
  };
  const verify = jwt(options as unknown as jwt.Options);
  async function verifyCaller(ctx: Context): Promise<Caller> {
    await Promise.resolve(verify(ctx, async () => {})).catch((error: TokenError) => failUnauthenticated(error, ctx));
    const { claims } = ctx.state as { claims: Claims };
    if (typeof claims['exp'] !== 'number') fail('UNAUTHENTICATED');
    return (await findKnown(claims)).findCaller(claims);
  }
  return async (ctx, next) => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    ctx.state['caller'] = (await findService(token)) ?? (await verifyCaller(ctx));
    await next();
  };
}

/** Our own tokens: `sub` is the id of a user, or `service:<name>` with `scope`; `tenant` is the id of the tenant. */
export function createOwnIssuer(keys: KeySource, { audience }: { audience: string }): TokenIssuer {
  return { keys, findCaller: (claims) => (isFor(audience, claims) ? parseCaller(claims) : fail('UNAUTHENTICATED')) };
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

function parseCaller({ sub, tenant, scope }: Claims): Caller {
  const tenantId = typeof tenant === 'string' ? toUuid(tenant) : null;
  if (typeof sub !== 'string' || tenantId === null) return fail('UNAUTHENTICATED');
  if (sub.startsWith('service:') && typeof scope === 'string') {
    const scopes = serviceScopes.filter((name) => scope.split(' ').includes(name));
    return { kind: 'service', tenantId, name: sub.slice('service:'.length), scopes };
  }
  return { kind: 'user', tenantId, userId: toUuid(sub) ?? fail('UNAUTHENTICATED') };
}

type TokenError = Error & { originalError?: unknown };

/**
 * Every invalid token gets the same message. The challenge tells a token that has expired, which its client can renew, from
 * others (RFC 6750, 3). A key source that is down does not make a token invalid.
 */
function failUnauthenticated({ originalError }: TokenError, ctx: Context): never {
  if (originalError instanceof ApiError) throw originalError;
  if (!/^Bearer\b/i.test(ctx.get('Authorization'))) fail('UNAUTHENTICATED', undefined, { challenge: 'Bearer' });
  if (!isExpired(originalError)) fail('UNAUTHENTICATED');
  const challenge = 'Bearer error="invalid_token", error_description="The access token expired"';
  return fail('UNAUTHENTICATED', undefined, { challenge });
}

function isExpired(error: unknown): boolean {
  return error instanceof Error && error.name === 'TokenExpiredError';
}
