// Outbox events are found by the time they are due, or by when they ended; a notification of an event reaches a person once;
// a Monday run happens once per tenant, kind and week.
CREATE CONSTRAINT outbox_event_id IF NOT EXISTS FOR (event:OutboxEvent) REQUIRE event.id IS UNIQUE;
CREATE INDEX outbox_event_by_due_time IF NOT EXISTS FOR (event:OutboxEvent) ON (event.status, event.dueAt);
CREATE INDEX outbox_event_by_end IF NOT EXISTS FOR (event:OutboxEvent) ON (event.status, event.endedAt);
CREATE CONSTRAINT notification_id IF NOT EXISTS FOR (notification:Notification) REQUIRE notification.id IS UNIQUE;
CREATE CONSTRAINT notification_once_per_event IF NOT EXISTS FOR (notification:Notification) REQUIRE (notification.tenantId, notification.eventId, notification.userId) IS UNIQUE;
CREATE INDEX notification_by_reader IF NOT EXISTS FOR (notification:Notification) ON (notification.tenantId, notification.userId, notification.unread, notification.createdAt);
CREATE CONSTRAINT weekly_run_once IF NOT EXISTS FOR (run:WeeklyRun) REQUIRE (run.tenantId, run.kind, run.weekStart) IS UNIQUE;
MATCH (event:OutboxEvent {status: 'pending'}) WHERE event.dueAt IS NULL SET event.dueAt = event.createdAt;
