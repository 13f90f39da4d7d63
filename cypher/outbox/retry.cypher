// Makes a tenant's dead events pending again with all attempts left: those in $ids, or all when $ids is null. Returns
// how many.
MATCH (event:OutboxEvent {tenantId: $tenantId, status: 'dead'})
WHERE event.key IS NOT NULL AND ($ids IS NULL OR event.id IN $ids)
SET event.status = 'pending', event.attempts = 0, event.dueAt = datetime($now)
REMOVE event.endedAt
RETURN count(event) AS revived
