// What an event's notification is about, and who of its recipients is still there, with the channels they want.
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (actor:User {tenantId: $tenantId, id: event.actorId})
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, id: event.subjectId})
RETURN
  tenant {.name, .channelsOff} AS tenant,
  actor.name AS actorName,
  toString(summary.weekStart) AS weekStart,
  COLLECT {
    UNWIND event.recipientIds AS recipientId
    MATCH (recipient:User {tenantId: $tenantId, id: recipientId, active: true})
    RETURN recipient {.id, .channels}
  } AS recipients
