// The audit log is read in pages by time: of a tenant, about a person, by a person.
CREATE INDEX audit_entry_by_time IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.at, entry.id);
CREATE INDEX audit_entry_by_user IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.userId, entry.at, entry.id);
CREATE INDEX audit_entry_by_actor IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.actorId, entry.at, entry.id);
// The change log: an entry is written once, is found while it waits for its place, and is read by its place. A tenant has one log.
CREATE CONSTRAINT change_entry_once_per_key IF NOT EXISTS FOR (entry:ChangeEntry) REQUIRE (entry.tenantId, entry.key) IS UNIQUE;
CREATE INDEX change_entry_by_recording IF NOT EXISTS FOR (entry:ChangeEntry) ON (entry.recordedAt);
CREATE INDEX change_entry_by_place IF NOT EXISTS FOR (entry:ChangeEntry) ON (entry.tenantId, entry.sequence);
CREATE CONSTRAINT change_log_once_per_tenant IF NOT EXISTS FOR (log:ChangeLog) REQUIRE log.tenantId IS UNIQUE;
CREATE INDEX change_log_by_unopened IF NOT EXISTS FOR (log:ChangeLog) ON (log.hasUnopened);
// Webhooks are found by tenant and by when something is due; their deliveries by place, by time, and once per change.
CREATE CONSTRAINT webhook_id IF NOT EXISTS FOR (webhook:Webhook) REQUIRE webhook.id IS UNIQUE;
CREATE INDEX webhook_by_creation IF NOT EXISTS FOR (webhook:Webhook) ON (webhook.tenantId, webhook.createdAt, webhook.id);
CREATE INDEX webhook_by_status IF NOT EXISTS FOR (webhook:Webhook) ON (webhook.tenantId, webhook.status);
CREATE INDEX webhook_by_due_time IF NOT EXISTS FOR (webhook:Webhook) ON (webhook.dueAt);
CREATE CONSTRAINT webhook_delivery_id IF NOT EXISTS FOR (delivery:WebhookDelivery) REQUIRE delivery.id IS UNIQUE;
CREATE CONSTRAINT webhook_delivery_once_per_change IF NOT EXISTS FOR (delivery:WebhookDelivery) REQUIRE (delivery.tenantId, delivery.webhookId, delivery.changeId) IS UNIQUE;
CREATE INDEX webhook_delivery_by_place IF NOT EXISTS FOR (delivery:WebhookDelivery) ON (delivery.tenantId, delivery.webhookId, delivery.status, delivery.sequence);
CREATE INDEX webhook_delivery_by_time IF NOT EXISTS FOR (delivery:WebhookDelivery) ON (delivery.tenantId, delivery.webhookId, delivery.createdAt, delivery.id);
CREATE INDEX webhook_delivery_by_age IF NOT EXISTS FOR (delivery:WebhookDelivery) ON (delivery.createdAt);
