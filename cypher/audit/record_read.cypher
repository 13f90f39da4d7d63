// Writes the audit entry $id of a read of what others wrote or of their scores, before it is answered: $action, and
// $facts, which are ids. Reads of a tenant at the same time share a transaction.
// @batch
// @param id: id
// @param facts: audit facts
// @param action: text
// @param now: instant
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $id})
ON CREATE SET
  entry += $facts,
  entry.action = $action,
  audit_entry(entry, $callerId, datetime($now))
RETURN entry.id AS id
