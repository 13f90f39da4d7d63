// Ends an event: done, or dead with the reason. What is ended already stays as it is.
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId, status: 'pending'})
SET event.status = $status, event.endedAt = datetime($now), event.error = $error
REMOVE event.dueAt, event.leasedUntil, event.leaseId
RETURN event.id AS id
