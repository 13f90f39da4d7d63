// Returns the number of pending (due, or due within an hour: others are planned for later), dead and held events of all
// tenants, since when the event that is due longest waits for a worker, and how many people's addresses get no e-mails. `postponed` are
// the pending ones that met a slow or absent database the last time, or that no worker knows yet, among the 1,000 that are due first.
// Counts entries of an index and reads no events but these. Feeds /metrics.
// @all-tenants
// @param now: instant
RETURN
  COUNT { MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt < datetime($now) + duration('PT1H') } AS pending,
  COUNT {
    MATCH (event:OutboxEvent {status: 'pending'})
    WHERE event.dueAt < datetime($now) + duration('PT1H')
    WITH event
    ORDER BY event.status, event.dueAt
    LIMIT 1000
    WITH event
    WHERE event.leftMs IS NOT NULL
    RETURN event
  } AS postponed,
  COUNT { MATCH (event:OutboxEvent {status: 'dead'}) WHERE event.endedAt IS NOT NULL } AS dead,
  COUNT { MATCH (event:OutboxEvent {status: 'held'}) WHERE event.dueAt IS NOT NULL } AS onHold,
  COUNT { MATCH (person:User) WHERE person.emailStopped IS NOT NULL AND person.emailStopped = person.email } AS stopped,
  toString(COLLECT {
    MATCH (event:OutboxEvent {status: 'pending'})
    WHERE event.dueAt <= datetime($now)
    WITH event
    ORDER BY event.status, event.dueAt
    LIMIT 1
    RETURN event.dueAt
  }[0]) AS due
