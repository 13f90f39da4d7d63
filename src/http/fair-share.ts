// Shares the process between tenants: while several send requests, each has a few at work and its others wait their turn.
import type { Middleware } from 'koa';
import { fail } from '../errors.ts';
import { getCaller } from './caller.ts';

/** Few enough that a request of another tenant is soon served, many enough to share round trips. */
const maxAtWork = 8;
/** A request that takes longer waits for the database or its client, and leaves its place to the next. */
const placeForMs = 50;
/** A tenant counts as sending for this long after each of its requests. */
const sendsForMs = 1_000;
const maxWaiting = 256;

type Tenant = { atWork: number; waiting: (() => void)[] };
type Sender = { tenantId: string; at: number };

/**
 * Creates the middleware. A tenant that sends alone is not limited.
 *
 * @param now milliseconds of a monotonic clock
 * @throws {ApiError} OVERLOADED if too many requests of the tenant wait
 */
export function shareBetweenTenants(now: () => number = () => performance.now()): Middleware {
  const tenants = new Map<string, Tenant>();
  /** The tenant that sent last, and the one that sent last of all others. */
  let last: Sender = { tenantId: '', at: -Infinity };
  let lastOther: Sender = last;

  function noteRequest(tenantId: string): void {
    if (tenantId !== last.tenantId) lastOther = last;
    last = { tenantId, at: now() };
  }

  function isAlone(tenantId: string): boolean {
    const other = tenantId === last.tenantId ? lastOther : last;
    return now() - other.at > sendsForMs;
  }

  function startNext(tenantId: string, tenant: Tenant): void {
    while (tenant.waiting.length > 0 && (tenant.atWork < maxAtWork || isAlone(tenantId))) {
      tenant.atWork += 1;
      tenant.waiting.shift()?.();
    }
  }

  /** Waits for a place. Returns the function that gives it back, once or more often. */
  async function takePlace(tenantId: string): Promise<() => void> {
    noteRequest(tenantId);
    const tenant = tenants.get(tenantId) ?? { atWork: 0, waiting: [] };
    tenants.set(tenantId, tenant);
    if (tenant.waiting.length >= maxWaiting) fail('OVERLOADED');
    await new Promise<void>((start) => {
      tenant.waiting.push(start);
      startNext(tenantId, tenant);
    });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      tenant.atWork -= 1;
      startNext(tenantId, tenant);
      if (tenant.atWork === 0) tenants.delete(tenantId);
    };
  }

  return async (ctx, next) => {
    const leave = await takePlace(getCaller(ctx).tenantId);
    const timer = setTimeout(leave, placeForMs);
    try {
      await next();
    } finally {
      clearTimeout(timer);
      leave();
    }
  };
}
