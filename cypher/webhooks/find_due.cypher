// Returns up to 100 enabled webhooks of all tenants that have something due and no lease, as {tenantId, webhookId},
// longest due first; without $runningIds, and without the webhooks of $busyTenantIds.
// @all-tenants
// @param now: instant
// @param runningIds: list of ids
// @param busyTenantIds: list of ids
RETURN COLLECT {
  MATCH (webhook:Webhook)
  USING INDEX SEEK webhook:Webhook(dueAt)
  WHERE webhook.dueAt <= datetime($now) AND webhook.status = 'enabled'
    AND (webhook.leasedUntil IS NULL OR webhook.leasedUntil <= datetime($now))
    AND NOT webhook.id IN $runningIds
    AND NOT webhook.tenantId IN $busyTenantIds
  WITH webhook
  ORDER BY webhook.dueAt
  LIMIT 100
  RETURN {tenantId: webhook.tenantId, webhookId: webhook.id}
} AS webhooks
