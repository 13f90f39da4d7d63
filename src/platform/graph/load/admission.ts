// Admission control: limits how many point reads and writes wait for the database at once. The limit follows the measured
// latency of reads: it shrinks while the median is above the target, and grows while callers use most of it. One
// tenant cannot use it up: the others would be refused at the door, and nobody would know that they send.
import { median } from 'simple-statistics';
import { admission } from '../../limits.ts';

const { min, max, targetMs, tenantShare } = admission;
const windowMs = 100;
const minSamples = 10;
const growth = 1.05;
/** One window shrinks the limit to no less than this share, because a single slow window may be an outlier. */
const maxShrink = 0.5;

/** @param now milliseconds of a monotonic clock */
export function createAdmissionControl(now: () => number = () => performance.now()) {
  let limit = max;
  const activeByTenant = new Map<string, number>();
  /** How many a tenant may have under way, and how many count. The sum is kept, since each request asks for it several times. */
  let share = Math.floor(tenantShare * limit);
  let counted = 0;
  let peak = 0;
  let windowStart = now();
  let shrunkAt = windowStart;
  let latencies: number[] = [];

  /** What a tenant has under way beyond its share, such as a batch of decisions, does not count for others. */
  const count = (active: number): number => Math.min(active, share);

  function change(tenantId: string, by: 1 | -1): void {
    const before = activeByTenant.get(tenantId) ?? 0;
    const active = before + by;
    if (active > 0) activeByTenant.set(tenantId, active);
    else activeByTenant.delete(tenantId);
    counted += count(active) - count(before);
  }

  /** Another limit is another share of each tenant. */
  function setLimit(next: number): void {
    limit = next;
    share = Math.floor(tenantShare * limit);
    counted = 0;
    for (const active of activeByTenant.values()) counted += count(active);
  }

  function closeWindow(at: number): void {
    const latency = median(latencies);
    const previousLimit = limit;
    if (latency > targetMs) setLimit(Math.max(min, limit * Math.max(maxShrink, targetMs / latency)));
    else if (peak > 0.75 * limit) setLimit(Math.min(max, limit * growth));
    if (limit < previousLimit) shrunkAt = at; // earlier requests do not measure the new limit
    latencies = [];
    peak = counted;
    windowStart = at;
  }

  return {
    /** Whether nothing is under way. */
    isIdle: (): boolean => activeByTenant.size === 0,
    /** Whether another request of the tenant (or, without one, of any tenant) would wait too long. */
    isFull: (tenantId?: string): boolean =>
      tenantId === undefined ? counted >= limit : (activeByTenant.get(tenantId) ?? 0) >= share,
    /**
     * Runs `work` and counts it as active until it settles. Its latency counts only if it `isRead`: a write may wait for
     * the lock of another, which says nothing about the load of the database.
     */
    track<T>(work: () => Promise<T>, isRead: boolean, tenantId: string): Promise<T> {
      const started = now();
      change(tenantId, 1);
      peak = Math.max(peak, counted);
      return work().finally(() => {
        change(tenantId, -1);
        const at = now();
        if (isRead && started >= shrunkAt) latencies.push(at - started);
        if (at - windowStart >= windowMs && latencies.length >= minSamples) closeWindow(at);
      });
    },
  };
}
