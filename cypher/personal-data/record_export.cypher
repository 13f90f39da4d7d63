// Finds a user by e-mail address, and records in the audit log that what is stored about them is read out to somebody.
// @param email: text
// @param auditId: id
// @param now: instant
MATCH (person:User {tenantId: $tenantId, email: $email})
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'person.exported',
  entry.userId = person.id,
  audit_entry(entry, $callerId, datetime($now))
RETURN person {.id, .name, .email} AS person
