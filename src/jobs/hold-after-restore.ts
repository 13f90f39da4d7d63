// Holds what a restored database would send: pending events, and those of runs and plans that are due again.
import type { GraphClient } from '../graph/client.ts';
import { holdPendingEvents } from '../outbox/hold.ts';
import { applyDuePlans } from './due-plans.ts';
import { openDueRuns } from './weekly-runs.ts';

/**
 * Opens the weekly runs that are due and applies the scheduled plans of past days, as a worker would do at its start, and then
 * holds every pending event. They may have been sent between the backup and the restore. Later events are sent as usual.
 *
 * @param report receives what could not be opened or applied; a worker tries it again
 * @returns the number of held events
 */
export async function holdAfterRestore(graph: GraphClient, now: Date, report: (line: string) => void): Promise<number> {
  for (const openDue of [openDueRuns, applyDuePlans]) {
    await openDue(graph, now.toISOString()).catch((error: Error) => report(`${error.message} A worker tries again.`));
  }
  return holdPendingEvents(graph);
}
