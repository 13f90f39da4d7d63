// Revives a tenant's dead events, all of them or those of these ids, with all their attempts before them again.
MATCH (event:OutboxEvent {tenantId: $tenantId, status: 'dead'})
WHERE event.key IS NOT NULL AND ($ids IS NULL OR event.id IN $ids)
SET event.status = 'pending', event.attempts = 0, event.dueAt = datetime($now)
REMOVE event.endedAt
RETURN count(event) AS revived
