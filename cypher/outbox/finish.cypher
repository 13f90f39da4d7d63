// Ends a pending event with $status: done, or dead with the reason in $error. No row when it has ended already.
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId, status: 'pending'})
SET event.status = $status, event.endedAt = datetime($now), event.error = $error
REMOVE event.dueAt, event.leasedUntil, event.leaseId
RETURN event.id AS id
