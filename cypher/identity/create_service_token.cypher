// Creates the token of a service, of which only the hash is stored, and returns its id. Writes an audit entry.
// @param tokenId: id
// @param name: text
// @param scopes: list of texts
// @param hash: text
// @param now: instant
// @param expiresAt: instant
// @param auditId: id
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
  audit_entry(entry, $callerId, datetime($now))
RETURN token.id AS id
