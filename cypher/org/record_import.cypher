// Increments the organisation revision, notes the time of first reporting lines in the tenant, forgets what was staged,
// and writes the audit entry of an import with the numbers of created, changed and moved users.
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
  // @include audit_entry
WITH entry
MATCH (batch:ImportBatch {tenantId: $tenantId})
WHERE batch.createdAt IS NOT NULL
DELETE batch
