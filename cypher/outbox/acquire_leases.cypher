// Starts an attempt at each event of $leases ({eventId, jitterMs}): takes its write lock, counts the attempt and leases
// the event to $leaseId. Returns the events that were acquired. Left out are those that have ended or are under another
// valid lease; the same $leaseId may acquire again without counting. Beyond $maxAttempts an event becomes dead and is
// returned with that status. $leasedUntil is extended by attempt × jitterMs: events that one crash interrupted do not
// restart at the same moment.
// @ahead worker
UNWIND $leases AS lease
MATCH (event:OutboxEvent {tenantId: $tenantId, id: lease.eventId})
SET event.id = lease.eventId
WITH event, lease
WHERE event.status = 'pending' AND (
  event.leasedUntil IS NULL OR event.leasedUntil <= datetime($now) OR event.leaseId = $leaseId
)
WITH event, lease, event.attempts + CASE event.leaseId WHEN $leaseId THEN 0 ELSE 1 END AS attempt
WITH
  event, attempt, attempt > $maxAttempts AS exhausted,
  datetime($leasedUntil) + duration({milliseconds: toInteger(lease.jitterMs * attempt)}) AS leasedUntil
SET
  event.status = CASE WHEN exhausted THEN 'dead' ELSE 'pending' END,
  event.attempts = CASE WHEN exhausted THEN event.attempts ELSE attempt END,
  event.error = CASE
    WHEN exhausted THEN coalesce(event.error, 'the lease of every attempt expired')
    ELSE event.error
  END,
  event.dueAt = CASE WHEN exhausted THEN null ELSE leasedUntil END,
  event.endedAt = CASE WHEN exhausted THEN datetime($now) END,
  event.leasedUntil = CASE WHEN exhausted THEN null ELSE leasedUntil END,
  event.leaseId = $leaseId,
  event.deliveries = null
RETURN collect(event {
  .id, .key, .type, .status, .attempts, .error, .subjectId, .actorId, .senderId, .aboutIds, .recipientIds, .payload, .link,
  .address,
  .traceparent, .leftMs,
  createdAt: moment(event.createdAt)
}) AS events
