// Starts an attempt at an event: takes its write lock, counts the attempt and leases the event to $leaseId. No row when
// it has ended or another lease is still valid; the same $leaseId may acquire again without counting. Beyond
// $maxAttempts the event becomes dead and is returned with that status. $leasedUntil is extended by attempt ×
// $jitterMs: events that one crash interrupted do not restart at the same moment.
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
SET event.id = $eventId
WITH event
WHERE event.status = 'pending' AND (
  event.leasedUntil IS NULL OR event.leasedUntil <= datetime($now) OR event.leaseId = $leaseId
)
WITH event, event.attempts + CASE event.leaseId WHEN $leaseId THEN 0 ELSE 1 END AS attempt
WITH
  event, attempt, attempt > $maxAttempts AS exhausted,
  datetime($leasedUntil) + duration({milliseconds: toInteger($jitterMs * attempt)}) AS leasedUntil
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
RETURN event {
  .id, .type, .status, .attempts, .error, .subjectId, .actorId, .aboutIds, .recipientIds, .payload, .link,
  .traceparent
} AS event
