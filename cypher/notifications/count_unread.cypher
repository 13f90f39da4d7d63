// Returns the number of the caller's unread notifications.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
RETURN
  caller {.roles} AS standing,
  COUNT {
    MATCH (notification:Notification {tenantId: $tenantId, userId: caller.id, unread: true})
    USING INDEX notification:Notification(tenantId, userId, unread, createdAt)
    WHERE notification.createdAt IS NOT NULL
    RETURN notification
  } AS unread
