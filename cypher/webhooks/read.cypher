// Returns a webhook, or null, with the caller's standing.
// @param webhookId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
RETURN
  caller {.roles} AS standing,
  // @include webhook_fields
  AS webhook
