// Tells the active people with one of `notice.roles` about the person with the id `subjectId`: `notice` is {eventId, type, payload, roles}.
// An event that exists already is not made again. The assignments are those of pending_event; includes do not nest.
WITH notice, subjectId, COLLECT {
  MATCH (told:User {tenantId: $tenantId, active: true})
  WHERE told.email IS NOT NULL AND any(role IN told.roles WHERE role IN notice.roles)
  RETURN told.id
} AS toldIds
MERGE (event:OutboxEvent {tenantId: $tenantId, key: notice.type + ':' + notice.eventId})
ON CREATE SET
  event:$($tenantLabel),
  event.id = randomUUID(),
  event.type = notice.type,
  event.queue = 'notifications',
  event.subjectId = subjectId,
  event.payload = notice.payload,
  event.aboutIds = CASE WHEN subjectId IS NULL THEN [] ELSE [subjectId] END,
  event.recipientIds = toldIds,
  event.status = 'pending',
  event.attempts = 0,
  event.traceparent = $traceparent,
  event.dueAt = datetime($now),
  event.createdAt = datetime($now)
