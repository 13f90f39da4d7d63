// Returns the data that the notification of an event needs: tenant, actor's name, week of the summary, and the
// recipients who are still active with their channel preferences (JSON). Columns are null where the event has no such
// reference.
// @ahead worker
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
