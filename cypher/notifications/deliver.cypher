// Gives recipients of an event their notification, each once, and queues its e-mail where they get one. The event is
// locked before it is read: one that is gone by then, because whom it is about was erased, tells nobody any more.
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
SET event.id = $eventId
WITH event
WHERE event.status IS NOT NULL
UNWIND $deliveries AS delivery
MATCH (recipient:User {tenantId: $tenantId, id: delivery.userId})
MERGE (notification:Notification {tenantId: $tenantId, eventId: $eventId, userId: delivery.userId})
ON CREATE SET
  notification:$($tenantLabel),
  notification.id = delivery.notificationId,
  notification.type = $type,
  notification.title = $title,
  notification.text = $text,
  notification.payload = $payload,
  notification.link = $link,
  notification.aboutIds = $aboutIds,
  notification.unread = delivery.unread,
  notification.createdAt = datetime($now)
MERGE (recipient)-[:RECEIVED]->(notification)
WITH notification, delivery
CALL (notification, delivery) {
  WITH * WHERE delivery.emailEventId IS NOT NULL
  MERGE (email:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + notification.id})
  ON CREATE SET
    email:$($tenantLabel),
    email.id = delivery.emailEventId,
    email.type = 'email.send',
    email.subjectId = notification.id,
    email.recipientIds = [delivery.userId],
    email.status = 'pending',
    email.attempts = 0,
    email.dueAt = datetime($now),
    email.createdAt = datetime($now)
}
RETURN count(notification) AS delivered
