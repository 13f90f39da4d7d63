// Begins an attempt at each event of $leases ({eventId, jitterMs}): takes its write lock, counts the attempt and leases the event to $leaseId,
// see includes/begin_attempt. Returns the events that were acquired; those beyond $maxAttempts have become dead. Left out are those that have
// ended or are under another valid lease; the same $leaseId may acquire again without counting.
// @ahead worker
// @param leases: list of {eventId: id, jitterMs: number}
// @param now: instant
// @param leaseId: id
UNWIND $leases AS lease
MATCH (event:OutboxEvent {tenantId: $tenantId, id: lease.eventId})
SET event.id = lease.eventId
WITH event, lease
WHERE event.status = 'pending' AND (
  event.leasedUntil IS NULL OR event.leasedUntil <= datetime($now) OR event.leaseId = $leaseId
)
WITH event, lease.jitterMs AS jitterMs, event.attempts + CASE event.leaseId WHEN $leaseId THEN 0 ELSE 1 END AS attempt
// @include begin_attempt
