// Removes events of any tenant that were done before a time, some at a time.
MATCH (event:OutboxEvent {status: 'done'})
WHERE event.endedAt < datetime($before)
WITH event
LIMIT toInteger($limit)
DELETE event
RETURN count(*) AS forgotten
