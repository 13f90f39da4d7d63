// Tells recipients of the weekly run $eventId later, who do not work today: each of $rows ({recipientIds, dueAt}) is an event that is due then. It
// counts as made when the first one was. An event that exists already is not made again.
// @param eventId: id
// @param rows: list of {dueAt: instant, recipientIds: list of ids}
// @param now: instant
MATCH (source:OutboxEvent {tenantId: $tenantId, id: $eventId})
UNWIND $rows AS row
MERGE (event:OutboxEvent {tenantId: $tenantId, key: source.key + '>' + row.dueAt})
ON CREATE SET
  event.id = randomUUID(),
  event.type = source.type,
  event.queue = source.queue,
  event.payload = source.payload,
  event.recipientIds = row.recipientIds,
  pending_event(event, datetime($now))
SET event.dueAt = datetime(row.dueAt), event.createdAt = source.createdAt
RETURN count(event) AS events
