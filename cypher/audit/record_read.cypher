// Writes the audit entry $id of a read of what others wrote or of their scores, before it is answered: $action, and
// $facts, which are ids. Reads of a tenant at the same time share a transaction.
// @batch
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $id})
ON CREATE SET
  entry += $facts,
  entry.action = $action,
  // @include audit_entry
RETURN entry.id AS id
