// Limits how many lists are read at once by a caller, a tenant and this process. Further readers wait in a queue.
import { ApiError } from '../errors.ts';

export type Reader = { tenantId: string; callerId: string };
/** The length of the queue; a reader beyond it is refused at once. */
const maxWaiting = { perCaller: 128, total: 512 };

type ListLimits = { perCaller: number; perTenant: number; total: number };

export type ListLimiter = {
  /**
   * Waits for a slot and returns the function that releases it; calling that twice is harmless.
   *
   * @throws {ApiError} when the queue is full or after `withinMs`: RATE_LIMITED when caller or tenant are at their limit,
   *   OVERLOADED when the process is
   */
  acquire(reader: Reader, withinMs: number): Promise<() => void>;
};

export function createListLimiter(limits: ListLimits): ListLimiter {
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
  const canStart = (reader: Reader): boolean => total < limits.total && isWithinOwnLimits(reader);

  function adjust(reader: Reader, change: 1 | -1): void {
    total += change;
    for (const key of getKeys(reader)) {
      const remaining = (active.get(key) ?? 0) + change;
      if (remaining > 0) active.set(key, remaining);
      else active.delete(key);
    }
  }

  function start(reader: Reader): () => void {
    let isReleased = false;
    adjust(reader, 1);
    return () => {
      if (isReleased) return;
      isReleased = true;
      adjust(reader, -1);
      for (const waiter of waiters) if (canStart(waiter.reader)) waiter.start();
    };
  }

  return {
    acquire(reader, withinMs) {
      if (canStart(reader)) return Promise.resolve(start(reader));
      const createRefusal = (): ApiError => new ApiError(isWithinOwnLimits(reader) ? 'OVERLOADED' : 'RATE_LIMITED');
      const [caller] = getKeys(reader);
      const waitingOfCaller = [...waiters].filter((waiter) => getKeys(waiter.reader)[0] === caller).length;
      if (waitingOfCaller >= maxWaiting.perCaller || waiters.size >= maxWaiting.total)
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
    },
  };
}
