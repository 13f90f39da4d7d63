// Marks the caller's own notification as read; the first time counts. What went out as an e-mail alone is in no list.
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId, userId: $callerId})
WHERE notification.unread IS NOT NULL
SET notification.unread = false, notification.readAt = coalesce(notification.readAt, datetime($now))
RETURN notification {
  .id, .type, .title, .text, .link, .unread,
  createdAt: left(toString(notification.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
  readAt: left(toString(notification.readAt + duration({nanoseconds: 1})), 23) + 'Z'
} AS notification
