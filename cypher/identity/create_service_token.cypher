// Creates the token of a service, of which only the hash is stored, and returns its id. Writes an audit entry.
MATCH (tenant:Tenant {id: $tenantId})
MERGE (token:ServiceToken {tenantId: $tenantId, id: $tokenId})
ON CREATE SET
  token:$($tenantLabel),
  token.name = $name,
  token.scopes = $scopes,
  token.hash = $hash,
  token.createdAt = datetime($now),
  token.expiresAt = datetime($expiresAt)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'service.create',
  // @include audit_entry
RETURN token.id AS id
