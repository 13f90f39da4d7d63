// Deletes up to $limit deliveries of a webhook that was deleted, and returns how many.
// @param webhookId: id
// @param limit: whole number
MATCH (delivery:WebhookDelivery {tenantId: $tenantId, webhookId: $webhookId})
WHERE delivery.createdAt IS NOT NULL AND delivery.id IS NOT NULL
  AND NOT EXISTS { (:Webhook {tenantId: $tenantId, id: $webhookId}) }
WITH delivery
LIMIT toInteger($limit)
DELETE delivery
RETURN count(*) AS deleted
