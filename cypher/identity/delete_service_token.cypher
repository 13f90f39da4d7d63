// Deletes the token of a service. Writes an audit entry. No row when it does not exist.
MATCH (token:ServiceToken {tenantId: $tenantId, id: $tokenId})
DELETE token
WITH count(*) AS deleted
WHERE deleted > 0
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'service.revoke',
  // @include audit_entry
RETURN deleted
