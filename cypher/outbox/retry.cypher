// Makes a tenant's dead events pending again with all attempts left: those in $ids, or all when $ids is null. Takes their write locks
// before it looks at their status: one that was revived meanwhile may be worked on. Returns how many.
// @param ids: list of ids or null
// @param now: instant
MATCH (event:OutboxEvent {tenantId: $tenantId, status: 'dead'})
WHERE event.key IS NOT NULL AND ($ids IS NULL OR event.id IN $ids)
SET event.tenantId = $tenantId
WITH event
WHERE event.status = 'dead'
SET event.status = 'pending', event.attempts = 0, event.dueAt = datetime($now)
REMOVE event.endedAt
RETURN count(event) AS revived
