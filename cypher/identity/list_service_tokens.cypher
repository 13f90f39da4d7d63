// Returns the tokens of a tenant's services, oldest first, without their hashes.
OPTIONAL MATCH (token:ServiceToken {tenantId: $tenantId})
WHERE token.createdAt IS NOT NULL AND token.id IS NOT NULL
WITH token
ORDER BY token.createdAt, token.id
RETURN collect(token {
  .id, .name, .scopes,
  createdAt: moment(token.createdAt),
  expiresAt: moment(token.expiresAt),
  lastUsedAt: moment(token.lastUsedAt)
}) AS tokens
