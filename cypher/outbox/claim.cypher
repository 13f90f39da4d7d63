// The events of any tenant that are due, the longest due first. Each is put off by a while: it comes again unless it is
// done by then, so that nothing is lost with the queue it was handed to.
MATCH (event:OutboxEvent {status: 'pending'})
WHERE event.dueAt <= datetime($now)
WITH event
ORDER BY event.dueAt
LIMIT toInteger($limit)
SET event.dueAt = datetime($again)
RETURN collect(event {.tenantId, .id, .type}) AS events
