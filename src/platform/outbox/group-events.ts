// Groups of events that are worked on together: their leases share a round trip, and so do their outcomes.
import { aloneFromMs } from './backoff.ts';
import type { EventTypes } from './event-types.ts';
import { maxDeliveriesPerWrite, type WorkQueue } from './queue-limits.ts';

/** `recipients` is their number; `attempts` have begun before and did not end the event; `leftMs` as in `OutboxEvent`. */
type Due = { tenantId: string; queue: WorkQueue; type: string; attempts: number; leftMs?: number; recipients: number };

export type EventGroup<Event> = { tenantId: string; queue: WorkQueue; events: Event[] };

/**
 * Groups events, in their order, by tenant, queue and type. A group has as many events as its type allows and one statement
 * can deliver. An event whose earlier attempt failed or ended with its process, or which was postponed three times, has a group to
 * itself: it may be what stopped the others.
 */
export function groupEvents<Event extends Due>(due: readonly Event[], eventTypes: EventTypes): EventGroup<Event>[] {
  const groups: EventGroup<Event>[] = [];
  const open = new Map<string, { group: EventGroup<Event>; recipients: number }>();
  for (const event of due) {
    const { tenantId, queue, type, attempts, leftMs, recipients } = event;
    const key = `${tenantId} ${queue} ${type}`;
    const isAlone = attempts > 0 || (leftMs ?? 0) >= aloneFromMs;
    const last = !isAlone ? open.get(key) : undefined;
    const { eventsPerJob = 1 } = eventTypes.get(type) ?? {};
    if (last && last.group.events.length < eventsPerJob && last.recipients + recipients <= maxDeliveriesPerWrite) {
      last.group.events.push(event);
      last.recipients += recipients;
      continue;
    }
    const group = { tenantId, queue, events: [event] };
    groups.push(group);
    if (!isAlone) open.set(key, { group, recipients });
  }
  return groups;
}
