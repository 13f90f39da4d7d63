// Makes each event of $delays ({eventId, dueAt, attempts, error, leftMs}) due again at dueAt, and stores the reason and
// the number of attempts that count. Leaves out those that have ended or whose lease $leaseId no longer holds, and
// returns the number of the others.
UNWIND $delays AS delay
MATCH (event:OutboxEvent {tenantId: $tenantId, id: delay.eventId})
WHERE event.leaseId = $leaseId
SET event.dueAt = datetime(delay.dueAt), event.attempts = delay.attempts, event.error = delay.error, event.leftMs = delay.leftMs
REMOVE event.leasedUntil, event.leaseId
RETURN count(event) AS rescheduled
