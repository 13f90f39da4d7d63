// An outbox event names its queue. Workers take what is due queue by queue, and in turn by tenant where much is due. They give
// a queue to the events of earlier releases, which may run until the last process is replaced (outbox/assign_queues).
CREATE INDEX outbox_event_by_queue IF NOT EXISTS FOR (event:OutboxEvent) ON (event.queue, event.status, event.dueAt);
CREATE INDEX outbox_event_by_tenant_and_queue IF NOT EXISTS FOR (event:OutboxEvent) ON (event.tenantId, event.queue, event.status, event.dueAt);
