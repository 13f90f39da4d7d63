// Begins `attempt`, a number, at `event`, whose write lock is held: leases the event to $leaseId until $leasedUntil, which is extended by
// attempt × jitterMs: events that one crash interrupted do not restart at the same moment. Beyond $maxAttempts the event becomes dead instead.
// @param maxAttempts: number
// @param leasedUntil: instant
// @param now: instant
// @param leaseId: id
WITH
  event, attempt, attempt > $maxAttempts AS exhausted,
  datetime($leasedUntil) + duration({milliseconds: toInteger(jitterMs * attempt)}) AS leasedUntil
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
  .tenantId, .queue, .id, .key, .type, .status, .attempts, .error, .subjectId, .actorId, .senderId, .aboutIds, .recipientIds, .payload,
  .link, .address, .notificationType, .traceparent, .leftMs,
  createdAt: moment(event.createdAt)
}) AS events
