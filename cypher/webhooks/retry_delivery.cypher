// Sends a delivery that has ended once more, with all attempts left, before later events of its subject. Returns it;
// null when it is pending already, the webhook is disabled, or $maxPending wait. No row when there is no such delivery,
// or the caller has none of $permittedRoles.
// @param permittedRoles: list of roles
// @param webhookId: id
// @param deliveryId: id
// @param maxPending: number
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
SET webhook.id = $webhookId
WITH webhook
MATCH (delivery:WebhookDelivery {tenantId: $tenantId, id: $deliveryId})
WHERE delivery.webhookId = $webhookId
CALL (webhook, delivery) {
  WITH * WHERE webhook.status = 'enabled' AND delivery.status <> 'pending' AND
    // @include waiting_deliveries
    < $maxPending
  SET
    webhook.dueAt = datetime($now),
    delivery.status = 'pending',
    delivery.attempts = 0,
    delivery.dueAt = datetime($now)
  REMOVE delivery.endedAt
  RETURN collect(
    // @include delivery_fields
  ) AS revived
}
RETURN head(revived) AS delivery
