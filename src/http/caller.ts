// Who is calling: a token proves the user or service and their tenant, nothing more. Roles come from the graph.
import type { KeyObject } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import jwt from 'koa-jwt';
import { serviceScopes, type ServiceScope } from '../access.ts';
import { ApiError, fail } from '../errors.ts';
import { uuidPattern } from '../model/values.ts';

/** A user, or another service that holds scopes; always of one tenant. */
export type Caller =
  | { kind: 'user'; tenantId: string; userId: string }
  | { kind: 'service'; tenantId: string; name: string; scopes: ServiceScope[] };

/** What a token's header may ask for that changes how it is verified: we know no such extension (RFC 7515, 4.1.11). */
type TokenHeader = { kid?: string; alg?: string; crit?: unknown; b64?: unknown };

/** Finds the public key for a token's header. Throws ApiError AUTH_UNAVAILABLE when the key source is down. */
export type KeySource = (header: { kid?: string; alg?: string }) => Promise<KeyObject>;

const clockToleranceSeconds = 30;

/** Lets only requests with a good token pass, and leaves the caller in `ctx.state.caller`. */
export function authenticate(keys: KeySource, expected: { issuer: string; audience: string }): Middleware {
  // jsonwebtoken's other options pass through koa-jwt, though its types do not name them.
  const options = {
    secret: (header: TokenHeader) => {
      if ('crit' in header || header.b64 === false) throw new Error('The header asks for an extension.');
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
    await Promise.resolve(verify(ctx, async () => {})).catch(failUnauthenticated);
    ctx.state['caller'] = parseCaller((ctx.state as { claims: Record<string, unknown> }).claims);
    await next();
  };
}

/** The caller that `authenticate` found. */
export function getCaller(ctx: Context): Caller {
  return (ctx.state as { caller: Caller }).caller;
}

function parseCaller({ exp, sub, tenant, scope }: Record<string, unknown>): Caller {
  if (typeof exp !== 'number' || typeof sub !== 'string' || typeof tenant !== 'string' || !uuidPattern.test(tenant)) {
    return fail('UNAUTHENTICATED');
  }
  const tenantId = tenant.toLowerCase();
  if (sub.startsWith('service:') && typeof scope === 'string') {
    const scopes = serviceScopes.filter((known) => scope.split(' ').includes(known));
    return { kind: 'service', tenantId, name: sub.slice('service:'.length), scopes };
  }
  if (!uuidPattern.test(sub)) return fail('UNAUTHENTICATED');
  return { kind: 'user', tenantId, userId: sub.toLowerCase() };
}

/** Whatever is wrong with a token is one answer, but for a key source that is down: that is not the token's fault. */
function failUnauthenticated(error: Error & { originalError?: unknown }): never {
  if (error.originalError instanceof ApiError) throw error.originalError;
  return fail('UNAUTHENTICATED');
}
