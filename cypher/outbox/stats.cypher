// Returns the number of pending, dead and held events of all tenants, and since when the event that is due longest waits for a
// worker. Counts entries of an index and reads no event but that one. Feeds /metrics.
RETURN
  COUNT { MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt IS NOT NULL } AS pending,
  COUNT { MATCH (event:OutboxEvent {status: 'dead'}) WHERE event.endedAt IS NOT NULL } AS dead,
  COUNT { MATCH (event:OutboxEvent {status: 'held'}) WHERE event.dueAt IS NOT NULL } AS onHold,
  toString(COLLECT {
    MATCH (event:OutboxEvent {status: 'pending'})
    WHERE event.dueAt <= datetime($now)
    WITH event
    ORDER BY event.status, event.dueAt
    LIMIT 1
    RETURN event.dueAt
  }[0]) AS due
