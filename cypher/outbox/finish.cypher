// Ends each event of $ends ({eventId, status, outcome, error}): done with its outcome, or dead with the reason in error. Takes the write locks of the events before
// it looks at them. Leaves out events that have ended already, and events that would become dead while another lease than $leaseId is valid.
// Returns the number of the others.
// @ahead worker
// @param ends: list of {eventId: id, status: text, outcome: text or null, error: text or null}
// @param leaseId: id
// @param now: instant
UNWIND $ends AS end
MATCH (event:OutboxEvent {tenantId: $tenantId, id: end.eventId})
SET event.id = end.eventId
WITH event, end
WHERE event.status = 'pending' AND (end.status = 'done' OR event.leaseId = $leaseId)
SET event.status = end.status, event.endedAt = datetime($now), event.outcome = end.outcome, event.error = end.error
REMOVE event.dueAt, event.leasedUntil, event.leaseId
RETURN count(event) AS ended
