// Makes up to $limit events that are on hold pending and due, with all attempts left. They are events of $onlyTenantId, or of
// all tenants when it is null. Returns how many.
// @all-tenants
// @param onlyTenantId: id or null
// @param limit: whole number
// @param now: instant
MATCH (event:OutboxEvent {status: 'held'})
WHERE event.dueAt IS NOT NULL AND ($onlyTenantId IS NULL OR event.tenantId = $onlyTenantId)
WITH event
ORDER BY event.dueAt
LIMIT toInteger($limit)
SET event.id = event.id
WITH event
WHERE event.status = 'held'
SET event.status = 'pending', event.attempts = 0, event.dueAt = datetime($now)
RETURN count(*) AS events
