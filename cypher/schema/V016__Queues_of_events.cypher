// An outbox event names its queue. Workers take what is due queue by queue, and in turn by tenant where much is due.
CREATE INDEX outbox_event_by_queue IF NOT EXISTS FOR (event:OutboxEvent) ON (event.queue, event.status, event.dueAt);
CREATE INDEX outbox_event_by_tenant_and_queue IF NOT EXISTS FOR (event:OutboxEvent) ON (event.tenantId, event.queue, event.status, event.dueAt);
MATCH (event:OutboxEvent)
WHERE event.status IN ['pending', 'held', 'dead'] AND event.queue IS NULL
SET event.queue = CASE
  WHEN event.type = 'email.send' THEN 'emails'
  WHEN event.type = 'profile.import' THEN 'imports'
  WHEN event.type = 'trends.detect' THEN 'trends'
  WHEN event.type IN ['digest.weekly', 'goals.non_setters'] OR size(event.recipientIds) > 20 THEN 'mass-notifications'
  ELSE 'notifications'
END;
