// A notification in somebody's list in the caller's tenant, and the caller's standing towards whom it is for.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
  WHERE notification.unread IS NOT NULL
RETURN
  caller {.roles, hops: CASE WHEN notification.userId = $callerId THEN 0 END} AS standing,
  notification {.id} AS notification
