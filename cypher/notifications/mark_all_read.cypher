// Marks every unread notification of the caller as read and returns how many there were. No row when the caller is unknown or
// deactivated.
// @param now: instant
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
CALL (caller) {
  MATCH (notification:Notification {tenantId: $tenantId, userId: caller.id, unread: true})
  USING INDEX notification:Notification(tenantId, userId, unread, createdAt)
  WHERE notification.createdAt IS NOT NULL
  SET notification.unread = false, notification.readAt = datetime($now)
  RETURN count(notification) AS read
}
RETURN read
