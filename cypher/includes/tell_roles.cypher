// Tells the active people with one of `notice.roles` about the person with the id `subjectId`: `notice` is {eventId, type, payload, roles}.
// An event that exists already is not made again.
WITH notice, subjectId, COLLECT {
  MATCH (told:User {tenantId: $tenantId, active: true})
  WHERE told.email IS NOT NULL AND any(role IN told.roles WHERE role IN notice.roles)
  RETURN told.id
} AS toldIds
MERGE (event:OutboxEvent {tenantId: $tenantId, key: notice.type + ':' + notice.eventId})
ON CREATE SET
  event.id = randomUUID(),
  event.type = notice.type,
  event.queue = 'notifications',
  event.subjectId = subjectId,
  event.payload = notice.payload,
  event.aboutIds = CASE WHEN subjectId IS NULL THEN [] ELSE [subjectId] END,
  event.recipientIds = toldIds,
  // @include pending_event
