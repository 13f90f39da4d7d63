// A page of notifications finds those that were read since the first page; the others are in the order of notification_by_reader.
CREATE INDEX notification_by_reading IF NOT EXISTS FOR (notification:Notification) ON (notification.tenantId, notification.userId, notification.readAt);
