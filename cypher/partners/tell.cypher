// Tells people ($rows) that somebody is or was the partner of a part of the company, and holders of roles about it ($notices, see
// tell_roles). An event that exists already is not made again.
// @param rows: list of {type: text, eventId: id, aboutIds: list of ids, payload: JSON text, recipientIds: list of ids}
// @param notices: list of {roles: list of roles, type: text, eventId: id, id?: id or null, namesCaller?: boolean, payload: JSON text,
//   aboutIds?: list of ids or null}
// @param now: instant
CALL () {
  UNWIND $rows AS row
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: row.type + ':' + row.eventId})
  ON CREATE SET
    event.id = randomUUID(),
    event.type = row.type,
    event.queue = 'notifications',
    event.actorId = $callerId,
    event.aboutIds = row.aboutIds,
    event.payload = row.payload,
    event.recipientIds = row.recipientIds,
    pending_event(event, datetime($now))
}
CALL () {
  UNWIND $notices AS notice
  WITH notice, null AS subjectId
  // @include tell_roles
}
RETURN size($rows) AS told
