// Creates one outbox event that delivers a notification to the active users among $recipientIds, and an audit entry with its id.
// Returns `recipientsExist`, false when an id is no user of the tenant (nothing is created), and `accepted`, the number of
// active recipients. No row when the tenant does not exist.
// @param recipientIds: list of ids
// @param eventId: id
// @param type: text
// @param payload: JSON text
// @param link: text or null
// @param now: instant
MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (recipient:User {tenantId: $tenantId})
WHERE recipient.id IN $recipientIds
WITH tenant, collect(recipient) AS recipients // no row without a tenant
WITH
  size(recipients) = size($recipientIds) AS recipientsExist,
  [person IN recipients WHERE person.active | person.id] AS activeIds
CALL (recipientsExist, activeIds) {
  WITH * WHERE recipientsExist AND size(activeIds) > 0
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'dispatch:' + $eventId})
  ON CREATE SET
    event.id = $eventId,
    event.type = $type,
    event.queue = CASE WHEN size(activeIds) > 20 THEN 'mass-notifications' ELSE 'notifications' END,
    event.payload = $payload,
    event.link = $link,
    event.isDispatched = true,
    event.recipientIds = activeIds,
    pending_event(event, datetime($now))
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $eventId})
  ON CREATE SET
    entry.action = 'notification.dispatch',
    entry.valueNames = ['type', 'recipients'],
    entry.valuesBefore = ['', ''],
    entry.valuesAfter = [$type, toString(size(activeIds))],
    audit_entry(entry, $callerId, datetime($now))
}
RETURN recipientsExist, size(activeIds) AS accepted
