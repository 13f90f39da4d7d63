// Records a notification to be delivered to people of the tenant, in one event. It is recorded for those who are active;
// when one of the recipients is no user of the tenant, nothing is recorded.
OPTIONAL MATCH (recipient:User {tenantId: $tenantId})
WHERE recipient.id IN $recipientIds
WITH collect(recipient) AS recipients
WITH size(recipients) = size($recipientIds) AS known, [person IN recipients WHERE person.active | person.id] AS activeIds
CALL (known, activeIds) {
  WITH * WHERE known AND size(activeIds) > 0
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'dispatch:' + $eventId})
  ON CREATE SET
    event:$($tenantLabel),
    event.id = $eventId,
    event.type = $type,
    event.payload = $payload,
    event.link = $link,
    event.recipientIds = activeIds,
    event.status = 'pending',
    event.attempts = 0,
    event.dueAt = datetime($now),
    event.createdAt = datetime($now)
}
RETURN known, size(activeIds) AS accepted
