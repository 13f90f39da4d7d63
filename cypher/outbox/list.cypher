// Lists a tenant's events of a status, oldest first, at most 1,000.
// @param status: text
MATCH (event:OutboxEvent {tenantId: $tenantId, status: $status})
WHERE event.key IS NOT NULL
RETURN event {
  .id, .type, .status, .attempts, .error,
  createdAt: moment(event.createdAt),
  dueAt: moment(event.dueAt)
} AS event
ORDER BY event.createdAt, event.id
LIMIT 1000
