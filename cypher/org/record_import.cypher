// Increments the organisation revision and writes the audit entry of an import with the numbers of created, changed and
// moved users.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.orgRevision = tenant.orgRevision + 1
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'organisation.import',
  entry.created = $created,
  entry.changed = $changed,
  entry.moved = $moved,
  // @include audit_entry
