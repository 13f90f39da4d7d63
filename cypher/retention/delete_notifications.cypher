// Deletes up to $limit notifications of the tenant from before $before, with the events that send them, and returns how many.
// @param before: instant
// @param limit: whole number
// @include retention_run
CALL () {
  MATCH (notification:Notification {tenantId: $tenantId})
  WHERE notification.createdAt < datetime($before)
  WITH notification
  LIMIT toInteger($limit)
  OPTIONAL MATCH (message:OutboxEvent {tenantId: $tenantId})
  WHERE message.key IN message_keys(notification)
  DETACH DELETE notification, message
  RETURN count(DISTINCT notification) AS deleted
}
SET run.notifications = coalesce(run.notifications, 0) + deleted
RETURN deleted
