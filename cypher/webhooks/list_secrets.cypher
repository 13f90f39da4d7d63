// Lists the sealed secrets of webhooks of all tenants sorted by id, at most 500 that follow $after: {tenantId, id, secret, previousSecrets}.
// @all-tenants
// @param after: text
MATCH (webhook:Webhook)
WHERE webhook.id > $after
WITH webhook
ORDER BY webhook.id
LIMIT 500
RETURN collect(webhook {.tenantId, .id, .secret, previousSecrets: coalesce(webhook.previousSecrets, [])}) AS webhooks
