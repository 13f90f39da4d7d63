// Subquery: the first pending delivery of each subject of `webhook`, as `delivery`. Those behind it wait, so that the
// events of a subject arrive in order. The limit is above what may wait.
// @param webhookId: id
MATCH (pending:WebhookDelivery {tenantId: $tenantId, webhookId: $webhookId, status: 'pending'})
WHERE pending.sequence >= 0
WITH pending
ORDER BY pending.tenantId, pending.webhookId, pending.status, pending.sequence
LIMIT 1000
WITH pending.subjectId AS subjectId, head(collect(pending)) AS delivery
