// Ends the lease $leaseId of a webhook, if it holds, and says when it is due again: at once while the log has more for
// it, else with the next delivery that is the first of its subject. One that is due already is due from $now on, behind
// others that wait for their turn.
// @param webhookId: id
// @param leaseId: id
// @param now: instant
// @param maxPending: number
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
SET webhook.id = $webhookId
WITH webhook
WHERE webhook.leaseId = $leaseId
OPTIONAL MATCH (log:ChangeLog {tenantId: $tenantId})
WITH webhook, coalesce(log.openThrough, 0) > webhook.position AS isBehind
CALL (webhook) {
  // @include due_heads
  RETURN min(delivery.dueAt) AS nextAt
}
WITH webhook, isBehind, nextAt,
  // @include waiting_deliveries
  AS waiting
SET webhook.dueAt = CASE
  WHEN webhook.status <> 'enabled' THEN null
  WHEN nextAt <= datetime($now) OR isBehind AND waiting < $maxPending THEN datetime($now)
  ELSE nextAt
END
REMOVE webhook.leaseId, webhook.leasedUntil
RETURN webhook.id AS id
