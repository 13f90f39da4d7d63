// Deletes the token of a service. Writes an audit entry. No row when it does not exist.
// @param tokenId: id
// @param auditId: id
// @param now: instant
MATCH (token:ServiceToken {tenantId: $tenantId, id: $tokenId})
DELETE token
WITH count(*) AS deleted
WHERE deleted > 0
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'service.revoke',
  audit_entry(entry, $callerId, datetime($now))
RETURN deleted
