// Ends each event of $ends ({eventId, status, error}): done, or dead with the reason in error. Leaves out those that have
// ended already, and returns the number of the others.
// @ahead worker
UNWIND $ends AS end
MATCH (event:OutboxEvent {tenantId: $tenantId, id: end.eventId, status: 'pending'})
SET event.status = end.status, event.endedAt = datetime($now), event.error = end.error
REMOVE event.dueAt, event.leasedUntil, event.leaseId
RETURN count(event) AS ended
