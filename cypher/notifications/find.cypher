// A notification in the caller's tenant, and the caller's standing towards whom it is for.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
RETURN
  caller {.roles, hops: CASE WHEN notification.userId = $callerId THEN 0 END} AS standing,
  notification {.id} AS notification
