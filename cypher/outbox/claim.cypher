// The events of any tenant that are due, the longest due first. Each is put off by a quarter of its age, within
// bounds: it comes again unless it is done by then, so that nothing is lost with the queue it was handed to, and a long
// queue is not handed over again and again.
MATCH (event:OutboxEvent {status: 'pending'})
WHERE event.dueAt <= datetime($now)
WITH event
ORDER BY event.dueAt
LIMIT toInteger($limit)
WITH event, (datetime($now).epochMillis - event.createdAt.epochMillis) / 4 AS pause
SET event.dueAt = datetime($now) + duration({milliseconds: toInteger(
  CASE WHEN pause < $leastMs THEN $leastMs WHEN pause > $mostMs THEN $mostMs ELSE pause END
)})
RETURN collect(event {.tenantId, .id, .type}) AS events
