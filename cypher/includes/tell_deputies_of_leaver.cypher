// Clauses: `person` leaves, so their terms as a deputy end, and so do the terms of their own deputies. The people whom that concerns are told.
// @param now: instant
CALL (person) {
  MATCH (person)-[term:DEPUTY_FOR]->(principal:User)
  WHERE term.until > datetime($now)
  RETURN 'deputy.left' AS type, principal, [person.id, principal.id] AS aboutIds, COLLECT {
    UNWIND [principal.id, term.namedById] AS id
    MATCH (told:User {tenantId: $tenantId, id: id})
    WHERE told <> person
    RETURN DISTINCT told.id
  } AS toldIds
  UNION
  MATCH (deputy:User {tenantId: $tenantId})-[term:DEPUTY_FOR]->(person)
  WHERE term.until > datetime($now)
  RETURN 'deputy.ended' AS type, person AS principal, [person.id] AS aboutIds, [deputy.id] AS toldIds
}
MERGE (event:OutboxEvent {tenantId: $tenantId, key: type + ':' + toString(datetime($now)) + ':' + person.id + ':' + principal.id + ':' + toldIds[0]})
ON CREATE SET
  event.id = randomUUID(),
  event.type = type,
  event.queue = 'notifications',
  event.subjectId = principal.id,
  event.senderId = $callerId,
  event.aboutIds = aboutIds,
  event.recipientIds = toldIds,
  pending_event(event, datetime($now))
