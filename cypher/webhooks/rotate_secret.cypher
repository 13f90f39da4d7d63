// Gives a webhook another secret; the one before signs as well until $previousUntil. No row when it does not exist, or the caller has
// none of $permittedRoles.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
SET webhook.id = $webhookId
WITH webhook, webhook.secret AS before
SET
  webhook.previousSecret = CASE WHEN before = $secret THEN webhook.previousSecret ELSE before END,
  webhook.previousUntil = datetime($previousUntil),
  webhook.secret = $secret,
  webhook.updatedAt = datetime($now)
RETURN
  // @include webhook_fields
  AS webhook
