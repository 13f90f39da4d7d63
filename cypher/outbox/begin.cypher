// Begins an attempt at an event: nothing comes back when it is done or dead, or in other hands until their lease ends.
// The event is locked before it is read. One that was begun as often as allowed, without an end, is dead. A lease
// lasts longer with each attempt, and by chance, so that events which a crash ended together are not begun together again.
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
SET event.id = $eventId
WITH event
WHERE event.status = 'pending' AND (
  event.leasedUntil IS NULL OR event.leasedUntil <= datetime($now) OR event.leaseId = $leaseId
)
WITH event, event.attempts + CASE event.leaseId WHEN $leaseId THEN 0 ELSE 1 END AS attempt
WITH
  event, attempt, attempt > $maxAttempts AS exhausted,
  datetime($leasedUntil) + duration({milliseconds: toInteger($spreadMs * attempt)}) AS leasedUntil
SET
  event.status = CASE WHEN exhausted THEN 'dead' ELSE 'pending' END,
  event.attempts = CASE WHEN exhausted THEN event.attempts ELSE attempt END,
  event.error = CASE WHEN exhausted THEN coalesce(event.error, 'every attempt ended without a word') ELSE event.error END,
  event.dueAt = CASE WHEN exhausted THEN null ELSE leasedUntil END,
  event.endedAt = CASE WHEN exhausted THEN datetime($now) END,
  event.leasedUntil = CASE WHEN exhausted THEN null ELSE leasedUntil END,
  event.leaseId = $leaseId,
  event.handovers = null
RETURN event {.id, .type, .status, .attempts, .error, .subjectId, .actorId, .aboutIds, .recipientIds, .payload, .link, .traceparent} AS event
