// Records the attempts of a round under the lease $leaseId: $results are {deliveryId, status, attempts, dueAt, httpStatus, error}.
// Disables the webhook when the receiver $isGone, or has failed since $failingBefore without a success, and tells the tenant's admins by
// one event with the payload of the reason. No row when the lease is lost: another process sends these events again.
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
SET webhook.id = $webhookId
WITH webhook
WHERE webhook.leaseId = $leaseId
CALL () {
  UNWIND $results AS result
  MATCH (delivery:WebhookDelivery {tenantId: $tenantId, id: result.deliveryId})
  SET
    delivery.status = result.status,
    delivery.attempts = result.attempts,
    delivery.dueAt = datetime(result.dueAt),
    delivery.httpStatus = result.httpStatus,
    delivery.error = result.error,
    delivery.endedAt = CASE WHEN result.status <> 'pending' THEN datetime($now) END
  RETURN count(delivery) AS recorded
}
WITH webhook, CASE
  WHEN $hasSucceeded THEN null
  WHEN $hasFailed THEN coalesce(webhook.failingSince, datetime($now))
  ELSE webhook.failingSince
END AS failingSince
SET webhook.failingSince = failingSince
WITH webhook, CASE
  WHEN webhook.status <> 'enabled' THEN null
  WHEN $isGone THEN 'gone'
  WHEN failingSince <= datetime($failingBefore) THEN 'failing'
END AS reason
CALL (webhook, reason) {
  WITH * WHERE reason IS NOT NULL
  SET webhook.status = 'disabled', webhook.disabledReason = reason
  REMOVE webhook.dueAt
  WITH webhook, reason, COLLECT {
    MATCH (admin:User {tenantId: $tenantId, active: true})
    WHERE admin.email IS NOT NULL AND any(role IN admin.roles WHERE role IN $permittedRoles)
    RETURN admin.id
  } AS adminIds
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'webhook.disabled:' + $eventId})
  ON CREATE SET
    event.id = $eventId,
    event.type = 'webhook.disabled',
    event.subjectId = webhook.id,
    event.payload = CASE reason WHEN 'gone' THEN $payloads.gone ELSE $payloads.failing END,
    event.aboutIds = [],
    event.recipientIds = adminIds,
    // @include pending_event
}
RETURN reason AS disabledReason
