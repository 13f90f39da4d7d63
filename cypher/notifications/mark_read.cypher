// Marks the caller's own notification as read and returns it; readAt keeps the first time. No row when it does not
// exist, belongs to someone else, or was sent by e-mail only.
// @batch
// @param notificationId: id
// @param now: instant
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId, userId: $callerId})
WHERE notification.unread IS NOT NULL
SET notification.unread = false, notification.readAt = coalesce(notification.readAt, datetime($now))
RETURN notification {
  .id, .type, .title, .text, .link, .unread,
  subject: CASE WHEN notification.subjectId IS NOT NULL THEN {type: notification.subjectType, id: notification.subjectId} END,
  createdAt: moment(notification.createdAt),
  readAt: moment(notification.readAt)
} AS notification
