// Verifies the access token and extracts the caller. A token proves caller and tenant only; roles come from the graph.
import type { KeyObject } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import jwt from 'koa-jwt';
import { serviceScopes, type ServiceScope } from '../access.ts';
import { ApiError, fail } from '../errors.ts';
import { toUuid } from '../model/values.ts';

/** A user, or a service with scopes; always of one tenant. */
export type Caller =
  | { kind: 'user'; tenantId: string; userId: string }
  | { kind: 'service'; tenantId: string; name: string; scopes: ServiceScope[] };

/** Returns the caller's id within the tenant: a user's id, or `service:<name>`. */
export function getCallerId(caller: Caller): string {
  return caller.kind === 'user' ? caller.userId : `service:${caller.name}`;
}

/** `crit` and `b64` demand extensions of the verification, none of which we support (RFC 7515, 4.1.11). */
type TokenHeader = { kid?: string; alg?: string; crit?: unknown; b64?: unknown };

/** Finds the public key for a token's header. @throws {ApiError} AUTH_UNAVAILABLE if the key source is down */
export type KeySource = (header: { kid?: string; alg?: string }) => Promise<KeyObject>;

const clockToleranceSeconds = 30;

/** Refuses requests without a valid token, and stores the caller in `ctx.state.caller`. */
export function authenticate(keys: KeySource, expected: { issuer: string; audience: string }): Middleware {
  // koa-jwt passes all options to jsonwebtoken, but its types omit some.
  const options = {
    secret: (header: TokenHeader) => {
      if ('crit' in header || header.b64 === false) throw new Error('The token header demands an extension.');
      return keys(header);
    },
    key: 'claims',
    algorithms: ['RS256', 'ES256'],
    issuer: expected.issuer,
    audience: expected.audience,
    clockTolerance: clockToleranceSeconds,
  };
  const verify = jwt(options as unknown as jwt.Options);
  return async (ctx, next) => {
    await Promise.resolve(verify(ctx, async () => {})).catch((error: TokenError) => failUnauthenticated(error, ctx));
    ctx.state['caller'] = parseCaller((ctx.state as { claims: Record<string, unknown> }).claims);
    await next();
  };
}

export function getCaller(ctx: Context): Caller {
  return (ctx.state as { caller: Caller }).caller;
}

/** Refuses callers of another kind. @throws {ApiError} FORBIDDEN */
export function assertCallerKind(caller: Caller, callers: readonly ('user' | ServiceScope)[]): void {
  const holds = caller.kind === 'user' ? (['user'] as const) : caller.scopes;
  if (!callers.some((one) => holds.some((scope) => scope === one))) fail('FORBIDDEN');
}

function parseCaller({ exp, sub, tenant, scope }: Record<string, unknown>): Caller {
  const tenantId = typeof tenant === 'string' ? toUuid(tenant) : null;
  if (typeof exp !== 'number' || typeof sub !== 'string' || tenantId === null) return fail('UNAUTHENTICATED');
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
