// Increments the organisation revision, notes the time of first reporting lines in the tenant, forgets what was staged,
// and writes the audit entry of an import with the numbers of created, changed and moved users, and of those who left by it.
// @param auditId: id
// @param created: number
// @param changed: number
// @param moved: number
// @param left: number
// @param now: instant
MATCH (tenant:Tenant {id: $tenantId})
WITH
  tenant,
  // @include move_time
  AS movedAt
SET tenant.orgRevision = tenant.orgRevision + 1, tenant.lastMoveAt = movedAt
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'organisation.import',
  entry.created = $created,
  entry.changed = $changed,
  entry.moved = $moved,
  entry.left = CASE WHEN $left > 0 THEN $left END,
  audit_entry(entry, $callerId, datetime($now))
WITH entry
MATCH (batch:ImportBatch {tenantId: $tenantId})
WHERE batch.createdAt IS NOT NULL
DELETE batch
