// Creates the notification of an event for each of $deliveries ({userId, notificationId, unread, emailEventId}), once
// per recipient, and an email.send event where emailEventId is not null. Returns how many recipients have the
// notification. Takes the event's write lock before reading it: when the event was erased together with the person it
// is about, no row.
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
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + notification.id})
  ON CREATE SET
    event.id = delivery.emailEventId,
    event.type = 'email.send',
    event.subjectId = notification.id,
    event.recipientIds = [delivery.userId],
    // @include pending_event
}
RETURN count(notification) AS delivered
