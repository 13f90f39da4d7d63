// Ends each event of $ends ({eventId, status, error}): done, or dead with the reason in error. Leaves out events that
// have ended already, and events that would become dead while another lease than $leaseId is valid. Returns the number of the
// others.
// @ahead worker
UNWIND $ends AS end
MATCH (event:OutboxEvent {tenantId: $tenantId, id: end.eventId, status: 'pending'})
WHERE end.status = 'done' OR event.leaseId = $leaseId
SET event.status = end.status, event.endedAt = datetime($now), event.error = end.error
REMOVE event.dueAt, event.leasedUntil, event.leaseId
RETURN count(event) AS ended
