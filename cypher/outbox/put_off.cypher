// Lets an event come again later, and keeps the reason. One that has ended, or is in other hands by now, stays as it is.
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
WHERE event.leaseId = $leaseId
SET event.dueAt = datetime($again), event.attempts = $attempts, event.error = $error
REMOVE event.leasedUntil, event.leaseId
RETURN event.id AS id
