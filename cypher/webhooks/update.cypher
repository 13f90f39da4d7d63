// Changes a webhook; a null parameter keeps its field. One that is enabled again continues with the changes that it has
// not got. Another address has not failed yet. Writes an audit entry, unless nothing changes. No row when it does not
// exist, or the caller has none of $permittedRoles.
// @param permittedRoles: list of roles
// @param webhookId: id
// @param url: text or null
// @param types: list of texts or null
// @param status: text or null
// @param now: instant
// @param auditId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (locked:Webhook {tenantId: $tenantId, id: $webhookId})
SET locked.id = $webhookId
WITH locked
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
WITH webhook, [
  change IN [
    ['url', $url <> webhook.url],
    ['types', $types <> webhook.types],
    ['status', $status <> webhook.status]
  ] WHERE change[1] | change[0]
] AS fields
SET
  webhook.failingSince = CASE
    WHEN $url <> webhook.url OR $status = 'enabled' AND webhook.status = 'disabled' THEN null
    ELSE webhook.failingSince
  END,
  webhook.url = coalesce($url, webhook.url),
  webhook.types = coalesce($types, webhook.types),
  webhook.disabledReason = CASE coalesce($status, webhook.status)
    WHEN 'disabled' THEN coalesce(webhook.disabledReason, 'manual')
  END,
  webhook.dueAt = CASE coalesce($status, webhook.status) WHEN 'enabled' THEN datetime($now) END,
  webhook.updatedAt = datetime($now)
SET webhook.status = coalesce($status, webhook.status)
FOREACH (_ IN CASE WHEN fields = [] THEN [] ELSE [true] END |
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = 'webhook.update',
    entry.fields = fields,
    entry.webhookId = $webhookId,
    audit_entry(entry, $callerId, datetime($now))
)
RETURN
  // @include webhook_fields
  AS webhook
