// The events of any tenant that are due, the longest due first. Each is put off by a while that doubles
// with every time it was given out: it comes again unless it is begun by then, so that nothing is lost with the queue it was
// handed to, and a long queue is not handed over again and again.
MATCH (event:OutboxEvent {status: 'pending'})
WHERE event.dueAt <= datetime($now)
WITH event
ORDER BY event.dueAt
LIMIT toInteger($limit)
WITH event, coalesce(event.handovers, 0) AS handovers
WITH event, handovers, $leastMs * 2 ^ handovers AS pause
SET
  event.handovers = handovers + 1,
  event.dueAt = datetime($now) + duration({milliseconds: toInteger(CASE WHEN pause < $mostMs THEN pause ELSE $mostMs END)})
RETURN collect(event {.tenantId, .id, .type}) AS events
