// Tells people something about themselves, and who did it: each of $rows is an event ({eventId, type, payload, recipientIds, addresses, isMass, aboutIds,
// subjectId, dueAt: later than now}).
// One that `isMass` is sent behind others. `addresses` are those that e-mails go to instead of the recipient's own: texts of an id, a blank and an address. An event that exists
// already is not made again.
// @param rows: list of {type: text, eventId: id, isMass: boolean, aboutIds?: list of ids or null, subjectId?: id or null,
//   payload: JSON text or null, dueAt?: instant or null, recipientIds: list of ids, addresses: list of texts}
// @param now: instant
UNWIND $rows AS row
MERGE (event:OutboxEvent {tenantId: $tenantId, key: row.type + ':' + row.eventId})
ON CREATE SET
  event.id = randomUUID(),
  event.type = row.type,
  event.queue = CASE WHEN row.isMass THEN 'mass-notifications' ELSE 'notifications' END,
  event.actorId = $callerId,
  event.aboutIds = coalesce(row.aboutIds, []),
  event.subjectId = row.subjectId,
  event.payload = row.payload,
  event.plannedFor = datetime(row.dueAt),
  event.recipientIds = row.recipientIds,
  event.addresses = row.addresses,
  pending_event(event, datetime($now))
SET event.dueAt = CASE WHEN event.status = 'pending' THEN coalesce(datetime(row.dueAt), event.dueAt) END
