// Writes audit entries of what no other query records: each of $entries is {id, action, facts}, where facts are ids,
// names of fields and values (src/platform/schema/audit.ts). An entry that exists already is not written again.
// @param entries: list of {id: id, facts: audit facts, action: text}
// @param now: instant
UNWIND $entries AS row
MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.id})
ON CREATE SET
  entry += row.facts,
  entry.action = row.action,
  audit_entry(entry, $callerId, datetime($now))
