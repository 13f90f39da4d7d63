// Limits how many requests a caller and a tenant send, and reports the limits in the headers RateLimit-Policy and RateLimit
// (draft-ietf-httpapi-ratelimit-headers-11).
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.ts';
import type { GraphClient } from '../../graph/client.ts';
import { rateLimits } from '../../limits.ts';
import type { RequestCounter } from '../../outbox/queues/redis.ts';
import { resolveRateLimits, type RateLimit, type RateLimits } from '../../settings/rate-limits.ts';
import { resolveSettings, type TenantSettings } from '../../settings/settings.ts';
import { getCaller, getCallerId, type Caller } from '../caller.ts';

const maxTenants = 10_000;

type Services = { graph: GraphClient; counter: RequestCounter; log: Logger };

/**
 * Creates the middleware that counts requests of authenticated callers. Requests beyond a limit are refused with
 * RATE_LIMITED; requests beyond the limit of a caller do not count for its tenant. A changed setting of a tenant applies
 * within a minute.
 */
export function limitRequests(processLimits: RateLimits, services: Services): Middleware {
  const getLimits = createLimitsOfTenants(processLimits, services);
  return async (ctx, next) => {
    const caller = getCaller(ctx);
    const limits = getLimits(caller.tenantId);
    const policies = Object.entries(limits);
    if (policies.length > 0) {
      ctx.set('RateLimit-Policy', policies.map(([name, limit]) => formatPolicy(name, limit)).join(', '));
      const count = (requests: number): Promise<void> => countRequests(ctx, caller, limits, services.counter, requests);
      ctx.state['countFurther'] = count;
      await count(1);
    }
    await next();
  };
}

/** @throws {ApiError} RATE_LIMITED at the first limit that is exceeded */
async function countRequests(
  ctx: Context,
  caller: Caller,
  limits: RateLimits,
  counter: RequestCounter,
  requests: number,
): Promise<void> {
  const keys = { caller: `${caller.tenantId}:${getCallerId(caller)}`, tenant: caller.tenantId };
  const states: string[] = [];
  for (const name of ['caller', 'tenant'] as const) {
    const limit = limits[name];
    if (!limit) continue;
    const { used, msLeft } = await counter.count(`${name}:${keys[name]}`, limit.seconds, requests);
    const seconds = Math.max(1, Math.ceil(msLeft / 1_000));
    states.push(`"${name}";r=${Math.max(0, limit.requests - used)};t=${seconds}`);
    ctx.set('RateLimit', states.join(', '));
    if (used > limit.requests) {
      const who = name === 'caller' ? 'You have' : 'Your tenant has';
      const message = `${who} sent more than ${limit.requests} requests in ${limit.seconds} s; wait as Retry-After says.`;
      throw new ApiError('RATE_LIMITED', message, { retryAfterSeconds: seconds });
    }
  }
}

const formatPolicy = (name: string, { requests, seconds }: RateLimit): string => `"${name}";q=${requests};w=${seconds}`;

/** Caches the settings of tenants. No request waits for them: until they are read, the limits of the process apply. */
function createLimitsOfTenants(processLimits: RateLimits, { graph, log }: Services): (tenantId: string) => RateLimits {
  type Entry = { limits: RateLimits; readAt: number };
  const entries = new LRUCache<string, Entry>({ max: maxTenants });

  async function refresh(tenantId: string, entry: Entry): Promise<void> {
    const tenant = await graph.bind({ tenantId }).maybe<TenantSettings>('tenants/rate_limits');
    entry.limits = resolveRateLimits(processLimits, resolveSettings(tenant ?? {}).rateLimits);
  }

  return (tenantId) => {
    const now = performance.now();
    let entry = entries.get(tenantId);
    if (!entry || now - entry.readAt > rateLimits.settingsMaxAgeMs) {
      entry = { limits: entry?.limits ?? processLimits, readAt: now };
      entries.set(tenantId, entry);
      refresh(tenantId, entry).catch((error: unknown) => log.warn({ err: error, tenantId }, 'rate limits not read'));
    }
    return entry.limits;
  };
}
