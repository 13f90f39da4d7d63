// Ends each event of $ends ({eventId, status, error}): done, or dead with the reason in error. Leaves out those that
// have ended already, and those that would be dead while another lease than $leaseId holds. Returns the number of the
// others.
// @ahead worker
UNWIND $ends AS end
MATCH (event:OutboxEvent {tenantId: $tenantId, id: end.eventId, status: 'pending'})
WHERE end.status = 'done' OR event.leaseId = $leaseId
SET event.status = end.status, event.endedAt = datetime($now), event.error = end.error
REMOVE event.dueAt, event.leasedUntil, event.leaseId
RETURN count(event) AS ended
