// Takes the write lock of a webhook until the transaction ends (see organisation/lock_tenant).
// @param webhookId: id
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
SET webhook.id = $webhookId
RETURN webhook.id AS id
