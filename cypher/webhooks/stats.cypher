// Returns the number of pending deliveries of all tenants, when the oldest of them was made, and since when the webhook
// that is due longest waits for a worker. Looks at the webhooks that have something due; about 500 deliveries wait for
// each, at most. Feeds /metrics.
// @all-tenants
// @param now: instant
MATCH (webhook:Webhook)
WHERE webhook.dueAt IS NOT NULL
CALL (webhook) {
  MATCH (delivery:WebhookDelivery {tenantId: webhook.tenantId, webhookId: webhook.id, status: 'pending'})
  WHERE delivery.sequence >= 0
  RETURN count(delivery) AS waiting, min(delivery.createdAt) AS waitingSince
}
RETURN
  sum(waiting) AS pending,
  toString(min(waitingSince)) AS oldest,
  toString(min(CASE
    WHEN webhook.dueAt <= datetime($now) AND (webhook.leasedUntil IS NULL OR webhook.leasedUntil <= datetime($now))
    THEN webhook.dueAt
  END)) AS due
