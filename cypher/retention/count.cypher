// Counts what the retention of the tenant would delete: $before has an instant for each kind, or null.
// @param before: map of instants
RETURN
  COUNT {
    MATCH (notification:Notification {tenantId: $tenantId})
    WHERE notification.createdAt < datetime($before.notifications)
  } AS notifications,
  COUNT {
    MATCH (webhook:Webhook {tenantId: $tenantId})
    WHERE webhook.status IS NOT NULL
    MATCH (delivery:WebhookDelivery {tenantId: $tenantId, webhookId: webhook.id})
    WHERE delivery.createdAt < datetime($before.deliveries) AND delivery.id IS NOT NULL AND delivery.status <> 'pending'
  } AS deliveries,
  COUNT {
    MATCH (summary:Summary {tenantId: $tenantId})
    WHERE summary.weekStart < date(datetime($before.summaries)) AND summary.id IS NOT NULL
  } AS summaries,
  COUNT {
    MATCH (entry:AuditEntry {tenantId: $tenantId})
    WHERE entry.at < datetime($before.audit) AND entry.id IS NOT NULL AND entry.sequence IS NOT NULL
  } AS audit
