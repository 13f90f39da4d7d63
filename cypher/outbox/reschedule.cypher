// Makes an event due again at $dueAt and stores the reason and the number of attempts that count. No row when the event
// has ended or $leaseId no longer holds its lease.
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
WHERE event.leaseId = $leaseId
SET event.dueAt = datetime($dueAt), event.attempts = $attempts, event.error = $error
REMOVE event.leasedUntil, event.leaseId
RETURN event.id AS id
