// Records the attempts of a round under the lease $leaseId: $results are {deliveryId, status, attempts, dueAt,
// httpStatus, error}. Disables the webhook when the receiver $isGone, or has failed since $failingBefore without a
// success, and notifies the tenant's admins by one event with the payload of the reason. If there was no failure since
// $streakBefore, a failure is the first of a new streak. $url is the address to which the service sent. If it is no longer the
// address of the webhook, the webhook stays as it is, and deliveries that were answered with 410 are due at once. No row when the lease is lost: another process sends these
// events again.
// @param webhookId: id
// @param leaseId: id
// @param url: text
// @param results: list of {httpStatus: number or null, deliveryId: id, attempts: number, error: text or null}
// @param now: instant
// @param hasSucceeded: boolean
// @param hasFailed: boolean
// @param streakBefore: instant
// @param isGone: boolean
// @param failingBefore: instant
// @param permittedRoles: list of roles
// @param eventId: id
// @param payloads: {gone: JSON text, failing: JSON text}
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
SET webhook.id = $webhookId
WITH webhook
WHERE webhook.leaseId = $leaseId
WITH webhook, webhook.url = $url AS isCurrent
CALL (isCurrent) {
  UNWIND $results AS result
  WITH result, CASE WHEN result.httpStatus = 410 AND NOT isCurrent THEN {status: 'pending', dueAt: $now} ELSE result END AS next
  MATCH (delivery:WebhookDelivery {tenantId: $tenantId, id: result.deliveryId})
  SET
    delivery.status = next.status,
    delivery.attempts = result.attempts,
    delivery.dueAt = datetime(next.dueAt),
    delivery.httpStatus = result.httpStatus,
    delivery.error = result.error,
    delivery.endedAt = CASE WHEN next.status <> 'pending' THEN datetime($now) END
  RETURN count(delivery) AS recorded
}
WITH webhook, isCurrent, CASE
  WHEN NOT isCurrent THEN webhook.failingSince
  WHEN $hasSucceeded THEN null
  WHEN $hasFailed AND webhook.lastFailedAt >= datetime($streakBefore) THEN coalesce(webhook.failingSince, datetime($now))
  WHEN $hasFailed THEN datetime($now)
  ELSE webhook.failingSince
END AS failingSince
SET webhook.failingSince = failingSince, webhook.lastFailedAt = CASE WHEN failingSince IS NOT NULL THEN datetime($now) END
WITH webhook, CASE
  WHEN webhook.status <> 'enabled' OR NOT isCurrent THEN null
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
    event.queue = 'notifications',
    event.subjectId = webhook.id,
    event.payload = CASE reason WHEN 'gone' THEN $payloads.gone ELSE $payloads.failing END,
    event.aboutIds = [],
    event.recipientIds = adminIds,
    pending_event(event, datetime($now))
}
RETURN reason AS disabledReason
