// Returns a notification of the tenant and the caller's standing towards its recipient. Notifications that were sent by
// e-mail only have no `unread` and are not found.
// @param notificationId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
  WHERE notification.unread IS NOT NULL
RETURN
  caller {.roles, levelsAbove: CASE WHEN notification.userId = $callerId THEN 0 END} AS standing,
  notification {.id} AS notification
