// Limits how many lists are read at once by a caller, a tenant and this process. Further readers wait in a queue.
import { ApiError } from '../../errors.ts';
import { lists } from '../../limits.ts';

export type Reader = { tenantId: string; callerId: string };

/** `reserved` of `total` slots are for tenants that hold none, so that a few tenants do not take all. */
type ListLimits = { perCaller: number; perTenant: number; total: number; reserved?: number };

/**
 * Waits for a slot and returns the function that releases it; calling that twice is harmless. With a pause, the process
 * has the slot back at once, the caller and the tenant after so many milliseconds.
 *
 * @throws {ApiError} when the queue is full or after `withinMs`: RATE_LIMITED when caller or tenant are at their limit,
 *   OVERLOADED when the process is
 */
export type AcquireList = (reader: Reader, withinMs: number) => Promise<ReleaseList>;
export type ReleaseList = (pauseMs?: number) => void;

export function createListLimiter(limits: ListLimits): AcquireList {
  type Waiter = { reader: Reader; start: () => void };
  const active = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let total = 0;

  const getKeys = ({ tenantId, callerId }: Reader): [caller: string, tenant: string] => [
    `${tenantId}/${callerId}`,
    tenantId,
  ];
  const isWithinOwnLimits = (reader: Reader): boolean => {
    const [caller, tenant] = getKeys(reader);
    return (active.get(caller) ?? 0) < limits.perCaller && (active.get(tenant) ?? 0) < limits.perTenant;
  };
  const canStart = (reader: Reader): boolean => {
    const [, tenant] = getKeys(reader);
    const available = limits.total - (active.has(tenant) ? (limits.reserved ?? 0) : 0);
    return total < available && isWithinOwnLimits(reader);
  };

  function adjustOwn(reader: Reader, change: 1 | -1): void {
    for (const key of getKeys(reader)) {
      const remaining = (active.get(key) ?? 0) + change;
      if (remaining > 0) active.set(key, remaining);
      else active.delete(key);
    }
  }

  function startWaiters(): void {
    for (const waiter of waiters) if (canStart(waiter.reader)) waiter.start();
  }

  function start(reader: Reader): ReleaseList {
    let isReleased = false;
    total += 1;
    adjustOwn(reader, 1);
    return (pauseMs = 0) => {
      if (isReleased) return;
      isReleased = true;
      total -= 1;
      const releaseOwn = (): void => {
        adjustOwn(reader, -1);
        startWaiters();
      };
      if (pauseMs === 0) return releaseOwn();
      setTimeout(releaseOwn, pauseMs).unref();
      startWaiters();
    };
  }

  return (reader, withinMs) => {
    if (canStart(reader)) return Promise.resolve(start(reader));
    const createRefusal = (): ApiError => new ApiError(isWithinOwnLimits(reader) ? 'OVERLOADED' : 'RATE_LIMITED');
    const [caller] = getKeys(reader);
    const waitingOfCaller = [...waiters].filter((waiter) => getKeys(waiter.reader)[0] === caller).length;
    if (waitingOfCaller >= lists.waiting.perCaller || waiters.size >= lists.waiting.total)
      return Promise.reject(createRefusal());
    return new Promise((resolve, reject) => {
      const waiter = {
        reader,
        start() {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(start(reader));
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
