// Deletes up to $limit deliveries of webhooks of the tenant that were queued before $before and have ended, and returns
// how many.
// @param before: instant
// @param limit: whole number
// @include retention_run
CALL () {
  MATCH (webhook:Webhook {tenantId: $tenantId})
  WHERE webhook.status IS NOT NULL
  MATCH (delivery:WebhookDelivery {tenantId: $tenantId, webhookId: webhook.id})
  WHERE delivery.createdAt < datetime($before) AND delivery.id IS NOT NULL AND delivery.status <> 'pending'
  WITH delivery
  LIMIT toInteger($limit)
  DELETE delivery
  RETURN count(*) AS deleted
}
SET run.deliveries = coalesce(run.deliveries, 0) + deleted
RETURN deleted
