// Lets an event come again later, and keeps the reason.
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId, status: 'pending'})
SET event.dueAt = datetime($again), event.attempts = $attempts, event.error = $error
REMOVE event.leasedUntil, event.leaseId
RETURN event.id AS id
