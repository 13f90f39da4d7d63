// Gives a webhook another secret; the one before signs as well until $previousUntil, and those before it until the end
// that each was given: the last $maxPrevious of them; with $revokePrevious none. Writes an audit entry. No row when it
// does not exist, or the caller has none of $permittedRoles.
// @param permittedRoles: list of roles
// @param webhookId: id
// @param now: instant
// @param secret: text
// @param previousUntil: instant
// @param revokePrevious: boolean
// @param maxPrevious: whole number
// @param auditId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (locked:Webhook {tenantId: $tenantId, id: $webhookId})
SET locked.id = $webhookId
WITH locked
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
WITH webhook, coalesce(webhook.previousSecrets, []) AS secrets, coalesce(webhook.previousSecretsUntil, []) AS ends
WITH webhook, [place IN range(0, size(secrets) - 1) WHERE ends[place] > datetime($now) | [secrets[place], ends[place]]] +
  CASE WHEN webhook.secret = $secret THEN [] ELSE [[webhook.secret, datetime($previousUntil)]] END AS previous
WITH webhook, CASE WHEN $revokePrevious THEN [] ELSE previous[-toInteger($maxPrevious)..] END AS previous
SET
  webhook.previousSecrets = [one IN previous | one[0]],
  webhook.previousSecretsUntil = [one IN previous | one[1]],
  webhook.secret = $secret,
  webhook.updatedAt = datetime($now)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'webhook.rotate',
  entry.webhookId = $webhookId,
  audit_entry(entry, $callerId, datetime($now))
RETURN
  // @include webhook_fields
  AS webhook
