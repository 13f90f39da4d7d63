// Deletes up to $limit events of all tenants that were done before $before, and returns how many.
// @all-tenants
// @param before: instant
// @param limit: whole number
MATCH (event:OutboxEvent {status: 'done'})
WHERE event.endedAt < datetime($before)
WITH event
LIMIT toInteger($limit)
DELETE event
RETURN count(*) AS count
