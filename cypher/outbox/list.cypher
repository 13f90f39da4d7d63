// A tenant's events of a status, the oldest first.
MATCH (event:OutboxEvent {tenantId: $tenantId, status: $status})
WHERE event.key IS NOT NULL
RETURN event {
  .id, .type, .status, .attempts, .error,
  createdAt: toString(event.createdAt),
  dueAt: toString(event.dueAt)
} AS event
ORDER BY event.createdAt, event.id
LIMIT 1000
