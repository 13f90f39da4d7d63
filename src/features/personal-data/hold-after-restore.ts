// Holds what a restored database would send, since a backup does not know what was sent after it: pending events, and those
// of runs and plans that are due again.
import type { GraphClient } from '../../platform/graph/client.ts';
import type { Call } from '../../platform/graph/queries/call-types.ts';
import { repeatUntilNone } from '../../platform/lib/loops.ts';
import { applyDuePlans } from '../org-plans/due-plans.ts';
import { openDueRuns } from '../schedules/weekly-runs.ts';

const batchSize = 5_000;

/**
 * Opens the weekly runs that are due and applies the scheduled plans of past days, as a worker would do at its start,
 * and then holds every pending event. They may have been sent between the backup and the restore. Later events are sent
 * as usual. Safe to repeat. Call it while no worker runs: an attempt that is under way may send its e-mail.
 *
 * @returns the number of held events
 * @throws {AggregateError} after events were put on hold, if runs or plans failed: a worker would try again, and send
 *   their mail
 */
export async function holdAfterRestore(graph: GraphClient, now: Date): Promise<number> {
  const faults: Error[] = [];
  for (const openDue of [openDueRuns, applyDuePlans])
    await openDue(graph, now.toISOString()).catch((fault: Error) => faults.push(fault));
  const events = await changeAll(graph, 'outbox/hold', { limit: batchSize });
  if (faults.length === 0) return events;
  const reasons = faults.map(({ message }) => message).join(' ');
  throw new AggregateError(
    faults,
    `${reasons} Their mail could be sent twice. Start no worker, and repeat this command.`,
  );
}

/**
 * Lets workers take the events that are on hold, for one tenant or for all.
 *
 * @returns the number of events
 */
export function releaseEvents(graph: GraphClient, onlyTenantId: string | null, now: Date): Promise<number> {
  return changeAll(graph, 'outbox/release', { limit: batchSize, onlyTenantId, now: now.toISOString() });
}

function changeAll(graph: GraphClient, ...call: Call): Promise<number> {
  return repeatUntilNone(async () => (await graph.bind({}).write<{ events: number }>(...call))?.events ?? 0);
}
