// Decides readiness: every query is planned, and the database, which is slow after its start, keeps up with the load.
import type { AdmissionControl } from './admission.ts';
import type { QueryPlans } from './query-plans.ts';

/** The database keeps up once no request was refused, or not answered in time, for this long. */
const quietMs = 5_000;
/** Bounds the warm-up, because a load that is always too high must not keep the process out of service. */
const maxWarmUpMs = 120_000;

export type ReadyState = 'away' | 'planning' | 'warming-up' | 'ready';
export type Readiness = {
  /** Whether to refuse a request, because too many wait for the database. */
  isOverloaded(): boolean;
  /** Notes that the database did not answer a request in time. */
  noteTimeout(): void;
  /** `warming-up` follows each start of the database once; a later overload does not change `ready`. */
  state(): ReadyState;
};

/** @param now milliseconds of a monotonic clock */
export function createReadiness(
  admission: Pick<AdmissionControl, 'isFull'>,
  plans: Pick<QueryPlans, 'state' | 'isFull'>,
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
    noteTimeout: () => void (refusedAt = now()),
    state() {
      const state = plans.state();
      if (state !== 'ready') {
        plannedAt = null;
        isWarm = false;
        return state;
      }
      plannedAt ??= now();
      isWarm ||= now() - refusedAt >= quietMs || now() - plannedAt >= maxWarmUpMs;
      return isWarm ? 'ready' : 'warming-up';
    },
  };
}
