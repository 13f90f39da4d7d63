// Returns up to 100 webhooks of all tenants that have something due and no lease, as {tenantId, webhookId}, longest due first; without
// $runningIds, and without the webhooks of $busyTenantIds.
RETURN COLLECT {
  MATCH (webhook:Webhook)
  WHERE webhook.dueAt <= datetime($now)
    AND (webhook.leasedUntil IS NULL OR webhook.leasedUntil <= datetime($now))
    AND NOT webhook.id IN $runningIds
    AND NOT webhook.tenantId IN $busyTenantIds
  WITH webhook
  ORDER BY webhook.dueAt
  LIMIT 100
  RETURN {tenantId: webhook.tenantId, webhookId: webhook.id}
} AS webhooks
