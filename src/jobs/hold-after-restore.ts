// Holds what a restored database would send: pending events, and those of runs and plans that are due again.
import type { GraphClient } from '../graph/client.ts';
import { holdPendingEvents } from '../outbox/hold.ts';
import { applyDuePlans } from './due-plans.ts';
import { openDueRuns } from './weekly-runs.ts';

/**
 * Opens the weekly runs that are due and applies the scheduled plans of past days, as a worker would do at its start,
 * and then holds every pending event. They may have been sent between the backup and the restore. Later events are sent
 * as usual. Safe to repeat.
 *
 * @returns the number of held events
 * @throws {AggregateError} after events were put on hold, if runs or plans failed: a worker would try again, and send
 *   their mail
 */
export async function holdAfterRestore(graph: GraphClient, now: Date): Promise<number> {
  const faults: Error[] = [];
  for (const openDue of [openDueRuns, applyDuePlans])
    await openDue(graph, now.toISOString()).catch((fault: Error) => faults.push(fault));
  const events = await holdPendingEvents(graph);
  if (faults.length === 0) return events;
  const reasons = faults.map(({ message }) => message).join(' ');
  throw new AggregateError(
    faults,
    `${reasons} Their mail could be sent twice. Start no worker, and repeat this command.`,
  );
}
