// Limits how much of a kind of work is under way at once of a caller, a tenant and this process. The rest waits in a queue.
import { ApiError } from '../errors.ts';

/** Whose work it is. */
export type Owner = { tenantId: string; callerId: string };

/**
 * How many places there are. `reserved` of `total` are for tenants that have none, so that a few tenants do not take all.
 * `waiting` is the number of requests that may wait for a place.
 */
type PlaceLimits = {
  perCaller: number;
  perTenant: number;
  total: number;
  reserved?: number;
  waiting: { perCaller: number; total: number };
};

/**
 * Waits for a place and returns the function that gives it back; calling that twice is harmless.
 *
 * @throws {ApiError} when the queue is full or after `withinMs`: RATE_LIMITED when caller or tenant are at their limit,
 *   OVERLOADED when the process is
 */
export type TakePlace = (owner: Owner, withinMs: number) => Promise<() => void>;

export function createPlaces(limits: PlaceLimits): TakePlace {
  type Waiter = { owner: Owner; start: () => void };
  const active = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let total = 0;

  const getKeys = ({ tenantId, callerId }: Owner): [caller: string, tenant: string] => [
    `${tenantId}/${callerId}`,
    tenantId,
  ];
  const isWithinOwnLimits = (owner: Owner): boolean => {
    const [caller, tenant] = getKeys(owner);
    return (active.get(caller) ?? 0) < limits.perCaller && (active.get(tenant) ?? 0) < limits.perTenant;
  };
  const canStart = (owner: Owner): boolean => {
    const [, tenant] = getKeys(owner);
    const available = limits.total - (active.has(tenant) ? (limits.reserved ?? 0) : 0);
    return total < available && isWithinOwnLimits(owner);
  };

  function adjustOwn(owner: Owner, change: 1 | -1): void {
    for (const key of getKeys(owner)) {
      const remaining = (active.get(key) ?? 0) + change;
      if (remaining > 0) active.set(key, remaining);
      else active.delete(key);
    }
  }

  function startWaiters(): void {
    for (const waiter of waiters) if (canStart(waiter.owner)) waiter.start();
  }

  function start(owner: Owner): () => void {
    let isReleased = false;
    total += 1;
    adjustOwn(owner, 1);
    return () => {
      if (isReleased) return;
      isReleased = true;
      total -= 1;
      adjustOwn(owner, -1);
      startWaiters();
    };
  }

  return (owner, withinMs) => {
    if (canStart(owner)) return Promise.resolve(start(owner));
    const createRefusal = (): ApiError => new ApiError(isWithinOwnLimits(owner) ? 'OVERLOADED' : 'RATE_LIMITED');
    const [caller] = getKeys(owner);
    const waitingOfCaller = [...waiters].filter((waiter) => getKeys(waiter.owner)[0] === caller).length;
    if (waitingOfCaller >= limits.waiting.perCaller || waiters.size >= limits.waiting.total)
      return Promise.reject(createRefusal());
    return new Promise((resolve, reject) => {
      const waiter = {
        owner,
        start() {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(start(owner));
        },
      };
      const timer = setTimeout(() => {
        waiters.delete(waiter);
        reject(createRefusal());
      }, withinMs);
      waiters.add(waiter);
    });
  };
}
