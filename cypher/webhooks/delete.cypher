// Deletes a webhook and up to 10,000 of its deliveries; webhooks/sweep deletes the rest with time. No row when it does not exist, or the
// caller has none of $permittedRoles, unless $asOperator.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE $asOperator OR any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
DELETE webhook
WITH count(*) AS deleted
WHERE deleted > 0
CALL () {
  MATCH (delivery:WebhookDelivery {tenantId: $tenantId, webhookId: $webhookId})
  WHERE delivery.createdAt IS NOT NULL AND delivery.id IS NOT NULL
  WITH delivery
  LIMIT 10000
  DELETE delivery
}
RETURN deleted
