// Readiness: a process is ready when every query is planned and the database, which is slow at first, keeps up with the load.
import type { AdmissionControl } from './admission.ts';
import type { QueryPlans } from './query-plans.ts';

/** Without a refusal for so long, the database keeps up. */
const quietMs = 2_000;
/** A load that is too high for this instance at any time does not keep it out of service for longer. */
const warmUpAtMostMs = 60_000;

export type ReadyState = 'away' | 'planning' | 'warming-up' | 'ready';
export type Readiness = {
  /** Whether to refuse a request, because too many wait for the database or for query plans. */
  isOverloaded(): boolean;
  /** `warming-up` is passed through once after each start of the database; later overload does not change `ready`. */
  state(): ReadyState;
};

/** @param now milliseconds of a monotonic clock */
export function createReadiness(
  admission: Pick<AdmissionControl, 'isFull'>,
  plans: Pick<QueryPlans, 'isFull' | 'state'>,
  now: () => number = () => performance.now(),
): Readiness {
  let refusedAt = -Infinity;
  let plannedAt: number | null = null;
  let isWarm = true;
  return {
    isOverloaded() {
      const isOverloaded = admission.isFull() || plans.isFull();
      if (isOverloaded) refusedAt = now();
      return isOverloaded;
    },
    state() {
      const state = plans.state();
      if (state !== 'ready') {
        plannedAt = null;
        isWarm = false;
        return state;
      }
      plannedAt ??= now();
      isWarm ||= now() - refusedAt >= quietMs || now() - plannedAt >= warmUpAtMostMs;
      return isWarm ? 'ready' : 'warming-up';
    },
  };
}
