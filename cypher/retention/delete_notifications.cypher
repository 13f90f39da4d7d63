// Deletes up to $limit notifications of the tenant from before $before, with their e-mails, and returns how many.
// @include retention_run
CALL () {
  MATCH (notification:Notification {tenantId: $tenantId})
  WHERE notification.createdAt < datetime($before)
  WITH notification
  LIMIT toInteger($limit)
  OPTIONAL MATCH (email:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + notification.id})
  DETACH DELETE notification, email
  RETURN count(DISTINCT notification) AS deleted
}
SET run.notifications = coalesce(run.notifications, 0) + deleted
RETURN deleted
