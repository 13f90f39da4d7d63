// Returns the number of the caller's unread notifications.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
RETURN
  caller {.roles} AS standing,
  COUNT {
    (notification:Notification {tenantId: $tenantId, userId: caller.id, unread: true})
    WHERE notification.createdAt IS NOT NULL
  } AS unread
