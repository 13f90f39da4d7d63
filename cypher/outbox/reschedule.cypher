// Makes each event of $delays ({eventId, dueAt, attempts, error, leftMs}) due again at dueAt, and stores the reason and
// the number of attempts that count. Takes the write locks of the events before it looks at them. Leaves out those that have ended or whose
// lease $leaseId no longer holds, and returns the number of the others.
// @param delays: list of {eventId: id, dueAt: instant, attempts: number, error: text or null, leftMs: number or null}
// @param leaseId: id
UNWIND $delays AS delay
MATCH (event:OutboxEvent {tenantId: $tenantId, id: delay.eventId})
SET event.id = delay.eventId
WITH event, delay
WHERE event.leaseId = $leaseId
SET event.dueAt = datetime(delay.dueAt), event.attempts = delay.attempts, event.error = delay.error, event.leftMs = delay.leftMs
REMOVE event.leasedUntil, event.leaseId
RETURN count(event) AS rescheduled
