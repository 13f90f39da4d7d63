// Begins a round of deliveries of a webhook: acquires or renews the lease $leaseId, queues the changes among the next
// $span of the log that the webhook wants, unless $maxPending wait, and returns up to $limit deliveries that are due,
// the first of each subject. Position and deliveries are one transaction: no change is left out. No row under another
// lease, or when the webhook is disabled or deleted.
// @param webhookId: id
// @param leaseId: id
// @param now: instant
// @param leasedUntil: instant
// @param maxPending: number
// @param span: number
// @param limit: whole number
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
SET webhook.id = $webhookId
WITH webhook
WHERE webhook.status = 'enabled' AND (
  webhook.leaseId = $leaseId OR webhook.leasedUntil IS NULL OR webhook.leasedUntil <= datetime($now)
)
SET webhook.leaseId = $leaseId, webhook.leasedUntil = datetime($leasedUntil)
WITH webhook
OPTIONAL MATCH (log:ChangeLog {tenantId: $tenantId})
WITH webhook, coalesce(log.openThrough, 0) AS openThrough, webhook.position AS position,
  // @include waiting_deliveries
  AS waiting
WITH webhook, position, openThrough, waiting, toInteger(CASE
  WHEN waiting >= $maxPending THEN position
  WHEN position + $span < openThrough THEN position + $span
  ELSE openThrough
END) AS end
CALL (webhook, position, end) {
  MATCH (entry:ChangeEntry {tenantId: $tenantId})
  WHERE entry.sequence > position AND entry.sequence <= end AND (webhook.types = [] OR entry.type IN webhook.types)
  MERGE (queued:WebhookDelivery {tenantId: $tenantId, webhookId: $webhookId, changeId: entry.id})
  ON CREATE SET
    queued:$($tenantLabel),
    queued.id = randomUUID(),
    queued.sequence = entry.sequence,
    queued.type = entry.type,
    queued.subjectType = entry.subjectType,
    queued.subjectId = entry.subjectId,
    queued.changed = entry.changed,
    queued.orgRevision = entry.orgRevision,
    queued.at = entry.at,
    queued.traceparent = entry.traceparent,
    queued.status = 'pending',
    queued.attempts = 0,
    queued.dueAt = datetime($now),
    queued.createdAt = datetime($now)
  RETURN count(queued) AS queued
}
SET webhook.position = end
WITH webhook, end < openThrough AND waiting < $maxPending AS hasMore
CALL (webhook) {
  // @include due_heads
  WHERE delivery.dueAt <= datetime($now)
  WITH delivery
  ORDER BY delivery.sequence
  LIMIT toInteger($limit)
  RETURN collect(delivery {
    .id, .changeId, .type, .attempts, .changed, .orgRevision, .traceparent,
    at: moment(delivery.at),
    subject: CASE WHEN delivery.subjectType IS NOT NULL THEN {type: delivery.subjectType, id: delivery.subjectId} END
  }) AS due
}
RETURN
  webhook {
    .url, .secret,
    previousSecrets: [
      place IN range(0, size(coalesce(webhook.previousSecrets, [])) - 1) WHERE webhook.previousSecretsUntil[place] > datetime($now) |
      webhook.previousSecrets[place]
    ]
  } AS webhook,
  due,
  hasMore
