// Returns the number of pending, dead and held events of all tenants and when the oldest pending event was created. Feeds
// /metrics.
RETURN
  COUNT { MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt IS NOT NULL } AS pending,
  COUNT { MATCH (event:OutboxEvent {status: 'dead'}) WHERE event.endedAt IS NOT NULL } AS dead,
  COUNT { MATCH (event:OutboxEvent {status: 'held'}) WHERE event.dueAt IS NOT NULL } AS onHold,
  toString(COLLECT {
    MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt IS NOT NULL
    RETURN min(event.createdAt)
  }[0]) AS oldest
