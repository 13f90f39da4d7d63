// Tells the active people with one of `notice.roles`, and those from whom an admin took such a role, or the account, in the last seven
// days (note_lost_roles), about the person with the id `subjectId`: `notice` is {eventId,
// type, payload, roles}. One that `namesCaller` says who did it. A notice that names others, or nobody, has `aboutIds`;
// it may have the id of its event. An event that exists already is not made again.
// @param now: instant
WITH notice, subjectId, COLLECT {
  MATCH (told:User {tenantId: $tenantId})
  WHERE told.email IS NOT NULL AND (
    told.active AND any(role IN told.roles WHERE role IN notice.roles)
    OR is_recent(told.lostRolesAt) AND any(role IN told.lostRoles WHERE role IN notice.roles)
  )
  RETURN told.id
} AS toldIds
MERGE (event:OutboxEvent {tenantId: $tenantId, key: notice.type + ':' + notice.eventId})
ON CREATE SET
  event.id = coalesce(notice.id, randomUUID()),
  event.type = notice.type,
  event.queue = 'notifications',
  event.subjectId = subjectId,
  event.senderId = $callerId,
  event.actorId = CASE WHEN notice.namesCaller THEN $callerId END,
  event.payload = notice.payload,
  event.aboutIds = coalesce(notice.aboutIds, [id IN [subjectId] WHERE id IS NOT NULL]),
  event.recipientIds = toldIds,
  pending_event(event, datetime($now))
