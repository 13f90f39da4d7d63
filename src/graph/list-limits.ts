// Turns: how many lists are read at once by one caller, for one tenant and in this process. Others wait for their turn.
import { ApiError } from '../errors.ts';

/** Who reads: a user or service of a tenant. */
export type Reader = { tenantId: string; callerId: string };
/** So many of a caller, and so many in all, may wait. */
const maxWaiting = { perCaller: 32, total: 256 };

export type ListLimits = { perCaller: number; perTenant: number; total: number };

export type ListLimiter = {
  /**
   * Waits for a turn. The result ends it, once.
   *
   * @throws {ApiError} RATE_LIMITED when caller or tenant have too many under way, OVERLOADED when this process has: at once
   *   when many wait already, else when the time is up
   */
  acquire(reader: Reader, withinMs: number): Promise<() => void>;
};

export function createListLimiter(limits: ListLimits): ListLimiter {
  type Waiter = { reader: Reader; start: () => void };
  const underWay = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let total = 0;

  const keysFor = ({ tenantId, callerId }: Reader): [caller: string, tenant: string] => [
    `${tenantId}/${callerId}`,
    tenantId,
  ];
  const isWithinOwnLimits = (reader: Reader): boolean => {
    const [caller, tenant] = keysFor(reader);
    return (underWay.get(caller) ?? 0) < limits.perCaller && (underWay.get(tenant) ?? 0) < limits.perTenant;
  };
  const canStart = (reader: Reader): boolean => total < limits.total && isWithinOwnLimits(reader);

  function count(reader: Reader, change: 1 | -1): void {
    total += change;
    for (const key of keysFor(reader)) {
      const left = (underWay.get(key) ?? 0) + change;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    }
  }

  function start(reader: Reader): () => void {
    let hasEnded = false;
    count(reader, 1);
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      count(reader, -1);
      for (const waiter of waiters) if (canStart(waiter.reader)) waiter.start();
    };
  }

  return {
    acquire(reader, withinMs) {
      if (canStart(reader)) return Promise.resolve(start(reader));
      const refusal = (): ApiError => new ApiError(isWithinOwnLimits(reader) ? 'OVERLOADED' : 'RATE_LIMITED');
      const [caller] = keysFor(reader);
      const waitingOfCaller = [...waiters].filter((waiter) => keysFor(waiter.reader)[0] === caller).length;
      if (waitingOfCaller >= maxWaiting.perCaller || waiters.size >= maxWaiting.total) return Promise.reject(refusal());
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
          reject(refusal());
        }, withinMs);
        waiters.add(waiter);
      });
    },
  };
}
