// Creates a webhook that gets the changes from now on, of the given types, or of all if there are none. `secret` is
// encrypted. Returns it; `isFull` when the tenant has $maxWebhooks, and nothing was created. Writes an audit entry.
// Takes the tenant's write lock before counting (see organisation/lock_tenant). No row for callers without one of
// $permittedRoles.
// @param permittedRoles: list of roles
// @param webhookId: id
// @param maxWebhooks: number
// @param url: text
// @param types: list of texts
// @param secret: text
// @param now: instant
// @param auditId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
OPTIONAL MATCH (log:ChangeLog {tenantId: $tenantId})
WITH coalesce(log.openThrough, 0) AS position, COUNT {
  MATCH (other:Webhook {tenantId: $tenantId})
  WHERE other.status IS NOT NULL AND other.id <> $webhookId
} >= $maxWebhooks AS isFull
CALL (position, isFull) {
  WITH * WHERE NOT isFull
  MERGE (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
  ON CREATE SET
    webhook:$($tenantLabel),
    webhook.url = $url,
    webhook.types = $types,
    webhook.status = 'enabled',
    webhook.secret = $secret,
    webhook.position = position,
    webhook.createdAt = datetime($now),
    webhook.updatedAt = datetime($now)
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = 'webhook.create',
    entry.webhookId = $webhookId,
    audit_entry(entry, $callerId, datetime($now))
  RETURN collect(
    // @include webhook_fields
  ) AS created
}
RETURN head(created) AS webhook, isFull
