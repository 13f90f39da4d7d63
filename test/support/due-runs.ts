// Weekly runs: switched off in all tenants; opened as a worker does: what failed in one check is tried again by the next.
import { openDueRuns } from '../../src/features/schedules/weekly-runs.ts';
import type { Service } from './service.ts';

const attempts = 5;

/**
 * Other test files write to the same database: a run of one of their tenants may fail.
 *
 * @throws what the last attempt throws
 */
export async function openAllDueRuns(api: Service, now: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const fault = await openDueRuns(api.graph, now).then(
      () => null,
      (error: AggregateError) => error,
    );
    if (fault === null) return;
    if (attempt === attempts) throw new AggregateError(fault.errors, fault.errors.join('; '));
  }
}

/** Other test files leave tenants behind, whose runs are due as well. */
export const switchOffRuns = (api: Service): Promise<unknown> =>
  api.graph.statement(
    `MATCH (t:Tenant) WHERE t.id IS NOT NULL SET t += {opens: 'off', due: 'off', lastCall: 'off', digest: 'off'}`,
  );
