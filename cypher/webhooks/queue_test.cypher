// Queues a test event for a webhook, in an order of its own, and returns the delivery; null when the webhook is
// disabled, or $maxPending wait. No row when it does not exist, or the caller has none of $permittedRoles.
// @param permittedRoles: list of roles
// @param webhookId: id
// @param maxPending: number
// @param now: instant
// @param changeId: id
// @param deliveryId: id
// @param type: text
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
SET webhook.id = $webhookId
WITH webhook
CALL (webhook) {
  WITH * WHERE webhook.status = 'enabled' AND
    // @include waiting_deliveries
    < $maxPending
  SET webhook.dueAt = datetime($now)
  MERGE (delivery:WebhookDelivery {tenantId: $tenantId, webhookId: $webhookId, changeId: $changeId})
  ON CREATE SET
    delivery:$($tenantLabel),
    delivery.id = $deliveryId,
    delivery.sequence = 0,
    delivery.type = $type,
    delivery.subjectId = $deliveryId,
    delivery.at = datetime($now),
    delivery.traceparent = $traceparent,
    delivery.status = 'pending',
    delivery.attempts = 0,
    delivery.dueAt = datetime($now),
    delivery.createdAt = datetime($now)
  RETURN collect(
    // @include delivery_fields
  ) AS queued
}
RETURN head(queued) AS delivery
