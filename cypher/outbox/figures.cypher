// How much waits in the outbox of all tenants, since when the oldest waits, and how much is dead.
RETURN
  COUNT { MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt IS NOT NULL } AS pending,
  COUNT { MATCH (event:OutboxEvent {status: 'dead'}) WHERE event.endedAt IS NOT NULL } AS dead,
  toString(COLLECT {
    MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt IS NOT NULL
    RETURN min(event.createdAt)
  }[0]) AS oldest
