// Deletes a webhook; webhooks/delete_deliveries deletes its deliveries. Writes an audit entry. No row when it does not
// exist, or the caller has none of $permittedRoles.
// @param permittedRoles: list of roles
// @param webhookId: id
// @param auditId: id
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
DELETE webhook
WITH count(*) AS deleted
WHERE deleted > 0
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'webhook.delete',
  entry.webhookId = $webhookId,
  audit_entry(entry, $callerId, datetime($now))
RETURN deleted
