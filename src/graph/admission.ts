// Load: how many point reads and changes the database can be asked at once and still answer in time. The limit follows the
// measured wait: it shrinks while the median is above the target and grows while callers use it to the full.
import { median } from 'simple-statistics';

const targetMs = 300;
/** At least what shares round trips well, at most what waits without harm when the database starts slowly. */
const bounds = { least: 64, most: 512 };
const windowMs = 100;
const minSamples = 10;
const growth = 1.05;
/** A shrinking limit is at least halved in steps: one bad window is not the whole truth. */
const maxShrink = 0.5;

export type AdmissionControl = {
  /** Whether a further request would wait too long. */
  isFull(): boolean;
  /** Does some work of the database, and counts it until it has ended, one way or the other. */
  track<T>(work: () => Promise<T>): Promise<T>;
};

/** @param now milliseconds of a clock that never goes back */
export function createAdmissionControl(now: () => number = () => performance.now()): AdmissionControl {
  let limit = bounds.most;
  let underWay = 0;
  let peak = 0;
  let windowStart = now();
  let changedAt = windowStart;
  let waits: number[] = [];

  function closeWindow(at: number): void {
    const wait = median(waits);
    const before = limit;
    if (wait > targetMs) limit = Math.max(bounds.least, limit * Math.max(maxShrink, targetMs / wait));
    else if (peak > 0.75 * limit) limit = Math.min(bounds.most, limit * growth);
    if (limit < before) changedAt = at; // who came before waits behind the longer queue and says nothing of the new limit
    waits = [];
    peak = underWay;
    windowStart = at;
  }

  return {
    isFull: () => underWay >= limit,
    track(work) {
      const started = now();
      underWay += 1;
      peak = Math.max(peak, underWay);
      return work().finally(() => {
        underWay -= 1;
        const at = now();
        if (started >= changedAt) waits.push(at - started);
        if (at - windowStart >= windowMs && waits.length >= minSamples) closeWindow(at);
      });
    },
  };
}
